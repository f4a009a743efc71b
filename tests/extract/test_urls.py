import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import urls


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Code is available at https://github. com/pUmpKin-Co/SparsityAndCoD.",
            ("https://github.com/pUmpKin-Co/SparsityAndCoD",),
        ),
        (
            "Our code is publicly available at https://github.com/snumprlab/scale.",
            ("https://github.com/snumprlab/scale",),
        ),
        (
            "Code is available at \\href{https://github.com/skyshoumeng/MapGR}{\\texttt{github.com/skyshoumeng/MapGR}}.",
            ("https://github.com/skyshoumeng/MapGR",),
        ),
        (
            "Our code is available at: \\url{https://github.com/daiquocnguyen/QGNN}.",
            ("https://github.com/daiquocnguyen/QGNN",),
        ),
        (
            "The implementation is available: [https://github.com/shuoli90/TRAQ](https://github.com/shuoli90/TRAQ).",
            ("https://github.com/shuoli90/TRAQ",),
        ),
        (
            "a library at [this https URL](https://github.com/UFO-101/auto-circuit) that",
            ("https://github.com/UFO-101/auto-circuit",),
        ),
        (
            "is available at https: //github.com/Mdraqibkhan/Spectroformer.",
            ("https://github.com/Mdraqibkhan/Spectroformer",),
        ),
        (
            "is available at https://github.com/ykotseruba/ PedestrianActionBenchmark.",
            ("https://github.com/ykotseruba/PedestrianActionBenchmark",),
        ),
        (
            "Visit https://sites.google. com/view/upn-public/home for video",
            ("https://sites.google.com/view/upn-public/home",),
        ),
        (
            "the code at github.com/sahaisaumya/informal_fallacies.",
            ("https://github.com/sahaisaumya/informal_fallacies",),
        ),
        (
            "video at \\url{https://www.youtube.com/watch?v=jMVBg_e3gLw}.",
            ("https://www.youtube.com/watch?v=jMVBg_e3gLw",),
        ),
        ("the website (https://pawslocomotion.com).", ("https://pawslocomotion.com",)),
        ("Our code is at https://github.com/a/b\\_c.", ("https://github.com/a/b_c",)),
        ("Code: https://github.com/a/b. We then show", ("https://github.com/a/b",)),
    ],
)
def test_links(text: str, found: tuple[str, ...]) -> None:
    assert urls.find(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "We crawl questions asked on https://stackoverflow.com every day.",
        "see ftp://example.org/data and javascript:alert(1)",
        "our code is at https://",
        "our code is at https://localhost/x",
        "our code is at https://user:pw@example.org/x",
    ],
)
def test_what_is_no_link_of_the_paper(text: str) -> None:
    assert urls.find(text) == ()


def test_markup_does_not_come_through() -> None:
    text = (
        "code at https://a.org/x\"><script>alert(1)</script> and data at https://b.org/y\x00z and page https://c.org/'x"
    )
    assert urls.find(text) == ("https://a.org/x", "https://b.org/y", "https://c.org/")


@given(
    st.lists(
        st.sampled_from(
            [
                "https://",
                "http: //",
                "github.com/",
                "a.b",
                "/",
                ". com",
                "\\_",
                "{",
                "}",
                '"',
                "<",
                " code ",
                "\x07",
                "é",
                ")",
            ]
        )
    )
)
def test_any_text_is_read_and_gives_plain_links(parts: list[str]) -> None:
    for link in urls.find("".join(parts)):
        assert re.fullmatch(r"https?://[A-Za-z0-9.:-]+(?:/[!#-&(-;=?-~]*)?", link)
