"""Groups of keys whose names are one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.core import names
from kg.core.types import Reason
from kg.resolve.match import Match
from kg.resolve.reasons import KNOWN_NAME
from kg.resolve.vocabulary import Vocabulary

_CENTURY = re.compile(r"^(?:19|20)(?=\d\d$)")


@dataclass(slots=True)
class Groups:
    """Keys of full names joined into groups: never two whose numbers or signs differ, nor two that are kept apart,
    unless the field knows them as one, or by decision. `reasons` are those of each key."""

    vocabulary: Vocabulary
    reasons: list[tuple[str, Reason]] = field(default_factory=list)
    _above: dict[str, str] = field(default_factory=dict)
    _apart: dict[str, set[str]] = field(default_factory=dict)

    def find(self, key: str) -> str:
        """The smallest key of the group of `key`."""
        group = key
        while (above := self._above.get(group, group)) != group:
            group = above
        if group != key:
            self._above[key] = group
        return group

    def join(self, found: Iterable[Match]) -> None:
        """Join what may be one."""
        for pair in sorted(set(found)):
            left, right = self.vocabulary.name(pair.left), self.vocabulary.name(pair.right)
            may_be_one = pair.reason.rule == KNOWN_NAME or _may_be_one(left, right)
            if may_be_one and not self.are_apart(pair.left, pair.right):
                self.unite(pair)

    def unite(self, pair: Match) -> None:
        """Join two keys without asking whether they may be one."""
        first, second = sorted((self.find(pair.left), self.find(pair.right)))
        self.reasons += [(pair.left, pair.reason), (pair.right, pair.reason)]
        if first != second:
            self._above[second] = first
            if second in self._apart:
                self._apart[first] = self._apart.get(first, set()) | self._apart[second]

    def keep_apart(self, pair: Match) -> None:
        """Never join the groups of two keys, which are two as yet."""
        left, right = self.find(pair.left), self.find(pair.right)
        self.reasons += [(pair.left, pair.reason), (pair.right, pair.reason)]
        self._apart.setdefault(left, set()).add(right)
        self._apart.setdefault(right, set()).add(left)

    def are_apart(self, left: str, right: str) -> bool:
        """Whether two keys are in groups that are kept apart."""
        apart = self._apart.get(self.find(left))
        return apart is not None and self.find(right) in map(self.find, apart)


def _may_be_one(left: str, right: str) -> bool:
    return _numbers(left) == _numbers(right) or names.abbreviates(left, right) or names.abbreviates(right, left)


def _numbers(name: str) -> tuple[str, ...]:
    """What two names of one thing have in common: numbers and signs, of a year its last two digits."""
    return tuple(_CENTURY.sub("", number) for number in names.identity(name))
