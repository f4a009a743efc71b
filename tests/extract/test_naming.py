import pytest

from kg.extract.naming import as_in_sentence, choose


@pytest.mark.parametrize(
    ("written", "spelt", "is_own", "name"),
    [
        (["Large Language Models", "LLMs"], ["Large Language Models"], False, "large language model"),
        (["graph neural networks"], [], False, "graph neural network"),
        (["zonal pooling layers", "ZPLs"], ["zonal pooling layers"], False, "zonal pooling layer"),
        (["Comparative Knowledge Distillation", "CKD"], ["Comparative Knowledge Distillation"], True, "CKD"),
        (["data compliance gap", "DCG"], ["data compliance gap"], True, "data compliance gap"),
        (["Focused-view Fusion Networks"], [], True, "Focused-view Fusion Network"),
        (["Video-in-the-Loop", "ViTL"], ["Video-in-the-Loop"], True, "ViTL"),
        (["nuScenes"], [], False, "nuScenes"),
        (["WinoBias"], [], False, "WinoBias"),
        (["GFNs"], [], False, "GFN"),
        ([r"\textbf{G}eneral \textbf{A}ction \textbf{E}xpert"], [], True, "General Action Expert"),
        (["$$"], [], False, "$$"),
    ],
)
def test_names(written: list[str], spelt: list[str], is_own: bool, name: str) -> None:
    assert choose(written, spelt, is_own) == name


def test_capitals_of_titles_and_of_sentences_are_no_part_of_a_name() -> None:
    assert as_in_sentence("Multi-token prediction", in_title=False) == "multi-token prediction"
    assert as_in_sentence("Cross-Mode Knowledge Retrieval", in_title=True) == "cross-mode knowledge retrieval"
    assert as_in_sentence("LLM Unlearning", in_title=True) == "LLM Unlearning"
    assert as_in_sentence("ImageNet", in_title=False) == "ImageNet"
