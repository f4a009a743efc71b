from __future__ import annotations

import json

import pytest

from kg.core.schema import schema
from kg.extract.answer import Answer, Named, Related, answer_of, json_schema


def test_the_schema_has_the_words_of_the_ontology_and_no_other() -> None:
    made = json_schema()["properties"]
    entity, relation = (made[part]["items"]["properties"] for part in ("entities", "relations"))
    assert entity["type"]["enum"] == list(schema().types)
    assert entity["role"]["enum"] == list(schema().roles)
    assert relation["relation"]["enum"] == list(schema().relations)


def test_every_object_of_the_schema_is_closed_as_strict_servers_want_it() -> None:
    def objects(part: object) -> list[dict[str, object]]:
        if not isinstance(part, dict):
            return []
        inner = [found for value in part.values() for found in objects(value)]
        return [part, *inner] if part.get("type") == "object" else inner

    found = objects(json_schema())
    assert len(found) == 3
    for one in found:
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])  # type: ignore[call-overload]


def test_an_answer_is_read() -> None:
    content = {
        "entities": [{"type": "Model", "role": "introduces", "mentions": ["A", "B"]}],
        "relations": [{"evidence": "A beats B", "head": "A", "relation": "outperforms", "tail": "B"}],
    }
    assert answer_of(json.dumps(content)) == Answer(
        (Named("Model", "introduces", ("A", "B")),), (Related("A", "outperforms", "B", "A beats B"),)
    )


@pytest.mark.parametrize(
    "content",
    [
        "",
        "Here is the JSON:",
        "null",
        "[]",
        '{"entities": []}',
        '{"entities": {}, "relations": []}',
        '{"entities": ["A"], "relations": []}',
        '{"entities": [{"type": "Model", "role": "uses", "mentions": "A"}], "relations": []}',
        '{"entities": [{"type": "Model", "role": "uses", "mentions": [7]}], "relations": []}',
        '{"entities": [], "relations": [{"head": null, "relation": "uses", "tail": "B", "evidence": "C"}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_answer_is_refused(content: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError, RecursionError)):
        answer_of(content)
