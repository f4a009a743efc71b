"""Extractions kept by content, so that a paper is read once whatever build it is in.

The key is a digest of the paper's text and of everything else that can change what is extracted from it: the
extractor, its code, the libraries below it and the ontology. An entry that is damaged is a miss.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import kg
from kg.core import ids
from kg.core.codec import extraction_from_json, extraction_to_json
from kg.core.schema import ontology_folder
from kg.core.types import Document, Extraction
from kg.run import program

_CODE = ("core", "extract")
_WEIGHTS = "extract/weights/model.json"
_LIBRARIES = ("numpy", "onnxruntime", "tokenizers")
_ENVIRONMENT = {"llm": ("KG_LLM_URL", "KG_LLM_MODEL")}
_VOCABULARY = ("kg.ttl", "*.tsv", "known/*.tsv", "lexicon/*.tsv")


def default_folder() -> Path:
    """`KG_CACHE`, else the platform's cache folder."""
    import platformdirs

    return Path(os.environ.get("KG_CACHE") or platformdirs.user_cache_path("paperkg"))


def fingerprint(extractor: str) -> str:
    """A digest of what an extraction depends on beside the paper: version, extractor, what the environment says to it,
    its code, the weights' digests, the ontology but for the decisions, which act on what was extracted, Python and the
    libraries. Of another distribution's extractor its version stands for its code."""
    settings = [os.environ.get(name, "").strip() for name in _ENVIRONMENT.get(extractor, ())]
    theirs = [
        f"{point.value} {point.dist.name} {point.dist.version}"
        for point in entry_points(group="kg.extractors", name=extractor)
        if point.dist
    ]
    return ids.digest("\n".join([kg.__version__, extractor, *settings, *sorted(theirs), *_below(), *_digests()]))


@cache
def _below() -> list[str]:
    return program.platform_and(_LIBRARIES)


@cache
def _digests() -> list[str]:
    from kg.resolve import decisions

    package = Path(kg.__file__).parent
    code = [*(path for room in _CODE for path in (package / room).rglob("*.py")), *package.glob(_WEIGHTS)]
    vocabulary = {path for pattern in _VOCABULARY for path in ontology_folder().glob(pattern)}
    vocabulary.discard(ontology_folder() / decisions.FILE)
    return program.contents((*code, *vocabulary))


class Cache:
    """Extractions in `folder`, one file each, written beside and renamed. Safe to share between builds."""

    def __init__(self, folder: Path, extractor: str, warn: Callable[[str], None]) -> None:
        self._folder = folder / "extractions"
        self._fingerprint = fingerprint(extractor)
        self._warn = warn
        self._is_kept = True

    def has(self, document: Document) -> bool:
        """Whether there is an entry for this text, whole or damaged."""
        return self._path(document).is_file()

    def get(self, document: Document) -> Extraction | None:
        """What was extracted from this text before, with its evidence cut from `document`."""
        path = self._path(document)
        try:
            checksum, _, payload = path.read_text(encoding="utf-8", errors="surrogatepass").partition("\n")
            if checksum != ids.digest(payload):
                raise ValueError("its checksum is wrong")
            return extraction_from_json(document, json.loads(payload))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, ArithmeticError, RecursionError) as error:
            self._warn(f"{path}: not used, {error}; the paper is read again")
            return None

    def put(self, document: Document, extraction: Extraction) -> None:
        """Keep `extraction`. A cache that cannot be written is warned of once, and then done without."""
        if not self._is_kept:
            return
        path = self._path(document)
        payload = json.dumps(extraction_to_json(extraction), ensure_ascii=True, separators=(",", ":"))
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(f"{ids.digest(payload)}\n{payload}", encoding="utf-8", newline="\n")
            beside.replace(path)
        except OSError as error:
            self._is_kept = False
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            self._warn(f"{path}: not kept, {error.strerror or error}; what is read now is read again next time")

    def _path(self, document: Document) -> Path:
        key = ids.digest(f"{self._fingerprint} {document.abstract_start} {document.digest}")
        return self._folder / key[:2] / f"{key}.json"
