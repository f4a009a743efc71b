import pytest

from kg.core.types import DocId, Document
from kg.extract.introduced import best_cue
from kg.extract.scene import scene_of


@pytest.mark.parametrize(
    ("text", "name", "cue"),
    [
        ("To bridge this gap, we introduce CoRI, a pipeline.", "CoRI", "proposed"),
        ("This paper presents a simple and robust dataset rewriting for it.", "dataset rewriting", "proposed"),
        ("We propose a local ball-query attention mechanism.", "local ball-query attention", "proposed kind"),
        ("We develop an agent and VacSim.", "VacSim", "proposed later"),
        ("At its core is PipeRAG, a retrieval pipeline.", "PipeRAG", "apposition"),
        ("It has a modality gap, which we term contrastive drift.", "contrastive drift", "called"),
        ("Experiments show that our HGTL wins.", "HGTL", "our"),
        ("It learns by a novel token pruning, too.", "token pruning", "new"),
        ("It is a novel token pruning layer.", "token pruning", "new kind"),
        ("The proposed RID is unbiased.", "RID", "new"),
        ("It ends with an Adaptive Activation Cache.", "Adaptive Activation Cache", "a name"),
        ("Prior work proposed ZoomDrop for regularization.", "ZoomDrop", None),
        ("We use a method that Lee et al. call ZoomDrop.", "ZoomDrop", None),
        ("It has (i) a Twin Path Router that picks; and", "Twin Path Router", "enumerated"),
        ("and (ii) Shard-First Planning that packs", "Shard-First Planning", "enumerated"),
        ("It has two parts, ZoneNet and a cache.", "ZoneNet", "one of two"),
        ("We further pair it with Zonal Layer Scaling, which infers scales.", "Zonal Layer Scaling", "explained"),
        ("The ZoomNet framework is then introduced.", "ZoomNet", "is proposed"),
        ("We propose a zonal gradient descent based algorithm.", "zonal gradient descent", None),
    ],
)
def test_ways_to_introduce(text: str, name: str, cue: str | None) -> None:
    start = text.index(name)
    scene = scene_of(Document(DocId("p"), text))
    found = best_cue(scene, [scene.around(start, start + len(name))], is_known=False)
    assert (found and found.name) == cue


def test_a_title_introduces_even_what_is_known() -> None:
    title = "BERT: Pre-training of Deep Transformers"
    scene = scene_of(Document(DocId("p"), title + "\n\nWe read.", title))
    found = best_cue(scene, [scene.around(0, 4)], is_known=True)
    assert found is not None
    assert (found.name, found.mention) == ("title", 0)


def test_what_is_known_is_not_introduced_in_the_text() -> None:
    scene = scene_of(Document(DocId("p"), "We propose BERT for sentences."))
    assert best_cue(scene, [scene.around(11, 15)], is_known=True) is None


def test_a_kind_is_only_introduced_where_it_is_named_first() -> None:
    text = "Zonal pooling is old. We propose a zonal pooling layer."
    scene = scene_of(Document(DocId("p"), text))
    later = text.index("zonal")
    seen = [scene.around(0, 13), scene.around(later, later + 13)]
    assert best_cue(scene, seen, is_known=False) is None


def test_a_further_one_of_what_was_spoken_of_is_not_introduced() -> None:
    text = "Zonal poolings are old. We propose a novel zonal pooling that is fast."
    scene = scene_of(Document(DocId("p"), text))
    later = text.index("zonal")
    seen = [scene.around(0, 14), scene.around(later, later + 13)]
    assert best_cue(scene, seen, is_known=False) is None
    assert best_cue(scene, seen[1:], is_known=False) is not None


def test_a_title_may_begin_or_end_with_what_is_introduced() -> None:
    for title, cue in (("Zonal Routing for Traffic", "title for"), ("Traffic via Zonal Routing", "title via")):
        scene = scene_of(Document(DocId("p"), title + "\n\nWe read.", title))
        start = title.index("Zonal")
        found = best_cue(scene, [scene.around(start, start + 13)], is_known=False)
        assert (found and found.name) == cue
