"""Virtuoso, where it is installed (Debian: virtuoso-opensource-7-bin), loads the quads and says what the graph says."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator

import pytest

from kg.core.types import Graph
from kg.export.networks import to_rdflib
from kg.export.rdf import nquads_gz
from kg.query.sparql import query_endpoint

SERVER, CLIENT = shutil.which("virtuoso-t"), shutil.which("isql-vt")
pytestmark = pytest.mark.skipif(not (SERVER and CLIENT), reason="Virtuoso is not installed")

GRAPH = "https://w3id.org/paperkg/id/dataset"
CONFIGURATION = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
LockFile = virtuoso.lck

[Parameters]
ServerPort = 127.0.0.1:{sql}
DirsAllowed = {folder}

[HTTPServer]
ServerPort = 127.0.0.1:{http}
"""

Load = Callable[[Graph], str]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Load]:
    """Loads a graph's quads in two files into an empty store, and gives the address of its service."""
    folder = tmp_path_factory.mktemp("virtuoso")
    sql, http = _free_port(), _free_port()
    (folder / "virtuoso.ini").write_text(CONFIGURATION.format(sql=sql, http=http, folder=folder), encoding="utf-8")
    process = subprocess.Popen(
        [SERVER, "+foreground", "+configfile", "virtuoso.ini"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def said(words: str) -> bool:
        done = subprocess.run([CLIENT, f"127.0.0.1:{sql}", "dba", "dba", f"exec={words}"], capture_output=True)
        return done.returncode == 0

    def loaded(graph: Graph) -> str:
        for path in folder.glob("*.nq.gz"):
            path.unlink()
        nquads_gz(graph, folder / "graph.nq.gz", 400)
        assert said(f"sparql clear graph <{GRAPH}>; delete from DB.DBA.load_list;")
        assert said(f"ld_dir('{folder}', 'graph*.nq.gz', '{GRAPH}'); rdf_loader_run(); checkpoint;")
        return f"http://127.0.0.1:{http}/sparql"

    try:
        last = time.monotonic() + 300
        while not said("status();"):
            assert process.poll() is None and time.monotonic() < last
            time.sleep(0.5)
        yield loaded
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("graph", ["small", "hostile"])
def test_it_has_every_triple_and_every_name(load: Load, graph: str, request: pytest.FixtureRequest) -> None:
    value = request.getfixturevalue(graph)
    url = load(value)
    count = query_endpoint(url, f"SELECT (COUNT(*) AS ?n) {{ GRAPH <{GRAPH}> {{ ?s ?p ?o }} }}")
    assert count.rows()[1] == ((str(len(to_rdflib(value))),),)
    names = query_endpoint(url, f"SELECT ?e ?name {{ GRAPH <{GRAPH}> {{ ?e skos:prefLabel ?name }} }} ORDER BY ?e")
    said = to_rdflib(value).query("SELECT ?e ?name { ?e skos:prefLabel ?name } ORDER BY ?e")
    assert names.rows()[1] == tuple((str(row.e), str(row.name)) for row in said)
