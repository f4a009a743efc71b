from kg.extract.words import word_after, word_before, words_of


def test_words_hold_hyphens_versions_and_slashes_but_no_possessive() -> None:
    text = "GPT-4.1's key/value-sharing, pass@1 and C&C"
    assert [text[w.start : w.end] for w in words_of(text)] == ["GPT-4.1", "key/value-sharing", "pass@1", "and", "C&C"]


def test_links_and_latex_commands_are_no_words() -> None:
    text = r"over 3 \times faster, see https://github.com/x/y now or https://github. com/x"
    assert [w.lower for w in words_of(text)] == ["over", "3", "faster", "see", "now", "or"]


def test_only_white_space_joins_words_and_a_blank_line_parts_them() -> None:
    text = "Deep nets\nlearn, fast.\n\nWe show"
    assert [w.joined for w in words_of(text)] == [False, True, True, False, False, True]


def test_beside_a_word_stands_a_mark_or_another_word() -> None:
    text = "We use (deep) learning."
    words = words_of(text)
    assert [word_before(text, words, i) for i in range(4)] == ["^", "we", "(", ")"]
    assert [word_after(text, words, i) for i in range(4)] == ["use", "(", ")", "."]


def test_text_without_words() -> None:
    assert words_of("") == ()
    assert words_of("\u200b … 🤖 $$") == ()
