from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.core.types import DocId, Document, LocalEntity, LocalId, Mention
from kg.extract import phrasing, wins
from kg.extract.sentences import sentences

NAMES = ("UFO", "DPO", "PPO", "GRPO")


def won(document: Document, entities: tuple[LocalEntity, ...]) -> list[str]:
    main = entities[0]
    return [
        f"{winner.entity.id} > {loser.entity.id}"
        for sentence in sentences(document, entities)
        for winner, loser in wins.won(document.text, sentence, phrasing.with_self(document.text, sentence, main), main)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("UFO outperforms DPO and PPO on GRPO tasks.", ["UFO > DPO", "UFO > PPO"]),
        ("UFO is new and ablations show that DPO consistently surpasses PPO.", ["DPO > PPO"]),
        ("Experiments show that UFO outperforms leading methods including DPO in scaling.", ["UFO > DPO"]),
        (
            "UFO reaches 50% accuracy, outperforming coarse (e.g., DPO) and fine (e.g., PPO) baselines.",
            ["UFO > DPO", "UFO > PPO"],
        ),
        ("UFO improves agents and outperforms DPO.", ["UFO > DPO"]),
        ("UFO improves DPO and outperforms PPO.", ["UFO > PPO"]),
        ("Trained with PPO, UFO outperforms DPO.", ["UFO > DPO"]),
        ("We show that it outperforms DPO.", ["UFO > DPO"]),
        ("Our method is superior to DPO.", ["UFO > DPO"]),
        ("UFO is $2\\times$ faster than DPO.", ["UFO > DPO"]),
        ("UFO cuts latency from 73ms to 6.7ms compared to DPO.", ["UFO > DPO"]),
        ("Experiments show substantial gains over DPO.", ["UFO > DPO"]),
        ("UFO delivers an average improvement of 19.7% on the DPO baseline.", ["UFO > DPO"]),
        ("Compared to DPO and PPO, UFO improves accuracy by 5%.", ["UFO > DPO", "UFO > PPO"]),
        ("UFO outperforms DPO by over 55% and PPO by over 68%.", ["UFO > DPO", "UFO > PPO"]),
    ],
)
def test_the_subject_of_the_verb_wins(annotate, text: str, found: list[str]) -> None:
    assert won(*annotate(text, *((name, "Method", "mentions") for name in NAMES))) == found


@pytest.mark.parametrize(
    "text",
    [
        "Unlike DPO, UFO needs no reward.",
        "UFO outperforms baselines under both DPO and PPO settings.",
        "Samples beyond UFO are better addressed through DPO.",
        "UFO does not outperform DPO.",
        "UFO matches or exceeds DPO.",
        "UFO reaches higher latency than DPO.",
        "UFO is studied, and larger circuits outperform DPO.",
        "UFO outperforms DPO-based methods.",
        "UFO is compared with DPO.",
        "UFO outperforms all baselines and seamlessly integrates DPO.",
    ],
)
def test_no_win_is_read_into_a_sentence(annotate, text: str) -> None:
    assert won(*annotate(text, *((name, "Method", "mentions") for name in NAMES))) == []


WORDS = ["X", "Y", "Z", "outperforms", "gains", "over", "than", "Compared to", "that", "and", ",", ".", "we", "by", "("]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_winner_and_loser_are_two_things(words: list[str]) -> None:
    document = Document(DocId("p"), " ".join(words))
    entities = tuple(
        LocalEntity(
            LocalId(name),
            "Method",
            "mentions",
            name,
            tuple(Mention("Method", document.cut(i, i + 1, "t")) for i, c in enumerate(document.text) if c == name),
            (),
            1.0,
        )
        for name in "XYZ"
    )
    found = won(document, entities)
    assert all(pair[0] != pair[-1] and {pair[0], pair[-1]} <= set("XYZ") for pair in found)
