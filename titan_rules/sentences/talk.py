"""What people say around a question: *Ben says he can't*, *is that even legal*, *Item 2:*."""

import re

from ..box.current_box import current
from ..box.vocabulary import is_hex
from ..kernel.jsontext import data_file
from ..position.line.spoken import FAMILY, ROLES, WORDS

_DATA = {kind: frozenset(words.split()) for kind, words in data_file(__file__, "talk.json").items()}
_SPEAKS, _TALKS = (
    _DATA["speaks"],
    frozenset().union(*(_DATA[kind] for kind in ("speaks", "judges", "calls", "openers"))),
)
_AROUND = _TALKS | _DATA["people"] | _DATA["between"]
_OWNERS = ROLES.keys() | WORDS["mine"] | WORDS["theirs"] | {"turn", "phase", "score", "roll", "dice"}
_PARTING = re.compile(
    r"([.;?!,:]+(?=\s|$)(?:\s+(?:and|but|though|yet|because)\b)?|\s-+\s|\b(?:and|but|though|yet|because)\b)"
)
_WORD = re.compile(r"[@!#]?[^\W_](?:[\w'’]|-(?=\w))*")
_LABEL = re.compile(r"^\s*([^:;.?]{1,40}?)\s*:(?=\s)")
_BRACKETED = re.compile(r"^\s*\[([A-Za-z]+)\]\s+")
_SHORTEST = 4  # of a word in a label that is no shorthand
_ENDS = (".", ";", "?", "!")
_CALLS = re.compile(rf"^(?:[@!#]\w+[,:]?\s+|(?:{'|'.join(_DATA['openers'])})\b\s+(?=\S))*", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;?!])\s+(?=[A-Z])")
_CITES = re.compile(
    r"\s*(?:(?:by|under|according to|as per) )?(?:the )?(?:law |rules? |§ ?)?(?:\d+(?:\.\d+)+|[A-Z]{3,}-\d+)\b",
    re.IGNORECASE,
)
_OPINES = re.compile(
    rf"\b(?:{'|'.join(_SPEAKS)}|played|always)\b,?(?: (?:that|and|always))*"
    r" (?:(?:one|you|nobody|everybody|people|an? \w+|(?!his\b|its\b|this\b|always\b)\w+s) \w+"
    r"|(?:it|he|she|they|i|we|that|this) (?:can|can't|cannot|may|must|mustn't|could|couldn't|ha(?:s|ve) to)"
    r"(?: (?:not|never|only|reach|do|strike|move|go|shoot|hit|attack|be|it|him|that|them|there|so|me|us|this))*"
    r"(?=\s*[.;?!]))",
    re.IGNORECASE,
)
_IN_GENERAL = re.compile(
    r"^(?:one|you|nobody|everybody|people|(?!his\b|its\b|this\b)\w+s) (?:can|can't|cannot|may|must|never|always)\b",
    re.IGNORECASE,
)
_CASE = re.compile(r"\b(?:[A-F][1-6]|[A-Z][a-z]\d\d|\d{2,4})\b", re.IGNORECASE)  # a hex, a Legion, a land
_OF_THE_CASE = re.compile(r"\b(?:i|my|we|our|me|mine|he|she|your|this|these)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"[A-Za-z]\d{1,2}")
_NAME = re.compile(r"[A-Z][a-z]*")


def without_talk(text: str) -> str:
    """A text without the clauses that only talk about it, and without a label before a colon.

    >>> without_talk("Item 2: my Lion shoots the Ogre, and Ben says he can't. Legal?")
    'my Lion shoots the Ogre?'
    """
    pieces = _PARTING.split(_CALLS.sub("", _unlabelled(_without_opinions(text))))
    kept: list[list[str]] = []
    for clause, mark in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        heads = mark[:1] == ":" and len(clause.split()) == 1  # Hi: Uni B3, that is, in the Hills
        if heads or not _is_talk(clause):
            kept.append([clause, mark])
        elif kept and (mark[:1] in _ENDS or not mark):
            kept[-1][1] = mark  # the end of a sentence stays one
    return "".join(part for clause in kept for part in clause).strip() or text


def _without_opinions(text: str) -> str:
    """A text without sentences that only cite a rule, or say what one may; the whole, if no deed remains."""
    kept = " ".join(sentence for sentence in _SENTENCE.split(text) if not _is_opinion(sentence))
    words = [word.lower() for word in _WORD.findall(kept)]
    named = _CASE.search(kept) or any(current().vocabulary.character(word) for word in words)
    return kept if named and any(word in FAMILY or word.isdecimal() for word in words) else text


def _is_opinion(sentence: str) -> bool:
    cited = _CITES.match(sentence)
    opinion = cited or _OPINES.search(sentence) or _IN_GENERAL.search(sentence)
    behind = sentence[opinion.end() :] if opinion is not None else sentence
    return opinion is not None and not _CASE.search(behind) and not _OF_THE_CASE.search(behind)


def _unlabelled(text: str) -> str:
    head = _BRACKETED.match(text)
    if head is not None and _names_nothing(head[1], asks=True):
        text = text[head.end() :]
    label = _LABEL.match(text)
    if label is None:
        return text
    words = _WORD.findall(label[1])
    numbered = any(word.lower() in _DATA["numbered"] for word in words) or bool(_NUMBERED.fullmatch(label[1]))
    asks = numbered or any(word.lower() in _DATA["judges"] for word in words)
    plain = all((numbered and word.isdecimal()) or _names_nothing(word, asks) for word in words)
    common = len(words) > 1 or words[0].islower() or words[0].endswith("ing")  # a name heads what is somebody's
    whole = common and all(len(word) >= _SHORTEST for word in words)
    return text[label.end() :] if plain and (asks or whole) else text


def _names_nothing(word: str, asks: bool = False) -> bool:
    """Whether a word names nothing of the game; in a label that asks, a verb does not."""
    low, vocabulary = word.lower(), current().vocabulary
    named = vocabulary.character(low) or vocabulary.color(low) or vocabulary.terrain(word)
    placed = low.isdecimal() or is_hex(word) or vocabulary.is_marker(word)
    return not (named or placed or low in _OWNERS or (low in FAMILY and not asks))


def _is_talk(clause: str) -> bool:
    """Whether a clause has only words of talk, one of which speaks or judges."""
    words = [word.lstrip("@!#").replace("’", "'") for word in _WORD.findall(clause)]
    lows = [word.lower() for word in words]
    speaks = any(low in _SPEAKS for low in lows)
    return any(low in _TALKS for low in lows) and all(
        low in _AROUND or (speaks and _NAME.fullmatch(word) and _names_nothing(word))
        for word, low in zip(words, lows, strict=True)
    )
