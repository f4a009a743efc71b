"""What a language model is to answer of one paper: its JSON schema, made of the ontology's words, and its parts.

An entity is given by the words of the paper that name it, a relation by such words for its ends and by the words that
say it. So all in an answer but the ontology's words is a quote.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from kg.core.schema import schema

Json = dict[str, Any]


class Named(NamedTuple):
    """An entity, by the words that name it."""

    type: str
    role: str
    mentions: tuple[str, ...]


class Related(NamedTuple):
    """A relation between the entities that two mentions name, and the words that say it."""

    head: str
    relation: str
    tail: str
    evidence: str


class Answer(NamedTuple):
    """All that a model says of a paper."""

    entities: tuple[Named, ...]
    relations: tuple[Related, ...]


def answer_of(content: str) -> Answer:
    """The answer that `content` spells. Raises ValueError, TypeError, KeyError or RecursionError where it is none."""
    answer = json.loads(content)
    return Answer(
        tuple(
            Named(_text(row["type"]), _text(row["role"]), tuple(map(_text, _list(row["mentions"]))))
            for row in _list(answer["entities"])
        ),
        tuple(Related(*(_text(row[field]) for field in Related._fields)) for row in _list(answer["relations"])),
    )


def json_schema() -> Json:
    """The schema of an answer, in the part of JSON Schema that servers hold answers to."""
    words, text = schema(), {"type": "string"}
    named = {"type": _one_of(words.types), "role": _one_of(words.roles), "mentions": _array(text)}
    related = {"head": text, "relation": _one_of(words.relations), "tail": text, "evidence": text}
    return _object({"entities": _array(_object(named)), "relations": _array(_object(related))})


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _array(items: Json) -> Json:
    return {"type": "array", "items": items}


def _one_of(words: tuple[str, ...] | dict[str, Any]) -> Json:
    return {"type": "string", "enum": list(words)}


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"a list was asked for, not {type(value).__name__}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text was asked for, not {type(value).__name__}")
    return value
