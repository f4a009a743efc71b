"""From guesses to the entities of a paper: which guesses stand, what names one thing, its type, role and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg.core import names
from kg.core.types import Document, LocalEntity, LocalId, Mention
from kg.extract import bare, kinds, naming, nested, overlap, roles
from kg.extract.abbreviations import Definition
from kg.extract.group import Group, group
from kg.extract.lists import mates
from kg.extract.occurrences import elsewhere
from kg.extract.proposals import Proposal
from kg.extract.scene import Scene, scene_of

_LEAST_SCORE = 0.28


class _Paper(NamedTuple):
    """What is read of a paper before its entities: `listed` are the mates in lists, by where a mention begins."""

    document: Document
    scene: Scene
    spelt: kinds.Spelt
    listed: Mapping[int, Sequence[Proposal]]


def find(
    document: Document, proposals: Iterable[Proposal], definitions: Sequence[Definition]
) -> tuple[LocalEntity, ...]:
    """The entities of `document`, in the order of their first mentions, from proposals of any source."""
    text = document.text
    scene = scene_of(document)
    named = (proposal for proposal in proposals if not bare.is_bare(text[proposal.start : proposal.end]))
    standing = [proposal for proposal in overlap.settle(named) if proposal.score >= _LEAST_SCORE]
    mentions = sorted([*standing, *elsewhere(text, scene.words, standing)])
    paper = _Paper(document, scene, _spelt(text, definitions), mates(text, mentions))
    own = _merged(_entity(paper, mentioned) for mentioned in group(text, mentions, definitions))
    found = _merged((*own, *nested.known_ends(document, scene, own)))
    return tuple(sorted(found, key=lambda entity: _place(entity.mentions[0])))


def _merged(entities: Iterable[LocalEntity]) -> tuple[LocalEntity, ...]:
    """One entity for each id, the first, with the mentions of all."""
    found: dict[LocalId, LocalEntity] = {}
    for entity in entities:
        if same := found.get(entity.id):
            entity = replace(same, mentions=tuple(sorted((*same.mentions, *entity.mentions), key=_place)))
        found[entity.id] = entity
    return tuple(found.values())


def _spelt(text: str, definitions: Sequence[Definition]) -> dict[str, str]:
    """What the paper spells its short forms out as, by their keys; of several the first."""
    spelt: dict[str, str] = {}
    for definition in definitions:
        spelt.setdefault(names.key(text[slice(*definition.short)]), text[slice(*definition.long)])
    return spelt


def _entity(paper: _Paper, mentioned: Group) -> LocalEntity:
    document, scene, spelt, listed = paper
    seen = [scene.around(mention.start, mention.end) for mention in mentioned]
    beside = [scene.around(mate.start, mate.end) for m in mentioned for mate in listed.get(m.start, ())]
    type_ = kinds.type_of(scene, mentioned, seen, beside, spelt)
    score = max(m.score for m in mentioned)
    forms = [document.text[mention.start : mention.end] for mention in mentioned]
    is_known = any(kinds.is_known(form, spelt) for form in forms)
    role = roles.role(scene, type_, score, seen, beside, is_known)
    is_own = role.name == "introduces"
    within = (naming.within_sentence(document, m.start, m.end, scene.sentences) for m in mentioned)
    written = forms if is_own else list(within)
    keys = dict.fromkeys(map(names.key, forms))
    name = naming.choose(written, [spelt[key] for key in keys if key in spelt], is_own)
    return LocalEntity(
        LocalId(names.key(name)),
        type_,
        role.name,
        name,
        tuple(Mention(m.type, document.cut(m.start, m.end, m.by, _rounded(m.score))) for m in mentioned),
        (document.cut(*role.sentence, role.by, _rounded(role.score)),),
        _rounded(score),
    )


def _place(mention: Mention) -> tuple[int, int]:
    return mention.evidence.span.start, mention.evidence.span.end


def _rounded(score: float) -> float:
    return round(score, 3)
