"""The map as one HTML file that needs nothing but itself, and may do nothing but what its own scripts do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from importlib import resources
from pathlib import Path

from kg.core.errors import DataError, UsageError
from kg.core.schema import schema
from kg.core.types import Graph
from kg.export.map import data
from kg.export.map.data import Json
from kg.export.map.network import network
from kg.export.map.scene import scene
from kg.graph.labels import paper_labels

_SCRIPTS = (
    "model.js",
    "state.js",
    "walk.js",
    "sight.js",
    "labels.js",
    "paint.js",
    "draw.js",
    "svg.js",
    "panel.js",
    "filters.js",
    "legend.js",
    "app.js",
)
_HOLE = re.compile(r"\{\{(\w+)\}\}")
_UNSAFE = re.compile("[&<>\u2028\u2029\ud800-\udfff]")
_SOURCE_MAP = re.compile(r"\n//# sourceMappingURL=.*")


VIEWS = ("both", "papers", "entities")


def page(graph: Graph, view: str = VIEWS[0]) -> str:
    """The map of `graph` as an HTML page that opens in one of `VIEWS`.

    Raises UsageError where `view` is none, DataError where pyvis or the ontology is damaged.
    """
    if view not in VIEWS:
        raise UsageError(f"no view '{view}': choose one of {', '.join(VIEWS)}")
    web = resources.files("kg.export.map") / "web"
    library = _library()
    script = "\n".join((web / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    style = (web / "map.css").read_text(encoding="utf-8")
    parts = {
        "policy": _policy([library, script], style),
        "style": style,
        "data": _json(_payload(graph, view)),
        "library": library,
        "script": script,
    }
    return _HOLE.sub(lambda hole: parts[hole[1]], (web / "map.html").read_text(encoding="utf-8"))


def _payload(graph: Graph, view: str) -> Json:
    content = data.content(graph)
    filled = network(content, paper_labels(graph))
    placed = scene(content, filled.nodes)
    for node, (x, y) in placed.places.items():
        filled.nodes[node].update(x=x, y=y)
    words = schema()
    return {
        "types": [[name, words.labels[name]] for name in words.types],
        "roles": [[name, words.labels[name]] for name in words.of_paper],
        "relations": [[name, relation.label] for name, relation in words.relations.items()],
        "nodes": filled.nodes,
        "edges": filled.edges,
        "unlinked": data.unlinked(content),
        "texts": data.texts(content),
        "redirects": [[old, content.number[new]] for old, new in graph.redirects if new in content.number],
        "view": view,
        "results": data.result_rows(content),
        "regions": placed.regions,
        "frame": placed.frame,
    }


def _json(value: Json) -> str:
    """`value` as JSON that can stand in a script element: nothing in it ends one, and it is valid UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _policy(scripts: list[str], style: str) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_hash, scripts))}",
            f"style-src {_hash(style)}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(inline: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"


def _library() -> str:
    """The vis-network script that pyvis carries, its licence at its head."""
    import pyvis

    folder = Path(pyvis.__file__).parent / "lib"
    found = sorted(folder.glob("vis-9.*/vis-network.min.js"))
    if not found:
        raise DataError(f"no vis-network in {folder}: install pyvis again")
    return _SOURCE_MAP.sub("", found[-1].read_text(encoding="utf-8"))
