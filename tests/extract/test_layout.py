"""What the heads are told of mentions."""

from __future__ import annotations

import numpy as np

from kg.core.types import DocId, Document
from kg.extract.layout import layout, pieces_at
from kg.extract.pieces import Pieces

TEXT = "GQA\n\nGQA beats MQA. ImageNet."
PLACES = [(0, 0), (0, 3), (5, 5), (5, 8), (9, 14), (15, 18), (18, 19), (20, 28), (28, 29), (29, 29)]
PIECES = Pieces(tuple(range(10)), (0,) * 10, tuple(a for a, _ in PLACES), tuple(b for _, b in PLACES), (False,) * 10)
DOCUMENT = Document(DocId("p"), TEXT, "GQA")


def test_characters_are_found_in_their_pieces() -> None:
    assert pieces_at(PIECES, 0, 3) == (1, 2)
    assert pieces_at(PIECES, 5, 8) == (3, 4)
    assert pieces_at(PIECES, 9, 18) == (4, 6)
    assert pieces_at(PIECES, 16, 17) == (5, 6)
    assert pieces_at(PIECES, 4, 5) == (2, 3)


def test_who_is_whose_and_how_far_apart() -> None:
    laid = layout(DOCUMENT, PIECES, [[(1, 2), (3, 4)], [(5, 6)], [(7, 8)]])
    assert laid.firsts.tolist() == [1, 3, 5, 7]
    assert laid.members.tolist() == [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert laid.facts.tolist() == [[1, 5, 6], [0, 4, 7], [0, 4, 8]]
    assert laid.steps[0].tolist() == [8, 9, 10, 10]
    assert np.array_equal(laid.steps + laid.steps.T, np.full((4, 4), 16))
    assert laid.apart[0].tolist() == [3, 4, 4, 5]
