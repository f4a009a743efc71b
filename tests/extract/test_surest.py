from __future__ import annotations

from dataclasses import replace

from kg.core.types import Claim, DocId, Document, Extraction, LocalEntity, LocalId, Mention, Result
from kg.extract.surest import surest

DOCUMENT = Document(DocId("p1"), "OmniMoE outperforms PEER by 5% accuracy.")


def entity(name: str, score: float) -> LocalEntity:
    start = DOCUMENT.text.index(name)
    words = DOCUMENT.cut(start, start + len(name), "rule:coined", 1.0)
    return LocalEntity(LocalId(name.lower()), "Method", "uses", name, (Mention("Method", words),), (words,), score)


WHOLE = DOCUMENT.cut(0, len(DOCUMENT.text), "rule:phrase", 0.9)
CLAIM = Claim(LocalId("omnimoe"), "outperforms", LocalId("peer"), (WHOLE,), 0.5)
RESULT = Result("omnimoe", None, "accuracy", "5%", None, "%", "gain", "peer", (WHOLE,))
EXTRACTION = Extraction(
    DOCUMENT.id, (entity("OmniMoE", 0.9), entity("PEER", 0.45), entity("accuracy", 0.3)), (CLAIM,), (RESULT,)
)


def test_nothing_goes_at_zero() -> None:
    assert surest(EXTRACTION, 0.0) == EXTRACTION


def test_what_is_below_goes_and_a_result_loses_it() -> None:
    kept = surest(EXTRACTION, 0.4)
    assert [one.name for one in kept.entities] == ["OmniMoE", "PEER"]
    assert kept.claims == (CLAIM,)
    assert kept.results == (replace(RESULT, metric=None),)


def test_a_claim_goes_with_its_end() -> None:
    kept = surest(replace(EXTRACTION, claims=(replace(CLAIM, score=0.99),)), 0.5)
    assert [one.name for one in kept.entities] == ["OmniMoE"]
    assert kept.claims == ()
    assert kept.results == (replace(RESULT, metric=None, baseline=None),)


def test_an_entity_goes_whose_role_is_too_doubtful() -> None:
    words = DOCUMENT.cut(0, 7, "model", 0.5)
    doubtful = replace(EXTRACTION.entities[0], evidence=(words,))
    assert surest(replace(EXTRACTION, entities=(doubtful,), claims=()), 0.5).entities == ()
    assert surest(replace(EXTRACTION, entities=(doubtful,), claims=()), 0.4).entities == (doubtful,)
