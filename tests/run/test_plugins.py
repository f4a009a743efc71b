from __future__ import annotations

import pytest

from kg.core.errors import UsageError
from kg.run import plugins


@pytest.mark.parametrize("group", ["readers", "extractors", "engines", "exporters"])
def test_every_choice_loads(group: str) -> None:
    for name in plugins.table(group):
        assert plugins.load(group, name) is not None


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(UsageError, match="no reader is called 'docx': choose one of json, bibtex"):
        plugins.load("readers", "docx")


def test_every_file_of_a_build_has_an_exporter() -> None:
    assert set(plugins.BUILD_WRITES.values()) <= set(plugins.EXPORTERS)
