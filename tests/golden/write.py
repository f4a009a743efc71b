"""Write the golden files and `exports/` anew, after a change that is meant to change them: look at the diff.

python tests/golden/write.py
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from kg.core.codec import document_to_json, extraction_to_json
from kg.core.types import Issue
from kg.query.queries import queries
from kg.query.sparql import query
from kg.run.pipeline import Options, build_to, extract
from kg.run.progress import Progress

TESTS = Path(__file__).resolve().parent.parent


def main() -> None:
    papers = [str(TESTS / "papers")]
    options = Options(jobs=1, min_score=0.0)
    lines = []
    for item in extract(papers, options, Progress()):
        if isinstance(item, Issue):
            raise SystemExit(str(item))
        document, extraction = item
        row = {"document": document_to_json(document), "extraction": extraction_to_json(extraction)}
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    (TESTS / "golden" / "extractions.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")
    build_to(TESTS.parent / "exports", papers, Options(jobs=1), Progress())
    with TemporaryDirectory() as folder:
        much = Path(folder)
        build_to(much, papers, Options(jobs=1, min_score=0.3), Progress())
        for named in queries():
            answer = query(much, named.bind({})).text("csv")
            (TESTS / "golden" / "queries" / f"{named.name}.csv").write_text(answer, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
