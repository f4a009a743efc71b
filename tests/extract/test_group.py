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


def test_the_same_words_with_other_endings_and_in_another_order_are_one() -> None:
    text = "Object Part Localization: localizing to object parts with detectors of faces; face detection"
    assert groups(
        text, "Object Part Localization", "localizing to object parts", "detectors of faces", "face detection"
    ) == [
        ["Object Part Localization", "localizing to object parts"],
        ["detectors of faces"],
        ["face detection"],
    ]


def test_an_abbreviation_within_a_name_is_what_it_stands_for() -> None:
    text = "Active Membership Inference (AMI) is new. AMI attacks, or Active Membership Inference Attacks, hurt."
    assert groups(text, "AMI attacks", "Active Membership Inference Attacks") == [
        ["AMI attacks", "Active Membership Inference Attacks"]
    ]


def test_the_same_words_with_another_number_or_sign_stay_apart() -> None:
    text = "the HE-R+ suite, the HE-R suite, 2 layer networks and 3 layer networks"
    assert len(groups(text, "HE-R+ suite", "HE-R suite", "2 layer networks", "3 layer networks")) == 4
