from __future__ import annotations

from dataclasses import replace
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core import ids
from kg.core.codec import text_of
from kg.core.types import DocId, Document, Issue
from kg.read import fold

LONG = (
    "Recent work has demonstrated the curse of depth in LLMs, where later layers contribute less to learning and"
    " representation than earlier ones."
)
OTHER = LONG.replace("depth", "width")


def paper(id_: str | None, title: str | None = None, abstract: str = LONG, **details: object) -> Document:
    text = text_of(title, abstract)
    document = Document(DocId(id_ or ids.document(text, title, None)), text, title, sources=("a.txt",))
    return replace(document, **details)  # type: ignore[arg-type]


def test_papers_come_by_id_as_they_were() -> None:
    a, b = paper("a"), paper("b", abstract=OTHER)
    assert fold([b, a]) == ((a, b), ())
    assert fold([]) == ((), ())


@pytest.mark.parametrize("other", [LONG, LONG.upper(), LONG.replace(" ", "\n"), f" {LONG} ", LONG.replace(", ", " , ")])
def test_the_same_text_in_two_files_is_one_document_with_both_sources(other: str) -> None:
    (found,), issues = fold([paper("p", sources=("b.txt",)), paper("p", abstract=other, sources=("a.txt", "c.txt"))])
    assert (found.sources, issues) == (("a.txt", "b.txt", "c.txt"), ())


def test_accents_that_are_characters_of_their_own_are_those_of_whole_letters() -> None:
    accented = LONG.replace("Recent", "Récent")
    records = [paper(None, "Éva's Curse", normalize(form, accented)) for form in ("NFC", "NFD")]
    (found,), issues = fold(records)
    assert (found.id, issues) == ("eva-s-curse", ())
    bare = [paper("p", normalize(form, "Éditorial"), "") for form in ("NFC", "NFD")]
    assert len(fold(bare)[0]) == 1


def test_the_richest_record_wins_and_is_completed() -> None:
    rich = paper("p1", "The Curse", year=2025, authors=("A B",), sources=("rich.json",))
    poor = paper(None, None, LONG.lower(), venue="ICML", sources=("poor.txt",))
    expected = replace(rich, venue="ICML", sources=("poor.txt", "rich.json"))
    assert fold([poor, rich]) == fold([rich, poor]) == ((expected,), ())


def test_an_id_that_was_given_goes_before_one_made_of_words() -> None:
    given_ = paper("p1", None)
    made = paper(None, "The Curse", year=2025, venue="ICML", authors=("A B",), keywords=("k",))
    made = replace(made, id=ids.document(made.text, made.title, made.year))
    (found,), _ = fold([made, given_])
    assert (found.id, found.title, found.text) == ("p1", "The Curse", f"The Curse\n\n{LONG}")


def test_short_abstracts_are_one_paper_only_with_one_title() -> None:
    a, b = paper("a", "One", "Not available."), paper("b", "Two", "Not available.")
    again = paper("c", "ONE", "not available.")
    assert [found.id for found in fold([a, b, again])[0]] == ["a", "b"]


@pytest.mark.parametrize("details", [{}, {"id": "x", "doi": "10.1/x"}, {"id": "x", "arxiv": "2501.00001"}])
def test_a_record_without_abstract_joins_its_paper(details: dict[str, str]) -> None:
    whole = paper("p", "The Curse", doi="10.1/x", arxiv="2501.00001")
    bare = replace(paper("p", "The curse", "", year=2025, authors=("A B",), venue="ICML", url="u"), **details)  # type: ignore[arg-type]
    (found,), issues = fold([bare, whole])
    assert (found.abstract, found.year, found.authors, issues) == (LONG, 2025, ("A B",), ())


def test_records_without_abstract_are_one_paper_by_title_and_id() -> None:
    assert len(fold([paper("p", "Editorial", ""), paper("p", "editorial", "")])[0]) == 1
    assert len(fold([paper("p", "Editorial", ""), paper("q", "Editorial", "")])[0]) == 2


TITLE = "Sparsity and the Curse of Depth"
NEW = "This paper is about something else altogether, which is how many angels dance on the heads of how many pins."
PREPRINT = paper("p", TITLE, LONG, arxiv="2501.00001", year=2025, authors=("Ada Lovelace",))
PUBLISHED = paper("q", TITLE, NEW, doi="10.1/x", year=2026, authors=("Lovelace, A.",), venue="ICML", url="u")


def test_a_preprint_and_what_was_published_are_one_paper_with_both_ids() -> None:
    (found,), issues = fold([PREPRINT, PUBLISHED])
    assert (found.doi, found.arxiv, found.venue, found.abstract) == ("10.1/x", "2501.00001", "ICML", NEW)
    assert issues == ()
    own = replace(PREPRINT, doi="10.48550/arxiv.2501.00001", venue="arXiv", url="v", keywords=("k",))
    (found,), _ = fold([own, PUBLISHED])
    assert (found.doi, found.arxiv, found.venue) == ("10.1/x", "2501.00001", "arXiv")


@pytest.mark.parametrize(
    ("details", "count"),
    [
        ({"year": 2025, "arxiv": None}, 1),
        ({"year": None, "arxiv": None}, 1),
        ({"year": 2024, "arxiv": None}, 2),
        ({"year": 2022}, 2),
        ({"authors": ("Alan Turing",)}, 2),
        ({"authors": ()}, 2),
        ({"doi": "10.1/y"}, 2),
        ({"doi": "10.1/x", "authors": ()}, 1),
    ],
)
def test_one_title_first_author_and_year_are_one_paper_unless_an_id_tells_them_apart(
    details: dict[str, object], count: int
) -> None:
    other = replace(PREPRINT, **details)  # type: ignore[arg-type]
    assert len(fold([other, replace(PUBLISHED, year=2025)])[0]) == count


@pytest.mark.parametrize(
    "details",
    [{"doi": "10.1/z"}, {"arxiv": "2501.00002"}, {"url": "https://openreview.net/forum?id=abc"}],
)
def test_one_identifier_is_one_paper_unless_title_and_abstract_say_otherwise(details: dict[str, str]) -> None:
    one, other = paper("a", TITLE, LONG, **details), paper("b", TITLE + ", Revised", NEW, **details)
    assert len(fold([one, other])[0]) == 1
    assert len(fold([one, replace(other, title="Of Angels", text=text_of("Of Angels", NEW))])[0]) == 2


def test_a_few_changed_words_are_the_same_paper_unless_an_id_tells_them_apart() -> None:
    long = " ".join([LONG, NEW])
    one, other = paper("a", None, long), paper("b", None, long.replace("angels", "devils"))
    assert len(fold([one, other])[0]) == 1
    assert len(fold([replace(one, doi="10.1/x"), replace(other, doi="10.1/y")])[0]) == 2


def test_different_texts_under_one_id_stay_apart() -> None:
    a, b = paper("p"), paper("p", abstract=OTHER, sources=("b.txt",))
    papers, issues = fold([b, a])
    assert {found.id: found.text for found in papers} == {
        f"p-{a.digest[:8]}": LONG,
        f"p-{b.digest[:8]}": OTHER,
    }
    assert issues == (Issue("read", "p", "2 different texts under this id (a.txt, b.txt): give each its own"),)


def test_a_longer_id_that_is_taken_becomes_longer_still() -> None:
    a, b = paper("p"), paper("p", abstract=OTHER)
    squatter = paper(f"p-{a.digest[:8]}", abstract=" ".join(reversed(LONG.split())))
    found = {document.id: document.text for document in fold([a, b, squatter])[0]}
    assert found == {f"p-{a.digest[:16]}": LONG, f"p-{b.digest[:8]}": OTHER, squatter.id: squatter.text}


FEW = st.builds(
    paper,
    st.sampled_from([None, "a", "b"]),
    st.sampled_from([None, "The Curse", "the curse", "Width"]),
    st.sampled_from([LONG, LONG.upper(), OTHER, "Short.", "short.", " "]),
    year=st.sampled_from([None, 2025, 2026]),
    venue=st.sampled_from([None, "ICML"]),
    doi=st.sampled_from([None, "10.1/x", "10.1/y"]),
    sources=st.sampled_from([("a.txt",), ("b.txt",)]),
).filter(lambda document: document.text.strip())


@settings(max_examples=50)
@given(st.lists(FEW, max_size=8), st.randoms(use_true_random=False))
def test_order_does_not_matter(documents: list[Document], random: object) -> None:
    shuffled = list(documents)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert fold(shuffled) == fold(documents)


@settings(max_examples=50)
@given(st.lists(FEW.map(lambda document: replace(document, doi=None)), max_size=8))
def test_ids_are_unique_and_no_text_or_source_is_lost(documents: list[Document]) -> None:
    papers, _ = fold(documents)
    assert [found.id for found in papers] == sorted({found.id for found in papers})
    texts = {"".join(found.abstract.split()).casefold() for found in papers}
    assert {"".join(document.abstract.split()).casefold() for document in documents} - {""} <= texts
    assert {s for d in documents for s in d.sources} == {s for found in papers for s in found.sources}


@settings(max_examples=50)
@given(st.lists(FEW.filter(lambda document: bool(document.abstract.strip())), max_size=8))
def test_what_is_folded_stays_folded(documents: list[Document]) -> None:
    papers, _ = fold(documents)
    assert fold(papers) == (papers, ())
