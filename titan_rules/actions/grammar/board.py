"""Sentences as actions of the Masterboard: splits, moves, Engagements, musters."""

from itertools import pairwise
from typing import Any, TypeAlias

from ...box.names import CharacterName, LandNo, Marker, PlayerColor
from ...box.vocabulary import LITTLE
from ...kernel.words import split_words
from ...rules.engagement.meeting import engaged_lands
from .. import intents as act
from . import naming
from .naming import Names
from .words import Item, Sentence

Read: TypeAlias = list[act.Action]
"""What a sentence can mean: several actions if it is ambiguous."""


def tower(s: Sentence) -> Read:
    """``Ann tower 4``."""
    by = _name(s)
    return [act.Tower(by, die(s))]


def color(s: Sentence) -> Read:
    """``Ann color Black Bk03``."""
    by = _name(s)
    rest = [item for item in s.items if item.low != ","]
    if not rest:
        s.fail("a color is missing")
    if rest[0].kind != "color":
        s.fail(f"a color is wanted, not {s.shown(rest[0].word)}", rest[0].word)
    markers = [s.marker(item) for item in rest[1:] if item.kind == "marker"]
    if len(rest) > 1 + len(markers) or len(markers) > 1:
        s.not_understood(rest[-1])
    return [act.Color(by, rest[0].value, markers[0] if markers else None)]


def _name(s: Sentence) -> str:
    """Take out a player's name from the front of a text, before anybody has a colour."""
    first, second = split_words(s.text)[:2]
    s.items = [item for item in s.items if item.word.start >= second.end]
    said = s.unquoted(first)
    seated = [seat.name for seat in s.game.seats] if s.game is not None else []
    alike = [name for name in seated if name.casefold() == said.casefold()]
    return alike[0] if len(alike) == 1 else said


def die(s: Sentence) -> int | None:
    """The only number; None if there is none."""
    said = [item for item in s.items if item.kind not in ("verb", "joining", "spoken", "color", "role")]
    said = [item for item in said if item.low not in (":", "=", ".")]
    wrong = [item for item in said if item.kind != "number"] or said[1:]
    return s.not_understood(wrong[0]) if wrong else s.number(said[0], "a die") if said else None


# --- Legions ---------------------------------------------------------------------------------------------------------


def _legions(s: Sentence, items: list[Item], do: str, land: LandNo | None = None) -> list[Marker]:
    """The Legions meant, by marker, land or characters, or the only one there is."""
    for item in items:
        if item.kind == "marker":
            return [s.marker(item)]
    return naming.legions(s, do, land, [item.value for item in items if item.kind == "character"])


STAYS = ("leave", "keep", "keeps", "keeping", "stay", "stays", "remain", "remains")
"""Words about those who do not leave."""


def split(s: Sentence) -> Read:
    """``Bk01/Bk02 Ang 2 Ogr``, ``Bk01 splits off Ogre and Ogre``."""
    stays = s.where(lambda item: item.low in STAYS)
    leaves = s.where(lambda item: item.value == "split" and item.low not in STAYS)
    kept: Names = ()
    if stays is not None and leaves is not None and stays < leaves:
        s.take(stays, leaves)  # leave the Titan, split off two Ogres
    elif stays is not None and s.position is not None and not s.items[stays].low.startswith("leav"):
        kept, s.items = s.characters(s.kinds("character", "number")), s.kinds("marker")
    markers = s.kinds("marker")
    kinds = ("character", "number", "nothing", "text", "hex", "land", "side")
    said = [item for item in s.items if item.kind in kinds or item.low in ("x", "*")]
    legions = _legions(s, markers[:1], "split")
    count = s.number(said[0]) if len(said) == 1 and said[0].kind == "number" else None
    characters = None if count is not None else s.characters(said)
    unsaid = not kept and count is None and not characters and not s.kinds("nothing")
    if unsaid and (s.position is None or said):
        s.fail("who leaves?")
    actions: Read = []
    for legion in legions[:1] if unsaid else legions:
        into = s.marker(markers[1]) if len(markers) > 1 else naming.free_marker(s, legion)
        leaving = naming.others(s, legion, kept) if kept else characters
        ways = naming.parts(s, legion) if unsaid else [leaving]
        actions += [act.Split(legion, into, way, count) for way in ways]
    if not unsaid:
        s.understood("marker", "character", "number", "nothing")
    return actions


def move(s: Sentence) -> Read:
    """``Bk02 P105 left``, ``111 -> 109``, ``Bk02 attacks Rd01``."""
    mustering = s.where(lambda item: item.low == ">")
    if mustering is not None and s.kind(mustering + 1) == "character":
        s.fail("these are two actions, a move and a muster", s.items[mustering].word)
    side, how = s.kinds("side"), s.kinds("how")
    if len(side) > 1 or len(how) > 1:
        s.fail("a second one is not understood", (side + how)[-1].word)
    way: Any = how[0].value if how else _how(s)
    revealed = s.where(lambda item: item.value == "reveal")
    first = s.where(lambda item: item.kind == "marker")
    places = [i for i, item in enumerate(s.items) if item.kind in ("number", "land", "hex")]
    places = [i for i in places if not (s.kind(i) == "number" and s.kind(i + 1) == "character") or i - 1 == first]
    for item in s.kinds("text"):
        if not item.word.text.isascii():
            s.unnamed(item.word)
        s.fail(f"a land is wanted, not {s.shown(item.word)}", item.word)
    lands = [s.land(s.items[i]) for i in places]
    markers = s.kinds("marker")
    origin: LandNo | None = None
    two = len(lands) == 2 and _first_is_origin(s, *places)
    if two or (len(lands) == 1 and len(markers) == 2 and _from(s, places[0])):
        origin = lands.pop(0)
    if len(lands) > 1:
        s.not_understood(s.items[places[1]])
    start = revealed if revealed is not None else max([*places, first or 0])
    shown = [item for i, item in enumerate(s.items) if i > start and i not in places]
    shown = [item for item in shown if item.kind in ("character", "number") or item.low == "x"]
    reveal = s.characters(shown) if lands else ()
    if reveal and revealed is None and way is None and not markers:
        s.not_understood(shown[0])
    attacked = not lands and len(markers) == 1 and naming.is_enemy(s, s.marker(markers[0]))
    held = [item for item in s.items[:start] if item.kind == "character"]
    legions = _legions(s, [*([] if attacked else markers[:1]), *held], "move", origin)
    to = lands[0] if lands else _target(s, markers)
    if s.has("tt") and s.game is not None and naming.is_free_tower(s, to):
        way = "tower-teleport"
    for legion in legions if s.position is not None and origin is not None else ():
        there = naming.land_of(s, legion)
        if there != origin:
            s.fail(f"{legion} stands in {there}, not in {origin}", s.items[places[0]].word, "wrong-start")
    s.understood("marker", "number", "land", "hex", "character", "side", "how", "nothing")
    return [act.Move(legion, to, side[0].value if side else None, way, reveal) for legion in legions]


def _how(s: Sentence) -> str | None:
    """How a Legion moves, if that is said: ``tower teleport``, ``TT``."""
    place = s.where(lambda item: item.value == "teleport")
    if place is None:
        return None
    if s.low(place) == "tt":
        return "titan-teleport"
    for near in (place - 1, place - 2, place + 1):
        if s.low(near) in ("tower", "titan", "tit") and s.kind(near) != "marker":
            return "tower-teleport" if s.take(near, near + 1)[0].low == "tower" else "titan-teleport"
    return None


def _from(s: Sentence, place: int) -> bool:
    return s.low(place - 1) in ("from", "in", "on", "at") or s.low(place - 2) == "from"


def _first_is_origin(s: Sentence, first: int, second: int) -> bool:
    between = {s.low(i) for i in range(first + 1, second)}
    return _from(s, first) or bool(between & {"-", ">", "to", "land"})


def _target(s: Sentence, markers: list[Item]) -> LandNo:
    """The land of the attacked Legion, if no land is named."""
    if s.position is not None and markers and (len(markers) > 1 or naming.is_enemy(s, s.marker(markers[0]))):
        return naming.land_of(s, s.marker(markers[-1]))
    return s.fail("a land is missing")


def recombine(s: Sentence) -> Read:
    """``Bk02 joins Bk01``."""
    markers = s.kinds("marker")
    if len(markers) != 2:
        s.fail("two Legions join", s.words[-1] if s.words else None)
    s.understood("marker")
    return [act.Recombine(s.marker(markers[0]), s.marker(markers[1]))]


# --- musters ---------------------------------------------------------------------------------------------------------


def muster(s: Sentence) -> Read:
    """``Bk02 Cen,Cen>Lio``, ``Bk02 musters Lion with 2 Centaurs``, ``2 centaurs muster a lion``."""
    character, with_ = _mustered(s)
    for item in s.kinds("text"):
        s.unnamed(item.word)
    legions = _legions(s, s.kinds("marker"), "muster")
    s.understood("marker", "character", "number", "land", "nothing")
    actions: Read = []
    for legion in legions:
        ways = [with_] if with_ is not None else naming.musterers(s, legion, character)
        actions += [act.Muster(legion, character, way) for way in ways]
    return actions


def reinforce(s: Sentence) -> Read:
    """``reinforce Ogr>Ogr``, ``reinforce with a Ranger``."""
    verb = s.where(lambda item: item.value == "reinforce")
    if verb is not None and s.low(verb + 1) in ("with", "by"):
        del s.items[verb + 1]
    character, with_ = _mustered(s)
    s.understood("character", "number", "nothing", "marker")
    ways = [with_] if with_ is not None else naming.reinforcers(s, character)
    return [act.Reinforce(character, way) for way in ways]


def _mustered(s: Sentence) -> tuple[CharacterName, Names | None]:
    """The character mustered, and its musterers; None if nobody is named."""
    arrow = s.where(lambda item: item.low == ">")
    if arrow is not None:
        with_ = s.characters(_who(s.items[:arrow]))
        return _one(s, s.characters(_who(s.items[arrow + 1 :]))), with_
    verb = s.where(lambda item: item.value in ("muster", "reinforce")) or 0
    joined = next((i for i, item in enumerate(s.items) if i > verb and _joins(item)), len(s.items))
    before, after, rest = (s.characters(_who(part)) for part in _parts(s.items, verb, joined))
    if not after:
        after, rest, before = (rest, (), before) if rest else (before, (), ())
    nobody = not rest and any(item.kind == "nothing" for item in s.items[joined:])
    return _one(s, after), () if nobody else rest or before or None


def _parts(items: list[Item], *places: int) -> list[list[Item]]:
    return [items[start:end] for start, end in pairwise((0, *places, len(items)))]


def _joins(item: Item) -> bool:
    """Whether a word introduces the musterers."""
    return item.value == "reveal" or item.low in ("with", "using", "from", "by", "for")


def _who(items: list[Item]) -> list[Item]:
    """The characters and counts among some items, without a land's number."""
    return [
        item
        for i, item in enumerate(items)
        if item.kind in ("character", "text")
        or item.low in ("x", "*")
        or (item.kind == "number" and not (i and items[i - 1].low in ("in", "at", "land", "on")))
    ]


def _one(s: Sentence, names: Names) -> CharacterName:
    if not names:
        s.fail("a character is missing")
    if len(names) > 1:
        s.fail("one character is mustered at a time", s.words[-1] if s.words else None)
    return names[0]


def summon(s: Sentence) -> Read:
    """``summon Ang from Bk04 to Bk01``."""
    names = s.characters(_who(s.items)) if s.kinds("character", "text") else ()
    to = s.where(lambda item: item.low in ("to", "into", "for"))
    markers = s.kinds("marker")
    legion = None
    if to is not None and s.kind(to + 1) == "marker":
        legion = s.marker(s.items[to + 1])
        markers.remove(s.items[to + 1])
    if len(markers) > 1 or len(names) > 1:
        s.fail("one character comes from one Legion", s.words[-1])
    s.understood("marker", "character", "number")
    name, origin = names[0] if names else None, s.marker(markers[0]) if markers else None
    if origin is not None and name is not None:
        return [act.Summon(origin, name, legion)]
    if s.position is None:
        s.unclear(f"from which Legion does the {name or 'Angel'} come?")
    return [act.Summon(donor, summoned, legion) for donor, summoned in naming.donors(s, name, origin)]


def acquire(s: Sentence) -> Read:
    """``acquire Ang Arch to Bk01``."""
    markers = s.kinds("marker")
    characters = s.characters(_who(s.items))
    if not characters and not s.kinds("nothing"):
        s.fail("what is acquired is missing")
    if len(markers) > 1:
        s.not_understood(markers[1])
    s.understood("marker", "character", "number", "nothing")
    return [act.Acquire(characters, s.marker(markers[0]) if markers else None)]


# --- Engagements -----------------------------------------------------------------------------------------------------


def engage(s: Sentence) -> Read:
    """``engage P105``, ``engage Bk02``."""
    places, markers = s.kinds("number", "land", "hex"), s.kinds("marker")
    if s.position is not None and markers:
        lands = [naming.land_of(s, s.marker(markers[-1]))]
    elif places or markers:  # a land's two letters look like a marker's
        lands = [s.land(places[0] if places else Item("land", "", markers[0].word))]
    elif s.position is None or s.kinds("text"):
        s.fail("a land is missing")
    else:
        lands = list(engaged_lands(s.game)) if s.game is not None else []
        return [act.Engage(land) for land in lands] or s.fail("no Engagement stands anywhere")
    s.understood("number", "land", "hex", "marker", "character")
    return [act.Engage(land) for land in lands]


def propose(s: Sentence) -> Read:
    """``Red proposes attacker Ogr Cen, defender all``."""
    lost = _losses(s) or s.fail("what does each side lose?")
    return [act.Propose(by, *lost) for by in speakers(s)]


def accept(s: Sentence) -> Read:
    """``Red accepts``, ``Black accepts attacker nothing, defender all``: accept the other's proposal or concession."""
    lost = _losses(s)
    players = speakers(s)
    if lost is not None:
        return [act.Accept(by, *lost) for by in players]
    if s.position is None:
        s.fail("'attacker' is missing: what is accepted?")
    engagement = s.game.engagement if s.game is not None and s.battle is None else None
    actions: Read = []
    for by in players:
        if engagement is None:
            actions.append(act.AcceptConcession(by))
        elif by not in (engagement.attacking, engagement.defending):
            s.fail(f"{by} takes no part in this Engagement")
        else:
            offers = [x for x in engagement.proposals if x.by != by] or s.fail("nothing is proposed")
            actions += [act.Accept(by, x.attacker_loses, x.defender_loses) for x in offers]
    return actions


def _losses(s: Sentence) -> tuple[Names, Names] | None:
    """What each side loses; None if nothing is said about it."""
    verb = s.where(lambda item: item.value in ("propose", "accept")) or 0
    roles = [i for i, item in enumerate(s.items) if item.kind == "role" and i >= verb]
    said: dict[str, Names] = {}
    for start, end in pairwise([*roles, len(s.items)]):
        role = s.items[start].value
        part = [item for item in s.items[start + 1 : end] if item.low not in ("loses", "lose", "losing")]
        if role in said:
            s.fail(f"the {role} is told twice", s.items[start].word)
        said[role] = act.ALL if any(item.kind == "all" for item in part) else s.characters(_who(part))
        if not said[role] and not any(item.kind == "nothing" for item in part):
            s.fail(f"what does the {role} lose?", s.items[start].word)
    if len(said) == 1:
        s.fail(f"what does the {'defender' if 'attacker' in said else 'attacker'} lose?")
    return (said["attacker"], said["defender"]) if said else None


def check_decider(s: Sentence, kind: type[act.Action]) -> None:
    """Refuse *Green flees* where Red defends.

    :raises ActionError: somebody is named who does not decide this.
    """
    engagement = s.game.engagement if s.game is not None else None
    verb = s.where(lambda item: item.kind == "verb") or 0
    named = next((item for item in reversed(s.items[:verb]) if item.kind == "color"), None)
    if kind not in (act.Flee, act.Stand) or engagement is None or named is None:
        return
    if named.value != engagement.defending:
        s.fail(f"{engagement.defending} decides this, not {named.value}", named.word)


def speakers(s: Sentence) -> list[PlayerColor]:
    """Who may be speaking: the colour, role or name in front, or anyone it can be (*I*, *he*, nobody)."""
    place = s.where(lambda item: item.kind == "verb" or item.low in ("no-more", "no"))
    verb = len(s.items) if place is None else place
    front = [item for item in s.items[:verb] if item.kind in ("color", "role", "text")]
    if not front and s.kind(0) == "marker" and (owner := naming.owner(s, s.marker(s.items[0]))) is not None:
        return [PlayerColor(owner)]
    said = s.text[: s.items[verb].word.start].strip() if place is not None else ""
    named = bool(said) and not set(said) & set(' "') and s.kind(0) != "spoken"
    if named and (not front or front[0].kind == "text") and said.lower() not in LITTLE:
        return [PlayerColor(said)]
    if front and not (named and front[0].kind == "text"):
        if front[0].kind == "text" and not front[0].word.in_quotes:
            s.not_understood(front[-1])
        who = str(front[0].value)
        return [PlayerColor(naming.player_of(s, who) if front[0].kind == "role" else who)]
    return [PlayerColor(who) for who in naming.speakers(s)]
