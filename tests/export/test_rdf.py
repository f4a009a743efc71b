import gzip
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pyoxigraph
import pyshacl
import pytest
import rdflib
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rdflib.compare import isomorphic

from kg.core import ids
from kg.core.schema import ontology_folder
from kg.core.types import Graph
from kg.export import rdf
from kg.export.jsonld import jsonld
from kg.export.networks import to_rdflib
from kg.export.text import label, storable

SMALL = Path(__file__).with_name("small.ttl")
FORMATS = {
    "graph.ttl": (rdf.turtle, pyoxigraph.RdfFormat.TURTLE, "turtle"),
    "graph.nq.gz": (rdf.nquads_gz, pyoxigraph.RdfFormat.N_QUADS, "nt"),
    "graph.jsonld": (jsonld, pyoxigraph.RdfFormat.JSON_LD, "json-ld"),
}


def written(graph: Graph, folder: Path, name: str) -> bytes:
    FORMATS[name][0](graph, folder / name)
    data = (folder / name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


def by_pyoxigraph(data: bytes, name: str) -> set[str]:
    return {str(quad.triple) for quad in pyoxigraph.parse(data, format=FORMATS[name][1])}


def by_rdflib(data: bytes, name: str) -> rdflib.Graph:
    return rdflib.Graph().parse(data=data.decode(), format=FORMATS[name][2])


def test_turtle_is_as_committed(small: Graph, tmp_path: Path) -> None:
    assert written(small, tmp_path, "graph.ttl") == SMALL.read_bytes()


@pytest.mark.parametrize("graph", ["small", "hostile"])
def test_all_formats_say_the_same_to_both_parsers(graph: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    value = request.getfixturevalue(graph)
    expected = to_rdflib(value)
    turtle = by_pyoxigraph(written(value, tmp_path, "graph.ttl"), "graph.ttl")
    assert len(turtle) == len(expected)
    for name in FORMATS:
        data = written(value, tmp_path, name)
        assert by_pyoxigraph(data, name) == turtle
        assert isomorphic(by_rdflib(data, name), expected)


def test_nquads_are_sorted_and_the_archive_has_no_name_and_no_time(small: Graph, tmp_path: Path) -> None:
    lines = written(small, tmp_path, "graph.nq.gz").decode().splitlines(keepends=True)
    assert lines == sorted(set(lines))
    header = (tmp_path / "graph.nq.gz").read_bytes()[:10]
    assert header[3] == 0 and header[4:8] == b"\0\0\0\0"


@pytest.mark.parametrize("quads", [1, 100, 316, 10**6])
def test_quads_are_split_over_files_in_their_order(quads: int, small: Graph, tmp_path: Path) -> None:
    whole = written(small, tmp_path, "graph.nq.gz").splitlines()
    folder = tmp_path / "parts"
    folder.mkdir()
    rdf.nquads_gz(small, folder / "graph.nq.gz", quads)
    files = [folder / "graph.nq.gz", *sorted(folder.glob("graph-*.nq.gz"))]
    parts = [gzip.decompress(file.read_bytes()).splitlines() for file in files]
    assert [line for part in parts for line in part] == whole
    assert [len(part) for part in parts[:-1]] == [quads] * (len(parts) - 1)
    assert len(list(folder.iterdir())) == len(files) == -(-len(whole) // quads)


def test_no_paper_is_an_empty_file_of_quads(tmp_path: Path) -> None:
    assert written(Graph((), (), (), ()), tmp_path, "graph.nq.gz") == b""
    assert [path.name for path in tmp_path.iterdir()] == ["graph.nq.gz"]


@pytest.mark.parametrize("graph", ["small", "hostile"])
def test_turtle_12_says_which_triple_each_claim_is_about(
    graph: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    value = request.getfixturevalue(graph)
    rdf.turtle_12(value, tmp_path / "graph-rdf12.ttl")
    found = {quad.triple for quad in pyoxigraph.parse(path=tmp_path / "graph-rdf12.ttl")}
    reifies = pyoxigraph.NamedNode(ids.PREFIXES["rdf"] + "reifies")
    claims = {triple.subject.value: triple.object for triple in found if triple.predicate == reifies}
    assert {str(triple) for triple in found if triple.predicate != reifies} == by_pyoxigraph(
        written(value, tmp_path, "graph.ttl"), "graph.ttl"
    )
    assert claims == {
        ids.iri(ids.claim(fact.subject, fact.predicate, fact.object)): pyoxigraph.Triple(
            *map(pyoxigraph.NamedNode, (ids.iri(fact.subject), ids.term(fact.predicate), ids.iri(fact.object)))
        )
        for fact in value.facts
    }
    assert set(claims.values()) <= found


@pytest.mark.parametrize("name", FORMATS)
def test_bytes_are_the_same_twice(name: str, small: Graph, tmp_path: Path) -> None:
    first = written(small, tmp_path, name)
    whole = (tmp_path / name).read_bytes()
    assert written(small, tmp_path, name) == first
    assert (tmp_path / name).read_bytes() == whole


@pytest.mark.parametrize("name", ["\x00", "a", "שלום"])
def test_hostile_text_conforms_to_the_shapes(
    name: str, hostile: Graph, graph_of: Callable[[str, str | None, str], Graph]
) -> None:
    shapes, vocabulary = (rdflib.Graph().parse(ontology_folder() / file) for file in ("shapes.ttl", "kg.ttl"))
    for graph in (hostile, graph_of(name, "\x00", "\x00")):
        conforms, _, report = pyshacl.validate(to_rdflib(graph), shacl_graph=shapes, ont_graph=vocabulary)
        assert conforms, report


def test_a_title_of_a_megabyte_survives(graph_of: Callable[[str, str | None, str], Graph], tmp_path: Path) -> None:
    title = ('A "title" of \\ שלום 漢字\t' * 50_000)[: 1 << 20]
    graph = graph_of("a", title, "text")
    for name in FORMATS:
        data = written(graph, tmp_path, name)
        said = {quad.object.value for quad in pyoxigraph.parse(data, format=FORMATS[name][1])}
        assert title.replace("\t", " ") in said


TEXT = st.text(st.characters(codec=None, categories=None), min_size=1, max_size=12)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXT, st.none() | TEXT, TEXT)
@example("a.", "'''\"\"\"\\", '"')
@example("\ud800", "\udc00\ud800", "\x00")
@example("~a'b(c)*!", "e\u0301", "\r\n\t\u2028\x85\ufeff")
def test_any_text_survives(
    graph_of: Callable[[str, str | None, str], Graph], tmp_path: Path, name: str, title: str | None, text: str
) -> None:
    graph = graph_of(name, title, text)
    for file in FORMATS:
        data = written(graph, tmp_path, file)
        texts = {quad.object.value for quad in pyoxigraph.parse(data, format=FORMATS[file][1])}
        assert storable(text) in texts
        for said in (name, title or name):
            assert not label(said) or label(said) in texts
            assert unicodedata.is_normalized("NFC", label(said))
        assert {str(value) for value in by_rdflib(data, file).objects()} == texts
