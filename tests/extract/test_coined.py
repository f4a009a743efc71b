from kg.extract import abbreviations, coined
from kg.extract.words import words_of


def found(text: str, title_end: int = 0) -> list[tuple[str, str]]:
    forms = [form for definition in abbreviations.find(text) for form in (definition.short, definition.long)]
    proposals = coined.propose(text, words_of(text), title_end, forms)
    return sorted((p.by.removeprefix("rule:"), text[p.start : p.end]) for p in proposals)


def test_the_name_before_the_colon_of_a_title() -> None:
    title = "CoRI: Communication of Robot Intent"
    assert found(title, len(title)) == [("title", "CoRI")]


def test_a_phrase_before_the_colon_only_where_the_abstract_has_it_too() -> None:
    title = "Less is More: Small Models"
    assert found(title + "\n\nWe study small models.", len(title)) == []
    assert found(title + "\n\nOur Less is More hypothesis.", len(title))[-1] == ("title", "Less is More")


def test_the_object_of_proposing() -> None:
    assert found("To bridge the gap, we propose a novel CASCADE, an algorithm.") == [
        ("capitals", "CASCADE"),
        ("object", "CASCADE"),
    ]
    assert found("Here we introduce a lightweight local ball-query attention mechanism to learn.") == [
        ("object", "local ball-query attention mechanism")
    ]


def test_a_head_noun_that_is_no_part_of_the_name_is_left_out() -> None:
    assert found("This paper presents an adaptive rejection sampling algorithm that is fast.") == [
        ("object", "adaptive rejection sampling")
    ]


def test_what_others_propose_is_not_looked_at() -> None:
    assert found("Prior studies propose a local ball-query attention mechanism.") == []


def test_words_with_capitals_within_a_sentence() -> None:
    assert found("It uses the Optimal Transport of nuScenes. Large Models fail.") == [
        ("capitals", "Optimal Transport"),
        ("capitals", "nuScenes"),
    ]


def test_an_adjective_with_capitals_is_no_name() -> None:
    assert found("with GPU-based kernels") == []


def test_both_forms_of_an_abbreviation() -> None:
    assert found("under direct preference optimization (DPO) we see") == [
        ("capitals", "DPO"),
        ("defined", "DPO"),
        ("defined", "direct preference optimization"),
    ]
