from __future__ import annotations

from collections.abc import Sequence

import pytest

from kg.core.errors import BadDocument
from kg.core.types import Document, Issue
from kg.read import Source, pdf

PAGE = (
    (8, "arXiv:2501.00001v2 [cs.CL] 3 Jan 2025"),
    (17, "FooNet: A Network"),
    (17, "That Reads Papers"),
    (10, "Ada Lovelace, Alan Turing"),
    (12, "Abstract"),
    (10, "We introduce FooNet, a net-"),
    (10, "work that reads (all) papers."),
    (12, "1 Introduction"),
    (10, "Long ago and far away."),
)


def made(*pages: Sequence[tuple[int, str]], trailer: str = "") -> bytes:
    """A PDF whose pages hold these lines, each with its size."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, lines in enumerate(pages):
        y, drawn = 740.0, []
        for size, line in lines:
            y -= size * 1.5
            escaped = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            drawn.append(f"BT /F1 {size} Tf 72 {y} Td ({escaped}) Tj ET")
        body = "\n".join(drawn)
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
            f" /Contents {5 + 2 * number} 0 R >>",
            f"<< /Length {len(body)} >>\nstream\n{body}\nendstream",
        ]
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return (
        f"{text}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R {trailer}>>\nstartxref\n{len(text)}\n%%EOF\n"
    ).encode("latin-1")


def read(data: bytes) -> list[Document | Issue]:
    return list(pdf.read(Source.of_bytes("x.pdf", data)))


def test_title_and_abstract_are_read_of_two_thousand_pages() -> None:
    assert pdf.recognises(Source.of_bytes("x", made(PAGE)).head())
    (document,) = read(made(PAGE, *[[(10, "More text.")]] * 1999))
    assert isinstance(document, Document)
    assert (document.id, document.title, document.abstract, document.year) == (
        "2501.00001",
        "FooNet: A Network That Reads Papers",
        "We introduce FooNet, a network that reads (all) papers.",
        2025,
    )


def test_without_an_abstract_the_title_is_read_and_an_issue_says_so() -> None:
    issue, document = read(made([line for line in PAGE if line[1] != "Abstract"]))
    assert str(issue) == "x.pdf: no abstract found in this PDF: only its title is read"
    assert isinstance(document, Document)
    assert document.text == "FooNet: A Network That Reads Papers\n\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (made([]), "a PDF without text, such as a scan: run it through OCR, or give its title and abstract"),
        (made(PAGE)[:300], "a damaged PDF: get it again"),
        (b"%PDF-1.7\n", "a damaged PDF: get it again"),
        (
            made(
                PAGE,
                trailer="/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + "41" * 32 + "> /U <"
                + "42" * 32 + "> >> ",
            ),
            "an encrypted PDF: save it without its password",
        ),
    ],
)  # fmt: skip
def test_a_pdf_that_cannot_be_read_is_one_line(data: bytes, message: str) -> None:
    with pytest.raises(BadDocument, match=f"^{message}$"):
        read(data)
