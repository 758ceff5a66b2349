"""Mustering (MUSTER-1 to MUSTER-5, and the qualification for REINF-1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ...box.characters import CHARACTERS, FULL_STOCK
from ...box.terrains import MUSTERING_CHAINS, TOWER
from ...kernel.rulings import Ruling, illegal, legal

if TYPE_CHECKING:  # typed questions need no documents, and start without them
    from ...position.game import Game, Legion

Way: TypeAlias = tuple[str, ...]
"""Characters that together muster another, sorted; empty where nothing is needed."""

MUSTERING_HEIGHT = 6
"""The greatest height at which a Legion may muster (MUSTER-1)."""

TOWER_BASICS = ("Centaur", "Gargoyle", "Ogre")
GUARDIAN, WARLOCK = "Guardian", "Warlock"
FOR_A_GUARDIAN = 3
"""How many Creatures of one kind muster a Guardian (MUSTER-4)."""


@frozen
class MusterOption:
    """A character that may be mustered.

    :param ways: every minimal way to qualify, sorted.
    :param left: counters left with the caretaker before it is mustered.
    """

    muster: str
    ways: tuple[Way, ...]
    left: int


@cache
def land_table(terrain: str) -> tuple[str, ...]:
    """The characters that can be mustered in a terrain, in the order of answers (MUSTER-2, MUSTER-4)."""
    if terrain == TOWER:
        return (*TOWER_BASICS, GUARDIAN, WARLOCK)
    return tuple(name for name, _ in MUSTERING_CHAINS[terrain])


@cache
def sufficient(terrain: str, character: str) -> tuple[Way, ...]:
    """Every minimal set of characters that musters ``character`` in a terrain, sorted; none where nothing does."""
    if character not in land_table(terrain):
        return ()
    if terrain == TOWER:
        return _sufficient_in_tower(character)
    chain = MUSTERING_CHAINS[terrain]
    place = land_table(terrain).index(character)
    ways: set[Way] = {(name,) for name, _ in chain[place:]}
    if place:
        ways.add((chain[place - 1][0],) * chain[place][1])
    return tuple(sorted(ways))


def _sufficient_in_tower(character: str) -> tuple[Way, ...]:
    if character == GUARDIAN:
        kinds = [c.name for c in CHARACTERS.values() if c.is_creature]
        return tuple(sorted([(GUARDIAN,), *((kind,) * FOR_A_GUARDIAN for kind in kinds)]))
    if character == WARLOCK:
        return (("Titan",), (WARLOCK,))
    return ((),)


@lru_cache(65536)
def _qualified(terrain: str, content: Way) -> tuple[tuple[str, tuple[Way, ...]], ...]:
    """Each character that a sorted content qualifies for, with the ways, in the table's order."""
    have = Counter(content)
    found = []
    for name in land_table(terrain):
        ways = tuple([w for w in sufficient(terrain, name) if not w or have[w[0]] >= len(w)])
        if ways:
            found.append((name, ways))
    return tuple(found)


def muster_options(
    terrain: str, characters: Iterable[str], stock: Mapping[str, int] | None = None
) -> tuple[MusterOption, ...]:
    """What characters may muster in a terrain (MUSTER-2, MUSTER-3, MUSTER-4); for REINF-1 give the living ones.

    :param characters: the content of the Legion, in any order; none of seven may muster (MUSTER-1).
    :param stock: counters left with the caretaker; characters not named are in full stock.
    """
    content = tuple(sorted(characters))
    if len(content) > MUSTERING_HEIGHT:
        return ()
    found = []
    for name, ways in _qualified(terrain, content):
        left = FULL_STOCK[name] if stock is None else stock.get(name, FULL_STOCK[name])
        if left > 0:
            found.append(MusterOption(name, ways, left))
    return tuple(found)


def muster_rulings(terrain: str, character: str, way: Sequence[str], left: int) -> list[Ruling]:
    """What allows one muster: ``way`` is one of its :func:`sufficient` ways, ``left`` the stock before it."""
    allowed: dict[str, Any] = {"muster": character, "terrain": terrain, "left": left}
    if not way:
        return [legal("MUSTER-4", "any Legion may muster {muster} in a Tower, {left} left", **allowed)]
    rule = "MUSTER-4" if terrain == TOWER else "MUSTER-2"
    sentence = "{count} × {revealed} muster {muster} in {terrain}, {left} left"
    if len(way) == 1:
        sentence = "{revealed} musters {muster} in {terrain}, {left} left"
    return [legal(rule, sentence, count=len(way), revealed=way[0], **allowed)]


def table_rulings(terrain: str, characters: Iterable[str], stock: Mapping[str, int] | None = None) -> list[Ruling]:
    """One ruling for each character of the terrain's table, in its order: by which way, or why not."""
    content = tuple(sorted(characters))
    if len(content) > MUSTERING_HEIGHT:
        return _too_high("the Legion", len(content))
    options = {option.muster: option for option in muster_options(terrain, content, stock)}
    rulings = []
    for name in land_table(terrain):
        option = options.get(name)
        if option is not None:
            rulings += muster_rulings(terrain, name, option.ways[-1], option.left)
        else:
            rulings += _unqualified(terrain, name, content) or _none_left(name, 0)
    return rulings


def _none_left(character: str, left: int) -> list[Ruling]:
    if left > 0:
        return []
    return [illegal("MUSTER-3", "the caretaker has no {muster} left", muster=character)]


def _unqualified(terrain: str, character: str, content: Way) -> list[Ruling]:
    """Why a content does not muster a character here; empty where it does."""
    needed = sufficient(terrain, character)
    if not needed:
        listed = ", ".join(land_table(terrain))
        return [
            illegal(
                "MUSTER-4" if terrain == TOWER else "MUSTER-2",
                "{muster} is not mustered in {terrain}, where these are: {table}",
                muster=character,
                terrain=terrain,
                table=listed,
            )
        ]
    have = Counter(content)
    if any(not way or have[way[0]] >= len(way) for way in needed):
        return []
    if terrain == TOWER:
        sentence = "it takes a Titan or a Warlock to muster a Warlock"
        if character == GUARDIAN:
            sentence = "it takes three Creatures of one kind, or a Guardian, to muster a Guardian"
        return [illegal("MUSTER-4", sentence, muster=character)]
    several = [way for way in needed if len(way) > 1]
    singles = " or ".join(way[0] for way in needed if len(way) == 1)
    facts: dict[str, Any] = {"muster": character, "terrain": terrain, "singles": singles}
    if not several:
        return [illegal("MUSTER-2", "in {terrain} it takes {singles} to muster {muster}", **facts)]
    below, count = several[0][0], len(several[0])
    sentence = "in {terrain} it takes {count} × {below}, or {singles}, to muster {muster}; there are {have} × {below}"
    return [illegal("MUSTER-2", sentence, count=count, below=below, have=have[below], **facts)]


def may_muster_violations(legion: "Legion") -> list[Ruling]:
    """Why a Legion may muster nothing in this Enlistment Phase, whatever the land (MUSTER-1); empty if it may."""
    facts: dict[str, Any] = {"legion": legion.legion, "height": legion.size}
    found = []
    if not legion.moved:
        found.append(illegal("MUSTER-1", "{legion} has not moved this turn", **facts))
    if legion.mustered is not None:
        found.append(
            illegal("MUSTER-1", "{legion} has mustered {mustered} this turn", mustered=legion.mustered, **facts)
        )
    return found + _too_high(legion.legion, legion.size)


def _too_high(legion: str, height: int) -> list[Ruling]:
    if height <= MUSTERING_HEIGHT:
        return []
    sentence = "{legion} has height {height}, at most {most} may muster"
    return [illegal("MUSTER-1", sentence, legion=legion, height=height, most=MUSTERING_HEIGHT)]


def legion_options(game: "Game", legion: "Legion") -> tuple[MusterOption, ...]:
    """What a Legion's content qualifies for in the land where it stands, in the table's order (MUSTER-1 to 4).

    Whether it may muster at all is :func:`may_muster_violations`.

    :raises CannotTell: its content is not known.
    """
    from ...box.masterboard import LANDS
    from ...position.stock import stock

    return muster_options(LANDS[legion.land].terrain, known_content(legion), stock(game))


def known_options(game: "Game", legion: "Legion") -> tuple[MusterOption, ...]:
    """What the characters known to be in a Legion qualify for where it stands; with others there it may be more."""
    from ...box.masterboard import LANDS
    from ...position.stock import stock

    return muster_options(LANDS[legion.land].terrain, legion.known, stock(game))


def known_content(legion: "Legion") -> tuple[str, ...]:
    """The content of a Legion.

    :raises CannotTell: it is not known.
    """
    if legion.characters is None:
        from ...kernel.errors import CannotTell, Fault

        raise CannotTell(Fault("unknown-content", f"the characters of {legion.legion} are not known"))
    return legion.characters


def muster_violations(game: "Game", marker: str, character: str, with_: Sequence[str] | None = None) -> list[Ruling]:
    """Why a Legion may not muster a character in the Enlistment Phase (MUSTER-1 to MUSTER-4); empty if it may.

    :param marker: the Legion, which must be the active player's.
    :param with_: the characters it reveals, in any order; None: whichever do.
    :raises CannotTell: the Legion's content is not known, and nothing else forbids it.
    """
    from ...box.masterboard import LANDS
    from ...position.stock import stock

    legion = game.mover.legion(marker)
    if legion is None:
        return [illegal("MUSTER-1", "{player} has no Legion {legion}", player=game.active, legion=marker)]
    found = may_muster_violations(legion)
    terrain = LANDS[legion.land].terrain
    if not sufficient(terrain, character):
        return found + _unqualified(terrain, character, ())
    found += _none_left(character, stock(game)[character])
    if found and legion.characters is None:
        return found
    content = legion.known
    unqualified = _unqualified(terrain, character, content)
    wrong = unqualified or (_wrong_way(terrain, character, content, tuple(sorted(with_))) if with_ is not None else [])
    if wrong and legion.characters is None and _may_qualify(terrain, character, content, with_):
        known_content(legion)
    return found + wrong


def _may_qualify(terrain: str, character: str, content: Way, with_: Sequence[str] | None) -> bool:
    """Whether characters that are not known could muster what the known ones do not, as it is declared."""
    if with_ is None:
        return True
    way = tuple(sorted(with_))
    return way in sufficient(terrain, character) and bool(Counter(way) - Counter(content))


def _wrong_way(terrain: str, character: str, content: Way, way: Way) -> list[Ruling]:
    """Why the revealed characters do not muster a character that the Legion qualifies for; empty if they do."""
    rule = "MUSTER-4" if terrain == TOWER else "MUSTER-2"
    facts: dict[str, Any] = {"muster": character, "terrain": terrain, "revealed": ", ".join(way) or "nothing"}
    missing = Counter(way) - Counter(content)
    if missing:
        return [illegal(rule, "the Legion does not hold {missing}", missing=", ".join(missing.elements()), **facts)]
    if way in sufficient(terrain, character):
        return []
    possible = [w for name, ways in _qualified(terrain, content) if name == character for w in ways]
    return [
        illegal(
            rule,
            "revealing {revealed} does not muster {muster} in {terrain}; this would do: {ways}",
            ways=" or ".join(", ".join(w) or "nothing" for w in possible),
            **facts,
        )
    ]
