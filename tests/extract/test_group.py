from kg.extract import abbreviations
from kg.extract.group import group
from kg.extract.proposals import Proposal


def groups(text: str, *surfaces: str) -> list[list[str]]:
    mentions = []
    position = 0
    for surface in surfaces:
        start = text.index(surface, position)
        mentions.append(Proposal(start, start + len(surface), "Method", "known", 0.9))
        position = start + len(surface)
    found = group(text, mentions, abbreviations.find(text))
    return [[text[m.start : m.end] for m in mentioned] for mentioned in found]


def test_plural_case_and_hyphen_are_one() -> None:
    text = "Bit-flip attacks, a bit flip attack and adversarial training"
    assert groups(text, "Bit-flip attacks", "bit flip attack", "adversarial training") == [
        ["Bit-flip attacks", "bit flip attack"],
        ["adversarial training"],
    ]


def test_an_abbreviation_and_what_it_stands_for_are_one() -> None:
    text = "Zonal pooling (ZP) is old; ZPs differ from ZPX."
    assert groups(text, "Zonal pooling", "ZP", "ZPs", "ZPX") == [["Zonal pooling", "ZP", "ZPs"], ["ZPX"]]


def test_versions_stay_apart() -> None:
    assert groups("GPT-3 and GPT-4", "GPT-3", "GPT-4") == [["GPT-3"], ["GPT-4"]]


def test_what_the_paper_defines_goes_before_what_the_field_knows() -> None:
    text = "We use long-lived memory (LLM) unlike a large language model."
    assert groups(text, "long-lived memory", "LLM", "large language model") == [
        ["long-lived memory", "LLM"],
        ["large language model"],
    ]
