"""The tables of `graph.sqlite`, and how text is written in them.

Papers and entities are numbered in one row of numbers, papers first, so that a fact can hang on either (`nodes` is
both); facts and results in another, so that evidence can prove either. A quote is not stored: it is cut from the text
of its paper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import overload

APPLICATION = 0x70_6B_67_31
"""What SQLite's application id says of a graph of ours."""

VERSION = 3
"""Counts up whenever a table changes; a graph of another version has to be built again."""

TABLES = """
CREATE TABLE papers (
    id INTEGER PRIMARY KEY, doc TEXT NOT NULL UNIQUE, title TEXT, text TEXT NOT NULL, year INTEGER, venue TEXT,
    authors TEXT NOT NULL, url TEXT, doi TEXT, arxiv TEXT, keywords TEXT NOT NULL, sources TEXT NOT NULL,
    label TEXT NOT NULL);
CREATE TABLE urls (id INTEGER PRIMARY KEY, paper INTEGER NOT NULL REFERENCES papers, url TEXT NOT NULL);
CREATE TABLE entities (
    id INTEGER PRIMARY KEY, node TEXT NOT NULL UNIQUE, type TEXT NOT NULL, name TEXT NOT NULL, papers INTEGER NOT NULL);
CREATE TABLE names (
    id INTEGER PRIMARY KEY, entity INTEGER NOT NULL REFERENCES entities, position INTEGER NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL);
CREATE TABLE redirects (node TEXT PRIMARY KEY, entity INTEGER NOT NULL REFERENCES entities) WITHOUT ROWID;
CREATE TABLE mentions (
    entity INTEGER NOT NULL REFERENCES entities, position INTEGER NOT NULL, type TEXT NOT NULL,
    paper INTEGER NOT NULL REFERENCES papers, start INTEGER NOT NULL, end INTEGER NOT NULL, by TEXT NOT NULL,
    score REAL NOT NULL, PRIMARY KEY (entity, position)) WITHOUT ROWID;
CREATE TABLE reasons (
    entity INTEGER NOT NULL REFERENCES entities, position INTEGER NOT NULL, rule TEXT NOT NULL, left TEXT NOT NULL,
    right TEXT NOT NULL, score REAL NOT NULL, PRIMARY KEY (entity, position)) WITHOUT ROWID;
CREATE TABLE facts (
    id INTEGER PRIMARY KEY, subject INTEGER NOT NULL, predicate TEXT NOT NULL, object INTEGER NOT NULL,
    score REAL NOT NULL);
CREATE TABLE results (
    id INTEGER PRIMARY KEY, system INTEGER REFERENCES entities, "on" INTEGER REFERENCES entities,
    metric INTEGER REFERENCES entities, value TEXT NOT NULL, number TEXT, unit TEXT, kind TEXT NOT NULL,
    baseline INTEGER REFERENCES entities);
CREATE TABLE evidence (
    statement INTEGER NOT NULL, position INTEGER NOT NULL, paper INTEGER NOT NULL REFERENCES papers,
    start INTEGER NOT NULL, end INTEGER NOT NULL, by TEXT NOT NULL, score REAL NOT NULL,
    PRIMARY KEY (statement, position)) WITHOUT ROWID;

CREATE TABLE doubts (
    id INTEGER PRIMARY KEY, paper INTEGER NOT NULL REFERENCES papers, start INTEGER NOT NULL, end INTEGER NOT NULL,
    by TEXT NOT NULL, evidence_score REAL NOT NULL, subject TEXT, subject_key TEXT, predicate TEXT NOT NULL,
    object TEXT NOT NULL, object_key TEXT NOT NULL, score REAL NOT NULL);

CREATE VIEW nodes AS
    SELECT id, doc AS node, label AS name, 'Paper' AS type FROM papers UNION ALL
    SELECT id, node, name, type FROM entities;
CREATE VIEW aliases AS SELECT entity, name FROM names WHERE position > 0;
"""

INDEXES = """
CREATE INDEX urls_by_paper ON urls (paper);
CREATE INDEX names_by_entity ON names (entity);
CREATE INDEX names_by_key ON names (key);
CREATE INDEX facts_by_subject ON facts (subject);
CREATE INDEX facts_by_object ON facts (object);
CREATE INDEX results_by_system ON results (system);
CREATE INDEX results_by_on ON results ("on");
CREATE INDEX results_by_metric ON results (metric);
CREATE INDEX results_by_baseline ON results (baseline);
CREATE INDEX evidence_by_paper ON evidence (paper);
CREATE INDEX doubts_by_subject ON doubts (subject_key);
CREATE INDEX doubts_by_object ON doubts (object_key);

CREATE VIRTUAL TABLE names_trigrams USING fts5 (key, content='names', content_rowid='id', tokenize='trigram');
CREATE VIRTUAL TABLE trigrams USING fts5vocab (names_trigrams, row);
CREATE VIRTUAL TABLE names_words USING fts5 (
    name, content='names', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE papers_words USING fts5 (
    label, authors, content='papers', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
INSERT INTO names_trigrams (names_trigrams) VALUES ('rebuild');
INSERT INTO names_words (names_words) VALUES ('rebuild');
INSERT INTO papers_words (papers_words) VALUES ('rebuild');
"""

_ESCAPE = "\x1a"
_UNSAFE = re.compile(f"[\0{_ESCAPE}\ud800-\udfff]")
_ESCAPED = re.compile(f"{_ESCAPE}([0-9a-f]{{4}})")


@overload
def pack(text: str) -> str: ...
@overload
def pack(text: None) -> None: ...
def pack(text: str | None) -> str | None:
    """`text` as SQLite can hold and search it: without NUL and lone surrogates. `unpack` gives it back."""
    if text is None or (text.isascii() and "\0" not in text and _ESCAPE not in text):
        return text
    return _UNSAFE.sub(lambda match: f"{_ESCAPE}{ord(match[0]):04x}", text)


@overload
def unpack(text: str) -> str: ...
@overload
def unpack(text: None) -> None: ...
def unpack(text: str | None) -> str | None:
    """What `pack` made `text` of."""
    if text is None or _ESCAPE not in text:
        return text
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def pack_list(items: Iterable[str]) -> str:
    """A list in one column: a JSON array."""
    return pack(json.dumps(list(items), ensure_ascii=False))


def unpack_list(text: str) -> tuple[str, ...]:
    return tuple(json.loads(unpack(text)))
