from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.read.latex import from_latex


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"{\'E}va S{\o}rensen and Kurt G\"{o}del", "Éva Sørensen and Kurt Gödel"),
        (r"Jos\'e {\v C}apek {\v{c}} \v{S}", "José Čapek č Š"),
        (r"Erd\H{o}s, na{\"\i}ve, \'{\i}, {\'\i}, {\c c}, \c{S}", "Erdős, naïve, í, í, ç, Ş"),
        (r"Stra{\ss}e, \AA{}lesund, {\L}ukasz, \ae sop", "Straße, Ålesund, Łukasz, æsop"),
        (r"{BERT}: Pre-training of {D}eep Transformers", "BERT: Pre-training of Deep Transformers"),
        (r"\textbf{FooNet} and {\it bar} with \emph{$x^{2}$}", "FooNet and bar with $x^{2}$"),
        (r"\textsc{Foo}Net \texttt{a\_b} \textcolor{red}{now}", "FooNet a_b now"),
        (r"\mkbibemph{Homo sapiens} in \mkbibquote{caves} \textquestiondown{}Why?", "Homo sapiens in caves ¿Why?"),
        (r"20\% of R\&D \#1 \$5 \{a\}", "20% of R&D #1 $5 {a}"),
        (r"3% is no comment", "3% is no comment"),
        (r"``good'' -- or --- so~it is\ldots{} \LaTeX", "“good” – or — so it is… LaTeX"),
        (r"{`}{`}good{'}{'} and {``}good{''}", "“good” and “good”"),
        (r"at \url{https://a.org/b_c~d%20--e}.", "at https://a.org/b_c~d%20--e."),
        (r"code is \href{https://a.org/x}{here}", "code is here (https://a.org/x)"),
        (r"\href{https://a.org/x}{https://a.org/x}", "https://a.org/x"),
        (r"as shown~\citep[see][p. 1]{a,b}.", "as shown."),
        (r"fast\footnote{See \emph{below}.", r"fast\footnoteSee below."),
        (r"fast\footnote{See below.}", "fast (See below.)"),
        (r"$\mathcal{O}(n^{2})$ and \(\alpha\%\) and \[x\] and $$y~z$$", None),
        (r"we propose \method, with \system{x}{y} and \alpha", None),
        (r"a } b { c", "a  b  c"),
        ("ends in \\", "ends in \\"),
        ("plain text, as it is: 'x' \"y\" a_b ^ $", None),
    ],
)
def test_latex_becomes_plain_text_but_for_mathematics(written: str, plain: str | None) -> None:
    assert from_latex(written) == (written if plain is None else plain)


@settings(max_examples=50)
@given(st.text(alphabet=st.sampled_from("\\{}$%~`'\"-^.uvHc[]() \nabtextbfcite0é")))
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(from_latex(text), str)


@given(st.text(alphabet=st.characters(exclude_characters="\\{}~'`-", codec="utf-8")))
def test_text_without_latex_stays(text: str) -> None:
    assert from_latex(text) == text


@pytest.mark.parametrize("piece", ["\\(", "\\[", "$", "\\cite[", "\\href{", " ", "\\'", "{", "\\a{"])
def test_long_hostile_text_is_read_to_its_end(piece: str) -> None:
    assert from_latex("\\" + piece * 3_000 + "{1 end}").endswith("1 end")
