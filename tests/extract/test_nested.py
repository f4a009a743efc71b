import pytest

from kg.core.types import DocId, Document, LocalEntity, LocalId, Mention
from kg.extract.nested import known_ends
from kg.extract.scene import scene_of


@pytest.mark.parametrize(
    ("name", "role", "expected"),
    [
        ("Zonal Feedback GRPO", "introduces", [("Group Relative Policy Optimization", "Method", "uses", "GRPO")]),
        ("ZF-GRPO", "introduces", [("Group Relative Policy Optimization", "Method", "uses", "GRPO")]),
        ("Zonal GRPO framework", "introduces", [("Group Relative Policy Optimization", "Method", "uses", "GRPO")]),
        ("Zonal ResNet-18", "introduces", [("ResNet-18", "Model", "uses", "ResNet-18")]),
        ("Zonal Feedback GRPO", "uses", []),
        ("Zonal ImageNet", "introduces", []),
        ("Zonal-LM", "introduces", []),
        ("ZonalGRPO", "introduces", []),
    ],
)
def test_what_is_known_at_the_end_of_a_coined_name(name: str, role: str, expected: list[tuple[str, ...]]) -> None:
    text = f"It fails. We propose {name} for it."
    document = Document(DocId("p"), text)
    start = text.index(name)
    mention = Mention("Method", document.cut(start, start + len(name), "rule:object"))
    coined = LocalEntity(LocalId("coined"), "Method", role, name, (mention,), (), 0.9)
    found = list(known_ends(document, scene_of(document), [coined]))
    assert [(e.name, e.type, e.role, e.mentions[0].evidence.quote) for e in found] == expected
    assert all(e.evidence[0].quote == f"We propose {name} for it." for e in found)
