"""Head nouns that say again what a proper name is: "the DETR framework" is DETR, "BLEU score" is BLEU.

A name of a class, a field or a modality makes another thing with the same noun ("language model", "VQA dataset"), and
so does a way of training with a noun for what was trained ("LoRA model"): those stay whole.
"""

from __future__ import annotations

import re

from kg.core import english

_DATA = frozenset(["benchmark", "corpus", "dataset"])
_MADE = frozenset(["algorithm", "framework", "library", "optimizer", "simulator", "toolkit"])
_THING = _DATA | _MADE | {"approach", "method"}
_TRAINED = frozenset(["architecture", "backbone", "model"])
_NETWORK = frozenset(["network"])
_MEASURE = frozenset(["metric", "score"])
_NOUNS = _THING | _TRAINED | _NETWORK | _MEASURE

_METRIC = re.compile(
    r"ap|au[cp]|auroc|auprc|bertscore|bleu(?:rt)?|bleu\d|[cwm]er|chrf(?:\+\+)?|ciderd?|clipscore|comet|dice|em|fid"
    r"|f[12β]|g?fid|fvd|[mg]?iou|geval|hota|idf1|iq?a|kid|lpips|mae|map|mauve|mcc|meteor|mota|mrr|n?dcg(?:@\d+)?|nmi|pck"
    r"|pesq|psnr|r2|r@\d+|rouge(?:\d|l|lsum)?|r?mse|spice|ssim|stoi|sisdr|ter",
    re.IGNORECASE,
)
_MODEL_CLASS = re.compile(r"\w*(?:LM|LMM|NN|VLA|GAN|VAE|LSTM|GRU|MLP|GCN|HMM|GMM)s?")
_FIELD_WORDS = """
    1d 2d 3d 4d 5g 6d 6dof agi ai aigc api ar asic asr auv bci cad cfd ci cl covid covid19 cpu cs csp csv ct
    cuda cv deepmind dl dna dom drl dsl ecg ecog eeg ehr em emg emr eog eu fl fmri fpga gis github gnss gps
    gpu gui har hci hdr hpc hri html i2i i2v icl icu id iid il ilp imu iot ir irl javascript json kb kbqa kg
    kgqa latex lfd lidar lp ltl marl mdp milp ml moe mr mri mt nas ner nl2sql nlg nli nlp nlu nmt ocr ode odqa
    ood openai pde pdf pet phri poi pomdp ppg pytorch qa qp rag re reid rgb rgbd rl rna sar sat sde slam slu
    smt sota sql sr ssl stem stt t2i t2v tensorflow tod tts tv typescript uav ugv ui uk un us usa usv ux v2x
    vqa vr xai xml xr youtube
"""
_TRAINING_WORDS = """
    adam cot dp dpo erm fedavg gptq grpo kd lora peft ppo ptq qat qlora relu rft rlaif rlhf rlvr sft sgd tta
"""
_FIELD = frozenset(_FIELD_WORDS.split())
_TRAINING = frozenset(_TRAINING_WORDS.split())
_STRONG = re.compile(r"[A-Z]\w*[A-Z]|[a-z]\w*[A-Z]|[A-Za-z]\d")
_VARIANT = re.compile(
    r"v?\d[\d.]*[A-Za-z]?|[A-Z]|base|bench|flash|instruct|large|lite|max|mini|nano|plus|preview|pro|small|tiny|turbo|xl",
    re.IGNORECASE,
)

_LETTER = re.compile(r"[A-Za-z]")
_SIGNS = frozenset("*+")
_LANGUAGE = ["C", "+", "+"]

_LONG_ACRONYM = 4


def without_head_noun(words: list[str]) -> list[str]:
    """The words of a name, in their own case, without a last noun that only says what it is.

    All of them where the rest is no proper name.
    """
    if len(words) < 2:
        return words
    rest, noun = last_noun(words)
    is_plural = noun[-1:] != words[-1][-1:].casefold()
    return rest if rest and noun in _NOUNS and _is_redundant(noun, rest, is_plural) else words


def last_noun(words: list[str]) -> tuple[list[str], str]:
    """The words before the last noun, and that noun in the singular; "data set" is one."""
    noun = english.american(english.singular(words[-1].casefold()))
    if noun == "set" and [word.casefold() for word in words[-2:-1]] == ["data"]:
        return words[:-2], "dataset"
    return words[:-1], noun


def _is_redundant(noun: str, rest: list[str], is_plural: bool) -> bool:
    if noun in _MEASURE:
        return any(_METRIC.fullmatch("".join(rest[-size:])) for size in (1, 2, 3))
    is_class = _MODEL_CLASS.fullmatch(rest[-1]) is not None
    if noun in _NETWORK or is_class:
        return is_class and noun in _NETWORK | _TRAINED
    if rest[-1].casefold() in _TRAINING and noun in _TRAINED | _DATA:
        return False
    return _is_acronym_of_one(rest[-1], noun, is_plural) and _is_proper(rest)


def _is_acronym_of_one(word: str, noun: str, is_plural: bool) -> bool:
    """Not where a short acronym before a noun may name a task or a class ("QG models", "FAS dataset")."""
    if not (word.isalpha() and word.isupper()) or _VARIANT.fullmatch(word):
        return True
    if len(word) < _LONG_ACRONYM:
        return noun in _MADE and not is_plural
    return not is_plural or noun == "model"


def _is_proper(words: list[str]) -> bool:
    """Whether `words` end in a proper name, with or without a version after it.

    It is known by its capitals and digits, or by a sign at its end ("k-means++").
    """
    *before, last = words
    if last in _SIGNS:
        return [word.upper() for word in words[-3:]] != _LANGUAGE
    if "".join(words[-2:]).casefold() in _FIELD or last.casefold() in _FIELD:
        return False
    if _STRONG.search(last):
        return True
    if not _VARIANT.fullmatch(last) or not before:
        return False
    while len(before) > 1 and _VARIANT.fullmatch(before[-1]):
        before.pop()
    is_name = before[-1][0].isupper() and not _LETTER.fullmatch(last)
    return is_name or _STRONG.search(before[-1]) is not None
