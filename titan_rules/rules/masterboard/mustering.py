"""Mustering (MUSTER-1 to MUSTER-5), and who qualifies as a reinforcement (REINF-1)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from attrs import field, frozen

from ...box.characters import TITAN
from ...box.names import CharacterName
from ...box.terrains import ANYONE, MusterTable
from ...kernel.blocks import column
from ...kernel.fields import key
from ...kernel.judging import Objection, unopposed
from ...kernel.names import in_numbers
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import article, listed
from ...kernel.writing import Part
from ...position.game import Game, Legion
from ...position.stock import count_of, stock
from ..objections import UnknownContent

Way: TypeAlias = tuple[CharacterName, ...]
"""Characters that together muster another, sorted; empty if none are needed."""

MUSTERING_HEIGHT = 6  # the greatest height at which a Legion may muster (MUSTER-1)

_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def ways_in_words(ways: Iterable[Sequence[str]]) -> str:
    """All ways to qualify: ``Cyclops or 2 × Gargoyle``."""
    return listed([in_numbers(way) or "nothing" for way in ways], "or")


def _asked_in_words(ways: Iterable[Sequence[str]]) -> str:
    """All ways to qualify, as a question has them: ``a Cyclops or 2 × Gargoyle``."""
    return listed([article(way[0]) if len(way) == 1 else in_numbers(way) for way in ways], "or")


@frozen
class MusterOption(Part):
    """A character that may be mustered.

    :param ways: every minimal way to qualify, sorted.
    :param left: counters left with the caretaker before it is mustered.
    """

    muster: CharacterName = field(metadata=column("Musters"))
    ways: tuple[Way, ...] = field(metadata=key("with") | column("With", lambda option: ways_in_words(option.ways)))
    left: int = field(metadata=column("Left"))


@lru_cache(4096)
def sufficient(table: MusterTable, character: CharacterName) -> tuple[Way, ...]:
    """Every minimal set of characters that musters ``character`` in a land, sorted; none if the land lacks it."""
    entry = table.entry(character)
    if entry is None:
        return ()
    ways: set[Way] = {()} if not entry.needs else set()
    for who, count in entry.needs:
        ranks = ANYONE.get(who)
        kinds = (
            [CharacterName(who)] if ranks is None else [c.name for c in table.characters.values() if c.rank in ranks]
        )
        ways |= {(kind,) * count for kind in kinds}
    return tuple(sorted(ways))


Open: TypeAlias = dict[CharacterName, list[tuple[int, int, Way]]]
"""By character, what it musters: how many it takes, the row of the table, and the way."""


@lru_cache(4096)
def _opens(table: MusterTable) -> tuple[tuple[CharacterName, ...], Open, dict[int, list[Way]]]:
    """The names in a table; what each kind musters, in the table's order; what any Legion musters."""
    by_kind: Open = {}
    free: dict[int, list[Way]] = {}
    names = table.names
    for place, name in enumerate(names):
        for way in sufficient(table, name):
            if way:
                by_kind.setdefault(way[0], []).append((len(way), place, way))
            else:
                free[place] = [way]
    return names, by_kind, free


@lru_cache(65536)
def _qualified(table: MusterTable, content: Way) -> tuple[tuple[CharacterName, tuple[Way, ...]], ...]:
    """Each character that a sorted content qualifies for, with the ways, in the table's order."""
    names, by_kind, free = _opens(table)
    open_to = {place: ways[:] for place, ways in free.items()}
    for kind in dict.fromkeys(content):
        for count, place, way in by_kind.get(kind, ()):
            if content.count(kind) >= count:
                open_to.setdefault(place, []).append(way)
    return tuple([(names[place], tuple(open_to[place])) for place in sorted(open_to)])


def muster_options(
    table: MusterTable, characters: Iterable[CharacterName], stock: Mapping[CharacterName, int] | None = None
) -> tuple[MusterOption, ...]:
    """What characters may muster in a terrain (MUSTER-2, MUSTER-3, MUSTER-4); for REINF-1 pass the living ones.

    :param characters: the Legion's content, in any order; seven characters muster nothing (MUSTER-1).
    :param stock: counters left with the caretaker; characters not named are in full stock.
    """
    content = tuple(sorted(characters))
    if len(content) > MUSTERING_HEIGHT:
        return ()
    options = []
    for name, ways in _qualified(table, content):
        left = table.full_stock[name] if stock is None else stock.get(name, table.full_stock[name])
        if left > 0:
            options.append(MusterOption(name, ways, left))
    return tuple(options)


def muster_rulings(
    table: MusterTable, character: CharacterName, way: Sequence[CharacterName], left: int, at_most: bool = False
) -> list[Ruling]:
    """What allows one muster.

    :param way: one of its :func:`sufficient` ways.
    :param left: the stock before it; ``at_most``: others may hold some of it.
    """
    stock = "at most {left} left" if at_most else "{left} left"
    allowed: Facts = {"muster": character, "terrain": table.terrain, "left": left}
    if not way:
        allowed["where"] = article(table.terrain) if table.rule == "MUSTER-4" else table.terrain
        return [legal(table.rule, f"any Legion may muster {{muster}} in {{where}}, {stock}", **allowed)]
    sentence = f"{{count}} × {{revealed}} muster {{muster}} in {{terrain}}, {stock}"
    if len(way) == 1:
        sentence = f"{{revealed}} musters {{muster}} in {{terrain}}, {stock}"
    return [legal(table.rule, sentence, count=len(way), revealed=way[0], **allowed)]


NONE_FORBIDDEN: Mapping[CharacterName, Ruling] = {}


def table_rulings(
    table: MusterTable,
    characters: Iterable[CharacterName],
    stock: Mapping[CharacterName, int] | None = None,
    at_most: Collection[CharacterName] = (),
    forbidden: Mapping[CharacterName, Ruling] = NONE_FORBIDDEN,
) -> list[Ruling]:
    """One ruling per character of the table: how to muster it, or why not.

    :param forbidden: the rulings against some of them that have nothing to do with the Legion.
    :param at_most: those of whom others may hold some, so that the stock is an upper limit.
    """
    content = tuple(sorted(characters))
    if len(content) > MUSTERING_HEIGHT:
        return list(_too_high("the Legion", len(content)))
    options = {option.muster: option for option in muster_options(table, content, stock)}
    rulings = []
    for name in table.names:
        option = options.get(name)
        if name in forbidden:
            rulings.append(forbidden[name])
        elif option is not None:
            rulings += muster_rulings(table, name, option.ways[-1], option.left, name in at_most)
        else:
            unqualified = [one for one in against_ways(table, name, None, of(content)) if isinstance(one, Ruling)]
            rulings += unqualified or none_left(name, 0)
    return rulings


def none_left(character: CharacterName, left: int) -> Iterator[Ruling]:
    """What stands against a muster if the caretaker has none (MUSTER-3)."""
    if left <= 0:
        yield illegal("MUSTER-3", "the caretaker has no {muster} left", muster=character)


Count: TypeAlias = Callable[[CharacterName], tuple[int, int]]
"""How many of a character a Legion holds: at least, and at most."""


def of(content: Sequence[CharacterName]) -> Count:
    """How many of a character a known content holds."""
    return lambda name: (content.count(name), content.count(name))


def against_ways(
    table: MusterTable,
    character: CharacterName,
    way: Way | None,
    count: Count,
    whose: str = "",
    rule: str | None = None,
) -> Iterator[Objection]:
    """What stands against mustering a character with those of a Legion that it takes (MUSTER-2, MUSTER-4).

    :param way: the characters revealed, sorted; None: any that qualify.
    :param rule: that of a reinforcement.
    """
    needed, rule = sufficient(table, character), rule or table.rule
    facts: Facts = {"muster": character, "terrain": table.terrain}
    if not needed:
        sentence = "{muster} is not mustered in {terrain}, where these are: {table}"
        yield illegal(rule, sentence, table=listed(table.names, ","), **facts)
    elif way is None or way in needed:
        asked = needed if way is None else (way,)
        if any(not one or count(one[0])[0] >= len(one) for one in asked):
            return
        if possible_ways(asked, count):
            possible = possible_ways(needed, count)
            yield UnknownContent(whose, f"whether it holds {_asked_in_words(possible)}", possible)
        else:
            yield _too_few(table, rule, needed, way, count, facts)
    elif needed == ((),):
        yield illegal(rule, "{muster} is mustered in {terrain} without revealing anybody", **facts)
    else:
        facts |= {"revealed": listed(way, ","), "needs": _needs(table, character)}
        wrong = "not {revealed}" if way else "and nothing is revealed"
        yield illegal(rule, f"it takes {{needs}} to muster {{muster}} in {{terrain}}, {wrong}", **facts)


def possible_ways(ways: Iterable[Way], count: Count) -> list[Way]:
    """The ways that a Legion may muster, for all that is known of it."""
    return [way for way in ways if not way or count(way[0])[1] >= len(way)]


def _too_few(
    table: MusterTable, rule: str, needed: Sequence[Way], way: Way | None, count: Count, facts: Facts
) -> Ruling:
    """What it takes to muster a character, and how many there are of the kind that is revealed, or several muster."""
    singles = listed([one[0] for one in needed if len(one) == 1], "or")
    several = next((one for one in needed if len(one) > 1), None)
    if table.rule != "MUSTER-2":
        sentence, facts = "it takes {needs} to muster {whom}", {**facts, "whom": article(facts["muster"])}
        facts |= {"needs": _needs(table, facts["muster"])}
    elif several is None:
        sentence, facts = "in {terrain} it takes {singles} to muster {muster}", {**facts, "singles": singles}
    else:
        sentence = "in {terrain} it takes {count} × {below}, or {singles}, to muster {muster}"
        facts = {**facts, "singles": singles, "count": len(several), "below": several[0]}
    shown = way or (several if table.rule == "MUSTER-2" else None)
    if shown:
        least, most = count(shown[0])
        facts |= {"have": most, "shown": shown[0]}
        sentence += f"; the Legion holds {'' if least == most else 'at most '}{{have:{shown[0]}}}"
    return illegal(rule, sentence, **facts)


def _needs(table: MusterTable, character: CharacterName) -> str:
    """Who musters a character, in words."""
    entry = table.entry(character)
    needs = () if entry is None else entry.needs
    several = any(count > 1 for _, count in needs)
    words = []
    for who, count in needs:
        if count == 1:
            words.append(who if who in ANYONE else article(who))
        elif who in ANYONE:
            words.append(f"{_WORDS.get(count, count)} {who.removeprefix('any ')}s of one kind")
        else:
            words.append(f"{count} × {who}")
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])}, or {words[-1]}," if several else listed(words, "or")


def by_whom(way: Sequence[CharacterName]) -> str:
    """The end of a muster's sentence: with whom, if anyone was needed."""
    return " with {musterers}" if way else ""


def against_mustering(legion: Legion) -> Iterator[Ruling]:
    """What stands against any muster of a Legion this turn, in any land (MUSTER-1)."""
    facts: Facts = {"legion": legion.legion, "height": legion.size}
    if not legion.moved:
        yield illegal("MUSTER-1", "{legion} has not moved this turn", **facts)
    if legion.mustered is not None:
        yield illegal("MUSTER-1", "{legion} has mustered {mustered} this turn", mustered=legion.mustered, **facts)
    yield from _too_high(legion.legion, legion.size)


def _too_high(legion: str, height: int) -> Iterator[Ruling]:
    if height > MUSTERING_HEIGHT:
        sentence = "{legion} has height {height}, at most {most} may muster"
        yield illegal("MUSTER-1", sentence, legion=legion, height=height, most=MUSTERING_HEIGHT)


def legion_options(game: Game, legion: Legion) -> tuple[MusterOption, ...]:
    """What a Legion's known characters qualify for in its land, in the table's order (MUSTER-1 to 4).

    Unknown characters may add options. :func:`against_mustering` says whether it may muster at all.
    """
    return options_there(game, game.the_box.table_of(legion.land), legion.known)


def options_there(game: Game, table: MusterTable, characters: Iterable[CharacterName]) -> tuple[MusterOption, ...]:
    """What the player whose turn it is may muster with these characters in a land (MUSTER-1 to 4)."""
    options = muster_options(table, characters, stock(game))
    if game.turn > 1 or game.rules.first_turn_warlock == "allowed":
        return options
    return tuple([option for option in options if unopposed(against_first_turn(game, table, option.muster))])


def against_first_turn(game: Game, table: MusterTable, character: CharacterName) -> Iterator[Ruling]:
    """The objection to a Warlock, a Demi-Lord that a Titan musters, in a player's first turn (MUSTER-4, an option)."""
    if game.turn > 1 or game.rules.first_turn_warlock == "allowed" or table.characters[character].rank != "Demi-Lord":
        return
    if (TITAN,) in sufficient(table, character):
        yield illegal("MUSTER-4", "in a player's first turn no {muster} is mustered in this game", muster=character)


def against_muster(
    game: Game, marker: str, character: CharacterName, with_: Sequence[CharacterName] | None = None
) -> Iterator[Objection]:
    """What stands against a muster (MUSTER-1 to MUSTER-4).

    :param with_: the characters it reveals, in any order; None: any that qualify.
    """
    legion = game.mover.legion(marker)
    if legion is None:
        yield illegal("MUSTER-1", "{player} has no Legion {legion}", player=game.active, legion=marker)
        return
    yield from against_mustering(legion)
    table, way = game.the_box.table_of(legion.land), None if with_ is None else tuple(sorted(with_))
    if sufficient(table, character):
        yield from against_first_turn(game, table, character)
        yield from none_left(character, stock(game)[character])
    yield from against_ways(table, character, way, lambda name: count_of(game, legion, name), marker)
