"""Mustering (MUSTER-1 to MUSTER-5), and who qualifies as a reinforcement (REINF-1)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from attrs import field, frozen

from ...box.names import CharacterName
from ...box.terrains import ANYONE, MusterTable
from ...kernel.blocks import column
from ...kernel.fields import key
from ...kernel.judging import Refusal, refusal, unless
from ...kernel.names import in_numbers
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import article, listed
from ...kernel.writing import Part
from ...position.game import Game, Legion
from ...position.stock import stock
from ..engagement.meeting import content as content_of

Way: TypeAlias = tuple[CharacterName, ...]
"""Characters that together muster another, sorted; empty if none are needed."""

MUSTERING_HEIGHT = 6  # the greatest height at which a Legion may muster (MUSTER-1)

_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def ways_in_words(ways: Iterable[Sequence[str]]) -> str:
    """All ways to qualify: ``Cyclops or 2 × Gargoyle``."""
    return listed([in_numbers(way) or "nothing" for way in ways], "or")


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


def table_rulings(
    table: MusterTable,
    characters: Iterable[CharacterName],
    stock: Mapping[CharacterName, int] | None = None,
    at_most: bool = False,
) -> list[Ruling]:
    """One ruling per character of the table: how to muster it, or why not; ``at_most``: the stock is an upper limit."""
    content = tuple(sorted(characters))
    if len(content) > MUSTERING_HEIGHT:
        return _too_high("the Legion", len(content))
    options = {option.muster: option for option in muster_options(table, content, stock)}
    rulings = []
    for name in table.names:
        option = options.get(name)
        if option is not None:
            rulings += muster_rulings(table, name, option.ways[-1], option.left, at_most)
        else:
            rulings += _unqualified(table, name, content) or _none_left(name, 0)
    return rulings


def _none_left(character: CharacterName, left: int) -> list[Ruling]:
    return [] if left > 0 else [illegal("MUSTER-3", "the caretaker has no {muster} left", muster=character)]


def _qualifies(way: Way, content: Way) -> bool:
    return not way or content.count(way[0]) >= len(way)


def _unqualified(table: MusterTable, character: CharacterName, content: Way) -> list[Ruling]:
    """Why a content does not muster a character here; empty if it does."""
    needed = sufficient(table, character)
    facts: Facts = {"muster": character, "terrain": table.terrain}
    if not needed:
        sentence = "{muster} is not mustered in {terrain}, where these are: {table}"
        return [illegal(table.rule, sentence, table=listed(table.names, ","), **facts)]
    if any(_qualifies(way, content) for way in needed):
        return []
    if table.rule != "MUSTER-2":
        needs, whom = _needs(table, character), article(character)
        return [illegal(table.rule, "it takes {needs} to muster {whom}", muster=character, needs=needs, whom=whom)]
    facts["singles"] = listed([way[0] for way in needed if len(way) == 1], "or")
    several = next((way for way in needed if len(way) > 1), None)
    sentence = "in {terrain} it takes {singles} to muster {muster}"
    if several is not None:
        facts |= {"count": len(several), "below": several[0], "have": content.count(several[0])}
        sentence = (
            "in {terrain} it takes {count} × {below}, or {singles}, to muster {muster}; there are {have} × {below}"
        )
    return [illegal("MUSTER-2", sentence, **facts)]


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


def judge_mustering(legion: Legion) -> Legion | Refusal:
    """The Legion, or why it cannot muster this turn in any land (MUSTER-1)."""
    facts: Facts = {"legion": legion.legion, "height": legion.size}
    against = [] if legion.moved else [illegal("MUSTER-1", "{legion} has not moved this turn", **facts)]
    if legion.mustered is not None:
        sentence = "{legion} has mustered {mustered} this turn"
        against.append(illegal("MUSTER-1", sentence, mustered=legion.mustered, **facts))
    return unless(against + _too_high(legion.legion, legion.size), legion)


def _too_high(legion: str, height: int) -> list[Ruling]:
    if height <= MUSTERING_HEIGHT:
        return []
    sentence = "{legion} has height {height}, at most {most} may muster"
    return [illegal("MUSTER-1", sentence, legion=legion, height=height, most=MUSTERING_HEIGHT)]


def legion_options(game: Game, legion: Legion) -> tuple[MusterOption, ...]:
    """What a Legion's known characters qualify for in its land, in the table's order (MUSTER-1 to 4).

    Unknown characters may add options. :func:`judge_mustering` says whether it may muster at all.
    """
    return muster_options(game.the_box.table_of(legion.land), legion.known, stock(game))


def judge_muster(
    game: Game, marker: str, character: CharacterName, with_: Sequence[CharacterName] | None = None
) -> Legion | Refusal:
    """The Legion that musters, or why it cannot muster that character (MUSTER-1 to MUSTER-4).

    :param with_: the characters it reveals, in any order; None: any that qualify.
    :raises CannotTell: the Legion's content is unknown, and nothing else forbids it.
    """
    legion = game.mover.legion(marker)
    if legion is None:
        return refusal("MUSTER-1", "{player} has no Legion {legion}", player=game.active, legion=marker)
    allowed = judge_mustering(legion)
    against = list(allowed.rulings) if isinstance(allowed, Refusal) else []
    table = game.the_box.table_of(legion.land)
    if not sufficient(table, character):
        return Refusal((*against, *_unqualified(table, character, ())))
    against += _none_left(character, stock(game)[character])
    if against and legion.characters is None:
        return Refusal(tuple(against))
    content, way = legion.known, None if with_ is None else tuple(sorted(with_))
    wrong = _unqualified(table, character, content)
    if not wrong and way is not None:
        wrong = _wrong_way(table, character, content, way)
    # Unknown characters might qualify as declared where the known ones do not.
    known_way = way is not None and (way not in sufficient(table, character) or not Counter(way) - Counter(content))
    if wrong and legion.characters is None and not known_way:
        content_of(legion)
    return unless(against + wrong, legion)


def _wrong_way(table: MusterTable, character: CharacterName, content: Way, way: Way) -> list[Ruling]:
    """Why the revealed characters do not muster it although the Legion qualifies; empty if they do."""
    if way in sufficient(table, character) and _qualifies(way, content):
        return []
    facts: Facts = {"muster": character, "terrain": table.terrain, "revealed": listed(way, ",", none="nothing")}
    missing = Counter(way) - Counter(content)
    if missing:
        absent = listed(missing.elements(), ",")
        return [illegal(table.rule, "the Legion does not hold {missing}", missing=absent, **facts)]
    possible = [w for name, ways in _qualified(table, tuple(sorted(content))) if name == character for w in ways]
    sentence = "revealing {revealed} does not muster {muster} in {terrain}; this would do: {ways}"
    if possible == [()]:
        return [illegal(table.rule, "{muster} is mustered in {terrain} without revealing anybody", **facts)]
    return [illegal(table.rule, sentence, ways=listed([listed(w, ",") for w in possible], "or"), **facts)]
