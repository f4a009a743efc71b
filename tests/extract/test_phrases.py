from kg.extract import phrases
from kg.extract.words import words_of


def best(text: str, title_end: int = 0) -> dict[str, tuple[str, float]]:
    found = phrases.propose(text, words_of(text), title_end)
    return {text[p.start : p.end]: (p.type, round(p.score, 1)) for p in found if p.score >= 0.25}


def test_names_are_told_by_their_words_and_those_beside_them() -> None:
    text = "A challenge of reinforcement learning is sample efficiency, which deep neural networks lack."
    assert best(text) == {
        "reinforcement learning": ("Method", 0.7),
        "sample efficiency": ("Concept", 0.3),
        "deep neural networks": ("Model", 0.5),
    }


def test_a_coined_word_is_a_name() -> None:
    assert best("In contrast, DualFormer outperforms prior work.")["DualFormer"][0] == "Method"


def test_marks_part_names() -> None:
    text = "on image classification, object detection"
    assert not any("," in name for name in best(text))


def test_no_words_no_names() -> None:
    assert best("") == {}
    assert best("… — $$") == {}
