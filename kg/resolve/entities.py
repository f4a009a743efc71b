"""From a cluster to the entity: its id, name, aliases, type, and why its names are one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kg.core import ids, names
from kg.core.schema import schema
from kg.core.types import Entity, Mention, Reason
from kg.resolve.cluster import Cluster
from kg.resolve.match import difference
from kg.resolve.reasons import HEAD_NOUN, TYPE, joins
from kg.resolve.sightings import Sighting

_SURE, _NAMED_TOGETHER = 1.0, 0.9


def entity_of(cluster: Cluster) -> Entity:
    """The entity that `cluster` is.

    The id is made of the full name alone, in the spelling with the most words, so that counts do not change it.
    """
    forms = _forms(cluster.sightings)
    spellings = [cluster.known.name] if cluster.known else _full_forms(cluster, forms)
    full = min(map(names.normal, spellings), key=lambda normal: (-normal.count(" "), normal))
    candidates = [form for form in spellings if names.key(form) == names.key(full)]
    filed = Counter(sighting.name for sighting in cluster.sightings)
    name = min(candidates, key=lambda form: _rank(form, forms, filed))
    votes = _votes(cluster.sightings)
    why = {*cluster.reasons, *_spellings(cluster, forms, name), *_dissent(votes)}
    return Entity(
        ids.entity(_distinct(full, cluster)),
        next(iter(votes)),
        name,
        tuple(sorted(form for form, papers in forms.items() if papers and form != name)),
        _mentions(cluster.sightings),
        tuple(sorted(why)),
    )


def _distinct(full: str, cluster: Cluster) -> str:
    """The full name, told apart from the same name of another thing by its capitals or its owner."""
    if cluster.apart and names.key(cluster.apart) == names.key(full):
        full = cluster.apart
    return f"{full} ({cluster.owner})" if cluster.owner else full


def _forms(sightings: Sequence[Sighting]) -> dict[str, int]:
    """In how many papers the entity is written so; 0 for a name that stands in no paper in these words."""
    found: dict[str, int] = {}
    for sighting in sightings:
        for form, count in sighting.forms.items():
            found[form] = found.get(form, 0) + (count > 0)
    return found


def _full_forms(cluster: Cluster, forms: dict[str, int]) -> list[str]:
    """The forms that name it in full, without a noun that says what it is where some do."""
    if len(forms) == 1:
        return list(forms)
    longer = {names.key(reason.left) for reason in cluster.reasons if reason.rule == HEAD_NOUN}
    named = [one for one in cluster.sightings if one.key not in longer] or cluster.sightings
    said = [one for one in named if not one.is_inferred] or named
    keys = {names.key(one.name) for one in [one for one in said if not one.is_bare] or said}
    return [form for form in forms if names.key(form) in keys]


def _rank(form: str, forms: Mapping[str, int], filed: Mapping[str, int]) -> tuple[bool, int, int, int, str]:
    """Best first: the form without plural and brackets, in most papers, that most file it under, with the fewest
    capitals."""
    is_plain = sum(map(str.isalnum, form)) == sum(map(str.isalnum, names.normal(form)))
    return not is_plain, -forms.get(form, 0), -filed.get(form, 0), sum(map(str.isupper, form)), form


def _votes(sightings: Sequence[Sighting]) -> dict[str, float]:
    """Each type with its share of the scores, the largest first; of equal ones the schema's first."""
    votes: dict[str, float] = defaultdict(float)
    for sighting in sightings:
        votes[sighting.entity.type] += sighting.entity.score
    if len(votes) == 1:
        return dict.fromkeys(votes, 1.0)
    total = sum(votes.values()) or 1.0
    order = ("", *schema().types)
    shares = {type_: round(vote / total, 4) for type_, vote in votes.items()}
    return dict(sorted(shares.items(), key=lambda vote: (-vote[1], order.index(vote[0]), vote[0])))


def _dissent(votes: dict[str, float]) -> Iterator[Reason]:
    chosen, *others = votes
    for other in others:
        yield Reason(TYPE, chosen, other, votes[other])


def _spellings(cluster: Cluster, forms: dict[str, int], name: str) -> Iterator[Reason]:
    """Why each form is the entity's, but for those that a reason of the cluster already names."""
    if forms.keys() == {name}:
        return
    explained = {names.key(form) for reason in cluster.reasons if joins(reason) for form in (reason.left, reason.right)}
    by_key: dict[str, list[str]] = defaultdict(list)
    for form in sorted(filter(forms.get, forms), key=lambda form: _rank(form, forms, {})):
        by_key[names.key(form)].append(form)
    for key, written in by_key.items():
        first = name if key == names.key(name) else written[0]
        if first != name and key not in explained:
            yield Reason("named together", name, first, _NAMED_TOGETHER)
        for form in written:
            if form != first:
                yield Reason(difference(first, form), first, form, _SURE)


def _mentions(sightings: Sequence[Sighting]) -> tuple[Mention, ...]:
    found = {mention: None for sighting in sightings for mention in sighting.entity.mentions}
    return tuple(sorted(found, key=_place))


def _place(mention: Mention) -> tuple[str, int, int, str, float, str]:
    evidence = mention.evidence
    span = evidence.span
    return span.doc, span.start, span.end, evidence.by, evidence.score, mention.type
