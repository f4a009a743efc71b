from kg.core.types import DocId, Document
from kg.extract import abbreviations
from kg.extract.entities import find
from kg.extract.proposals import Proposal

TEXT = "Zonal pooling (ZP) helps CNNs. With zonal pooling, CNNs see more. Experiments on Zoo, a dataset, validate ZP."
DOCUMENT = Document(DocId("p"), TEXT)


def at(surface: str, type_: str, score: float, by: str = "model") -> Proposal:
    start = TEXT.index(surface)
    return Proposal(start, start + len(surface), type_, by, score)


def test_proposals_of_any_source_become_entities() -> None:
    proposals = [at("Zonal pooling", "Method", 0.9), at("ZP", "Method", 0.8), at("CNNs", "Model", 0.7)]
    proposals += [at("Zoo", "Concept", 0.6), at("helps", "Concept", 0.1)]
    found = find(DOCUMENT, proposals, abbreviations.find(TEXT))
    assert [(e.id, e.name, e.type, e.role, e.score) for e in found] == [
        ("zonalpooling", "zonal pooling", "Method", "uses", 0.9),
        ("convolutionalneuralnetwork", "convolutional neural network", "Model", "uses", 0.7),
        ("zoo", "Zoo", "Dataset", "evaluatesOn", 0.6),
    ]
    assert [[m.evidence.quote for m in e.mentions] for e in found] == [
        ["Zonal pooling", "ZP", "ZP"],
        ["CNNs", "CNNs"],
        ["Zoo"],
    ]
    assert found[2].evidence[0].quote == "Experiments on Zoo, a dataset, validate ZP."


def test_an_unlikely_proposal_is_none() -> None:
    assert find(DOCUMENT, [at("ZP", "Method", 0.1)], ()) == ()


def test_two_groups_that_would_have_one_id_are_one_entity() -> None:
    found = find(DOCUMENT, [at("Zoo", "Dataset", 0.9), at("ZP", "Method", 0.9)], abbreviations.find(TEXT))
    assert len({e.id for e in found}) == len(found)
