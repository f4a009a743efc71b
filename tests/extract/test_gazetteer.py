from kg.extract import gazetteer
from kg.extract.words import words_of


def found(text: str) -> dict[str, str]:
    return {text[p.start : p.end]: p.type for p in gazetteer.propose(text, words_of(text))}


def test_known_names_in_any_number_and_spelling() -> None:
    text = "Convolutional Neural Networks, vision language models and GPT-4 on CIFAR-10"
    assert found(text) == {
        "Convolutional Neural Networks": "Model",
        "vision language models": "Model",
        "GPT-4": "Model",
        "CIFAR-10": "Dataset",
    }


def test_the_longest_known_name_wins() -> None:
    assert found("autoregressive language models") == {"autoregressive language models": "Model"}


def test_a_proper_name_of_one_word_keeps_its_capitals() -> None:
    assert found("trained with Adam on the Adam optimizer") == {"Adam": "Method", "Adam optimizer": "Method"}
    assert found("a bird, a clip, an adapt, two maps and a lora") == {}


def test_punctuation_parts_names() -> None:
    assert "language, model" not in found("of language, model size")
