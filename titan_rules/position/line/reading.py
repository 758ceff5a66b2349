"""A line as the JSON of a document."""

from itertools import pairwise

from ...box.naming import reading_with
from ...box.reading import current
from ...box.vocabulary import LITTLE, LONGEST_TEXT, any_of, in_words, is_hex, words_of
from ...kernel.errors import UnknownName
from ...kernel.words import Word, split_words
from .bar_keys import BATTLE_KEYS, GAME_KEYS, MUSTER_KEYS, json_at, read_keys
from .battle_line import PARTING, PHASES, SHAPE, read_battle, terrain_of
from .draft import ROLES, Draft, Growing, Words, divided, listed, owner_in, said
from .game_line import PLACED, fill_in, read_game


def draft(text: str) -> Draft:
    """A line's document; its structure is read, the names in it and what it describes are not yet checked.

    :raises DocumentError: the line has not the form of a position.
    """
    found = Draft(text)
    body, bar, behind = _at_the_bar(text)
    if len(body) > LONGEST_TEXT:
        found.fail(f"a position on one line has at most {LONGEST_TEXT:,} characters, not {len(body):,}", [], "too-long")
    words = in_words(words_of(body))
    keys = [Word(w.text, w.start + bar, w.end + bar) for w in split_words(behind)]
    for some in (words, keys):
        if some and some[-1].opens_quote:
            found.fail("the quote is not closed", some[-1:])
    with reading_with(_box_named(found, keys)):
        _read(found, words, keys)
    return found


def _at_the_bar(text: str) -> tuple[str, int, str]:
    """What stands before the bar, where that ends, and what stands behind it; a bar in quotes is none."""
    place = text.find("|")
    if place >= 0 and '"' in text[:place]:
        place = next((word.start for word in split_words(text) if word.text == "|"), -1)
    return (text, len(text), "") if place < 0 else (text[:place], place + 1, text[place + 1 :])


def _box_named(found: Draft, keys: Words) -> Growing:
    """The box that a line names behind its bar, before anything else of it is read."""
    for key, value in pairwise(keys):
        if key.lower == "box":
            box = json_at(found, key, value)[0] if value.text[0] == "{" else said(found, value)
            return {"box": box}
    return {}


def _moments_first(words: Words, keys: Words) -> tuple[Words, Words]:
    """What stands behind the bar in place of a key and says a moment, put with what stands before it."""
    parts = divided(keys, ",")
    moments = [part for part in parts if part[0].lower in _MOMENTS or owner_in(part[0]) is not None]
    if not moments:
        return words, keys
    others = [part for part in parts if part not in moments]
    commas = [[Word(",", part[-1].end, part[-1].end)] for part in others]
    left = [word for part, comma in zip(others, commas, strict=True) for word in (*part, *comma)]
    return [word for part in moments for word in part] + words, left


_MOMENTS = {*ROLES, *PHASES, "turn", "round", "roll"}


def _read(found: Draft, words: Words, keys: Words) -> None:
    words, keys = _moments_first(words, keys)
    if len(words) > 1 and words[0].lower == "land" and words[1].text.isdecimal():
        words = words[1:]
    if not words or words[0].text == ":":
        found.fail("a position begins with a terrain, a land or a turn", words[:1], hint=SHAPE)
    try:
        kind = _kind(found, words)
        if kind == "battle":
            read_battle(found, words)
            read_keys(found, keys, BATTLE_KEYS)
        elif kind == "game":
            game = read_game(found, words)
            read_keys(found, keys, GAME_KEYS)
            fill_in(game)
        else:
            _read_muster(found, words)
            read_keys(found, keys, MUSTER_KEYS)
    except UnknownName as e:
        found.fail(e.fault.message, words[:1], e.fault.code, e.fault.hint)


def _kind(found: Draft, words: Words) -> str:
    """What a line describes: a battle, a game or a muster."""
    vocabulary = current().vocabulary
    texts = {word.lower for word in words}
    if any(is_hex(word.text) and not _is_land(words, i) for i, word in enumerate(words)):
        return "battle"
    legions = any(vocabulary.is_marker(word.text) for word in words)
    named = [
        i
        for i, word in enumerate(words)
        if terrain_of(found, word, first=_leads(words, i))
        and not (word.lower == "tower" and i and words[i - 1].text != ",")
        and not _names_a_land(found, words, i)
    ]
    if not named or (legions and named[0] > 0 and "/" not in texts) or words[0].lower in ("turn", "round"):
        return "game"
    if texts & {*PARTING, *ROLES} or any(word.lower in PHASES for word in words[1:]) or "turn" in texts:
        return "battle"
    placed = any(word.text.isdecimal() and before.lower in PLACED for before, word in pairwise(words))
    return "game" if legions or placed or "roll" in texts else "muster"


def _leads(words: Words, at: int) -> bool:
    """Whether a word stands where a position begins with its terrain; a number does so before a mark."""
    return at == 0 and (not words[0].text.isdecimal() or (len(words) > 1 and words[1].text in (":", ",")))


def _names_a_land(found: Draft, words: Words, at: int) -> bool:
    """Whether a terrain is only said with the number of a land: ``Plains 105``."""
    after = words[at + 1].text if at + 1 < len(words) else ""
    if words[at].text.isdecimal() or not after.isdecimal() or int(after[:6]) not in current().masterboard.lands:
        return False
    return int(after[:6]) > 99 or not (at + 2 < len(words) and found.name(words[at + 2]))


def _is_land(words: Words, at: int) -> bool:
    return at > 0 and words[at - 1].lower in ("land",)


def _read_muster(found: Draft, words: Words) -> None:
    """``Jungle: 2 Gargoyle, Ogre``."""
    place = next(i for i, word in enumerate(words) if terrain_of(found, word, first=_leads(words, i)) is not None)
    found.put("/terrain", [words[place]])
    terrain = terrain_of(found, words[place], first=_leads(words, place))
    silent = LITTLE | any_of("in on at with of has have holds got moved just legion hold contains there to w and")
    rest = [word for word in [*words[:place], *words[place + 1 :]] if word.lower not in silent]
    rest = rest[1:] if rest and rest[0].text == ":" else rest
    names = listed(found, rest, "/characters")
    if not names:
        found.fail("who is in the Legion?", words[:1], hint="as in: Jungle: 2 Gargoyle, Ogre")
    found.data.update(kind="muster", terrain=terrain, characters=names)
