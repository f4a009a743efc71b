from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from kg.query.queries import named, queries

MAPTR = "MapTR: Structured Modeling and Learning for Online Vectorized HD Map Construction"
ACHIEVES = (
    "MapTR achieves the best performance and efficiency with only camera input among existing vectorized map "
    "construction approaches on nuScenes dataset."
)
EVALUATIONS = (
    "Evaluations on the nuScenes and Argoverse2 datasets validate the efficacy of our approach, demonstrating "
    "substantial improvements in mean Average Precision (mAP) compared to leading baselines."
)
PRESENT = "We present MapTR, a structured end-to-end Transformer for efficient online vectorized HD map construction."
VALIDATED = (
    "Validated on seven benchmarks, OmniMoE (with 1.7B active parameters) achieves 50.9\\% zero-shot accuracy across "
    "seven benchmarks, outperforming coarse-grained (e.g., DeepSeekMoE) and fine-grained (e.g., PEER) baselines."
)
CRUCIALLY = (
    "Crucially, OmniMoE reduces inference latency from 73ms to 6.7ms (a 10.9$\\times$ speedup) compared to PEER, "
    "demonstrating that massive-scale fine-grained MoE can be fast and accurate."
)
OMNI = "mixture-of-experts-moe-architectures"

ANSWERS: list[tuple[str, dict[str, str], list[tuple[str | None, ...]]]] = [
    ("shared-dataset", {"name": "NUSCENES"}, [("MapGR …", EVALUATIONS), (MAPTR, ACHIEVES)]),
    ("shared-datasets", {}, [("nuScenes", "Dataset", "2")]),
    ("builds-on", {"name": "transformer"}, [("MapTR", "is based on", MAPTR, PRESENT)]),
    ("builds-on", {"name": "moe"}, [("OmniMoE", "is a kind of", "OmniMoE …", "OmniMoE")]),
    ("results-on", {"name": "accuracy"}, []),
    (
        "results-of",
        {"name": "omnimoe"},
        [
            (None, "accuracy", "value", "50.9\\%", None, VALIDATED),
            (None, "inference latency", "ratio", "10.9$\\times$", "PEER", CRUCIALLY),
            (None, "inference latency", "value", "6.7ms", None, CRUCIALLY),
        ],
    ),
    ("shared-entities", {}, [("autonomous driving", "Task", "2"), ("nuScenes", "Dataset", "2")]),
    (
        "compared",
        {},
        [
            ("OmniMoE", "outperforms", "DeepSeekMoE", "OmniMoE …", VALIDATED),
            ("OmniMoE", "outperforms", "PEER", "OmniMoE …", CRUCIALLY),
            ("OmniMoE", "outperforms", "PEER", "OmniMoE …", VALIDATED),
        ],
    ),
    (
        "outperforms",
        {"name": "peer"},
        [("OmniMoE", "0.95", "OmniMoE …", CRUCIALLY), ("OmniMoE", "0.95", "OmniMoE …", VALIDATED)],
    ),
    (
        "beats",
        {"name": "omnimoe"},
        [
            ("PEER", "0.95", "OmniMoE …", CRUCIALLY),
            ("PEER", "0.95", "OmniMoE …", VALIDATED),
            ("DeepSeekMoE", "0.8", "OmniMoE …", VALIDATED),
        ],
    ),
    ("tested-on", {}, [("nuScenes", "Dataset", "2"), ("Argoverse2", "Dataset", "1")]),
    ("introduces", {"paper": "maptr"}, [(MAPTR, "MapTR", "Model", PRESENT)]),
    ("introduces", {"paper": "10.48550/arXiv.2208.14437"}, [(MAPTR, "MapTR", "Model", PRESENT)]),
    (
        "evidence",
        {"name": "MapTR"},
        [
            ("basedOn", "Transformer", "0.8", "10.48550/arXiv.2208.14437", "282", "388", PRESENT),
            ("evaluatedOn", "nuScenes", "0.8", "10.48550/arXiv.2208.14437", "389", "537", ACHIEVES),
        ],
    ),
    ("similar-papers", {}, [(MAPTR, "MapGR …", "2", "autonomous driving | nuScenes")]),
    ("tasks", {}, [("autonomous driving", "2")]),
    ("models", {}, [("Transformer", "1")]),
    ("metrics", {}, [("inference latency", "1", "2"), ("accuracy", "1", "1")]),
    (
        "co-occurring",
        {"name": "mAP"},
        [
            ("Argoverse2", "Dataset", "1"),
            ("DETR", "Model", "1"),
            ("MapGR", "Model", "1"),
            ("autonomous driving", "Task", "1"),
            ("nuScenes", "Dataset", "1"),
        ],
    ),
    ("code", {}, [(MAPTR, "https://github.com/hustvl/MapTR")]),
    (
        "datasets-for-task",
        {"name": "Autonomous Driving"},
        [("nuScenes", "Dataset", "2"), ("Argoverse2", "Dataset", "1")],
    ),
    ("remedies", {"name": "inference latency"}, [("OmniMoE", "OmniMoE …", CRUCIALLY)]),
]


@pytest.fixture(scope="module")
def store() -> pyoxigraph.Store:
    found = pyoxigraph.Store()
    found.load(path=str(Path(__file__).parent.parent / "export" / "small.ttl"), format=pyoxigraph.RdfFormat.TURTLE)
    return found


@pytest.mark.parametrize(("name", "params", "rows"), ANSWERS)
def test_answers(
    name: str, params: dict[str, str], rows: list[tuple[str | None, ...]], store: pyoxigraph.Store
) -> None:
    found = store.query(named(name).bind(params))
    assert [tuple(value and value.value for value in row) for row in found] == rows


def test_every_query_is_answered_and_has_its_defaults(store: pyoxigraph.Store) -> None:
    assert {query.name for query in queries()} == {name for name, _, _ in ANSWERS}
    assert len(queries()) == 20
    for query in queries():
        assert query.title[0].isupper() and not query.title.endswith(".")
        assert all(parameter.default for parameter in query.parameters), query.name
        store.query(query.bind({}))


def test_rdflib_gives_the_same_answers(export: rdflib.Graph) -> None:
    for name, params, rows in ANSWERS:
        found = export.query(named(name).bind(params))
        assert sorted(tuple(value and str(value).replace("0.80", "0.8") for value in row) for row in found) == sorted(
            rows
        ), name


def test_a_hostile_name_is_a_name(store: pyoxigraph.Store) -> None:
    query = named("outperforms").bind({"name": '") || true } #'})
    assert list(store.query(query)) == []
