"""Who wins where proposals overlap: the surest, and of equals the longest; agreement makes surer.

But where a paper defines an abbreviation, it says itself where a name begins and ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kg.extract.proposals import Proposal

_DEFINED = "rule:defined"
_SUREST = 0.99


def settle(proposals: Iterable[Proposal]) -> list[Proposal]:
    """The proposals that stand, in the order of the text, no two of them overlapping."""
    agreed = sorted(_agree(proposals), key=lambda p: (p.by != _DEFINED, -p.score, p.start - p.end, p))
    taken = bytearray(max((p.end for p in agreed), default=0))
    standing = []
    for proposal in agreed:
        if not any(taken[proposal.start : proposal.end]):
            taken[proposal.start : proposal.end] = b"\1" * (proposal.end - proposal.start)
            standing.append(proposal)
    return sorted(standing)


def _agree(proposals: Iterable[Proposal]) -> Iterable[Proposal]:
    """One proposal for each place and type, as sure as all that say so are together."""
    same: dict[tuple[int, int, str], dict[str, Proposal]] = defaultdict(dict)
    for proposal in sorted(proposals):
        sources = same[proposal.start, proposal.end, proposal.type]
        sources[proposal.by] = max(proposal, sources.get(proposal.by, proposal), key=lambda p: p.score)
    for (start, end, type_), sources in same.items():
        best = max(sources.values(), key=lambda p: (p.by == _DEFINED, p.score, p.by))
        doubt = 1.0
        for source in sources.values():
            doubt *= 1 - source.score
        yield Proposal(start, end, type_, best.by, min(1 - doubt, _SUREST))
