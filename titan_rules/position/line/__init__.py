"""Positions on one line, as a player would type them, both ways: ``parse_line(line(position)) == position``.

``Plains: Ogre D3 / Lion D4 3 hits, Centaur E3`` is a battle, ``Jungle: 2 Gargoyle, Ogre`` a muster, and
``turn 5, Black's movement, roll 4: Black 600: Bk01 3 Titan Ogre / Red 300: Rd01 13 height 6`` a game.
"""

from typing import TypeAlias

from attrs import frozen

from ...box.current_box import current, use_box_of
from ...box.vocabulary import LITTLE, LONGEST_TEXT, any_of, words_of
from ...kernel.errors import DocumentError, Fault, UnknownName
from ...kernel.evolving import evolve
from ...kernel.rulings import Assumption
from ...kernel.words import Word, split_words
from ..battle import Battle
from ..documents import FORMAT
from ..game import Game
from ..muster import Muster
from .bar_keys import Entry, entries, read_keys
from .battle_line import PARTING, SHAPE, BattleReader, terrain_of
from .draft import ROLES, Growing, LineDraft, Words, listed
from .game_line import GameReader
from .spoken import BATTLE_PHASES
from .writing import line

__all__ = ["Line", "LineDraft", "draft", "line", "looks_like_a_line", "parse_line", "read_line"]

Position: TypeAlias = Game | Battle | Muster
LONGEST_KEYS = 500_000
"""The most characters behind the bar, where a box or battle may be JSON."""
_MOMENTS = {*ROLES, *BATTLE_PHASES, "turn", "round", "roll"}
_SILENT = LITTLE | any_of("in on at with of has have holds got moved just legion hold contains there to w and :")


@frozen
class Line:
    """The content of a line.

    :param assumptions: what was assumed.
    :param unsaid: what the line leaves open, of ``turn``, ``phase``, ``side`` and ``roll``.
    """

    position: Position
    assumptions: tuple[Assumption, ...] = ()
    unsaid: frozenset[str] = frozenset()


def read_line(text: str, asked: bool = False) -> Line:
    """The position that a line describes, and what it leaves open.

    :param asked: an action is asked about; an unmentioned side is then kept out of the way.
    :raises DocumentError: with every fault, each with its part of the line.
    """
    read = draft(text, asked)
    try:
        position: Position = FORMAT.read(read.data)
    except DocumentError as e:
        raise DocumentError([_placed(fault, read) for fault in e.faults]) from None
    return Line(position, tuple(read.assumptions), frozenset(read.unsaid))


def parse_line(text: str) -> Position:
    """The position that a line describes.

    :raises DocumentError: with every fault, each with its part of the line.

    >>> battle = parse_line("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
    >>> battle.turn, battle.side, battle.phase
    (2, 'attacker', 'strike')
    >>> line(battle)
    'Plains: Ogre D3 / Lion D4 3 hits, Centaur E3'
    """
    return read_line(text).position


def looks_like_a_line(text: str) -> bool:
    """Whether a text is a position and not a file name: it has a colon, and no path before it.

    >>> looks_like_a_line("Plains: Ogre D3 / Lion D4"), looks_like_a_line("C:/games/ann.json")
    (True, False)
    """
    head, colon, _ = text.partition(":")
    return bool(colon) and len(head) > 1 and not set(head) & set("/\\.{[")


def _placed(fault: Fault, read: LineDraft) -> Fault:
    """A fault of the document as a fault of the line, with its words in place of a JSON Pointer."""
    fragment = read.fragment(fault.pointer)
    return evolve(fault, pointer="", message=f"{fragment!r}: {fault.message}" if fragment else fault.message)


# --- a line as the JSON of a document ---------------------------------------------------------------------------------


def draft(text: str, asked: bool = False) -> LineDraft:
    """A line's document, read but not yet checked.

    :param asked: an action is asked about.
    :raises DocumentError: the line does not have the form of a position.
    """
    read = LineDraft(text, asked=asked)
    body, bar, behind = _at_the_bar(text)
    if len(body) > LONGEST_TEXT:
        read.fail(f"a position on one line has at most {LONGEST_TEXT:,} characters, not {len(body):,}", [], "too-long")
    if len(behind) > LONGEST_KEYS:
        read.fail(f"behind the bar there are at most {LONGEST_KEYS:,} characters, not {len(behind):,}", [], "too-long")
    words, said = words_of(body), entries(read, bar)
    if words and words[-1].opens_quote:
        read.fail("the quote is not closed", words[-1:])
    keys = [entry for entry in said if not _is_moment(entry.words[0])]
    with use_box_of(_box_named(read, keys)):
        words = [word for entry in said if _is_moment(entry.words[0]) for word in entry.words] + words
        if len(words) > 1 and words[0].lower == "land" and words[1].text.isdecimal():
            words = words[1:]
        if not words or words[0].text == ":":
            read.fail("a position begins with a terrain, a land or a turn", words[:1], hint=SHAPE)
        try:
            _read(read, words, keys)
        except UnknownName as e:
            read.fail(e.fault.message, words[:1], e.fault.code, e.fault.hint)
    return read


def _read(read: LineDraft, words: Words, keys: list[Entry]) -> None:
    """Read the words of a battle, a game or a muster into a draft."""
    kind = _kind(read, words)
    if kind == "game":
        reader = GameReader(read, words)
        reader.read()
        read_keys(read, keys)
        reader.fill_in()
        return
    if kind == "battle":
        BattleReader(read, words).read()
    else:
        _read_muster(read, words)
    read_keys(read, keys)


def _at_the_bar(text: str) -> tuple[str, int, str]:
    """The text before the bar, where it ends, and the text behind it; a bar in quotes does not count."""
    place = text.find("|")
    if place >= 0 and '"' in text[:place]:
        place = next((word.start for word in split_words(text) if word.text == "|"), -1)
    return (text, len(text), "") if place < 0 else (text[:place], place + 1, text[place + 1 :])


def _box_named(read: LineDraft, keys: list[Entry]) -> Growing:
    """The box named behind the bar, which is read first."""
    boxes = [entry.part or read.quoted(entry.words[-1]) for entry in keys if entry.words[0].lower == "box"]
    return {"box": boxes[0]} if boxes else {}


def _is_moment(word: Word) -> bool:
    """Whether a word begins a phase or a turn, which may be said behind the bar, too."""
    return word.lower in _MOMENTS or word.text.endswith(("'s", "’s"))


def _kind(read: LineDraft, words: Words) -> str:
    """Which kind of position a line describes: a battle, a game or a muster."""
    texts = [word.lower for word in words]
    kinds = [current().vocabulary.kind(word.text)[0] for word in words]
    if any(kind == "hex" and not (i and texts[i - 1] == "land") for i, kind in enumerate(kinds)):
        return "battle"
    head = texts.index(":") if ":" in texts else len(texts)
    named = any(_terrain_at(read, words, i) for i in range(max(head, 1)))
    if not named or texts[0] in ("turn", "round", "roll") or ("marker" in kinds and "/" not in texts):
        return "game"
    fought = {*PARTING, *ROLES, "turn"} & {*texts} or BATTLE_PHASES.keys() & {*texts[1:]}
    return "battle" if fought else "muster"


def _terrain_at(read: LineDraft, words: Words, at: int) -> str | None:
    """The terrain that a word names; the first word may be a land's number or the terrain's letters."""
    if at and words[at].lower == "tower" and words[at - 1].text != ",":
        return None  # a player's Tower
    counts = words[0].text.isdecimal() and not (len(words) > 1 and words[1].text in (":", ","))
    return terrain_of(read, words[at], first=at == 0 and not counts)


def _read_muster(read: LineDraft, words: Words) -> None:
    """``Jungle: 2 Gargoyle, Ogre``."""
    terrains = ((i, _terrain_at(read, words, i)) for i in range(len(words)))
    place, terrain = next((i, name) for i, name in terrains if name is not None)
    read.put(read.data, "terrain", [words[place]])
    rest = [word for word in [*words[:place], *words[place + 1 :]] if word.lower not in _SILENT]
    names = listed(read, rest)
    if not names:
        read.fail("who is in the Legion?", words[:1], hint="as in: Jungle: 2 Gargoyle, Ogre")
    read.data.update(kind="muster", terrain=terrain, characters=names)
