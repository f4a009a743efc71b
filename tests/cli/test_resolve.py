"""`kg resolve` as a process."""

from __future__ import annotations

import json

NAMES = "CIFAR10\r\nLLMs\n\n CIFAR-10 \nCIFAR-100\n\x1b[31mred\n"
GROUPS = [
    {
        "name": "CIFAR-10",
        "type": "Dataset",
        "members": ["CIFAR10", "CIFAR-10"],
        "why": ["CIFAR-10 = CIFAR10: hyphen (1.00)"],
    },
    {
        "name": "large language model",
        "type": "Model",
        "members": ["LLMs"],
        "why": ["LLMs = large language model: abbreviation (0.97)"],
    },
    {"name": "CIFAR-100", "type": "Dataset", "members": ["CIFAR-100"], "why": []},
    {"name": "\x1b[31mred", "type": None, "members": ["\x1b[31mred"], "why": []},
]


def test_names_in_groups_out(kg, tmp_path) -> None:
    done = kg("resolve", "-", "--json", stdin=NAMES)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == GROUPS
    (tmp_path / "names.txt").write_text(NAMES, encoding="utf-8")
    assert kg("resolve", "names.txt").stdout.splitlines() == [
        "CIFAR-10  (Dataset)",
        "  CIFAR10",
        "  CIFAR-10",
        "    CIFAR-10 = CIFAR10: hyphen (1.00)",
        "large language model  (Model)",
        "  LLMs",
        "    LLMs = large language model: abbreviation (0.97)",
        "CIFAR-100  (Dataset)",
        "  CIFAR-100",
        "�[31mred  (no type)",
        "  �[31mred",
    ]


def test_the_type_that_they_all_have(kg) -> None:
    done = kg("resolve", "-", "--type", "dataset", "--json", stdin="Norland\n")
    assert json.loads(done.stdout) == [{"name": "Norland", "type": "Dataset", "members": ["Norland"], "why": []}]
    done = kg("resolve", "-", "--type", "thing", stdin="Norland\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no type 'thing'" in done.stderr


def test_decisions_count_and_no_name_is_lost(kg, tmp_path) -> None:
    said = "same\tCIFAR10\tCIFAR-100\tada\t2026-11-30\ndrop\tLLM\t\tada\t2026-11-30\n"
    (tmp_path / "mine.tsv").write_text(said, encoding="utf-8")
    done = kg("resolve", "-", "--decisions", "mine.tsv", "--json", stdin="CIFAR10\nLLM\nCIFAR-100\n")
    assert [group["members"] for group in json.loads(done.stdout)] == [["CIFAR10", "CIFAR-100"], ["LLM"]]


def test_nothing_to_resolve(kg) -> None:
    assert json.loads(kg("resolve", "-", "--json", stdin="\n \n").stdout) == []
    done = kg("resolve", "nowhere.txt")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "kg: no file to read at nowhere.txt\n")
