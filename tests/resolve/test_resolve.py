"""One thing, one node: what resolving must and must not do, over whole papers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.core import names
from kg.core.types import DocId, Document, Entity, Extraction, LocalEntity, LocalId, Mention, Reason
from kg.resolve import Resolution, resolve

Paper = Callable[..., Extraction]

NAMES = (
    "LLM;LLMs;llm;large language model;Large Language Models (LLMs);multimodal LLM;GPT-4;GPT4;GPT-4o;ARM;arm;"
    "Attention with Routed Memory;Attention with Routed Memory (ARM);Adaptive Robust Maps;SQuAD v1.1;SQuAD 1.1;"
    "MATH;math;fine-tuning;finetuning;Storm;SAM;"
    "Segment Anything Model;sharpness-aware minimization;HumanEval+;β-VAE;悟道;RLHF"
)
TYPES = ("Method", "Model", "Dataset", "Concept")


def _extraction(doc: int, named: list[tuple[str, str, bool, float]]) -> Extraction:
    entities = {}
    for name, type_, is_own, score in named:
        document = Document(DocId(f"p{doc}"), name)
        mention = Mention(type_, document.cut(0, len(name), "test"))
        role = "introduces" if is_own else "uses"
        local = LocalId(names.key(name))
        entities[local] = LocalEntity(local, type_, role, name, (mention,), (), score)
    return Extraction(DocId(f"p{doc}"), tuple(entities.values()))


@st.composite
def corpora(draw: st.DrawFn) -> list[Extraction]:
    one = st.tuples(
        st.sampled_from(NAMES.split(";")),
        st.sampled_from(TYPES),
        st.booleans(),
        st.sampled_from([0.1, 0.3, 0.5, 0.7, 1.0]),
    )
    papers = draw(st.lists(st.lists(one, max_size=6), max_size=8))
    return [_extraction(doc, named) for doc, named in enumerate(papers)]


def _entity(resolution: Resolution, doc: str, name: str) -> Entity:
    node = resolution.node_of[DocId(doc), LocalId(names.key(name))]
    return next(entity for entity in resolution.entities if entity.id == node)


@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_papers_and_entities_does_not_matter(corpus: list[Extraction], chance: random.Random) -> None:
    mixed = [
        Extraction(extraction.doc, tuple(chance.sample(extraction.entities, len(extraction.entities))))
        for extraction in chance.sample(corpus, len(corpus))
    ]
    first, second = resolve(corpus), resolve(mixed)
    assert first.entities == second.entities
    assert dict(first.node_of) == dict(second.node_of)


@given(corpora())
def test_the_same_papers_twice_are_the_same_papers(corpus: list[Extraction]) -> None:
    assert resolve(corpus + corpus).entities == resolve(corpus).entities


@given(corpora())
def test_every_mention_is_of_one_entity_with_an_id_of_its_own(corpus: list[Extraction]) -> None:
    resolution = resolve(corpus)
    ids = [entity.id for entity in resolution.entities]
    assert ids == sorted(set(ids))
    mentions = [mention for extraction in corpus for entity in extraction.entities for mention in entity.mentions]
    assert sorted((m for e in resolution.entities for m in e.mentions), key=repr) == sorted(mentions, key=repr)
    assert set(resolution.node_of) == {(e.doc, entity.id) for e in corpus for entity in e.entities}
    assert set(resolution.node_of.values()) == set(ids)


@given(corpora())
def test_numbers_and_signs_never_differ_within_an_entity(corpus: list[Extraction]) -> None:
    for entity in resolve(corpus).entities:
        assert len({names.identity(form) for form in (entity.name, *entity.aliases)}) == 1


@given(corpora())
def test_an_exact_key_of_one_kind_is_one_entity(corpus: list[Extraction]) -> None:
    uses = [
        Extraction(extraction.doc, tuple(e for e in extraction.entities if e.type == "Model" and e.role == "uses"))
        for extraction in corpus
    ]
    found: dict[str, set[str]] = {}
    for (_, local), node in resolve(uses).node_of.items():
        if local not in ("arm", "sam"):
            found.setdefault(local, set()).add(node)
    assert all(len(nodes) == 1 for nodes in found.values())


def test_nothing_comes_of_nothing() -> None:
    assert resolve([]) == Resolution((), {})


def test_an_abbreviation_that_one_paper_defines_is_understood_in_another(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("Sparse Token Routing", "Method", "introduces", ["Sparse Token Routing", "STR", "STR"])),
            paper("p2", ("STR", "Method", "comparesWith", ["STR"])),
        ]
    )
    (entity,) = resolution.entities
    assert entity.id == "entity-sparse-token-routing"
    assert entity.name == "Sparse Token Routing"
    assert entity.aliases == ("STR",)
    assert [mention.evidence.quote for mention in entity.mentions] == ["Sparse Token Routing", "STR", "STR", "STR"]
    assert Reason("abbreviation", "STR", "Sparse Token Routing", 0.99) in entity.why
    assert Reason("abbreviation", "STR", "Sparse Token Routing", 0.7) in entity.why


def test_a_coined_system_keeps_apart_from_another_thing_with_its_short_form(paper: Paper) -> None:
    resolution = resolve(
        [
            paper(
                "memory",
                ("ARM", "Method", "introduces", ["_**A**ttention with **R**outed **M**emory_", "ARM"]),
                ("language model", "Model", "uses", ["language model"]),
            ),
            paper("board", ("ARM", "Concept", "uses", ["ARM"]), ("latency", "Metric", "uses", ["latency"])),
            paper("follower", ("ARM", "Method", "comparesWith", ["ARM"]), ("language model", "Model", "uses", ["LMs"])),
        ]
    )
    memory, board = _entity(resolution, "memory", "ARM"), _entity(resolution, "board", "ARM")
    assert (memory.id, board.id) == ("entity-attention-with-routed-memory", "entity-arm")
    assert _entity(resolution, "follower", "ARM") == memory
    assert (memory.name, memory.type, board.type) == ("Attention with Routed Memory", "Method", "Concept")


def test_two_expansions_are_two_entities_and_other_words_say_which_is_meant(paper: Paper) -> None:
    grid = ("power grid", "Task", "addresses", ["power grid"])
    image = ("image segmentation", "Task", "addresses", ["image segmentation"])
    resolution = resolve(
        [
            paper("p1", ("Unified Flow Operator", "Method", "introduces", ["Unified Flow Operator", "UFO"]), grid),
            paper(
                "p2", ("Universal Feature Object", "Method", "introduces", ["Universal Feature Object", "UFO"]), image
            ),
            paper("p3", ("UFO", "Method", "comparesWith", ["UFO"]), image),
            paper("p4", ("UFO", "Method", "comparesWith", ["UFO"]), grid),
            *(paper(f"q{i}", ("accuracy", "Metric", "uses", ["accuracy"])) for i in range(9)),
        ]
    )
    assert _entity(resolution, "p3", "UFO").name == "Universal Feature Object"
    assert _entity(resolution, "p4", "UFO").name == "Unified Flow Operator"


def test_what_a_short_form_was_taken_for_gives_way_to_the_other_words(paper: Paper) -> None:
    """What reads a paper takes SSL for the first that the field knows by it; no paper here spells that out."""
    labels = ("pseudo-label", "Concept", "uses", ["pseudo-label"])
    taken = ("self-supervised learning", "Method", "uses", ["SSL"])
    spelt_out = ("semi-supervised learning", "Method", "uses", ["semi-supervised learning", "SSL"])
    other = ("contrastive loss", "Method", "uses", ["contrastive loss"])
    resolution = resolve(
        [
            *(paper(f"p{i}", spelt_out, labels) for i in range(3)),
            *(paper(f"q{i}", ("self-supervised learning", *taken[1:3], [taken[0], "SSL"]), other) for i in range(3)),
            paper("x", taken, labels),
            paper("y", taken, other),
        ]
    )
    x, y = (_entity(resolution, doc, taken[0]) for doc in ("x", "y"))
    assert (x.id, y.id) == ("entity-semi-supervised-learning", "entity-self-supervised-learning")
    assert [r.score for r in x.why if r.rule == "abbreviation"] == [0.51, 0.99]


def test_its_type_tells_what_a_short_form_means_that_the_field_uses_for_two(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("ASR", "Metric", "uses", ["ASR"])),
            paper("p2", ("ASR", "Task", "addresses", ["ASR"])),
            paper("p3", ("attack success rate", "Metric", "uses", ["attack success rate"])),
        ]
    )
    assert [(entity.id, entity.aliases) for entity in resolution.entities] == [
        ("entity-attack-success-rate", ("ASR",)),
        ("entity-automatic-speech-recognition", ("ASR",)),
    ]


def test_what_a_paper_spells_a_known_short_form_out_as_is_another_thing_where_the_field_knows_it_otherwise(
    paper: Paper,
) -> None:
    trees = ("BART", "Model", "uses", ["Bayesian additive regression trees", "BART"])
    resolution = resolve([paper("p1", trees), paper("p2", ("BART", "Model", "uses", ["BART"]))])
    assert [(entity.id, entity.name) for entity in resolution.entities] == [
        ("entity-bart", "BART"),
        ("entity-bayesian-additive-regression-tree", "Bayesian additive regression trees"),
    ]


def test_a_noun_that_says_what_it_is_stays_out_of_the_name(paper: Paper) -> None:
    forms = ["Waymark", "Waymark dataset"]
    resolution = resolve([paper(form, (form, "Dataset", "uses", [form])) for form in forms])
    (entity,) = resolution.entities
    assert (entity.id, entity.name, entity.aliases) == ("entity-waymark", "Waymark", ("Waymark dataset",))
    assert entity.why == (Reason("head noun", "Waymark dataset", "Waymark", 0.95),)


def test_a_word_in_small_letters_is_not_what_the_field_writes_with_capitals(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("map", "Concept", "uses", ["maps"])),
            paper("p2", ("mean average precision", "Metric", "uses", ["mAP"])),
            paper("p3", ("imagenet", "Dataset", "uses", ["imagenet"])),
            paper("p4", ("quality", "Concept", "uses", ["quality"])),
        ]
    )
    assert [(entity.id, entity.name) for entity in resolution.entities] == [
        ("entity-imagenet", "ImageNet"),
        ("entity-map", "map"),
        ("entity-mean-average-precision", "mean average precision"),
        ("entity-quality", "quality"),
    ]


def test_brackets_within_a_mention_may_explain_only_its_end(paper: Paper) -> None:
    long = "dynamic topic graph guided conditional variational auto-encoder"
    resolution = resolve([paper("p", ("TGG-CVAE", "Method", "introduces", ["TGG-CVAE", f"{long} (TGG-CVAE)"]))])
    (entity,) = resolution.entities
    assert entity.name == "topic graph guided conditional variational auto-encoder"
    assert entity.aliases == ("TGG-CVAE", f"{long} (TGG-CVAE)")


def test_a_word_in_small_letters_is_not_short_for_what_papers_write_in_capitals(paper: Paper) -> None:
    estimate = ("maximum a posteriori", "Concept", "uses", ["maximum a posteriori", "MAP"])
    resolution = resolve(
        [*(paper(f"p{i}", estimate) for i in range(9)), paper("q", ("map", "Concept", "uses", ["map", "maps"]))]
    )
    assert [(entity.id, entity.name) for entity in resolution.entities] == [
        ("entity-map", "map"),
        ("entity-maximum-a-posteriori", "maximum a posteriori"),
    ]


def test_a_short_form_in_small_and_capital_letters_means_what_is_written_so(paper: Paper) -> None:
    estimate = ("maximum a posteriori", "Concept", "uses", ["maximum a posteriori", "MAP"])
    detection = ("object detection", "Task", "uses", ["object detection"])
    resolution = resolve(
        [
            *(paper(f"p{i}", estimate, detection) for i in range(9)),
            paper("q", ("mean average precision", "Metric", "uses", ["mAP"]), detection),
        ]
    )
    assert [entity.id for entity in resolution.entities] == [
        "entity-maximum-a-posteriori",
        "entity-mean-average-precision",
        "entity-object-detection",
    ]


def test_an_abbreviation_within_a_name_is_spelt_out_as_most_papers_do(paper: Paper) -> None:
    defined = [("reinforcement learning", 3), ("reinforcement learned", 1)]
    resolution = resolve(
        [
            *(paper(f"p{full}{i}", (full, "Method", "uses", [full, "RL"])) for full, n in defined for i in range(n)),
            paper("q1", ("inverse reinforcement learning", "Method", "uses", ["inverse reinforcement learning"])),
            paper("q2", ("Inverse RL", "Method", "uses", ["Inverse RL"])),
        ]
    )
    assert [entity.id for entity in resolution.entities] == [
        "entity-inverse-reinforcement-learning",
        "entity-reinforcement-learning",
    ]


def test_two_papers_that_each_introduce_one_name_have_two_systems(paper: Paper) -> None:
    resolution = resolve(
        [
            paper(
                "a2020",
                ("Storm", "Method", "introduces", ["Storm"]),
                ("screw theory", "Concept", "uses", ["screw theory"]),
            ),
            paper("b2021", ("Storm", "Method", "introduces", ["Storm"]), ("MPC", "Method", "uses", ["MPC"])),
        ]
    )
    assert [entity.id for entity in resolution.entities if entity.name == "Storm"] == [
        "entity-storm",
        "entity-storm-%28b2021%29",
    ]


def test_a_name_in_capitals_is_not_the_word(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("SCALE", "Benchmark", "evaluatesOn", ["SCALE"])),
            paper("p2", ("scale", "Concept", "studies", ["scale"])),
            paper("p3", ("QuALITY", "Benchmark", "evaluatesOn", ["QuALITY"])),
            paper("p4", ("quality", "Concept", "studies", ["quality"])),
        ]
    )
    assert [(entity.id, entity.type) for entity in resolution.entities] == [
        ("entity-QuALITY", "Benchmark"),
        ("entity-SCALE", "Benchmark"),
        ("entity-quality", "Concept"),
        ("entity-scale", "Concept"),
    ]


def test_versions_sizes_and_variants_stay_apart(paper: Paper) -> None:
    apart = [
        "Llama-3.1-8B",
        "Llama-3.1-70B",
        "Llama-3.2-8B",
        "Llama-3.1",
        "HumanEval",
        "HumanEval+",
        "MMLU",
        "MMLU-Pro",
    ]
    resolution = resolve([paper(f"p{i}", (name, "Model", "uses", [name])) for i, name in enumerate(apart)])
    assert len(resolution.entities) == len(apart)


@pytest.mark.parametrize(
    ("forms", "name", "id_"),
    [
        (["finetuning", "finetuning", "fine-tuning"], "fine-tuning", "entity-fine-tuning"),
        (["PaLM540B", "PaLM 540B"], "PaLM 540B", "entity-palm-540b"),
        (["dialogue agents", "dialog agent"], "dialog agent", "entity-dialog-agent"),
    ],
)
def test_the_id_is_the_spelling_with_most_words(paper: Paper, forms: list[str], name: str, id_: str) -> None:
    resolution = resolve([paper(f"p{i}", (form, "Method", "uses", [form])) for i, form in enumerate(forms)])
    (entity,) = resolution.entities
    assert entity.id == id_
    assert names.key(entity.name) == names.key(name)


def test_of_forms_in_as_many_papers_the_one_that_papers_file_it_under_is_the_name(paper: Paper) -> None:
    (entity,) = resolve([paper("p1", ("SCALE", "Method", "introduces", ["SCALE", "scale"]))]).entities
    assert (entity.name, entity.aliases) == ("SCALE", ("scale",))


def test_the_type_is_the_majority_and_dissent_is_kept(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("Chronos-X", "Method", "uses", ["Chronos-X"]), score=0.2),
            paper("p2", ("Chronos-X", "Method", "uses", ["Chronos-X"]), score=0.2),
            paper("p3", ("Chronos-X", "Model", "uses", ["Chronos-X"]), score=0.6),
        ]
    )
    (entity,) = resolution.entities
    assert entity.type == "Model"
    assert Reason("type", "Model", "Method", 0.4) in entity.why


def test_what_a_paper_spells_out_comes_before_what_the_field_knows(paper: Paper) -> None:
    resolution = resolve(
        [
            paper("p1", ("stochastic gradient descent", "Method", "uses", ["Schema-Guided Dialogue", "SGD"])),
            paper("p2", ("stochastic gradient descent", "Method", "uses", ["SGD"])),
        ]
    )
    assert _entity(resolution, "p1", "stochastic gradient descent").id == "entity-schema-guided-dialog"
    assert _entity(resolution, "p2", "stochastic gradient descent").id == "entity-stochastic-gradient-descent"
