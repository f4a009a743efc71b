"""What names alone say is a kind of what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import ids, names
from kg.core.types import DocId, Document, Entity, Mention
from kg.graph.kinds import Kind, kinds_by_name

Named = tuple[str, str]


def entity(name: str, type_: str, *others: str, doc: str = "p") -> Entity:
    written = (name, *others)
    text = "; ".join(written)
    document = Document(DocId(f"{doc} {name}"), text)
    places = [(text.index(form), text.index(form) + len(form)) for form in written]
    mentions = tuple(Mention(type_, document.cut(*place, "model", 0.8)) for place in places)
    return Entity(ids.entity(names.normal(name)), type_, name, tuple(sorted(others)), mentions)


def said(*entities: Entity) -> list[Named]:
    name_of = {one.id: one.name for one in entities}
    return [(name_of[one.subject], name_of[one.object]) for one in kinds_by_name(entities)]


@pytest.mark.parametrize(
    ("longer", "shorter", "type_"),
    [
        ("Llama-3.1-8B", "Llama-3.1", "Model"),
        ("Llama-3.1", "Llama", "Model"),
        ("GPT-4o-mini", "GPT-4o", "Model"),
        ("GPT-4V", "GPT-4", "Model"),
        ("Qwen2.5-VL", "Qwen2.5", "Model"),
        ("Mixtral 8x7B", "Mixtral", "Model"),
        ("ViT-B/16", "ViT-B", "Model"),
        ("BERT-large model", "BERT", "Model"),
        ("YOLOv4", "YOLO", "Model"),
        ("T5-large", "T5", "Model"),
        ("CIFAR-100", "CIFAR", "Dataset"),
        ("ImageNet-C", "ImageNet", "Dataset"),
        ("SQuAD 2.0", "SQuAD", "Dataset"),
        ("SWE-bench Verified", "SWE-bench", "Benchmark"),
        ("HumanEval+", "HumanEval", "Benchmark"),
        ("ROUGE-L", "ROUGE", "Metric"),
        ("multimodal LLM", "LLM", "Model"),
        ("offline reinforcement learning", "reinforcement learning", "Method"),
        ("Medical Image Segmentation", "image segmentation", "Task"),
    ],
)
def test_versions_sizes_variants_and_classes(longer: str, shorter: str, type_: str) -> None:
    assert said(entity(longer, type_), entity(shorter, type_)) == [(longer, shorter)]


@pytest.mark.parametrize(
    ("longer", "shorter", "type_"),
    [
        ("GPT-3.5", "GPT-3", "Model"),
        ("Llama-3.1-70B", "Llama-3.1-8B", "Model"),
        ("CIFAR-100", "CIFAR-10", "Dataset"),
        ("DARTS", "DART", "Method"),
        ("AdamW", "Adam", "Method"),
        ("CO2", "CO", "Model"),
        ("Fashion-MNIST", "MNIST", "Dataset"),
        ("self-supervised learning", "supervised learning", "Method"),
        ("vision-language model", "language model", "Model"),
        ("gridding and association network", "association network", "Model"),
        ("non visual cue", "visual cue", "Concept"),
        ("alleviating exposure bias", "exposure bias", "Concept"),
        ("matching images using optimal transport", "optimal transport", "Method"),
        ("PET/CT", "PET", "Method"),
        ("mobile robot", "robot", "Concept"),
        ("type 2", "type", "Method"),
        ("COVID-19", "COVID", "Concept"),
    ],
)
def test_what_a_name_does_not_say(longer: str, shorter: str, type_: str) -> None:
    assert said(entity(longer, type_), entity(shorter, type_)) == []


def test_the_nearest_is_meant() -> None:
    one, two, three = (entity(name, "Model") for name in ("Llama-3.1-8B", "Llama-3.1", "Llama"))
    assert said(one, two, three) == [("Llama-3.1", "Llama"), ("Llama-3.1-8B", "Llama-3.1")]
    assert said(one, three) == [("Llama-3.1-8B", "Llama")]


def test_another_name_says_it_too_but_not_one_that_two_have() -> None:
    general = entity("large language model", "Model", "LLM")
    special = entity("embodied agent model", "Model", "embodied LLM")
    assert said(general, special) == [("embodied agent model", "large language model")]
    assert said(general, special, entity("low-latency matching", "Model", "LLM")) == []


def test_a_kind_is_of_the_same_type() -> None:
    assert said(entity("Zonal-2", "Model"), entity("Zonal", "Method")) == [("Zonal-2", "Zonal")]
    assert said(entity("Zonal-2", "Model"), entity("Zonal", "Dataset")) == []
    assert said(entity("rapid image matching", "Task"), entity("image matching", "Method")) == []


def test_the_evidence_is_the_longer_name_at_its_first_place_in_each_paper() -> None:
    long, short = entity("Llama-3-8B", "Model", "Llama 3 8B"), entity("Llama-3", "Model")
    (piece,) = next(kinds_by_name([long, short])).evidence
    assert (piece.span.doc, piece.span.start, piece.span.end) == ("p Llama-3-8B", 0, 10)
    assert (piece.quote, piece.by, piece.score) == ("Llama-3-8B", "name", 0.97)


_PARTS = st.sampled_from(["Zonal", "2", "-", "8B", " ", "mini", "deep", "net", "+", "V", "/", "<b>", "LLM", "and", "("])
_NAMES = st.lists(_PARTS, min_size=1, max_size=6).map("".join).filter(str.strip)


@given(st.lists(_NAMES, max_size=8, unique_by=names.key), st.randoms())
def test_order_does_not_matter_and_nothing_is_a_kind_of_itself(listed: list[str], chance: object) -> None:
    entities = [entity(name, "Model") for name in listed]
    found = list(kinds_by_name(entities))
    chance.shuffle(entities)  # type: ignore[attr-defined]
    assert list(kinds_by_name(entities)) == found
    pairs = {(one.subject, one.object) for one in found}
    assert not {(b, a) for a, b in pairs} & pairs
    assert all(isinstance(one, Kind) and one.subject != one.object for one in found)
