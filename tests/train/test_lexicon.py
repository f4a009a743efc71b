from pathlib import Path

from kg.extract.tables import rows
from kg.train.lexicon import read, role_clues, types, words, write

PAPER = {
    "id": "p",
    "title": "CoRI: Communication of Robot Intent",
    "text": "We introduce CoRI, a pipeline for deep learning. Robots use CoRI and CoRI2.",
    "entities": [
        {"name": "CoRI", "type": "Method", "role": "introduces", "mentions": ["CoRI"]},
        {"name": "deep learning", "type": "Method", "role": "uses", "mentions": ["deep learning"]},
    ],
}


def test_every_mention_as_a_whole_word() -> None:
    paper = read(PAPER)
    places = [[paper.scene.text[start:end] for start, end in found] for found in paper.places]
    assert places == [["CoRI", "CoRI", "CoRI"], ["deep learning"]]


def test_what_is_counted_of_words() -> None:
    counts = words([read(PAPER)] * 2)
    assert counts[("cori",)] == [6, 6, 6, 6, 0, 0]
    assert counts[("introduce",)] == [2, 0, 0, 0, 2, 0]
    assert counts[(":",)] == [2, 0, 0, 0, 0, 2]


def test_what_is_counted_of_types_and_roles() -> None:
    papers = [read(PAPER)] * 2
    assert types(papers)[("last", "cori")][0] == 6
    assert types(papers)[("all", "")][0] == 8
    assert sum(role_clues(papers)[("all",)]) == 4


def test_the_tables_can_be_read_back(tmp_path: Path) -> None:
    write([PAPER] * 3, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"words.tsv", "types.tsv", "roles.tsv"}
    assert (tmp_path / "words.tsv").read_text(encoding="utf-8").startswith("# word or mark\tseen\t")
    assert len(list(rows("lexicon/words", 7))) > 7000
