"""English words in one form: the singular of a noun, American spelling. Words come and go in lower case."""

from __future__ import annotations

import re
from functools import lru_cache

_CACHED = 1 << 15

_UNCHANGED_WORDS = (
    "alias atlas bayes bias canvas chaos chronos compas cosmos ethos gas gibbs hawkes keras kubernetes lens means midas"
    " news nuscenes pandas pathos series species stokes"
)
_IRREGULAR_PLURALS = (
    "appendices:appendix automata:automaton axes:axis caches:cache children:child cookies:cookie corpora:corpus"
    " criteria:criterion curricula:curriculum diagnoses:diagnosis equilibria:equilibrium extrema:extremum"
    " formulae:formula halves:half indices:index knives:knife leaves:leaf lemmata:lemma lenses:lens lives:life"
    " loci:locus matrices:matrix maxima:maximum minima:minimum moduli:modulus movies:movie niches:niche"
    " nuclei:nucleus optima:optimum phenomena:phenomenon polyhedra:polyhedron prognoses:prognosis quizzes:quiz"
    " radii:radius schemata:schema shelves:shelf simplices:simplex spectra:spectrum stimuli:stimulus ties:tie"
    " tori:torus vertices:vertex wolves:wolf"
)
_UNCHANGED = frozenset(_UNCHANGED_WORDS.split())
_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_PLURALS.split())
_PLURAL = (
    (re.compile(r"(?<=[^aeiou])ies$"), "y"),
    (re.compile(r"(ly|the|cri)ses$"), r"\1sis"),
    (re.compile(r"(^(?:alia|atla|bia|bu|canva|ga)|bonu|campu|censu|corpu|focu|sensu|statu|viru)ses$"), r"\1s"),
    (re.compile(r"(ss|sh|ch|x|hero|potato|tomato|echo|veto|volcano)es$"), r"\1"),
    (re.compile(r"(metr|top|heurist|characterist|crit|rubr|fabr|clin|mosa|quadr|harmon|statist)ics$"), r"\1ic"),
    (re.compile(r"([cgtn]pu|menu)s$"), r"\1"),
    (re.compile(r"(?<!ic)(?<![siu])s$"), ""),
)

_NOT_ISE = re.compile(
    r"(?:^(?:a|sun|up)?r|comp[rt]|enterpr|surpr|repr|appr|expert|advert|treat|chast|mort|pract|parad|merchand|prom|prem"
    r"|dem|chem|val|^m|^an)is(?:e|ed|er|ers|es|ing)$"
)
_AMERICAN = (
    (re.compile(r"(?<=[dlmnrt])is(ed?|ers?|es|ing|able)$|(?<=[a-uw-z])is(ations?)$"), r"iz\1\2"),
    (re.compile(r"(synthes|emphas|hypothes|critic|public)is(ed?|ers?|es|ing)$"), r"\1iz\2"),
    (re.compile(r"(anal|catal|paral)ys(ed?|ers?|ing)$"), r"\1yz\2"),
    (re.compile(r"((?:mod|lab|trav|tunn|chann|lev|fu|canc)el|(?:sign|marsh|spir)al)l(ed|ers?|ing)$"), r"\1\2"),
    (re.compile(r"(arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|rig|rum|sav|tum|vap|vig)our"), r"\1or"),
    (re.compile(r"(calib|cent|fib|^lit|^met|[aio]met|theat)re(?=s?$)"), r"\1er"),
    (re.compile(r"centred$"), "centered"),
    (re.compile(r"(dial|catal|anal)ogue"), r"\1og"),
    (re.compile(r"(def|off|lic)ence(?=s?$)"), r"\1ense"),
    (re.compile(r"^(h|p|an|leuk)ae(?=m|d|sth)"), r"\1e"),
    (re.compile(r"artefact"), "artifact"),
    (re.compile(r"judgement"), "judgment"),
    (re.compile(r"^grey"), "gray"),
    (re.compile(r"^ageing$"), "aging"),
    (re.compile(r"^programme(?=s?$)"), "program"),
)


@lru_cache(maxsize=_CACHED)
def singular(word: str) -> str:
    """The singular of a noun, or of its part after the last hyphen; what is none, or has three letters, stays."""
    if "-" in word:
        head, hyphen, last = word.rpartition("-")
        return head + hyphen + singular(last)
    if len(word) < 4 or word in _UNCHANGED:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word[-1] == "s":
        for pattern, replacement in _PLURAL:
            if pattern.search(word):
                single = pattern.sub(replacement, word)
                return _IRREGULAR.get(single, single)
    return word


@lru_cache(maxsize=_CACHED)
def american(word: str) -> str:
    """`word` as it is spelt in America."""
    if not _NOT_ISE.search(word):
        for pattern, replacement in _AMERICAN:
            word = pattern.sub(replacement, word)
    return word
