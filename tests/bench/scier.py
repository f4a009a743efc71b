"""What the network's architecture is worth on a corpus of others: taught SciER's train alone, scored on its tests.

python tests/bench/scier.py SCIER --encoders ENCODERS --out RUN [--encoder mpnet] [--epochs 6] [--papers-a-step 4]

SciER (Zhang et al., EMNLP 2024, https://aclanthology.org/2024.emnlp-main.726; github.com/edzq/SciER) has the methods,
datasets and tasks of 106 whole papers, and nine relations between those of one sentence. SCIER is its folder
`SciER/PLM`. Where that has no train.jsonl, `llm-train.jsonl` is read, which is `SciER/LLM/train.jsonl` there and has
strings for offsets: each mention is the next place of its string, a relation stands between the nearest two. By this,
dev and test have 5,181 of 5,182 mentions and 2,711 of 2,758 relations as in `SciER/PLM`. SciER is under GPL-3.0:
nothing of it, nor of what is taught by it, belongs into this project or its weights.

Sentences that follow one another are put together to texts of up to 200 words, each one paper for the network. Every
mention is an entity of its own, with a role that is the same for all; a relation is learned in the direction annotated
and is right in that alone. Taught at the pace of the network in the wheel; the epoch and both thresholds are those
that are best on dev. NER: spans with types; Rel: the spans of both ends and the relation; Rel+: their types, too. All
are micro F1. Run again with the same RUN, it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer

from kg.core.schema import schema
from kg.core.types import DocId, Document
from kg.extract import tags
from kg.extract.judged import related
from kg.extract.layout import pieces_at
from kg.extract.model import Network, Reading, judge, proposals, see
from kg.extract.pieces import WINDOW, pieces_of
from kg.extract.trained import Thresholds
from kg.train import encoders, lessons
from kg.train.course import Course, Pace
from kg.train.encoder import Encoder
from kg.train.examples import Example
from kg.train.network import Joint, TorchNetwork, load, save

SLOTS = {
    "Used-For": "usedFor",
    "Part-Of": "partOf",
    "SubClass-Of": "kindOf",
    "Trained-With": "trainedOn",
    "Evaluated-With": "evaluatedOn",
    "Synonym-Of": "basedOn",
    "Compare-With": "outperforms",
    "Benchmark-For": "measuredBy",
    "SubTask-Of": "causes",
}
"""Which of our relations' places each of SciER's takes; none is symmetric, so that directions are kept."""
LAYERS = {"mpnet": (10, 4), "minilm": (0, 0)}
"""How many of an encoder's lowest layers are taken (0: all), and how many of these stay as published."""
PUBLISHED = {
    "HGERE, supervised (EMNLP 2024)": {"NER": "86.85", "Rel+": "61.10"},
    "prompted LLM (EMNLP 2024)": {"NER": "about 76", "Rel+": "about 29"},
    "another program's MiniLM": {"NER": "73.8", "Rel+": "46.7"},
}
"""F1 on test as others gave it."""
MEASURES = ("NER", "Rel", "Rel+")
TESTS = ("test", "test_ood")
WORDS = 200
WEIGHTS = lessons.Weights(relations=0.7)
STEPS = {"entity": (0.0, 0.2, 0.3, 0.4, 0.5, 0.6), "relation": (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)}
SAY_EVERY, KEEP_EVERY = 20, 50
log = logging.getLogger("scier")

Facts = dict[str, set[tuple[Any, ...]]]
"""What there is to find, by measure."""


class Mention(NamedTuple):
    """A name at code points `start` up to `end`."""

    start: int
    end: int
    type: str


class Sentence(NamedTuple):
    """A sentence of the paper `doc`; `relations` have the numbers of mentions, `lost` were not found in it."""

    doc: str
    text: str
    mentions: list[Mention]
    relations: list[tuple[int, str, int]]
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """Sentences put together, the first characters of which are `begins`."""

    document: Document
    begins: tuple[int, ...]
    mentions: tuple[Mention, ...]
    relations: tuple[tuple[int, str, int], ...]


def sentences(path: Path) -> list[Sentence]:
    """All of a file in either of SciER's formats."""
    found: list[Sentence] = []
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            found += _with_offsets(row) if "sentences" in row else [_with_strings(row)]
    return found


def _with_offsets(row: dict[str, Any]) -> Iterator[Sentence]:
    first = 0
    for tokens, named, relations in zip(row["sentences"], row["ner"], row["relations"], strict=True):
        starts = list(accumulate((len(token) + 1 for token in tokens), initial=0))
        number = {(begin, last): place for place, (begin, last, _) in enumerate(named)}
        mentions = [Mention(starts[begin - first], starts[last - first + 1] - 1, type_) for begin, last, type_ in named]
        pairs = [(number[a, b], label, number[c, d]) for a, b, c, d, label in relations]
        yield Sentence(row["doc_id"], " ".join(tokens), mentions, pairs)
        first += len(tokens)


def _with_strings(row: dict[str, Any]) -> Sentence:
    text, behind = row["sentence"], 0
    mentions: list[Mention] = []
    for name, type_ in row["ner"]:
        start = f" {text} ".find(f" {name} ", behind)
        if start >= 0:
            behind = start + len(name)
            mentions.append(Mention(start, behind, type_))
    relations: list[tuple[int, str, int]] = []
    for head, label, tail in row["rel"]:
        pairs = [
            (abs(one.start - other.start), (left, label, right))
            for left, one in enumerate(mentions)
            for right, other in enumerate(mentions)
            if left != right and (text[one.start : one.end], text[other.start : other.end]) == (head, tail)
        ]
        if free := [pair for pair in pairs if pair[1] not in relations]:
            relations.append(min(free)[1])
    lost = len(row["ner"]) - len(mentions) + len(row["rel"]) - len(relations)
    return Sentence(row["doc_id"], text, mentions, relations, lost)


def texts(found: Iterable[Sentence]) -> list[Text]:
    """The sentences put together, none with those of another paper."""
    made: list[Text] = []
    together: list[Sentence] = []
    words = 0
    for sentence in found:
        size = len(sentence.text.split())
        if together and (words + size > WORDS or together[0].doc != sentence.doc):
            made.append(_joined(len(made), together))
            together, words = [], 0
        together.append(sentence)
        words += size
    return [*made, _joined(len(made), together)]


def _joined(number: int, together: Sequence[Sentence]) -> Text:
    begins = list(accumulate((len(sentence.text) + 1 for sentence in together), initial=0))[:-1]
    mentions: list[Mention] = []
    relations: list[tuple[int, str, int]] = []
    for begin, sentence in zip(begins, together, strict=True):
        first = len(mentions)
        mentions += [Mention(begin + start, begin + end, type_) for start, end, type_ in sentence.mentions]
        relations += [(first + head, label, first + tail) for head, label, tail in sentence.relations]
    document = Document(DocId(f"{together[0].doc}-{number}"), " ".join(s.text for s in together), None)
    return Text(document, tuple(begins), tuple(mentions), tuple(relations))


def example(text: Text, tokenizer: Tokenizer) -> Example:
    """What is to be learned from a text."""
    types, slots = schema().types, list(schema().relations)
    pieces = pieces_of(text.document, tokenizer)
    ranges = [pieces_at(pieces, mention.start, mention.end) for mention in text.mentions]
    tagged = [tags.OUTSIDE] * len(pieces)
    for (first, behind), mention in zip(ranges, text.mentions, strict=True):
        begin = tags.begin(types.index(mention.type))
        tagged[first:behind] = [begin, *[begin + 1] * (behind - first - 1)]
    entities = tuple((span,) for span in ranges)
    return Example(
        text.document,
        pieces,
        tuple(tagged),
        entities,
        tuple(1 + types.index(mention.type) for mention in text.mentions),
        (1,) * len(entities),
        {(head, tail): 1 + slots.index(SLOTS[label]) for head, label, tail in text.relations},
        tuple(enumerate(entities)),
        (),
        {},
    )


def facts(text: Text, mentions: dict[int, Mention], relations: Iterable[tuple[int, str, int]]) -> Facts:
    """What mentions and relations between them say of a text."""
    paper = text.document.id
    strict = {(paper, mentions[head], label, mentions[tail]) for head, label, tail in relations}
    return {
        "NER": {(paper, mention) for mention in mentions.values()},
        "Rel": {(paper, head[:2], label, tail[:2]) for _, head, label, tail in strict},
        "Rel+": strict,
    }


def read(text: Text, tokenizer: Tokenizer, network: Network) -> Reading:
    """What the network makes of a text, every mention by itself."""
    seen = see(text.document, tokenizer, network)
    return judge(seen, [(proposal,) for proposal in proposals(seen)], network)


def said(text: Text, reading: Reading, least: Thresholds) -> Facts:
    """What is at least so probable, of relations those within a sentence."""
    types, labels = schema().types, {slot: label for label, slot in SLOTS.items()}
    mentions = {
        number: Mention(mention.start, mention.end, types[int(reading.types[number, 1:].argmax())])
        for number, (mention,) in enumerate(reading.groups)
        if 1 - reading.types[number, 0] >= least.entity
    }
    sentence = {number: bisect_right(text.begins, mention.start) for number, mention in mentions.items()}
    pairs = related(reading, list(mentions), least.relation)
    within = [pair for pair in pairs if sentence[pair.head] == sentence[pair.tail] and pair.relation in labels]
    return facts(text, mentions, [(pair.head, labels[pair.relation], pair.tail) for pair in within])


def f1(gold: Sequence[Facts], found: Sequence[Facts]) -> dict[str, float]:
    """Micro F1 by measure, x 100."""
    scores = {}
    for measure in MEASURES:
        right = sum(len(one[measure] & other[measure]) for one, other in zip(gold, found, strict=True))
        both = sum(len(one[measure]) for one in (*gold, *found))
        scores[measure] = round(200 * right / max(both, 1), 2)
    return scores


class Trial:
    """Texts as `network` reads them, to be scored at any thresholds."""

    def __init__(self, held: Sequence[Text], tokenizer: Tokenizer, network: Network) -> None:
        self.gold = [facts(text, dict(enumerate(text.mentions)), text.relations) for text in held]
        self.readings = [(text, read(text, tokenizer, network)) for text in held]

    def scores(self, least: Thresholds) -> dict[str, float]:
        return f1(self.gold, [said(text, reading, least) for text, reading in self.readings])

    def best(self) -> Thresholds:
        """The thresholds with the best F1: of NER, then of Rel+."""
        least = Thresholds()
        for name, measure in (("entity", "NER"), ("relation", "Rel+")):
            tried = {step: self.scores(replace(least, **{name: step}))[measure] for step in STEPS[name]}
            least = replace(least, **{name: max(tried, key=tried.__getitem__)})
        return least


def teach(course: Course, known: Sequence[Example], held: Sequence[Text], tokenizer: Tokenizer, out: Path) -> None:
    """Runs the course, from where it stopped; the epoch with the best NER and Rel+ on dev is kept in `best.pt`."""
    course.resume(out / "state.pt")
    joint, below = course.joint, lessons.Below(course.joint, half=True)
    even = lessons.label_weights(known, len(schema().relations), 0.0).to(next(joint.parameters()).device)
    while course.epoch < course.pace.epochs:
        joint.train()
        losses, begin = [], time.perf_counter()
        for chosen in course.rest_of_epoch(known):
            losses.append(course.update(lessons.loss(below, chosen, WEIGHTS, even, with_own=True)))
            if course.step % SAY_EVERY == 0:
                mean = {name: round(sum(one.get(name, 0.0) for one in losses) / len(losses), 3) for name in losses[0]}
                seconds = (time.perf_counter() - begin) / len(losses)
                log.info("epoch %d, step %d of %d: %s, %.2f s", course.epoch, course.step, course.steps, mean, seconds)
                losses, begin = [], time.perf_counter()
            if course.step % KEEP_EVERY == 0:
                course.keep(out / "state.pt")
        trial = Trial(held, tokenizer, TorchNetwork(joint))
        least = trial.best()
        scores = trial.scores(least)
        log.info("epoch %d, dev: %s at %s", course.epoch, scores, least)
        total = scores["NER"] + scores["Rel+"]
        if total > course.best.get("total", -1.0):
            course.best = {"total": total, "thresholds": asdict(least)}
            save(joint, out / "best.pt")
        course.next_epoch()
        course.keep(out / "state.pt")


def table(own: str, scores: dict[str, dict[str, float]]) -> str:
    """Markdown: our scores beside what others gave."""
    heads = [f"{test} {measure}" for test in TESTS for measure in MEASURES]
    rows = {own: [f"{scores[test][measure]:.2f}" for test in TESTS for measure in MEASURES]}
    for name, given in PUBLISHED.items():
        rows[name] = [given.get(measure, "") if test == "test" else "" for test in TESTS for measure in MEASURES]
    lines = [["F1", *heads], ["---", *["---:"] * len(heads)], *([name, *cells] for name, cells in rows.items())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def part(folder: Path, name: str, limit: int) -> list[Text]:
    """The texts of one of SciER's parts; says how many mentions and relations were found."""
    path = folder / f"{name}.jsonl"
    if name == "train" and not (path.is_file() and path.stat().st_size):
        path = folder / "llm-train.jsonl"
    found = sentences(path)
    made = texts(found)
    named, pairs = (sum(map(len, column)) for column in ([s.mentions for s in found], [s.relations for s in found]))
    lost = sum(sentence.lost for sentence in found)
    sizes = (len(found), len(made), named, pairs, lost)
    log.info("%s: %d sentences in %d texts, %d mentions, %d relations, %d not found", path.name, *sizes)
    return made[: limit or None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scier", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--encoders", type=Path, default=Path("encoders"), help="where encoders lie and are fetched to")
    parser.add_argument("--encoder", choices=LAYERS, default="mpnet")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--papers-a-step", type=int, default=4)
    parser.add_argument("--limit", type=int, default=0, help="only so many texts of each part; 0: all")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(1)
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    encoder = encoders.fetch(options.encoder, options.encoders)
    tokenizer = encoders.tokenizer_of(encoder)
    made = (example(text, tokenizer) for text in part(options.scier, "train", options.limit))
    known = [one for one in made if len(one.pieces) <= WINDOW]
    joint = Joint(Encoder.load(encoder, *LAYERS[options.encoder])).to(device)
    pace = Pace(epochs=options.epochs, papers_a_step=options.papers_a_step, rate=7e-5, head_rate=6e-4)
    course = Course(joint, pace, seed=1)
    teach(course, known, part(options.scier, "dev", options.limit), tokenizer, options.out)
    least = Thresholds(**course.best["thresholds"])
    network = TorchNetwork(load(options.out / "best.pt").to(device))
    held = {test: part(options.scier, test, options.limit) for test in TESTS}
    scores = {test: Trial(some, tokenizer, network).scores(least) for test, some in held.items()}
    print(table(f"this network, {options.encoder}", scores))


if __name__ == "__main__":
    main()
