from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.segment import sentence_at, sentences

PAPERS = Path(__file__).parent.parent / "papers"


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def test_sentences_are_ranges_without_the_space_around_them() -> None:
    assert sentences("  We train it.  It works! \n") == ((2, 14), (16, 25))


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\n"])
def test_text_without_words_has_no_sentence(text: str) -> None:
    assert sentences(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        # abbreviations
        "It runs natural tasks, e.g. Virtual staining, and others.",
        "Sensors (e.g. CLEVR) and models, i.e. GPT-3.5, GPT-4, are tested.",
        "Areas of interest, e. g. Robots, are found.",
        "The error w.r.t. Skin colour is low.",
        "The agent, a.k.a. CaptionBot, draws.",
        "We compare experts vs. Crowds and 96% v.s. 12%.",
        "Two tasks, viz. Digits and faces, cf. Section 3.",
        "A gain of approx. 18% and micro-avg. F1 of 0.5.",
        "The arm has 7 d.o.f. ABB joints.",
        "Plus zero-mean i.i.d. Gaussian noise.",
        "Models such as Spider-Realistic, and Dr. Spider are used.",
        # what is cited
        "The table of Villegas et al. (2017) is an example.",
        "This is debated (Fiser et al. 2010, Pouget et al. [12]).",
        "Following {{Zhang et al.}} ({2017}) we go on.",
        "As Fig. 1 and Eq. (2) and Table. 3 show, No. 4 wins.",
        # initials and regions
        "Introduced by R. Williams, C. Gomes and B. Selman in 2003.",
        "In N. America and the U.S. Army.",
        # numbers
        "It gains 2.5 points at 0.31 bits.",
        "Three advantages: 1. Sparsity is explicit; 2. Training is fast.",
        "Sharing, 2. Radial basis kernels and 3. Adversarial training.",
        # URLs, also broken ones
        "Code is at https://github. com/pUmpKin-Co/SparsityAndCoD.",
        "Code is at https://github. Com/x and https://www. Example.org.",
        "See https://zenodo.org/record/6891965#.YtwoS3ZBxD8 for data.",
        # other stops within a sentence
        "The answer to “What is the book?” is given.",
        "Let $h(x) = \\Theta_L ... \\Theta_1 x$ be a network.",
        "The algorithm [??] of GuessWhat?! and MoveIt! is used.",
        "We call torch.nn.Linear and Node.js and Key.Net here.",
        "Read github.com/foo.We or mail a@b.We for more.",
    ],
)
def test_no_sentence_ends_within(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("first", "gap", "second"),
    [
        ("We extend Hazan et al.", " ", "Our bound is tight."),
        ("It works on images, video, etc.", " ", "We release it."),
        ("We complete the matrix X.", " ", "To infer it, we sample."),
        ("It draws 0.1 W.", " ", "Current is low."),
        ("A frame takes 23 ms.", " ", "The codes are public."),
        ("Samples are not i.i.d.", " ", "However, we bound them."),
        ("Can you find me?", " ", "By looking, a robot can."),
        ("It is 40% better (12 ms).", "  ", "(ii) It is small."),
        ("Code is at https://github.com/SwinTransformer/Simple-21K-Detection.", " ", "We hope it helps."),
        ("There is nothing better.", " ", "https://reskin.dev"),
        ("It beats all of them.", " ", "wav2vec 2.0 is next."),
        ("It moves well.", " ", "evoBOT is light."),
        ("A new loss.", " ", "k-NN is not enough."),
        ("It is \\textbf{MapGR.}", " ", "\\textit{It} is fast."),
        ("He said “no.”", " ", "Éva agreed."),
        ("We have bounds.", "\n", "* We show more."),
        ("This was noise.", " ", "% We cut this."),
        ("A heading", "\n\n", "a paragraph"),
        ("A heading", "\n \t\n", "a paragraph"),
        ("It observes the data.", "", "However, it is slow."),
        ("It is evaluated (zero-shot).", "", "This is new."),
        ("We map with ORB-SLAM2.", "", "The design is old."),
    ],
)
def test_sentence_ends_between(first: str, gap: str, second: str) -> None:
    assert split(first + gap + second) == [first, second]


def test_numbers_of_list_items_stay_with_their_items() -> None:
    assert split("Two settings are studied. 1. Under the first, all is well. 2. Under the second, not.") == [
        "Two settings are studied.",
        "1. Under the first, all is well.",
        "2. Under the second, not.",
    ]


def test_a_real_abstract() -> None:
    first = (PAPERS / "icml-2026-a.txt").read_text(encoding="utf-8").split("\n\n")[1]
    found = split(first)
    assert [sentence[:40] for sentence in found] == [
        "Recent work has demonstrated the curse o",
        "Such under-utilization is linked to the ",
        "In this paper, we provide evidence that ",
        "Our claim is thoroughly supported by con",
        "Across settings, we observe a consistent",
        "We eventually distill our findings into ",
        "Our results suggest that sparsity-like d",
        "Code is available at https://github. com",
    ]
    assert found[-1] == "Code is available at https://github. com/pUmpKin-Co/SparsityAndCoD."


def test_sentence_at_finds_the_sentence_of_a_position() -> None:
    ranges = sentences(" One is here. Two is there.")
    assert ranges == ((1, 13), (14, 27))
    assert [sentence_at(ranges, position) for position in (0, 1, 12, 13, 14, 26, 99)] == [
        (1, 13),
        (1, 13),
        (1, 13),
        (1, 13),
        (14, 27),
        (14, 27),
        (14, 27),
    ]


WORDS = st.sampled_from(
    [
        "We",
        "train",
        "e.g.",
        "et al.",
        "(2017)",
        "https://github.",
        "com/x",
        "0.5",
        "X.",
        "?",
        '!"',
        "...",
        "\n\n",
        "1.",
        "i.i.d.",
    ]
)


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join), st.text(alphabet=".?! \n()[]\"'aAé1$\\")))
def test_sentences_are_ordered_apart_and_cover_every_word(text: str) -> None:
    ranges = sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))
    assert all(text[start:end] == text[start:end].strip() for start, end in ranges)
    inside = "".join(text[start:end] for start, end in ranges)
    assert "".join(inside.split()) == "".join(text.split())


@given(st.lists(WORDS, min_size=1).map(" ".join), st.data())
def test_sentence_at_holds_every_position_that_a_sentence_covers(text: str, data: st.DataObject) -> None:
    for start, end in sentences(text):
        position = data.draw(st.integers(start, end - 1))
        assert sentence_at(sentences(text), position) == (start, end)


@pytest.mark.parametrize("piece", [".", ".)", ". (", ". A", "\n ", "((", "e.g. ", "A. ", "1. "])
def test_hostile_repetition_is_read(piece: str) -> None:
    text = piece * 20_000
    assert "".join("".join(split(text)).split()) == "".join(text.split())
