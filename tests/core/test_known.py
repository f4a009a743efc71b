import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from kg.core import known, names
from kg.core.errors import DataError
from kg.core.known import KnownName, known_by_key, known_names, known_short_forms
from kg.core.schema import ontology_folder, schema

FILES = sorted((ontology_folder() / "known").glob("*.tsv"))
GOLD = Path(__file__).parents[1] / "gold" / "icml-2026.jsonl"
SOURCE = re.compile(
    r"arXiv:\d{4}\.\d{4,5}|doi:10\.\d{4,}/\S+|aclanthology:\S+"
    r"|common usage|train\.jsonl: (?:1 paper|(?!1 )[1-9]\d* papers)|papers-10k: (?:1 abstract|(?!1 )[1-9]\d* abstracts)"
)
SHARED = {
    "em": ["expectation maximization", "exact match"],
    "lda": ["linear discriminant analysis", "latent Dirichlet allocation"],
    "mae": ["masked autoencoder", "mean absolute error"],
    "mllm": ["multimodal large language model", "multilingual large language model"],
    "prm": ["probabilistic roadmap", "process reward model"],
    "ssl": ["self-supervised learning", "semi-supervised learning"],
}
"""Short forms that stand for several known names: which one is meant a paper must say. The first here has the key."""

SAME_THOUGH_NUMBERED = {"3D Gaussian Splatting", "ARC", "Atari", "GTA5", "ImageNet", "InfiniteBench"}
"""Known names of which an alias has more numbers or fewer, and is one thing all the same."""


def rows_of(file: Path) -> list[list[str]]:
    header, *rows = file.read_text(encoding="utf-8").splitlines()
    assert header == "# name\taliases joined by |\tsource"
    return [row.split("\t") for row in rows]


def names_by_key() -> dict[str, KnownName]:
    return {names.key(row.name): row for row in known_names()}


def test_every_type_has_a_file() -> None:
    assert {row.type for row in known_names()} == set(schema().types)
    assert len(FILES) == len(schema().types)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rows_are_well_formed(file: Path) -> None:
    for row in rows_of(file):
        assert len(row) == 3, row
        name, aliases, source = row
        forms = [name, *aliases.split("|")] if aliases else [name]
        assert all(form and form == " ".join(form.split()) for form in forms), row
        assert SOURCE.fullmatch(source), row


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_rows_are_sorted_by_name(file: Path) -> None:
    listed = [name for name, *_ in rows_of(file)]
    assert listed == sorted(listed, key=lambda name: (name.casefold(), name))


def test_no_name_stands_in_two_rows() -> None:
    rows = defaultdict(list)
    for row in known_names():
        rows[names.key(row.name)].append((row.name, row.type))
    assert [same for same in rows.values() if len(same) > 1] == []


def test_no_alias_is_the_name_of_another_row_or_another_spelling_of_its_own() -> None:
    taken = names_by_key()
    for row in known_names():
        keys = [names.key(form) for form in row.forms]
        assert len(keys) == len(set(keys)), row
        assert [taken[key] for key in keys[1:] if key in taken] == [], row


def test_no_alias_adds_or_leaves_out_a_number() -> None:
    for row in known_names():
        own = names.identity(row.name)
        for alias in row.aliases:
            numbers = names.identity(alias)
            assert (
                len(numbers) == len(own)
                or names.abbreviates(alias, row.name)
                or names.abbreviates(row.name, alias)
                or row.name in SAME_THOUGH_NUMBERED
            ), (row.name, alias)


def test_few_short_forms_are_shared() -> None:
    rows = defaultdict(list)
    for row in known_names():
        for alias in row.aliases:
            rows[names.key(alias)].append(row.name)
    shared = {key: sorted(listed) for key, listed in rows.items() if len(listed) > 1}
    assert shared == {key: sorted(listed) for key, listed in SHARED.items()}
    assert {key: known_by_key()[key].name for key in SHARED} == {key: listed[0] for key, listed in SHARED.items()}


def test_further_short_forms_are_well_formed_and_new() -> None:
    listed = [(*row.aliases, row.name, row.type) for row in known_short_forms()]
    assert listed == sorted(dict.fromkeys(listed), key=lambda row: (row[0].casefold(), row[1].casefold()))
    assert {type_ for *_, type_ in listed} <= set(schema().types)
    for row in known_short_forms():
        assert SOURCE.fullmatch(row.source), row
        known = known_by_key().get(names.key(row.name))
        assert known is None or names.key(row.aliases[0]) not in map(names.key, known.forms), row
        assert known is None or (known.name, known.type) == (row.name, row.type), row


def test_nothing_that_the_papers_under_test_introduce_is_known() -> None:
    introduced = {
        form
        for line in GOLD.read_text(encoding="utf-8").splitlines()
        for entity in json.loads(line)["entities"]
        if entity["role"] == "introduces"
        for form in (entity["name"], *entity["mentions"])
    }
    assert introduced
    assert sorted(form for form in introduced if names.key(form) in known_by_key()) == []


@pytest.mark.parametrize(
    ("form", "name", "type_"),
    [
        ("LLMs", "large language model", "Model"),
        ("MLLM", "multimodal large language model", "Model"),
        ("Large Language Models", "large language model", "Model"),
        ("pretraining", "pre-training", "Method"),
        ("Low-Rank Adaptation", "LoRA", "Method"),
        ("MS-COCO", "COCO", "Dataset"),
        ("GSM8k", "GSM8K", "Benchmark"),
        ("F1 score", "F1", "Metric"),
        ("Visual Question-Answering", "visual question answering", "Task"),
        ("distributional shift", "distribution shift", "Concept"),
    ],
)
def test_forms_lead_to_their_names(form: str, name: str, type_: str) -> None:
    found = known_by_key()[names.key(form)]
    assert (found.name, found.type) == (name, type_)


@pytest.mark.parametrize("version", ["GPT-5.5", "Llama-3.1-9B", "CIFAR-1000", "Qwen2.5-VL-8B"])
def test_versions_and_sizes_stay_apart(version: str) -> None:
    assert names.key(version) not in known_by_key()


@pytest.mark.parametrize("line", ["LoRA\tarXiv:2106.09685", "\t\tsource", "LoRA\t\t", "LoRA\ta\tb\tc"])
def test_a_damaged_row_is_named_by_file_and_line(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "known"
    folder.mkdir()
    for file in FILES:
        (folder / file.name).write_text(f"# header\n{line if file.stem == 'models' else ''}\n", encoding="utf-8")
    monkeypatch.setattr(known, "ontology_folder", lambda: tmp_path)
    with pytest.raises(DataError, match=r"models\.tsv line 2: expected name, aliases"):
        known_names.__wrapped__()
