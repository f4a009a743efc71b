from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.core import ids
from kg.core.errors import DataError
from kg.core.schema import schema
from kg.core.types import DocId, Document, Entity, Evidence, Fact, Graph, Mention, Reason, Result
from kg.graph import store, tables
from kg.graph.assemble import assemble

ANY_TEXT = st.text(st.characters() | st.sampled_from("\0\x1a\ud800\udfff\n \"'é表𝒳"), max_size=20)
SOME_TEXT = ANY_TEXT.filter(bool)
SCORES = st.floats(0, 1)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    title = draw(st.none() | ANY_TEXT)
    return Document(
        id=DocId(draw(SOME_TEXT)),
        text=(f"{title}\n\n" if title is not None else "") + draw(SOME_TEXT),
        title=title,
        year=draw(st.none() | st.integers(1900, 2100)),
        venue=draw(st.none() | ANY_TEXT),
        authors=tuple(draw(st.lists(ANY_TEXT, max_size=2))),
        url=draw(st.none() | ANY_TEXT),
        doi=draw(st.none() | ANY_TEXT),
        arxiv=draw(st.none() | ANY_TEXT),
        keywords=tuple(draw(st.lists(ANY_TEXT, max_size=2))),
        sources=tuple(draw(st.lists(ANY_TEXT, max_size=2))),
    )


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A graph that holds together, and means nothing."""
    papers = draw(st.lists(documents(), min_size=1, max_size=3, unique_by=lambda paper: paper.id))

    def evidence() -> Evidence:
        paper = draw(st.sampled_from(papers))
        start = draw(st.integers(0, len(paper.text) - 1))
        return paper.cut(start, draw(st.integers(start + 1, len(paper.text))), draw(ANY_TEXT), draw(SCORES))

    def proofs() -> tuple[Evidence, ...]:
        return tuple(evidence() for _ in range(draw(st.integers(1, 2))))

    entities = [
        Entity(
            id=ids.entity(name),
            type=draw(st.sampled_from(schema().types)),
            name=name,
            aliases=tuple(draw(st.lists(ANY_TEXT, max_size=2))),
            mentions=tuple(Mention(draw(st.sampled_from(schema().types)), piece) for piece in proofs()),
            why=tuple(draw(st.lists(st.builds(Reason, ANY_TEXT, ANY_TEXT, ANY_TEXT, SCORES), max_size=1))),
        )
        for name in draw(st.lists(SOME_TEXT, max_size=3, unique_by=ids.entity))
    ]
    nodes = [ids.paper(paper.id) for paper in papers] + [entity.id for entity in entities]
    an_end = st.none() | st.sampled_from([entity.id for entity in entities]) if entities else st.none()
    facts = [
        Fact(draw(st.sampled_from(nodes)), draw(ANY_TEXT), draw(st.sampled_from(nodes)), proofs(), draw(SCORES))
        for _ in range(draw(st.integers(0, 3)))
    ]
    results = [
        Result(
            system=draw(an_end),
            on=draw(an_end),
            metric=draw(an_end),
            value=draw(ANY_TEXT),
            number=draw(st.none() | st.decimals(allow_nan=False, allow_infinity=False)),
            unit=draw(st.none() | ANY_TEXT),
            kind=draw(ANY_TEXT),
            baseline=draw(an_end),
            evidence=proofs(),
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    urls = [(draw(st.sampled_from(papers)).id, draw(ANY_TEXT)) for _ in range(draw(st.integers(0, 2)))]
    return Graph(tuple(papers), tuple(entities), tuple(facts), tuple(results), tuple(urls))


def dump(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        return "\n".join(db.iterdump())


@pytest.fixture
def graph(omnimoe: Any, depth: Any, resolve: Callable[..., Any]) -> Graph:
    authors = (omnimoe, depth)
    return assemble([a.document for a in authors], [a.extraction for a in authors], resolve(*authors))


@given(graphs())
@settings(max_examples=60, deadline=None)
def test_what_is_saved_is_loaded(graph: Graph) -> None:
    with TemporaryDirectory() as folder:
        store.save(graph, Path(folder) / "graph.sqlite")
        assert store.load(Path(folder) / "graph.sqlite") == graph


def test_a_real_graph_is_loaded_as_it_was_saved(graph: Graph, tmp_path: Path) -> None:
    store.save(graph, tmp_path / "graph.sqlite")
    assert store.load(tmp_path / "graph.sqlite") == graph
    assert [path.name for path in tmp_path.iterdir()] == ["graph.sqlite"]


def test_the_same_graph_gives_the_same_dump(graph: Graph, tmp_path: Path) -> None:
    store.save(graph, tmp_path / "a.sqlite")
    store.save(store.load(tmp_path / "a.sqlite"), tmp_path / "b.sqlite")
    assert dump(tmp_path / "a.sqlite") == dump(tmp_path / "b.sqlite")


def test_the_tables_can_be_asked_in_sql(graph: Graph, tmp_path: Path) -> None:
    store.save(graph, tmp_path / "graph.sqlite")
    with store.reading(tmp_path / "graph.sqlite") as db:
        facts = db.execute(
            "SELECT s.name, f.predicate, o.name, substr(p.text, e.start + 1, e.end - e.start) FROM facts f"
            " JOIN nodes s ON s.id = f.subject JOIN nodes o ON o.id = f.object"
            " JOIN evidence e ON e.statement = f.id JOIN papers p ON p.id = e.paper WHERE f.predicate = 'introduces'"
        ).fetchall()
        shared = db.execute("SELECT name FROM entities WHERE papers = 2").fetchall()
        aliases = db.execute("SELECT name FROM aliases ORDER BY name").fetchall()
    assert [(subject, predicate, obj) for subject, predicate, obj, _ in facts] == [
        ("OmniMoE, Cartesian Product Router …", "introduces", "Cartesian Product Router"),
        ("OmniMoE, Cartesian Product Router …", "introduces", "OmniMoE"),
    ]
    assert facts[1][3].startswith("In this paper, we propose OmniMoE, a system-algorithm co-designed MoE framework")
    assert shared == [("Mixture-of-Experts",)]
    assert aliases == [("LLMs",), ("MoE",)]


def test_names_and_titles_are_indexed(graph: Graph, tmp_path: Path) -> None:
    paper = replace(graph.papers[0], title="On Depth", authors=("Ada Lovelace",))
    store.save(replace(graph, papers=(paper, *graph.papers[1:])), tmp_path / "graph.sqlite")
    with store.reading(tmp_path / "graph.sqlite") as db:
        found = [
            db.execute(f"SELECT count(*) FROM {index} WHERE {index} MATCH ?", (words,)).fetchone()[0]
            for index, words in (
                ("names_trigrams", '"nimo"'),
                ("names_words", "experts"),
                ("papers_words", "depth"),
                ("papers_words", "lovelace"),
                ("papers_words", "omnimoe"),
                ("papers_words", "nothing"),
            )
        ]
    assert found == [1, 1, 1, 1, 1, 0]


def test_a_graph_is_opened_to_be_read_only(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    store.save(graph, path)
    with pytest.raises(DataError, match="readonly"), store.reading(path) as db:
        db.execute("DELETE FROM papers")
    assert store.load(path) == graph


def test_what_is_no_graph_is_said_in_one_line(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE papers (id)")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_text("no database at all, but more than a hundred bytes long " * 4, encoding="utf-8")
    for name, message in (
        ("missing", "there is no graph: make one with `kg build`"),
        (".", "there is no graph: make one with `kg build`"),
        ("empty", "this is no graph of kg: make one with `kg build`"),
        ("other.sqlite", "this is no graph of kg: make one with `kg build`"),
        ("text", "the graph is damaged (file is not a database): build it again"),
    ):
        with pytest.raises(DataError) as error:
            store.load(tmp_path / name)
        assert str(error.value) == f"{tmp_path / name}: {message}"
    store.save(graph, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {tables.VERSION + 1}")
    with pytest.raises(DataError, match="was made by another version of kg: build it again"):
        store.load(path)


def test_a_damaged_graph_is_said_to_be_damaged(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    store.save(graph, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="the graph is damaged"):
        store.load(path)
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE evidence SET end = 100000")
    with pytest.raises(DataError, match="the graph is damaged"):
        store.load(path)


def test_a_failed_save_leaves_what_was_there(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    store.save(graph, path)
    with pytest.raises(DataError, match="the graph speaks of 'omnimoe', which it does not hold"):
        store.save(replace(graph, papers=graph.papers[:1], facts=(), entities=(), results=()), path)
    assert store.load(path) == graph
    assert [found.name for found in tmp_path.iterdir()] == ["graph.sqlite"]


def test_a_place_that_cannot_be_written_is_said_so(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "nowhere" / "graph.sqlite", tmp_path / "file" / "graph.sqlite"):
        with pytest.raises(DataError, match="cannot write the graph"):
            store.save(graph, path)
