import pytest

from kg.core.types import DocId, Document
from kg.extract.heads import given_types, named_type
from kg.extract.scene import scene_of


@pytest.mark.parametrize(
    ("text", "name", "types"),
    [
        ("We introduce CoRI, a pipeline that generates language.", "CoRI", ["Method"]),
        ("We present ScamFerret (SF), an autonomous agent based on GPT-4.", "ScamFerret", ["Model"]),
        ("We propose **AgEval**, a comprehensive benchmark for agents.", "AgEval", ["Benchmark"]),
        ("We introduce OmniGS a novel splatting system to take it.", "OmniGS", ["Method"]),
        ("BRIGHT is the first text retrieval benchmark.", "BRIGHT", ["Benchmark"]),
        ("as seen on the TinyStories corpus", "TinyStories", ["Dataset"]),
        ("Our framework, MTPC, allows one to explore.", "MTPC", ["Method"]),
        ("an approach called ReFeed in which", "ReFeed", ["Method"]),
        ("datasets such as NYUDv2 and BIPED are used", "BIPED", ["Dataset"]),
        ("pretrained models (e.g., LLaMA, Mistral)", "Mistral", ["Model"]),
        ("the Movielens20M and Netflix datasets", "Movielens20M", ["Dataset"]),
        ("Extensive experiments on Cityscapes, COCO, and ADE20K validate it.", "ADE20K", ["Dataset"]),
        ("On zero-shot tasks, DualNet excels.", "DualNet", []),
        ("an image classification model", "image classification", []),
    ],
)
def test_types_that_the_paper_gives(text: str, name: str, types: list[str]) -> None:
    start = text.index(name)
    around = scene_of(Document(DocId("p"), text)).around(start, start + len(name))
    assert [type_ for type_, _ in given_types(name, around.left, around.right)] == types


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("ResNet-18", ["Model"]),
        ("GRPO", ["Method"]),
        ("ZoomBench", ["Benchmark"]),
        ("Zoom-Bench", ["Benchmark"]),
        ("Zoom Benchmark", ["Benchmark"]),
        ("Qwen-Image-Zoom", ["Model"]),
        ("LLaMA-Zoom dataset", []),
        ("image classification", []),
    ],
)
def test_types_that_a_name_shows_by_itself(name: str, types: list[str]) -> None:
    assert [type_ for type_, _ in named_type(name)] == types
