"""A language model behind a server that speaks OpenAI's protocol: where it is, and how it is asked.

What may pass (a busy server, a broken connection, an answer that cannot be read) is tried again; what will not (no
such server, no such key) ends the run, for it would be the same with every paper.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from kg.core.errors import BadDocument, DataError, KgError, MissingExtra, UsageError

if TYPE_CHECKING:
    from types import ModuleType

    import httpx

ATTEMPTS = 4
MOST_TOKENS = 8192
"""The longest answer."""

_URL, _MODEL, _KEY = "KG_LLM_URL", "KG_LLM_MODEL", "KG_LLM_KEY"
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 600.0
_SECONDS_TO_ANSWER, _SECONDS_TO_CONNECT = 600.0, 10.0
_PASSING = frozenset([408, 409, 425, 429, 500, 502, 503, 504, 529])
_TO_SET = {301: _URL, 302: _URL, 307: _URL, 308: _URL, 401: _KEY, 402: _KEY, 404: f"{_URL} or {_MODEL}", 405: _URL}
"""What is wrong where a server answers so to whatever paper."""
_OTHERWISE = {"max_tokens": "max_completion_tokens", "temperature": None}
"""Parameters that some models refuse, and under what name they take them, if under any."""
_LONGEST_REASON = 200

Json = dict[str, Any]
T = TypeVar("T")


class _Failed(NamedTuple):
    """An attempt that may go better next time: what to raise if it does not, and how many seconds the server says to
    wait."""

    error: KgError
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """The base URL of a server (".../v1"), the model to ask, and the key, if it wants one."""

    url: str
    model: str
    key: str | None = None

    @classmethod
    def of_environment(cls) -> Server:
        """The server that KG_LLM_URL, KG_LLM_MODEL and KG_LLM_KEY name. Raises UsageError where they name none."""
        url, model, key = (os.environ.get(name, "").strip() for name in (_URL, _MODEL, _KEY))
        if not url or not model:
            raise UsageError(
                f"the extractor 'llm' asks a server: set {_URL} (like http://localhost:8000/v1) and {_MODEL}, "
                f"and {_KEY} if it wants a key"
            )
        if not _is_base(url):
            raise UsageError(f"{_URL} is no base URL: give one like http://localhost:8000/v1, and a key in {_KEY}")
        if not (key.isascii() and key.isprintable()):
            raise UsageError(f"{_KEY} holds what no key can hold: set it again")
        return cls(url.rstrip("/"), model, key or None)

    def ask(self, task: str, text: str, schema: Json, read: Callable[[str], T]) -> T:
        """What the model answers to `task` and `text`, held to a JSON schema and read by `read`.

        `read` raises ValueError, TypeError, KeyError or RecursionError for an answer that is none. Raises BadDocument
        where there is no answer to this text, DataError where the server cannot be used, MissingExtra without httpx.
        """
        body = {
            "model": self.model,
            "messages": [{"role": "system", "content": task}, {"role": "user", "content": text}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "annotation", "strict": True, "schema": schema},
            },
            "temperature": 0,
            "max_tokens": MOST_TOKENS,
        }
        with self._client() as client:
            outcome = self._attempt(client, body, read)
            for attempt in range(1, ATTEMPTS):
                if not isinstance(outcome, _Failed):
                    return outcome
                self._wait(outcome.wait if outcome.wait is not None else _FIRST_WAIT * 2 ** (attempt - 1))
                outcome = self._attempt(client, body, read)
        if isinstance(outcome, _Failed):
            raise outcome.error
        return outcome

    def _client(self) -> httpx.Client:
        library = client_library()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        timeout = library.Timeout(_SECONDS_TO_ANSWER, connect=_SECONDS_TO_CONNECT)
        client: httpx.Client = library.Client(headers=headers, timeout=timeout)
        return client

    def _attempt(self, client: httpx.Client, body: Json, read: Callable[[str], T]) -> T | _Failed:
        library = client_library()
        try:
            response = self._post(client, body)
        except (library.ConnectError, library.ConnectTimeout, library.ProxyError) as error:
            fault = f"cannot reach the language model at {self.url} ({error}): start its server, or set {_URL}"
            return _Failed(DataError(fault))
        except library.RequestError as error:
            return _Failed(BadDocument(f"{self.model} did not answer ({error or type(error).__name__})"))
        if response.status_code in _PASSING:
            return _Failed(self._refusal(response), _seconds(response.headers.get("Retry-After", "")))
        if not response.is_success:
            raise self._refusal(response)
        try:
            return read(_content(response.json()))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            what = self._safe(f"{type(error).__name__}: {error}")
            return _Failed(BadDocument(f"{self.model} gave no answer that can be read ({what})"))

    def _post(self, client: httpx.Client, body: Json) -> httpx.Response:
        """The response to `body`; a parameter that the model refuses is changed in `body`, and it is sent again."""
        response = client.post(f"{self.url}/chat/completions", content=json.dumps(body))
        refused = _error(response).get("param") if response.status_code == 400 else None
        if not isinstance(refused, str) or refused not in _OTHERWISE or refused not in body:
            return response
        value = body.pop(refused)
        if name := _OTHERWISE[refused]:
            body[name] = value
        return self._post(client, body)

    def _refusal(self, response: httpx.Response) -> KgError:
        said = self._safe(str(_error(response).get("message") or response.text))
        fault = f"{self.url} answered {response.status_code}" + (f" ({said})" if said else "")
        to_set = _TO_SET.get(response.status_code)
        return DataError(f"{fault}: set {to_set}") if to_set else BadDocument(fault)

    def _wait(self, seconds: float) -> None:
        if seconds > _LONGEST_WAIT:
            raise DataError(
                f"{self.url} asks to wait {seconds / 60:.0f} minutes: run this again then; what was read is kept"
            )
        time.sleep(seconds)

    def _safe(self, said: str) -> str:
        """What a server said, short, on one line and without the key."""
        line = " ".join(said.split())
        return (line.replace(self.key, "…") if self.key else line)[:_LONGEST_REASON]


def client_library() -> ModuleType:
    """httpx. Raises MissingExtra where it is not installed."""
    try:
        import httpx
    except ImportError as error:
        raise MissingExtra("llm", "the extractor 'llm'") from error
    return httpx


def _is_base(url: str) -> bool:
    """Whether a URL leads to a server by HTTP, and holds no password, query or fragment."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname) and not set("@?#") & set(url)


def _content(response: Any) -> str:
    """The text of the first answer in `response`. Raises as its shape is wrong."""
    choice = response["choices"][0]
    if choice.get("finish_reason") == "length":
        raise BadDocument(f"the answer is longer than {MOST_TOKENS:,} tokens")
    content = choice["message"]["content"]
    if not isinstance(content, str):
        raise TypeError(choice["message"].get("refusal") or "an answer without words")
    return content


def _error(response: httpx.Response) -> Json:
    """What a server says that went wrong: `message` and `param`, where it says so in OpenAI's way."""
    try:
        error = response.json()["error"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return {}
    return error if isinstance(error, dict) else {"message": error}


def _seconds(retry_after: str) -> float | None:
    """The seconds that a Retry-After header says, as a number or as a date; None where it says nothing."""
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        moment = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
