from kg.core.schema import schema
from kg.extract.lexicon import clues, endings, likely_type, odds, shape


def test_words_that_begin_and_end_names() -> None:
    assert odds("learning").last > 0 > odds("learning").first
    assert odds("the").within < -3
    assert odds("propose").opens > odds("however").opens


def test_unknown_words_are_judged_by_their_ending() -> None:
    assert odds("zzquuxing") == odds("foobaring")
    assert odds("foobar-based").last < odds("foobarization").last
    assert [endings(word) for word in ("learning", "graph-based", "llama-7", "256", "x")] == [
        ("*ing",),
        ("*-based", "*sed"),
        ("*1",),
        ("*0",),
        ("*x",),
    ]


def test_shapes() -> None:
    names = [
        "Large Language Model",
        "Gaussian process",
        "neural network",
        "BERT",
        "nuScenes",
        "CIFAR-10",
        "Transformer",
    ]
    assert [shape(name.split()) for name in names] == ["Aa Aa", "Aa aa", "aa aa", "AA", "aA", "AA1", "Aa"]


def test_clues_of_a_name() -> None:
    assert clues("Convolutional neural networks", "by", ".") == (
        "network",
        "*ork",
        "convolutional",
        "by",
        ".",
        "Aa aa",
    )


def test_the_likeliest_type() -> None:
    found = [
        likely_type("reinforcement learning", "of", "for")[0],
        likely_type("large language models", "of", ".")[0],
        likely_type("question answering", "for", ".")[0],
        likely_type("CIFAR-10", "on", ",")[0],
        likely_type("perplexity", "lower", ".")[0],
        likely_type("generalization", "improve", ".")[0],
    ]
    assert found == ["Method", "Model", "Task", "Dataset", "Metric", "Concept"]
    assert set(found) < set(schema().types)
