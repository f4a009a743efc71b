"""The pages and the RDF of a served graph, asked over HTTP."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pyoxigraph as ox
import pytest

OMNI, PEER = "/paperkg/id/entity-omnimoe", "/paperkg/id/entity-peer"
PAPER, EVIL = "/paperkg/id/paper-omni%2F1", "/paperkg/id/paper-evil"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_an_entity_at_the_path_of_its_iri_is_a_page_turtle_or_json_ld(site) -> None:
    page = site.get(OMNI, **BROWSER)
    assert (page.status, page.type, page.headers["vary"]) == (200, "text/html", "Accept")
    assert '<h1 dir="auto">OmniMoE</h1>' in page.text
    assert "outperforms PEER by 10.9x" in page.text
    assert f'<link rel="alternate" type="text/turtle" href="{OMNI}?format=turtle">' in page.text
    about = site.get(OMNI, Accept="text/turtle")
    assert about.type == "text/turtle"
    assert about.text == site.get(f"{OMNI}?format=turtle", **BROWSER).text
    linked = site.get(OMNI, Accept="application/ld+json")
    assert linked.type == "application/ld+json"
    triples = {quad.triple for quad in ox.parse(about.text.encode(), ox.RdfFormat.TURTLE)}
    assert triples == {quad.triple for quad in ox.parse(linked.text.encode(), ox.RdfFormat.JSON_LD)}
    said = {(triple.subject.value.rpartition("/")[2], triple.predicate.value.rpartition("#")[2]) for triple in triples}
    assert {("entity-omnimoe", "outperforms"), ("entity-omnimoe", "prefLabel")} <= said
    assert sum(predicate == "confidence" for _, predicate in said) == 2


def test_a_paper_s_key_may_hold_a_slash(site) -> None:
    page = site.get(PAPER, **BROWSER)
    assert page.status == 200
    assert "Ana O&#39;Neil" in page.text
    assert 'href="https://github.com/example/omni"' in page.text
    assert site.get(PAPER, Accept="text/turtle").text.count("kg:Paper") == 1


def test_every_link_between_pages_leads_somewhere(site) -> None:
    for start in ("/", OMNI, PAPER, EVIL, "/paperkg/id/mention-evil-0-35"):
        page = site.get(start, **BROWSER)
        assert page.status == 200, start
        for link in set(re.findall(r'href="(/[^"]*)"', page.text)):
            assert site.get(link.replace("&amp;", "&"), **BROWSER).status == 200, link


def test_hostile_text_is_text(site) -> None:
    for path in (EVIL, "/paperkg/id/entity-evil-tag", "/", "/?q=script", f"{EVIL}?format=turtle"):
        page = site.get(path, **BROWSER)
        assert page.status in (200, 303)
        if page.type == "text/html":
            assert "<script" not in page.text
            assert "javascript:" not in page.text
    assert "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;" in site.get(EVIL, **BROWSER).text
    asked = site.get("/query?" + urlencode({"query": "SELECT ('<script>' AS ?x) {} # </textarea><script>"}), **BROWSER)
    assert "<script" not in asked.text
    assert '<td dir="auto">&lt;script&gt;' in asked.text


def test_a_page_may_load_nothing_from_elsewhere(site) -> None:
    for path in ("/", OMNI, "/query", "/nothing"):
        page = site.get(path, **BROWSER)
        assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self';")
        assert page.headers["x-content-type-options"] == "nosniff"
        assert not re.findall(r'(?:src|action)="(?!/)', page.text)
    assert site.get("/style.css").type == "text/css"


@pytest.mark.parametrize(
    ("path", "accept", "status", "says"),
    [
        ("/paperkg/id/entity-nothing", "text/html", 404, "There is no such page"),
        ("/paperkg/id/claim-nothing", "text/html", 404, "There is no such page"),
        ("/paperkg/id/entity-nothing", "text/turtle", 404, "there is no 'entity-nothing' in the graph"),
        ("/paperkg/id/%3E%20%3Cx", "text/turtle", 404, "there is no '%3E%20%3Cx' in the graph"),
        ("/paperkg/id/%FF%00", "text/html", 404, "There is no such page"),
        ("/nothing", "*/*", 404, "nothing is at /nothing"),
        (OMNI, "image/png", 406, "this is offered as text/html, text/turtle, application/ld+json"),
        (f"{OMNI}?format=yaml", "*/*", 400, "no format 'yaml': choose one of html, turtle, jsonld"),
    ],
)
def test_what_is_not_there_is_said_so(site, path: str, accept: str, status: int, says: str) -> None:
    reply = site.get(path, Accept=accept)
    assert reply.status == status
    assert says in reply.text


def test_a_name_leads_to_its_page(site) -> None:
    found = site.get("/?q=omnimoe", **BROWSER)
    assert (found.status, found.headers["location"]) == (303, OMNI)
    assert site.get("/?q=zzzz", **BROWSER).text.count("Nothing is called so.") == 1


def test_the_map_and_the_ontology(site) -> None:
    assert site.get("/map").text == "<!doctype html><title>Map</title>"
    ontology = site.get("/paperkg/ontology")
    assert ontology.type == "text/turtle"
    assert "kg:Paper" in ontology.text


def test_the_query_page_answers_and_shows_mistakes(site) -> None:
    page = site.get("/query?" + urlencode({"query": "SELECT ?e { ?e a kg:Method } ORDER BY ?e"}), **BROWSER)
    assert f'<a href="{OMNI}">id:entity-omnimoe</a>' in page.text
    assert "2 rows" in page.text
    named = site.get("/query?" + urlencode({"name": "outperforms", "param-name": "PEER"}), **BROWSER)
    assert '<td dir="auto">OmniMoE' in named.text
    wrong = site.get("/query?" + urlencode({"query": "SELECT ?x {\n  ?x a }"}), **BROWSER)
    assert wrong.status == 200
    assert "SPARQL, line 2, column 9: something is missing" in wrong.text
    assert "<pre>  ?x a }\n        ^</pre>" in wrong.text
    assert "this would change the graph" in site.get("/query?query=CLEAR+ALL", **BROWSER).text
    assert "true" in site.get("/query?query=ASK+%7B%7D", **BROWSER).text
    assert "id:entity-peer" in site.get("/query?query=DESCRIBE+id:entity-peer", **BROWSER).text


def test_a_browser_at_the_service_is_led_to_the_query_page(site) -> None:
    assert site.get("/sparql", **BROWSER).headers["location"] == "/query"


def test_a_query_that_never_ends_is_ended_and_the_service_answers_on(serve, folder: Path, cache: Path) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{i} ?b{i} ?c{i} ." for i in range(9)) + " }"
    with serve(folder, cache, "--timeout", "2") as (site, _):
        reply = site.sparql(endless)
        assert (reply.status, reply.text) == (504, "no answer within 2 seconds: ask for less\n")
        assert "no answer within 2 seconds" in site.get("/query?" + urlencode({"query": endless}), **BROWSER).text
        assert json.loads(site.sparql("ASK { ?s ?p ?o }").text)["boolean"] is True


def test_another_host_s_name_is_refused(site) -> None:
    assert site.get("/", Host="evil.example").status == 400
    assert site.get("/", Host="localhost:1").status == 200
