from kg.core.types import DocId, Document
from kg.extract.kinds import is_known, type_of
from kg.extract.proposals import Proposal
from kg.extract.scene import scene_of


def read(text: str, name: str, *listed: str, guess: str = "Concept", **spelt: str) -> str:
    scene = scene_of(Document(DocId("p"), text))
    places = [(text.index(form), text.index(form) + len(form)) for form in (name, *listed)]
    seen, *beside = (scene.around(*place) for place in places)
    return type_of(scene, (Proposal(*places[0], guess, "rule:capitals", 0.7),), [seen], beside, spelt)


def test_what_the_field_knows_is_of_its_type_wherever_it_stands() -> None:
    assert read("Experiments on ResNet-18 and others", "ResNet-18", guess="Dataset") == "Model"


def test_items_of_one_list_are_of_one_type() -> None:
    text = "We run ZONE.1 Kontrast and Qwen-Image-Zoom here"
    assert read(text, "ZONE.1 Kontrast") == "Concept"
    assert read(text, "ZONE.1 Kontrast", "Qwen-Image-Zoom") == "Model"


def test_a_short_form_that_the_paper_spells_out_otherwise_is_not_the_known_one() -> None:
    assert read("steps of SGD here", "SGD") == "Method"
    assert read("steps of SGD here", "SGD", sgd="spectral gap distance") == "Concept"
    assert not is_known("SGD", {"sgd": "spectral gap distance"})
    assert is_known("SGD", {"sgd": "stochastic gradient descent"})
