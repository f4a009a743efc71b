"""Asking the graph of the 34 papers on the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

COUNT = "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a kg:Paper }"


def card(kg, built, name: str) -> dict:
    done = kg("lookup", name, "--graph", built, "--json")
    assert done.returncode == 0
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("asked", "name", "type_", "match"),
    [
        ("UniMedVL", "UniMedVL", "Model", "exact"),
        ("unimedvl", "UniMedVL", "Model", "exact"),
        ("UniMedVl-5M", "UniMedVL-5M", "Dataset", "exact"),
        ("LLM", "large language model", "Model", "alias"),
        ("MapGR", "MapGR", "Model", "exact"),
        ("OmniMoE", "OmniMoE", "Method", "exact"),
        ("OmniMoEE", "OmniMoE", "Method", "near"),
    ],
)
def test_lookup_gives_the_right_card(kg, built, asked: str, name: str, type_: str, match: str) -> None:
    answer = card(kg, built, asked)
    first = answer["entities"][0]
    assert (answer["match"], first["name"], first["type"]) == (match, name, type_)


def test_a_card_says_who_introduces_it_and_where(kg, built) -> None:
    (omnimoe,) = card(kg, built, "OmniMoE")["entities"]
    (paper,) = [paper for paper in omnimoe["papers"] if paper["role"] == "introduces"]
    assert paper["id"] == "mixture-of-experts-moe-architectures-are-evolving-towards-finer-granularity"
    assert paper["quote"].startswith("In this paper, we propose OmniMoE, a system-algorithm co-designed MoE framework")
    beaten = {fact["object"] for fact in omnimoe["facts"] if fact["predicate"] == "outperforms"}
    assert beaten == {"DeepSeekMoE", "PEER"}
    values = {(result["value"], result["kind"]) for result in omnimoe["results"]}
    assert {("50.9\\%", "value"), ("73ms", "value"), ("6.7ms", "value"), ("10.9$\\times$", "ratio")} >= values
    assert ("10.9$\\times$", "ratio") in values


def test_llm_is_one_thing_in_many_papers(kg, built) -> None:
    (model,) = card(kg, built, "LLM")["entities"]
    assert {"LLM", "LLMs", "Large Language Models"} <= set(model["aliases"])
    assert len(model["papers"]) >= 12


def test_what_is_not_there_exits_1_with_what_is_like_it(kg, built) -> None:
    done = kg("lookup", "quantum chromodynamics", "--graph", built)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("nothing is called 'quantum chromodynamics'")
    assert json.loads(kg("lookup", "zzzzqqq", "--graph", built, "--json").stdout)["match"] == "none"


def test_papers_are_found_by_words_of_their_label(kg, built) -> None:
    assert (
        "(Paper)"
        in kg("show", "paper-the-online-construction-of-vectorized-high-definition-hd-maps-is", "-g", built).stdout
    )


def test_the_text_card_has_the_quote_below_the_paper(kg, built) -> None:
    lines = kg("lookup", "UniMedVL", "--graph", built).stdout.splitlines()
    assert lines[0].startswith("UniMedVL  (Model)  entity-unimedvl")
    assert any(line.strip() == "introduced by 1 paper" for line in lines)
    assert any(line.strip().startswith("“To bridge this gap, we present UniMedVL") for line in lines)


def test_list_and_stats(kg, built) -> None:
    rows = [json.loads(line) for line in kg("list", "--type", "dataset", "--json", "-g", built).stdout.splitlines()]
    assert {"nuScenes", "UniMedVL-5M"} <= {row["name"] for row in rows}
    stats = json.loads(kg("stats", "--json", "-g", built).stdout)
    assert stats["papers"] == 34
    assert sum(stats["entities_by_type"].values()) == stats["entities"]
    assert kg("list", "--type", "Gadget", "-g", built).returncode == 2


def test_a_path_between_two_things(kg, built) -> None:
    steps = json.loads(kg("path", "MapGR", "nuScenes", "--json", "-g", built).stdout)
    assert len(steps) == 1
    assert kg("path", "MapGR", "no such thing", "-g", built).returncode == 2


def test_sparql_in_every_format(kg, built) -> None:
    declared = "PREFIX kg: <https://w3id.org/paperkg/ontology#> " + COUNT
    assert kg("sparql", "--graph", built, declared, "--format", "csv").stdout == "n\n34\n"
    assert kg("sparql", "--graph", built, "-", "--format", "csv", stdin=COUNT).stdout == "n\n34\n"
    assert (
        json.loads(kg("sparql", "-g", built, COUNT, "-f", "json").stdout)["results"]["bindings"][0]["n"]["value"]
        == "34"
    )
    assert kg("sparql", "-g", built, COUNT, "-f", "tsv").stdout == "?n\n34\n"
    assert ET.fromstring(kg("sparql", "-g", built, COUNT, "-f", "xml").stdout) is not None
    assert kg("sparql", "-g", built, "ASK { ?p a kg:Nothing }").returncode == 1


def test_sparql_mistakes_are_usage_errors(kg, built) -> None:
    done = kg("sparql", "-g", built, "SELECT ?x { ?x a }")
    assert (done.returncode, done.stdout) == (2, "")
    assert kg("sparql", "-g", built, "INSERT DATA { <a:b> <a:b> <a:b> }").returncode == 2
    assert kg("sparql", "-g", built, "nowhere.rq").returncode == 2


def test_named_queries(kg, built) -> None:
    listed = kg("queries").stdout
    assert "shared-dataset" in listed
    assert kg("queries", "run", "outperforms", "--param", "name=PEER", "-g", built, "-f", "csv").stdout.count("OmniMoE")
    assert kg("queries", "run", "nonsense", "-g", built).returncode == 2
    assert kg("queries", "run", "outperforms", "--param", "name", "-g", built).returncode == 2


def test_the_graph_is_found_by_environment_and_place(kg, built) -> None:
    assert kg("stats", KG_GRAPH=str(built)).returncode == 0
    missing = kg("stats")
    assert missing.returncode == 3
    assert missing.stderr.startswith("kg: no graph in ./exports or the current folder: make one with kg build")


def test_export_to_stdout_and_file(kg, built, tmp_path) -> None:
    assert kg("export", "entities", "-g", built).stdout == (built / "entities.csv").read_text("utf-8")
    assert kg("export", "annotations", "-o", "a.jsonl", "-g", built).returncode == 0
    assert len((tmp_path / "a.jsonl").read_text("utf-8").splitlines()) == 34
    assert kg("map", "-o", "m.html", "-g", built).returncode == 0
    assert (tmp_path / "m.html").read_bytes() == (built / "map.html").read_bytes()
    assert kg("export", "nonsense", "-g", built).returncode == 2
    assert kg("export", "turtle", "-o", "no/such/folder/x.ttl", "-g", built).returncode == 3


def test_the_page_of_the_ontology_needs_no_graph(kg, tmp_path) -> None:
    done = kg("export", "ontology")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!DOCTYPE html>") and done.stdout.endswith("</html>\n")
    assert kg("export", "turtle").returncode == 3


def test_check_finds_no_fault(kg, built) -> None:
    assert kg("check", "-g", built).returncode == 0


def test_an_export_never_replaces_what_is_no_file(kg, built, tmp_path) -> None:
    assert kg("export", "entities", "-g", built, "-o", "/dev/null").returncode == 0
    assert not Path("/dev/null").is_file()
    (tmp_path / "real.csv").write_text("")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    assert kg("export", "entities", "-g", built, "-o", "link.csv").returncode == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == (built / "entities.csv").read_bytes()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (1" + "+1" * 20_000 + " AS ?x) {}",
        "SELECT (1" + "+1" * 4_900 + " AS ?x) {}",
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://127.0.0.1:1/> { ?s ?p ?o } }",
    ],
)
def test_sparql_never_crashes_and_never_leaves_the_machine(kg, built, query: str) -> None:
    assert kg("sparql", "-g", built, "-", stdin=query).returncode in (0, 2)
    assert kg("sparql", "-g", built, "SELECT ('SERVICE' AS ?service) {}").returncode == 0


def test_absurd_numbers_and_empty_words_are_usage_errors(kg, built) -> None:
    assert kg("list", "-g", built, "-n", "99999999999999999999999").returncode == 2
    assert kg("read", "").returncode == 2
    assert kg("build", "x.txt", "-o", "").returncode == 2
