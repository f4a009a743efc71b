from kg.extract.occurrences import occurrences
from kg.extract.words import words_of


def found(text: str, *surfaces: str) -> list[str]:
    return [f"{start} {text[start:end]}" for start, end in occurrences(text, words_of(text), surfaces)]


def test_the_longest_name_wins_and_none_overlap() -> None:
    text = "language models and large language models"
    assert found(text, "language models", "large language models") == ["0 language models", "20 large language models"]


def test_names_stand_as_whole_words_with_their_capitals() -> None:
    assert found("RLHF, RL and RLs; rl", "RL") == ["6 RL"]


def test_a_name_may_hold_marks() -> None:
    assert found("On PASCAL VOC (2012) and COCO", "PASCAL VOC (2012)") == ["3 PASCAL VOC (2012)"]


def test_no_name_ends_after_the_text() -> None:
    assert found("a large model", "model", "model of the world") == ["8 model"]
