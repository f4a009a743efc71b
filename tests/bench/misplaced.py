"""How often a name that the field knows, written in full by a paper, is filed under another thing in a graph.

python tests/bench/misplaced.py FOLDER

FOLDER is a build's. A paper and a known name that it writes count once; short forms, which may stand for several
things, do not. What is misplaced is listed, most papers first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from kg.core import names
from kg.core.known import known_by_key
from kg.graph import store
from kg.run.plugins import STORE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    named, misplaced = 0, Counter[tuple[str, str]]()
    for entity in store.load(parser.parse_args().folder / STORE).entities:
        quotes = {(mention.evidence.span.doc, mention.evidence.quote) for mention in entity.mentions}
        full = ((doc, known_by_key().get(names.key(quote))) for doc, quote in quotes if not names.is_short_form(quote))
        written = {(doc, known.name) for doc, known in full if known}
        named += len(written)
        misplaced.update((known, entity.name) for _, known in written if names.key(known) != names.key(entity.name))
    for (known, name), papers in misplaced.most_common():
        print(f"{papers:5}  {known} under {name}")
    print(f"{named} known names in papers, {misplaced.total()} of them under another ({misplaced.total() / named:.2%})")


if __name__ == "__main__":
    main()
