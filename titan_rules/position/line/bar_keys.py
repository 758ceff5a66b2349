"""What stands behind the bar of a line: the keys of a document that have no place of their own before it."""

import json
from collections.abc import Callable
from typing import TypeAlias

from ...box.reading import current
from ...digest.rulesets import RULESETS
from ...kernel.jsontext import JSON, loads
from ...kernel.names import nearest
from ...kernel.words import Word
from .draft import NOBODY, ROLES, Draft, Growing, Words, is_marker, is_number, listed, number, said

Extra: TypeAlias = Callable[[Draft, Words], None]
AS_JSON = ("engagement", "battle", "seats")
"""Parts of a game that have no words of their own."""


def read_keys(found: Draft, words: Words, known: dict[str, Extra]) -> None:
    """``slain attacker Ogre Lion, caretaker Ogre 20``: keys with their values, commas between them."""
    at = 0
    while at < len(words):
        key = words[at]
        at += 1
        if key.text in (",", ";"):
            continue
        as_json = at < len(words) and (
            (key.lower in AS_JSON and known is GAME_KEYS) or (key.lower == "box" and words[at].text[0] == "{")
        )
        if as_json:
            at = _json_value(found, key, words, at)
            continue
        read = known.get(key.lower)
        if read is None:
            if key.lower in AS_JSON and known is GAME_KEYS:
                found.fail(f"{key.text} is written as JSON", [key])
            hint = nearest(key.text, known)
            found.fail("not known behind the bar", [key], "unknown-key", hint or "one of: " + ", ".join(known))
        end = next((i for i in range(at, len(words)) if words[i].text == ","), len(words))
        read(found, words[at:end])
        at = end + 1


def _json_value(found: Draft, key: Word, words: Words, at: int) -> int:
    """Put a JSON value that begins with one of the words; the place of what is left after it."""
    value, end = json_at(found, key, words[at])
    found.say(found.data, key.lower, value, [key])
    after = next((i for i in range(at, len(words)) if words[i].start >= end), len(words))
    if after < len(words) and words[after].text != ",":
        found.fail("a comma is missing", [words[after]])
    return after + 1


def json_at(found: Draft, key: Word, word: Word) -> tuple[JSON, int]:
    """The JSON value that begins with a word, and where it ends in the line."""
    try:
        _, end = json.JSONDecoder().raw_decode(found.text, word.start)
        return loads(found.text[word.start : end]), end
    except (ValueError, RecursionError):
        found.fail("not JSON", [key, word])


def _named(owners: dict[str, Growing], found: Draft, words: Words, what: str) -> tuple[Growing, Words]:
    """The part of the document that the first word names, and the other words."""
    owner = owners.get(words[0].lower) if words else None
    if owner is None:
        found.fail(f"{what} is wanted first", words, hint="one of: " + ", ".join(owners))
    return owner, words[1:]


def _roles(found: Draft) -> dict[str, Growing]:
    return {role: found.data[role] for role in ROLES}


def _colors(found: Draft) -> dict[str, Growing]:
    return {str(current().markers.colors.find(p["color"]) or p["color"]).lower(): p for p in found.data["players"]}


def _legions(found: Draft) -> dict[str, Growing]:
    return {x["legion"].lower(): x for p in found.data["players"] for x in p["legions"]}


OF_ROLE, OF_COLOR, OF_LEGION = (_roles, "attacker or defender"), (_colors, "a colour"), (_legions, "a Legion")
Of: TypeAlias = tuple[Callable[[Draft], dict[str, Growing]], str]


def _flag(key: str, of: Of) -> Extra:
    def read(found: Draft, words: Words) -> None:
        if not words:
            found.fail(f"whose is {key!r}?", words)
        for word in words:
            owner, _ = _named(of[0](found), found, [word], of[1])
            found.say(owner, key, True, [word])

    return read


def _value(key: str, of: Of, value: Callable[[Draft, Words], JSON]) -> Extra:
    def read(found: Draft, words: Words) -> None:
        owner, rest = _named(of[0](found), found, words, of[1])
        found.say(owner, key, value(found, rest), words)

    return read


def _names(found: Draft, words: Words) -> JSON:
    return listed(found, words, "")


def _word(found: Draft, words: Words) -> JSON:
    if len(words) != 1:
        found.fail("one word is wanted", words)
    text = said(found, words[0])
    return number(found, words[0]) if is_number(words[0]) else None if text.lower() in NOBODY else text


def _text(found: Draft, words: Words) -> JSON:
    return said(found, words[0]) if len(words) == 1 else found.fail("one name is wanted, in quotes", words)


def _side_word(found: Draft, words: Words) -> JSON:
    said = _word(found, words)
    return said.lower() if isinstance(said, str) else said


def _stock(key: str) -> Extra:
    def read(found: Draft, words: Words) -> None:
        found.put(f"/{key}", words)
        if len(words) == 1 and words[0].lower in NOBODY:
            found.say(found.data, key, {}, words)
            return
        if not words or len(words) % 2:
            found.fail("characters with their numbers are wanted", words, hint="as in: caretaker Ogre 20 Lion 3")
        pairs = zip(words[::2], words[1::2], strict=True)
        found.say(found.data, key, {name.text: number(found, count) for name, count in pairs}, words)

    return read


def _whole(key: str, value: Callable[[Draft, Words], JSON]) -> Extra:
    def read(found: Draft, words: Words) -> None:
        found.put(f"/{key}", words)
        found.say(found.data, key, value(found, words), words)

    return read


def _option(found: Draft, words: Words) -> None:
    name, value = RULESETS.typed("".join(word.text for word in words))
    found.put("/options", words)
    found.say(found.data.setdefault("options", {}), name, value, words)


def _donors(found: Draft, words: Words) -> None:
    donors = found.data.setdefault("donors", {})
    if not words or not is_marker(words[0]):
        found.fail("a Legion is wanted first", words, hint="as in: donors Bk07 Angel")
    found.say(donors, words[0].text.lower(), None, words)
    del donors[words[0].text.lower()]
    donors[words[0].text] = _names(found, words[1:])


def _seen(found: Draft, words: Words) -> None:
    legion, rest = _named(_legions(found), found, words, "a Legion")
    if not rest:
        found.fail("who has seen it?", words)
    found.say(legion.setdefault("seen", {}), rest[0].text, _names(found, rest[1:]), words)


def _outcome(found: Draft, words: Words) -> None:
    if len(words) not in (2, 3):
        found.fail("a winner and how it won are wanted", words, hint="as in: outcome attacker concession defender")
    keys = ("winner", "how", "conceded_by")
    found.say(found.data, "outcome", {key: word.lower for key, word in zip(keys, words, strict=False)}, words)


READINGS: dict[str, Extra] = {"ruleset": _whole("ruleset", _word), "option": _option, "box": _whole("box", _word)}

BATTLE_KEYS: dict[str, Extra] = {
    "slain": _value("slain", OF_ROLE, _names),
    "left-off": _value("left_off", OF_ROLE, _names),
    **{key: _flag(key, OF_ROLE) for key in ("reinforced", "declined", "summoned", "began")},
    "may-summon": _flag("may_summon", OF_ROLE),
    "entry-side": _value("entry_side", OF_ROLE, _side_word),
    "donors": _donors,
    "caretaker": _stock("caretaker"),
    "pending": _whole("pending", _word),
    "outcome": _outcome,
    **READINGS,
}
MUSTER_KEYS: dict[str, Extra] = {
    "caretaker": _stock("caretaker"),
    "land": _whole("land", _word),
    "tower-scores": _stock("tower_scores"),
    **READINGS,
}
GAME_KEYS: dict[str, Extra] = {
    "name": _value("name", OF_COLOR, _text),
    "markers": _value("markers", OF_COLOR, lambda found, words: [w.text for w in words if w.lower not in NOBODY]),
    **{key: _flag(key, OF_COLOR) for key in ("out", "teleported", "summoned", "mulliganed")},
    **{key: _flag(key, OF_LEGION) for key in ("moved", "recombined")},
    "height": _value("height", OF_LEGION, _word),
    "entry-side": _value("entry_side", OF_LEGION, _side_word),
    "split-from": _value("split_from", OF_LEGION, _word),
    "came-from": _value("came_from", OF_LEGION, _word),
    "mustered": _value("mustered", OF_LEGION, _word),
    "revealed": _value("revealed", OF_LEGION, _names),
    "seen": _seen,
    **{key: _stock(key) for key in ("caretaker", "dead", "returning")},
    "winner": _whole("winner", _word),
    **READINGS,
}
