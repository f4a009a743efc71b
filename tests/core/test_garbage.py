"""The collector of garbage is off for a while, and back after it, whatever happens."""

from __future__ import annotations

import gc

import pytest

from kg.core.garbage import not_collecting


def test_it_is_off_within_and_on_after_an_error() -> None:
    assert gc.isenabled()
    with pytest.raises(ValueError, match="no"), not_collecting():
        assert not gc.isenabled()
        raise ValueError("no")
    assert gc.isenabled()


def test_it_stays_off_where_it_was() -> None:
    gc.disable()
    try:
        with not_collecting():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
