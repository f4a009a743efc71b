"""What a person says is the same or different wins over every rule."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import names
from kg.core.errors import DataError
from kg.core.types import DocId, Document, Entity, Extraction, LocalEntity, LocalId, Mention, Reason
from kg.resolve import Resolution, resolve
from kg.resolve.decisions import Decisions, parse
from kg.resolve.parting import part

Paper = Callable[..., Extraction]

NAMES = [
    "LLM",
    "LLMs",
    "large language model",
    "multimodal LLM",
    "GPT-4",
    "GPT4",
    "ARM",
    "Attention with Routed Memory",
    "MATH",
    "math",
    "Storm",
    "SAM",
]
SAID = [
    "same\tGPT-4\tStorm",
    "same\tLLM\tSAM",
    "different\tLLM\tlarge language model",
    "different\tMATH\tmath",
    "different\tGPT-4\tGPT4",
    "different\tARM\tAttention with Routed Memory",
    "same\tStorm\tStorm",
    "rename\tGPT-4\tGPT-4 Turbo",
    "rename\tmath\tmathematics",
    "retype\tLLM\tConcept",
    "retype\tARM\tTask",
    "drop\tSAM\t",
    "drop\tunheard of\t",
]


def decided(*said: str) -> Decisions:
    return parse("".join(f"{line}\tada\t2026-11-30\n" for line in said))


def resolved(corpus: list[Extraction], decisions: Decisions) -> Resolution:
    return resolve(part(corpus, decisions), decisions)


def entity(resolution: Resolution, doc: str, name: str) -> Entity:
    node = resolution.node_of[DocId(doc), LocalId(names.key(name))]
    return next(entity for entity in resolution.entities if entity.id == node)


@st.composite
def corpora(draw: st.DrawFn) -> list[Extraction]:
    papers = draw(st.lists(st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=5), max_size=6))
    return [_paper(DocId(f"p{doc}"), named) for doc, named in enumerate(papers)]


def _paper(doc: DocId, named: list[tuple[str, bool]]) -> Extraction:
    entities = {}
    for name, is_own in named:
        mention = Mention("Model", Document(doc, name).cut(0, len(name), "test"))
        local = LocalId(names.key(name))
        entities[local] = LocalEntity(local, "Model", "introduces" if is_own else "uses", name, (mention,), (), 0.9)
    return Extraction(doc, tuple(entities.values()))


chosen = st.lists(st.sampled_from(SAID), unique=True)


@given(corpora(), chosen, st.randoms(use_true_random=False))
def test_the_order_of_decisions_and_saying_them_twice_do_not_matter(
    corpus: list[Extraction], said: list[str], chance: random.Random
) -> None:
    first, second = decided(*said), decided(*chance.sample(said * 2, 2 * len(said)))
    one, other = resolved(corpus, first), resolved(chance.sample(corpus, len(corpus)), second)
    assert one.entities == other.entities
    assert dict(one.node_of) == dict(other.node_of)
    assert sorted(issue.message for issue in one.issues) == sorted(issue.message for issue in other.issues)


@given(corpora(), chosen)
def test_ids_stay_unique_and_what_is_said_holds(corpus: list[Extraction], said: list[str]) -> None:
    decisions = decided(*said)
    resolution = resolved(corpus, decisions)
    nodes = [entity.id for entity in resolution.entities]
    assert nodes == sorted(set(nodes))
    assert set(resolution.node_of.values()) == set(nodes)
    for one in decisions.of("different"):
        for found in resolution.entities:
            quotes = {decisions.key(mention.evidence.quote) for mention in found.mentions}
            assert not {decisions.key(one.name), decisions.key(one.other)} <= quotes


@given(corpora())
def test_no_decisions_change_nothing(corpus: list[Extraction]) -> None:
    assert resolved(corpus, Decisions()) == resolve(corpus)


def test_same_joins_what_no_rule_would(paper: Paper) -> None:
    papers = [paper(f"p{i}", (name, "Model", "uses", [name])) for i, name in enumerate(["GPT-3", "Davinci"])]
    assert len(resolve(papers).entities) == 2
    (one,) = resolve(papers, decided("same\tdavinci\tGPT3")).entities
    assert Reason("decided by ada on 2026-11-30", "davinci", "GPT3", 1.0) in one.why


def test_same_sends_a_short_form_where_it_belongs(paper: Paper) -> None:
    papers = [
        paper("p1", ("Unified Flow Operator", "Method", "introduces", ["Unified Flow Operator", "UFO"])),
        paper("p2", ("Universal Feature Object", "Method", "introduces", ["Universal Feature Object", "UFO"])),
        paper("p3", ("UFO", "Method", "comparesWith", ["UFO"])),
    ]
    for full in ("Unified Flow Operator", "Universal Feature Object"):
        resolution = resolve(papers, decided(f"same\tUFO\t{full}"))
        assert resolution.issues == ()
        assert entity(resolution, "p3", "UFO").name == full
        assert len(resolution.entities) == 2


def test_same_of_one_name_makes_homonyms_one(paper: Paper) -> None:
    papers = [
        paper(f"p{i}", ("Storm", "Method", "introduces", ["Storm"]), (f"x{i}", "Task", "uses", [f"x{i}"])) for i in "12"
    ]
    assert [entity.name for entity in resolve(papers).entities].count("Storm") == 2
    assert [entity.name for entity in resolve(papers, decided("same\tStorm\tStorm")).entities].count("Storm") == 1


def test_different_undoes_what_the_field_knows(paper: Paper) -> None:
    papers = [
        paper("p1", ("LLMs", "Model", "uses", ["LLMs"])),
        paper("p2", ("LLM", "Model", "uses", ["large language model"])),
    ]
    assert len(resolve(papers).entities) == 1
    resolution = resolve(papers, decided("different\tLLM\tlarge language model"))
    assert [entity.id for entity in resolution.entities] == ["entity-large-language-model", "entity-llm"]
    apart = Reason("kept apart by ada on 2026-11-30", "LLM", "large language model", 1.0)
    assert all(apart in one.why for one in resolution.entities)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("same\tGPT-4\tnobody's", "no paper names 'nobody's'"),
        ("different\tHAL\tGPT-4", "no paper names 'HAL'"),
        ("same\tUFO\tGPT-4", "'UFO' is short for several things, give the full name"),
    ],
)
def test_what_no_longer_applies_is_reported(paper: Paper, said: str, why: str) -> None:
    papers = [
        paper("p1", ("Unified Flow Operator", "Method", "introduces", ["Unified Flow Operator", "UFO"])),
        paper("p2", ("Universal Feature Object", "Method", "introduces", ["Universal Feature Object", "UFO"])),
        paper("p3", ("GPT-4", "Model", "uses", ["GPT-4"])),
    ]
    resolution = resolve(papers, decided(said))
    what, name, other = said.split("\t")
    assert [str(issue) for issue in resolution.issues] == [
        f"decisions.tsv line 1: {what} '{name}' '{other}' does not apply: {why}"
    ]
    assert resolution.entities == resolve(papers).entities


def test_two_lines_that_the_papers_bring_together(paper: Paper) -> None:
    papers = [
        paper("p1", ("Unified Flow Operator", "Method", "introduces", ["Unified Flow Operator", "UFO"])),
        paper("p2", ("saucer", "Method", "introduces", ["saucer"])),
    ]
    resolution = resolve(papers, decided("same\tUFO\tsaucer", "different\tUnified Flow Operator\tsaucer"))
    assert [issue.message for issue in resolution.issues] == [
        "same 'UFO' 'saucer' does not apply: another line keeps them apart"
    ]
    assert len(resolution.entities) == 2


def test_the_same_and_different_on_one_pair_is_an_error() -> None:
    with pytest.raises(DataError, match=r"line 1 .* and line 2 .* contradict"):
        decided("same\tLLM\tMoE", "different\tmoe\tLLMs")


@pytest.mark.parametrize("name", ["\x1b[31mred", "\u202eevil", '"', "a\u2028b", "''; DROP TABLE", "🤗", "\\", "* *"])
def test_hostile_names_are_names(paper: Paper, name: str) -> None:
    papers = [paper("p1", (name, "Method", "uses", [name])), paper("p2", ("GPT-4", "Model", "uses", ["GPT-4"]))]
    resolution = resolve(papers, decided(f"same\t{name}\tGPT-4"))
    assert resolution.issues == ()
    assert len(resolution.entities) == 1
