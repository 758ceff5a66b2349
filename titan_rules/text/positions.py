"""Positions on one line, as a player would type them, both ways: ``parse_line(line(position)) == position``.

``Plains: Ogre D3 / Lion D4 3 hits, Centaur E3`` is a battle, ``Jungle: 2 Gargoyle, Ogre`` a muster, and
``turn 5, Black's movement, roll 4: Black tower 600: Bk01 3 Titan Ogre / Red tower 300: Rd01 13 height 6`` a game.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import use_box_of
from ..box.names import LandNo
from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..position.battle import Battle
from ..position.documents import FORMAT, complete_game
from ..position.game import Game, Legion, Player
from ..position.muster import Muster
from ..position.position import mark_checked
from .bar_keys import Entry, bar_of, entries, is_key, read_keys, typed_value
from .battle_reader import BattleReader
from .board_reader import BoardReader
from .lexer import LONGEST_TEXT as LONGEST_TEXT
from .lexer import Token
from .lexicon import Deed, Kind, lexicon
from .line_writing import line
from .muster_reader import HELD, MusterReader
from .reader import MARKS, Reader, begins_with_place, misread
from .words import Word, words

__all__ = [
    "Line", "Position", "as_game", "line", "looks_like_a_line", "parse_line", "read_line", "read_words", "unchecked",
]  # fmt: skip

Position: TypeAlias = Game | Battle | Muster
LONGEST_KEYS = 500_000
"""The most characters behind the bar, where a box or battle may be JSON."""


@frozen
class Line:
    """The content of a line.

    :param assumptions: what was filled in.
    :param unsaid: what the line leaves open, of ``turn``, ``phase``, ``side``, ``active``, ``roll``, ``moved`` and
        ``land``.
    :param owners: whose side a word such as *mine* names: a role in a battle, a colour in a game.
    """

    position: Position
    assumptions: tuple[Assumption, ...] = ()
    unsaid: frozenset[str] = frozenset()
    owners: Mapping[str, str] = field(factory=dict)


def read_line(text: str, asked: bool = False) -> Line:
    """The position that a line describes, and what it leaves open.

    :param asked: an action is asked about; a side that is not mentioned is then out of the way.
    :raises DocumentError: with every fault, each with its part of the line.
    """
    return _checked(_read(text, asked))


def read_words(said: list[Word], asked: bool = True) -> Line:
    """The position that some words describe, as :func:`read_line`."""
    return _checked(_read_words("", said, asked))


def unchecked(text: str) -> Position:
    """As :func:`parse_line`, of a position that may be impossible, with characters and hexes that there are not.

    :raises DocumentError: the line does not have the form of a position.
    """
    return _read(text, False, faulty=True)[1]


def _checked(read: tuple[Reader, Position]) -> Line:
    reading, position = read
    document = FORMAT.draft(position)
    for fault in document.faults():
        reading.note(DocumentError([fault]), reading.position.span_of(fault.pointer))
    reading.believe()
    return Line(document.kind.complete(position), tuple(reading.assumptions), frozenset(reading.unsaid), reading.owners)


def as_game(muster: Muster) -> Game:
    """A question about a muster as a game: the Legion has moved to the land, and it is its Enlistment Phase."""
    box = muster.the_box
    colors = [*box.markers.letters]
    land = muster.land or next(n for n, land in box.masterboard.lands.items() if land.terrain == muster.terrain)
    legion = Legion(box.markers.of(colors[0])[0], LandNo(land), muster.characters, moved=True)
    one, *others = [Player(color, tower=tower, elsewhere=True)
                    for color, tower in zip(colors[: box.players[0]], box.towers, strict=False)]  # fmt: skip
    one = evolve(one, legions=(legion,), elsewhere=TITAN not in muster.characters)
    game = complete_game(Game(
        ruleset=muster.ruleset, box=box, options=muster.options, turn=2, phase="enlistment", active=one.color,
        players=(one, *others),
    ))  # fmt: skip
    return mark_checked(evolve(game, caretaker={**(game.caretaker or {}), **(muster.caretaker or {})}))


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


# --- a text as words, and what stands behind its bar ------------------------------------------------------------------


def _read(text: str, asked: bool, *, faulty: bool = False) -> tuple[Reader, Position]:
    """A line's position, built but not checked, and what has read it.

    :param faulty: characters and hexes that there are not stay in it.
    :raises DocumentError: the line does not have the form of a position.
    """
    bar = bar_of(text) if "|" in text else len(text)
    for what, size, most in (("position on one line", bar, LONGEST_TEXT), ("line", len(text), LONGEST_KEYS)):
        if size > most:
            misread(text[:0], f"a {what} has at most {most:,} characters, not {size:,}", code="too-long")
    if bar == len(text):
        return _read_words(text, words(text), asked, faulty=faulty)
    keys = entries(text, bar + 1)
    box = next((entry for entry in keys if entry.said[0].low == "box"), None)
    with use_box_of({} if box is None else {"box": box.part or typed_value(text, box.said[1:])}):
        moments = [entry for entry in keys if _is_moment(entry.said[0])]
        said = [*_said_behind(text, bar + 1, moments), *words(text[:bar])]
        rest = [entry for entry in keys if entry not in moments]
        return _read_words(text, said, asked, rest, faulty=faulty)


def _said_behind(text: str, start: int, moments: list[Entry]) -> list[Word]:
    """The words of the turns and phases that are said behind the bar."""
    places = {token.start for entry in moments for token in entry.said}
    said = words(text, start=start) if places else []
    return [word for word in said if word.token.start in places or word.kind is Kind.COMMA]


def _is_moment(token: Token) -> bool:
    """Whether a token behind the bar begins a phase or a turn, which may be said there, too."""
    if is_key(token.low):
        return False
    known = lexicon().meaning(token.low.removesuffix("'s"))
    return known is not None and known.kind in (Kind.TURN, Kind.ROLL, Kind.ROLE, Kind.COLOUR, Kind.OWNER, Kind.DEED,
                                                Kind.PHASE_NAME)  # fmt: skip


_FOUGHT = {Kind.HEX, Kind.OFF, Kind.SLASH, Kind.VERSUS, Kind.ROLE, Kind.TURN}
"""With a terrain, what makes a battle of it."""
_BOARD = {Kind.MARKER, Kind.COLOUR, Kind.ROLL, Kind.TURN, Kind.PHASE_NAME, Kind.POINTS, Kind.SCORE, Kind.HEIGHT}
"""What makes a game of a text that names no hex."""
_TOWER = ("Tower", Kind.NUMBER)
"""A player's Tower, which is no terrain."""
_HELD = {*HELD}
"""What makes a game of it where no terrain is named."""


def _reader_of(said: list[Word]) -> type[Reader]:
    """What reads the kind of position that some words describe."""
    listed = [word.kind for word in said]
    terrains = [word for after, word in enumerate(said, 1)
                if word.kind is Kind.TERRAIN and (word.value, *listed[after : after + 1]) != _TOWER]  # fmt: skip
    kinds = {*listed}
    placed = said[0] in terrains or begins_with_place(said)
    if _is_battle(said, kinds, terrain=bool(terrains), placed=placed):
        return BattleReader
    if placed:
        return MusterReader
    owners = {word.value for word in said if word.kind in (Kind.OWNER, Kind.PERSON)}
    if kinds & _BOARD or len(owners) > 1 or (kinds & _HELD and not terrains):
        return BoardReader
    return MusterReader if kinds & ({Kind.NAME, Kind.LAND} | _HELD) else BoardReader


def _is_battle(said: list[Word], kinds: set[Kind], *, terrain: bool, placed: bool) -> bool:
    """Whether hexes are named; or a terrain, and what is found in battles alone.

    :param terrain, placed: whether a terrain is named, and whether the place comes first.
    """
    if Kind.HEX in kinds:
        return Kind.MARKER not in kinds or terrain or Kind.SLASH in kinds
    if not placed:
        return terrain and Kind.OFF in kinds
    return bool(kinds & _FOUGHT) or any(word.value in (Deed.STRIKE, Deed.MOVE) for word in said)


def _read_words(
    text: str, said: list[Word], asked: bool, keys: Sequence[Entry] = (), *, faulty: bool = False
) -> tuple[Reader, Position]:
    """The position of some words and keys, built but not checked, and what has read it.

    :param faulty: characters and hexes that there are not stay in it.
    :raises DocumentError: they do not have the form of a position.
    """
    start = next((n for n, word in enumerate(said) if word.kind not in MARKS or word.kind is Kind.COLON), len(said))
    said = said[start:]
    if not said or said[0].kind is Kind.COLON:
        first = [word.token for word in said[:1]]
        misread(text, "a position begins with a terrain, a land or a turn", *first, hint=BattleReader.shape)
    reading = _reader_of(said)(text, said, asked)
    reading.faulty = faulty
    reading.read()
    if keys:
        read_keys(reading, keys)
    reading.finish()
    reading.believe()
    return reading, reading.position.build()
