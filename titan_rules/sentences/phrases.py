"""What people say in plain words: phrases, initials before a hex, dice that show the same, misspelt markers."""

import re
from functools import cache

from ..box.current_box import current
from ..box.vocabulary import LITTLE, words_of
from ..kernel.jsontext import data_file
from ..position.line.spoken import FAMILY, WORDS
from .spelling import spelt

_FACES = ["ones", "twos", "threes", "fours", "fives", "sixes"]
_ALIKE = re.compile(
    rf"\b([2-9]|two|three|four|five|six|seven|eight|nine) ({'|'.join(_FACES)}|[1-6]['’]?s)\b", re.IGNORECASE
)
_ORDINAL = re.compile(
    r"\b(?:1st|2nd|3rd|[4-9]th|second|third|fourth|fifth|sixth|seventh|eighth)\b"
    r"(?! (?:battle |game |masterboard )?(?:turn|round|maneuver))",
    re.IGNORECASE,
)
_SHORT_WORDS = LITTLE | WORDS["joining"] | WORDS["parting"] | FAMILY.keys()


@cache
def _phrases(part: str) -> list[tuple[re.Pattern[str], str]]:
    """Phrases, each with the plain words for it: those of verbs, and others; compiled for who first says something."""
    groups = data_file(__file__, "phrases.json")[part].values()
    return [(re.compile(pattern, re.I), plain) for group in groups for pattern, plain in group]


def in_plain_words(text: str) -> str:
    """What was said, spelt well and with every phrase in plain words."""
    text = spelt(text.replace("→", "->"))
    for n, label in enumerate(dict.fromkeys(re.findall(r"\b(?:[Ll]egion|[Ss]tack) ([A-D])\b(?!')", text)), 1):
        text = re.sub(rf"\b(?:(?:[Ll]egion|[Ss]tack) )?{label}(?=[:.,; )]|$)", f"Bk{n:02}", text)
    text = re.sub(r"\b[A-Z][a-z]0[1-9]\b", _marker_meant, text)
    text = _ALIKE.sub(_dice_meant, text)
    text = _initials(plain(_replaced("little", text))).replace("-factor", "-factor ")
    text = re.sub(r"[?!]+(?=\s+\S)", " .", text)
    text = re.sub(r"\b(\d+)d\b", r"\1 dice", text)
    return _ORDINAL.sub("another", text)


def _initials(text: str) -> str:
    """A text with *Lxd3* as *Lion x d3* and *Od2*, *min d4* as *Ogre d2*, *Minotaur d4*, if one character fits."""
    box = current()
    words = re.findall(r"[a-z']{3,}", text, re.I)
    named = {name for name in map(box.vocabulary.character, words) if name is not None}

    def whole(match: re.Match[str]) -> str:
        letters, rest = match[1].lower(), match[2]
        for names in (named, box.characters):
            fits = [name for name in names if name.lower().startswith(letters)]
            if len(fits) == 1 and letters not in _SHORT_WORDS and not box.vocabulary.is_marker(match[0]):
                return f"{fits[0]} {rest} " if rest[0] in "xX" else f"{fits[0]} {rest}"
        return match[0]

    return re.sub(
        r"(?:\b|(?<=[1-6]x))([a-z]{1,3}?) ?(x ?(?=[a-f][1-6]\b)|[a-f][1-6](?:\b|(?=x)))", whole, text, flags=re.I
    )


def plain(text: str) -> str:
    """A text with the phrases of verbs as plain ones: *falls back to D2* as *moves to D2*."""
    return _replaced("verbs", text)


def _replaced(part: str, text: str) -> str:
    for pattern, words in _phrases(part):
        text = pattern.sub(words, text)
    return text


def _dice_meant(match: re.Match[str]) -> str:
    """Dice that show the same, as *three sixes* or *5 6s*."""
    number, face = words_of(match[1])[0].lower, match[2].lower()
    die = str(_FACES.index(face) + 1) if face in _FACES else face[0]
    return " ".join([die] * int(number))


def _marker_meant(match: re.Match[str]) -> str:
    """A marker with two letters that are no colour's, as *Bl05*, with those of the colour that they shorten."""
    letters = current().markers.letters
    if match[0][:2] in letters.values():
        return match[0]
    fits = [two for name, two in letters.items() if name[0] == match[0][0] and match[0][1] in name]
    return f"{fits[0]}{match[0][2:]}" if fits else match[0]
