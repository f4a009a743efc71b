from kg.extract.lists import mates
from kg.extract.proposals import Proposal


def beside(text: str, *surfaces: str) -> dict[str, list[str]]:
    starts = {surface: text.index(surface) for surface in surfaces}
    mentions = [Proposal(start, start + len(surface), "Model", "known", 0.9) for surface, start in starts.items()]
    found = mates(text, mentions)
    return {
        surface: [text[mate.start : mate.end] for mate in found[start]]
        for surface, start in starts.items()
        if start in found
    }


def test_proper_names_with_commas_between_are_one_list() -> None:
    text = "on grounding (e.g., Zoo-STA, ZooNet-Captions) and ZONE.1 (Zone) and BERT, unlike GPT-4"
    assert beside(text, "grounding", "Zoo-STA", "ZooNet-Captions", "ZONE.1", "BERT", "GPT-4") == {
        "Zoo-STA": ["ZooNet-Captions"],
        "ZooNet-Captions": ["Zoo-STA"],
        "ZONE.1": ["BERT"],
        "BERT": ["ZONE.1"],
        "GPT-4": [],
    }


def test_of_a_long_list_only_the_nearest() -> None:
    names = [f"ZO{number}A" for number in range(20)]
    assert beside(", ".join(names), *names)["ZO9A"] == [*names[6:9], *names[10:13]]
