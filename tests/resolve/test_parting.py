"""Two entities for one that a paper calls by two names that a person keeps apart."""

from __future__ import annotations

from collections.abc import Callable

from kg.core.types import Extraction
from kg.resolve import resolve
from kg.resolve.decisions import Decisions, parse
from kg.resolve.parting import part

Paper = Callable[..., Extraction]


def apart(left: str, right: str) -> Decisions:
    return parse(f"different\t{left}\t{right}\tada\t2026-11-30")


def test_the_mentions_of_one_name_become_an_entity_of_their_own(paper: Paper) -> None:
    whole = paper("p1", ("Storm Net", "Method", "uses", ["Storm Net", "rain filter", "storm nets", "Rain filters"]))
    (parted,) = part([whole], apart("rain filter", "Storm Net"))
    assert [(e.id, e.name, [m.evidence.quote for m in e.mentions]) for e in parted.entities] == [
        ("stormnet", "Storm Net", ["Storm Net", "storm nets"]),
        ("stormnet rainfilter", "rain filter", ["rain filter", "Rain filters"]),
    ]
    assert len(resolve([whole], apart("rain filter", "Storm Net")).entities) == 1
    assert len(resolve([parted], apart("rain filter", "Storm Net")).entities) == 2


def test_a_paper_that_spells_a_short_form_out_is_believed(paper: Paper) -> None:
    papers = [
        paper("p1", ("Sparse Token Routing", "Method", "introduces", ["Sparse Token Routing", "STR"])),
        paper("p2", ("STR", "Method", "uses", ["STR"])),
    ]
    decided = apart("STR", "Sparse Token Routing")
    resolution = resolve(part(papers, decided), decided)
    assert [(entity.id, [mention.evidence.quote for mention in entity.mentions]) for entity in resolution.entities] == [
        ("entity-sparse-token-routing", ["Sparse Token Routing", "STR"]),
        ("entity-str", ["STR"]),
    ]
    (issue,) = resolve(part(papers[:1], decided), decided).issues
    assert issue.message.endswith("does not apply: the papers that give both use one for the other")


def test_the_entity_of_the_papers_claims_is_the_first(paper: Paper) -> None:
    inferred = paper("p1", ("rain filter", "Method", "uses", ["Storm Net"]))
    (parted,) = part([inferred], apart("Storm Net", "rain filter"))
    assert [(entity.id, entity.name) for entity in parted.entities] == [("rainfilter", "Storm Net")]


def test_without_such_names_nothing_is_changed(paper: Paper) -> None:
    whole = paper("p1", ("Storm Net", "Method", "uses", ["Storm Net", "STN"]))
    (same,) = part([whole], apart("Storm Net", "Rain Net"))
    assert same is whole
    (same,) = part([whole], Decisions())
    assert same is whole


def test_two_spellings_of_one_name_are_kept_apart_as_they_are_written(paper: Paper) -> None:
    papers = [
        paper(f"p{i}", (name, "Method", "uses", [name])) for i, name in enumerate(["Zorn", "ZORN-X", "Zorn-X", "ZORNx"])
    ]
    resolution = resolve(papers, apart("ZORN-X", "Zorn-X"))
    assert [(entity.id, entity.name) for entity in resolution.entities] == [
        ("entity-ZORN-X", "ZORN-X"),
        ("entity-Zorn-X", "Zorn-X"),
        ("entity-zorn", "Zorn"),
        ("entity-zornx", "ZORNx"),
    ]
