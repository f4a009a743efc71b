from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core.types import Document, Issue
from kg.read import Source, text

ONE = "Recent work has demonstrated the curse of depth in large language models, where later layers contribute less."
TWO = "Medical workflows routinely combine reading images with producing visual and textual outputs."
WRAPPED = """Recent work has demonstrated the curse of depth in large
language models (LLMs), where later layers contribute less
to learning and representation than earlier layers. Such
under-utilization is linked to the growth of variance."""


def read(content: str) -> list[Document | Issue]:
    return list(text.read(Source.of_bytes("x.txt", content.encode())))


def papers(content: str) -> list[tuple[str | None, str]]:
    found = read(content)
    assert all(isinstance(item, Document) for item in found), found
    return [(item.title, item.abstract) for item in found if isinstance(item, Document)]


def issues(content: str) -> list[str]:
    return [str(item) for item in read(content) if isinstance(item, Issue)]


@pytest.mark.parametrize(
    "content",
    [
        f"{ONE}\n\n{TWO}",
        f"\n\n  {ONE}  \n \t \n\n{TWO}\n\n",
        f"{ONE}\r\n\r\n{TWO}\r\n",
        f"My reading list\n\n{ONE}\n\n{TWO}\n",
        f"ICML 2026 Papers\n\n{ONE}\n\n{TWO}\n",
        f"# ICML 2026\n\n{ONE}\n\n{TWO}\n",
    ],
)
def test_each_paragraph_is_an_abstract(content: str) -> None:
    assert papers(content) == [(None, ONE), (None, TWO)]


def test_a_wrapped_paragraph_keeps_its_line_breaks() -> None:
    assert papers(f"{WRAPPED}\n\n{WRAPPED}\n") == [(None, WRAPPED), (None, WRAPPED)]
    assert papers(WRAPPED.replace("\n", "\r\n")) == [(None, WRAPPED)]


TITLES = [
    "Sparsity and the Curse of Depth",
    "Is sparsity enough?",
    "Sparsity",
    "FooNet: A network; or, how to read images of medical workflows fast!",
]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    "form",
    [
        "{0}\n\n{1}\n\n{2}\n\n{3}",
        "{0}\n{1}\n\n{2}\n{3}",
        "# {0}\n\n{1}\n\n# {2}\n\n{3}\n",
        "## {0} ##\n{1}\n## {2}\n{3}\n",
        "# Papers\n## {0}\n{1}\n## {2}\n{3}\n",
        "# **{0}**\n\n## Abstract\n\n{1}\n\n# {2}\n\nABSTRACT:\n\n{3}\n",
        "**{0}**\n\n{1}\n\n**{2}**\n{3}",
        "__{0}__\n\n{1}\n\n__{2}__\n\n{3}",
        "NeurIPS 2024 Accepted Papers\n\n{0}\n\n{1}\n\n{2}\n{3}",
        "My reading list\n\n{0}\n\n{1}\n\n{2}\n\n{3}",
        "{0}\r\n{1}\r\n\r\n{2}\r\n{3}",
    ],
)
def test_a_title_may_stand_over_each_abstract(title: str, form: str) -> None:
    assert papers(form.format(title, ONE, "Reading Medical Workflows", TWO)) == [
        (title, ONE),
        ("Reading Medical Workflows", TWO),
    ]


@pytest.mark.parametrize("title", ["Sparsity and the Curse of Depth", "Sparsity in depth", "BERT"])
def test_a_title_over_a_wrapped_abstract(title: str) -> None:
    assert papers(f"{title}\n{WRAPPED}\n\n{TITLES[0]}\n{WRAPPED}") == [(title, WRAPPED), (TITLES[0], WRAPPED)]


def test_one_title_and_one_abstract_are_one_paper() -> None:
    assert papers(f"Sparsity\n\n{ONE}") == [("Sparsity", ONE)]


def test_a_title_may_be_wrapped() -> None:
    title = "Sparsity and the curse of depth in\nlarge language models"
    assert papers(f"{title}\n\n{ONE}") == [(title.replace("\n", " "), ONE)]


def test_a_markdown_section_is_one_paper_with_all_its_paragraphs() -> None:
    assert papers(f"# Sparsity\n\n{ONE}\n\nAnother line\n\n{TWO}\n\n## Reading\n{TWO}\n") == [
        ("Sparsity", f"{ONE}\n\nAnother line\n\n{TWO}"),
        ("Reading", TWO),
    ]


def test_the_title_of_a_markdown_section_may_be_a_link() -> None:
    (document,) = read(f"## [Sparsity](https://arxiv.org/abs/2501.00001)\n\n{ONE}")
    assert isinstance(document, Document)
    assert (document.title, document.url, document.id) == (
        "Sparsity",
        "https://arxiv.org/abs/2501.00001",
        "2501.00001",
    )


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("ICML 2026 Papers", "ICML", 2026),
        ("# NeurIPS 2024", "NeurIPS", 2024),
        ("**Accepted Papers at the ICLR 2025 Conference**", "ICLR", 2025),
        ("Proceedings of CoRL 2023", "CoRL", 2023),
        ("My 2026 list", None, None),
        ("Papers of 2026", None, None),
        ("ICML 2026 and 2027 Papers", None, None),
        ("ICML 2026 papers about LLMs", None, None),
    ],
)
def test_a_heading_of_venue_and_year_is_about_the_papers_below(
    heading: str, venue: str | None, year: int | None
) -> None:
    found = [item for item in read(f"{heading}\n\n{ONE}\n\n{TWO}") if isinstance(item, Document)]
    assert {(item.venue, item.year) for item in found} == {(venue, year)}


def test_another_venue_may_follow() -> None:
    found = read(f"ICML 2026 Papers\n\n{ONE}\n\nICLR 2027 Papers\n\nReading\n\n{TWO}")
    assert [(item.venue, item.year, item.title) for item in found if isinstance(item, Document)] == [
        ("ICML", 2026, None),
        ("ICLR", 2027, "Reading"),
    ]
    assert len(found) == 2


def test_ids_are_made_of_title_and_year_or_of_first_words() -> None:
    found = read(f"ICML 2026 Papers\n\nReading, fast\n\n{ONE}\n\n{TWO}")
    assert [item.id for item in found if isinstance(item, Document)] == [
        "reading-fast-2026",
        "medical-workflows-routinely-combine-reading-images-with-producing-visual-and",
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (f"{ONE}\n\nThank you.\n\n{TWO}", ["x.txt line 3: fewer than 5 words: not an abstract"]),
        (
            f"{ONE}\n\nNo abstract here\n\n# Nor here\n",
            [
                "x.txt line 3: a title with no abstract below it",
                "x.txt line 5: a title with no abstract below it",
            ],
        ),
        (
            "## One\n## Two\n# Three\n",
            [
                "x.txt line 1: a title with no abstract below it",
                "x.txt line 2: a title with no abstract below it",
                "x.txt line 3: a title with no abstract below it",
            ],
        ),
        (
            "a " * 1_100_000,
            ["x.txt line 1: 2199999 characters, and an abstract has at most 2000000: give title and abstract only"],
        ),
        ("Only a title", ["x.txt line 1: a title with no abstract below it"]),
        ("ICML 2026 Papers", []),
        ("", []),
    ],
)
def test_what_is_no_paper_is_an_issue(content: str, found: list[str]) -> None:
    assert issues(content) == found


def test_markup_and_hostile_text_stay() -> None:
    hostile = (
        "<script>alert('x')</script> \\textbf{Map} & $\\textit{Video}$ _**A**ttention_ \"; DROP TABLE papers; --"
        " \u202e ends."
    )
    assert papers(f"{hostile}\n\n{hostile}") == [(None, hostile), (None, hostile)]


SOLID = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\n\r\0\ufeff"))


@given(st.lists(SOLID.map(lambda words: f"We read it: {words} and it ends here."), min_size=1, max_size=4))
def test_paragraphs_stay_character_for_character(paragraphs: list[str]) -> None:
    assert papers("\n\n".join(paragraphs)) == [(None, paragraph) for paragraph in paragraphs]


@given(st.text(alphabet=st.sampled_from("# *_[]()\n\r\tAbstract 2026ICML.")))
def test_no_text_breaks_it_or_is_made_up(content: str) -> None:
    for item in read(content):
        if isinstance(item, Document):
            assert item.abstract in content.replace("\r\n", "\n")
