from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from kg.core.errors import BadDocument, DataError, MissingExtra, UsageError
from kg.extract.served import Server

OVERLOADED = (429, {}, '{"error": {"message": "busy"}}')
GOOD = (200, {}, '{"choices": [{"message": {"content": "[1]"}}]}')


def ask(text: str = "text") -> object:
    return Server.of_environment().ask("task", text, {"type": "array"}, json.loads)


def test_the_request_is_as_the_protocol_wants_it(language_model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_LLM_URL", language_model.url + "/")
    monkeypatch.setenv("KG_LLM_KEY", "sk-1")
    language_model.replies(GOOD)
    hostile = 'a "quote", a back\\slash, \x00, \ud800, \u2028 and </json>'
    assert ask(hostile) == [1]
    ((headers, body),) = language_model.requests
    assert (headers["path"], headers["Authorization"]) == ("/v1/chat/completions", "Bearer sk-1")
    assert body["messages"] == [{"role": "system", "content": "task"}, {"role": "user", "content": hostile}]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("test-model", 0, 8192)
    assert body["response_format"]["json_schema"] == {
        "name": "annotation", "strict": True, "schema": {"type": "array"}
    }  # fmt: skip


def test_no_key_no_header(language_model) -> None:
    language_model.replies(GOOD)
    ask()
    assert "Authorization" not in language_model.requests[0][0]


def test_a_malformed_answer_is_asked_for_again(language_model) -> None:
    language_model.says("[1", "[1]")
    assert ask() == [1]
    assert language_model.waits == [1]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"choices": []}',
        '{"choices": [7]}',
        '{"choices": [{"message": null}]}',
        '{"choices": [{"message": {"content": null, "refusal": "no"}}]}',
        '{"choices": [{"message": {"content": "[1"}}]}',
        '{"choices": [{"message": {"content": "' + "[" * 100_000 + '"}}]}',
        "[" * 100_000,
        "<html>",
        "\ud800",
    ],
)
def test_what_is_always_malformed_is_the_fault_of_that_text(language_model, body: str) -> None:
    language_model.replies((200, {}, body))
    with pytest.raises(BadDocument, match="test-model gave no answer that can be read"):
        ask()
    assert language_model.waits == [1, 2, 4]


def test_an_answer_that_was_cut_off_is_not_paid_for_twice(language_model) -> None:
    language_model.replies((200, {}, '{"choices": [{"finish_reason": "length", "message": {"content": "[1"}}]}'))
    with pytest.raises(BadDocument, match="longer than 8,192 tokens"):
        ask()
    assert len(language_model.requests) == 1


def test_retry_after_is_honoured(language_model) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    said = [(429, {"Retry-After": after}, "") for after in ("7", date, "soon")]
    language_model.replies(*said, GOOD)
    assert ask() == [1]
    seconds, until, own = language_model.waits
    assert (seconds, own) == (7, 4)
    assert 0 < until <= 100


def test_a_wait_of_an_hour_ends_the_run(language_model) -> None:
    language_model.replies((429, {"Retry-After": "3600"}, ""))
    with pytest.raises(DataError, match="asks to wait 60 minutes: run this again then"):
        ask()
    assert language_model.waits == []


def test_a_server_that_stays_busy_fails_on_that_text(language_model) -> None:
    language_model.replies(OVERLOADED)
    with pytest.raises(BadDocument, match=r"answered 429 \(busy\)"):
        ask()
    assert len(language_model.requests) == 4


@pytest.mark.parametrize(
    ("status", "to_set"),
    [(401, "KG_LLM_KEY"), (402, "KG_LLM_KEY"), (404, "KG_LLM_URL or KG_LLM_MODEL"), (308, "KG_LLM_URL")],
)
def test_what_is_wrong_with_every_text_says_what_to_set(
    language_model, monkeypatch: pytest.MonkeyPatch, status: int, to_set: str
) -> None:
    monkeypatch.setenv("KG_LLM_KEY", "sk-secret")
    language_model.replies((status, {"Location": "/elsewhere"}, '{"error": {"message": "not\\n with sk-secret"}}'))
    with pytest.raises(DataError) as caught:
        ask()
    assert str(caught.value) == f"{language_model.url} answered {status} (not with …): set {to_set}"
    assert not isinstance(caught.value, BadDocument)
    assert len(language_model.requests) == 1


def test_a_refused_text_is_the_fault_of_that_text(language_model) -> None:
    language_model.replies((400, {}, '{"error": "too long"}'))
    with pytest.raises(BadDocument, match=r"answered 400 \(too long\)"):
        ask()


def test_parameters_that_a_model_refuses_are_changed(language_model) -> None:
    refusals = [(400, {}, json.dumps({"error": {"param": name}})) for name in ("max_tokens", "temperature")]
    language_model.replies(*refusals, GOOD)
    assert ask() == [1]
    body = language_model.requests[-1][1]
    assert body["max_completion_tokens"] == 8192
    assert not {"max_tokens", "temperature"} & set(body)


def test_a_server_that_is_not_there_says_what_to_set(language_model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_LLM_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(
        DataError, match=r"cannot reach .* at http://127.0.0.1:9/v1 .*: start its server, or set KG_LLM_URL"
    ):
        ask()
    assert language_model.waits == [1, 2, 4]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KG_LLM_URL", ""),
        ("KG_LLM_MODEL", " "),
        ("KG_LLM_URL", "localhost:8000"),
        ("KG_LLM_URL", "file:///etc/passwd"),
        ("KG_LLM_URL", "http://user:word@host/v1"),
        ("KG_LLM_URL", "http://host:port/v1"),
        ("KG_LLM_URL", "http://[::1/v1"),
        ("KG_LLM_URL", "http://host/v1\nX: y"),
        ("KG_LLM_KEY", "sk-1\r\nX: y"),
        ("KG_LLM_KEY", "schlüssel"),
    ],
)
def test_settings_that_are_none_are_told(
    language_model, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=name) as caught:
        ask()
    assert "word" not in str(caught.value)
    assert language_model.requests == []


def test_without_httpx_the_extra_is_named(language_model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtra, match=r"pip install 'paperkg\[llm\]'"):
        ask()
