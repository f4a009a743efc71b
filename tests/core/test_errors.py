from __future__ import annotations

import pickle

import pytest

from kg.core.errors import BadDocument, DataError, KgError, MissingExtra, UsageError


@pytest.mark.parametrize(
    "error",
    [UsageError("no such name"), DataError("no graph"), BadDocument("empty"), MissingExtra("llm", "the extractor")],
)
def test_an_error_comes_from_another_process_as_it_was(error: KgError) -> None:
    came = pickle.loads(pickle.dumps(error))
    assert (type(came), str(came), came.code) == (type(error), str(error), error.code)
