import pytest

from kg.core.types import DocId, Document
from kg.extract.roles import role
from kg.extract.scene import scene_of


@pytest.mark.parametrize(
    ("text", "name", "type_", "expected"),
    [
        ("To this end, we propose CoRI, a pipeline.", "CoRI", "Method", "introduces"),
        (
            "In this paper, we present a framework for 3D scene reconstruction.",
            "scene reconstruction",
            "Task",
            "addresses",
        ),
        ("Experiments on CIFAR-10 show its effectiveness.", "CIFAR-10", "Dataset", "evaluatesOn"),
        ("Our method is trained using contrastive learning.", "contrastive learning", "Method", "uses"),
        ("It significantly outperforms GPT-4 in accuracy.", "GPT-4", "Model", "comparesWith"),
        ("It outperforms leading architectures including ZoomNet.", "ZoomNet", "Model", "comparesWith"),
        ("It consistently surpasses uniform sampling.", "uniform sampling", "Method", "comparesWith"),
        ("It is more accurate than fixed caching approaches.", "fixed caching", "Method", "comparesWith"),
        ("It is up to twice as fast as full caching baselines.", "full caching", "Method", "comparesWith"),
        ("We investigate how in-context learning emerges.", "in-context learning", "Method", "studies"),
        ("Existing systems often rely on crowdsourcing.", "crowdsourcing", "Method", "mentions"),
    ],
)
def test_roles(text: str, name: str, type_: str, expected: str) -> None:
    before = "Much was done before. " * 3
    scene = scene_of(Document(DocId("p"), before + text))
    start = scene.text.index(name)
    found = role(scene, type_, 0.9, [scene.around(start, start + len(name))], [], is_known=False)
    assert found.name == expected
    assert scene.text[slice(*found.sentence)] == text
    assert 0 < found.score <= 1


def test_an_unlikely_name_is_not_introduced() -> None:
    scene = scene_of(Document(DocId("p"), "We propose CoRI, a pipeline."))
    assert role(scene, "Method", 0.2, [scene.around(11, 15)], [], is_known=False).name != "introduces"


def test_the_sentence_that_says_it_best_is_the_evidence() -> None:
    text = "Deep nets need ImageNet. Extensive experiments on ImageNet demonstrate this. We release ImageNet features."
    scene = scene_of(Document(DocId("p"), text))
    seen = [scene.around(start, start + 8) for start in (15, 50, 88)]
    found = role(scene, "Dataset", 0.9, seen, [], is_known=False)
    assert (found.name, found.by) == ("evaluatesOn", "rule:evaluatesOn")
    assert text[slice(*found.sentence)] == "Extensive experiments on ImageNet demonstrate this."


@pytest.mark.parametrize(("type_", "expected"), [("Model", "uses"), ("Dataset", "evaluatesOn")])
def test_only_data_and_tasks_are_tested_on(type_: str, expected: str) -> None:
    text = "Extensive experiments on ZoomNet-18 validate it."
    scene = scene_of(Document(DocId("p"), text))
    found = role(scene, type_, 0.9, [scene.around(25, 35)], [], is_known=False)
    assert found.name == expected


def test_what_stands_in_one_list_has_one_role() -> None:
    text = "We pretrain with ZooSet. Extensive experiments on CIFAR-10 show it."
    scene = scene_of(Document(DocId("p"), text))
    trained, tested = scene.around(17, 23), scene.around(50, 58)
    assert role(scene, "Dataset", 0.9, [trained], [], is_known=False).name == "uses"
    assert role(scene, "Dataset", 0.9, [trained], [tested, tested], is_known=False).name == "evaluatesOn"
