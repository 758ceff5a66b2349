"""Positions on one line, as a player would type them, both ways: ``parse_line(line(position)) == position``.

``Plains: Ogre D3 / Lion D4 3 hits, Centaur E3`` is a battle, ``Jungle: 2 Gargoyle, Ogre`` a muster, and
``turn 5, Black's movement, roll 4: Black tower 600: Bk01 3 Titan Ogre / Red tower 300: Rd01 13 height 6`` a game.
"""

from collections.abc import Mapping
from typing import TypeAlias

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import current, use_box_of
from ..box.names import LandNo
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..position.battle import Battle
from ..position.documents import FORMAT, complete_game
from ..position.game import Game, Legion, Player
from ..position.muster import Muster
from .bar_keys import Entry, bar_of, entries, is_key, read_keys, value_of
from .battle_draft import SHAPE
from .battle_reader import BattleReader, terrain_of_letters
from .board_reader import BoardReader
from .draft import MARKS, Draft, listed
from .lexer import LONGEST_TEXT as LONGEST_TEXT
from .lexer import Token
from .lexicon import Deed, Kind, lexicon
from .line_writing import line
from .words import Word, words

__all__ = [
    "Line", "Position", "as_game", "draft", "line", "looks_like_a_line", "parse_line", "read_line", "read_words",
]  # fmt: skip

Position: TypeAlias = Game | Battle | Muster
LONGEST_KEYS = 500_000
"""The most characters behind the bar, where a box or battle may be JSON."""


@frozen
class Line:
    """The content of a line.

    :param assumptions: what was filled in.
    :param unsaid: what the line leaves open, of ``turn``, ``phase``, ``side``, ``active``, ``roll`` and ``moved``.
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
    return _line(draft(text, asked))


def read_words(said: list[Word], asked: bool = True) -> Line:
    """The position that some words describe, as :func:`read_line`."""
    read = Draft("", asked)
    _read(read, said, [])
    return _line(read)


def _line(read: Draft) -> Line:
    try:
        position: Position = FORMAT.read(read.data)
    except DocumentError as e:
        raise DocumentError([_placed(fault, read) for fault in e.faults]) from None
    return Line(position, tuple(read.assumptions), frozenset(read.unsaid), read.owners)


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
    return evolve(game, caretaker={**(game.caretaker or {}), **(muster.caretaker or {})})


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


def _placed(fault: Fault, read: Draft) -> Fault:
    """A fault of the document as a fault of the line, with its words in place of a JSON Pointer."""
    fragment = read.fragment(fault.pointer)
    return evolve(fault, pointer="", message=f"{fragment!r}: {fault.message}" if fragment else fault.message)


# --- a line as the JSON of a document ---------------------------------------------------------------------------------


def draft(text: str, asked: bool = False) -> Draft:
    """A line's document, read but not yet checked.

    :param asked: an action is asked about.
    :raises DocumentError: the line does not have the form of a position.
    """
    read = Draft(text, asked)
    if len(text) > LONGEST_TEXT:
        bar = text.find("|")
        for what, size, most in (
            ("a position on one line", len(text) if bar < 0 else bar, LONGEST_TEXT),
            ("the part behind the bar", len(text), LONGEST_KEYS),
        ):
            if size > most:
                read.fail(f"{what} has at most {most:,} characters, not {size:,}", None, code="too-long")
    bar = bar_of(text)
    keys = entries(read, bar + 1) if bar < len(text) else []
    box = next((entry for entry in keys if entry.said[0].low == "box"), None)
    with use_box_of({} if box is None else {"box": box.part or value_of(read, box.said[1:])}):
        moments = [entry for entry in keys if _is_moment(entry.said[0])]
        behind = {token.start for entry in moments for token in entry.said}
        moment = [word for word in words(text, start=bar + 1) if word.token.start in behind] if moments else []
        _read(read, [*moment, *words(text[:bar])], [entry for entry in keys if entry not in moments])
    return read


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
_HELD = {Kind.OWNER, Kind.PERSON, Kind.LEGION}
"""What makes a game of it where no terrain is named."""


def _kind(said: list[Word]) -> str:
    """The kind of position that some words describe."""
    kinds = {word.kind for word in said}
    terrain = Kind.TERRAIN in kinds and any(_is_terrain(said, place) for place in range(len(said)))
    if Kind.HEX in kinds and not (Kind.MARKER in kinds and not terrain and Kind.SLASH not in kinds):
        return "battle"
    if _is_terrain(said, 0) or _is_headed(said):
        return "battle" if kinds & _FOUGHT or _moment_of_battle(said) else "muster"
    if terrain and Kind.OFF in kinds:
        return "battle"
    owners = {word.value for word in said if word.kind in (Kind.OWNER, Kind.PERSON)}
    if kinds & _BOARD or len(owners) > 1 or (not terrain and kinds & _HELD):
        return "game"
    return "muster" if kinds & {Kind.NAME, Kind.LAND} or kinds & _HELD else "game"


def _is_headed(said: list[Word]) -> bool:
    """Whether a text begins with a land, or with a terrain's letters, and a colon."""
    if len(said) < 2 or said[1].kind not in (Kind.COLON, Kind.COMMA):
        return False
    letters = said[0].token.text
    return said[0].kind in (Kind.NUMBER, Kind.LAND) or (len(letters) < 4 and terrain_of_letters(letters) is not None)


def _is_terrain(said: list[Word], place: int) -> bool:
    """Whether a word is a terrain, and no player's Tower."""
    if said[place].kind is not Kind.TERRAIN:
        return False
    return not (said[place].value == "Tower" and said[place + 1 : place + 2] and said[place + 1].kind is Kind.NUMBER)


def _moment_of_battle(said: list[Word]) -> bool:
    """Whether a phase of a battle is named."""
    return any(word.kind is Kind.DEED and word.value in (Deed.STRIKE, Deed.MOVE) for word in said)


def _read(read: Draft, said: list[Word], keys: list[Entry]) -> None:
    """Read the words of a battle, a game or a muster into a draft.

    :raises DocumentError: they do not have the form of a position.
    """
    while said and said[0].kind in MARKS and said[0].kind is not Kind.COLON:
        said = said[1:]
    if not said or said[0].kind is Kind.COLON:
        first = said[0].token if said else None
        read.fail("a position begins with a terrain, a land or a turn", first, hint=SHAPE)
    read.data |= {"format": FORMAT.id, "kind": _kind(said)}
    try:
        if read.data["kind"] == "game":
            board = BoardReader(read, said)
            board.read()
            read_keys(read, keys)
            board.fill_in()
        elif read.data["kind"] == "battle":
            battle = BattleReader(read, said)
            battle.read()
            battle.battle.settle()
            read_keys(read, keys)
            battle.battle.finish()
        else:
            _read_muster(read, said)
            read_keys(read, keys)
    except UnknownName as e:
        read.fail(e.fault.message, said[0].token, code=e.fault.code, hint=e.fault.hint or "")


def _read_muster(read: Draft, said: list[Word]) -> None:
    """``Jungle: 2 Gargoyle, Ogre``, ``105: 2 Lion``, ``3 ogres in hills``."""
    rest: list[Word] = []
    owned = False
    for place, word in enumerate(said):
        before = said[place - 1].kind if place else None
        after = said[place + 1].kind if place + 1 < len(said) else None
        here = before in (Kind.AT, Kind.SPACE, Kind.TERRAIN) or (
            place == 0 and after in (Kind.COLON, Kind.COMMA, Kind.TERRAIN)
        )
        if word.kind is Kind.LAND or (word.kind is Kind.NUMBER and here):
            land = current().land(read.number(word) if word.kind is Kind.NUMBER else word.number)
            read.say(read.data, "land", land, word.token)
        elif word.kind is Kind.TERRAIN:
            read.say(read.data, "terrain", word.value, word.token)
        elif here and place == 0 and terrain_of_letters(word.token.text) is not None:
            read.say(read.data, "terrain", terrain_of_letters(word.token.text), word.token)
        elif word.kind in _HELD and not owned:
            owned = True
        elif word.kind not in (Kind.AT, Kind.SPACE, Kind.WITH, Kind.HAVE):
            rest.append(word)
    names = listed(read, rest)
    if not names:
        read.fail("who is in the Legion?", said[0].token, hint="as in: Jungle: 2 Gargoyle, Ogre")
    there = current().terrain_of(read.data["land"]) if "land" in read.data else None
    if there is None and "terrain" not in read.data:
        read.fail("where is the Legion?", said[0].token, said[-1].token, hint="as in: Jungle: 2 Gargoyle, Ogre")
    if there is not None and read.data.setdefault("terrain", there) != there:
        read.fail(f"{read.data['land']} is not in the {read.data['terrain']}", said[0].token, said[-1].token)
    read.data["characters"] = names
