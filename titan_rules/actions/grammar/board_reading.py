"""Sentences as actions of the Masterboard: splits, moves, Engagements, musters."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from ...box.names import CharacterName, LandNo, Marker, PlayerColor
from ...box.vocabulary import LITTLE
from ...kernel.words import split_words
from .. import intents as a
from .sentence import POSITION_NEEDED, Item, Sentence
from .writing import LAND_LETTERS

if TYPE_CHECKING:
    from .naming import Naming

Read: TypeAlias = "list[a.Action]"
"""What a sentence can mean: several actions where a choice is left open."""


def tower(s: Sentence, naming: "Naming | None") -> Read:
    """``Ann tower 4``."""
    by = name(s, "tower")
    return [a.Tower(by, _only_number(s, s.items, "a die"))]


def color(s: Sentence, naming: "Naming | None") -> Read:
    """``Ann color Black Bk03``."""
    by = name(s, "color")
    rest = [item for item in s.items if item.low != ","]
    if not rest or rest[0].kind != "color":
        s.fail("a color is missing", rest[0].word if rest else None)
    markers = [s.marker(item) for item in rest[1:] if item.kind == "marker"]
    if len(rest) > 1 + len(markers) or len(markers) > 1:
        s.fail(f"{s.shown(rest[-1].word)} is not understood", rest[-1].word)
    return [a.Color(by, rest[0].value, markers[0] if markers else None)]


def name(s: Sentence, what: str) -> str:
    """A player's name in front of a text, before anybody has a colour; what follows it is left to read."""
    first, second = split_words(s.text)[:2]
    s.items = [item for item in s.items if item.word.start >= second.end]
    return s.unquoted(first) if first.in_quotes else first.text


def _only_number(s: Sentence, items: list[Item], what: str) -> int | None:
    """The only number among some items; None where there is none."""
    found: int | None = None
    for item in items:
        if item.kind in ("verb", "joining", "spoken", "color", "role") or item.low in (":", "=", "."):
            continue
        if item.kind == "number" and found is None:
            found = s.number(item, what)
        else:
            s.fail(f"{s.shown(item.word)} is not understood", item.word)
    return found


def roll(s: Sentence, naming: "Naming | None") -> Read:
    """``roll 4``."""
    return [a.Roll(_only_number(s, s.items, "a die"))]


def mulligan(s: Sentence, naming: "Naming | None") -> Read:
    """``mulligan 2``."""
    return [a.Mulligan(_only_number(s, s.items, "a die"))]


# --- Legions ---------------------------------------------------------------------------------------------------------


def _legion(
    s: Sentence, naming: "Naming | None", items: list[Item], do: str, land: LandNo | None = None
) -> list[Marker]:
    """The Legions that are meant: by its marker, its land, whom it holds, or the only one there is."""
    markers = [s.marker(item) for item in items if item.kind == "marker"]
    if markers:
        return markers[:1]
    if naming is None:
        s.fail("which Legion?", code=POSITION_NEEDED)
    return naming.legions(s, do, land, [item.value for item in items if item.kind == "character"])


def split(s: Sentence, naming: "Naming | None") -> Read:
    """``Bk01/Bk02 Ang 2 Ogr``, ``Bk01 splits off Ogre and Ogre``."""
    _drop_those_who_stay(s)
    markers = s.kinds("marker")
    said = [item for item in s.items if item.kind in ("character", "number", "nothing", "text", "hex", "land", "side")
            or item.low in ("x", "*")]  # fmt: skip
    legions = _legion(s, naming, markers[:1], "split", _land_said(s, said) if naming else None)
    count = None
    if len(said) == 1 and said[0].kind == "number":
        count = s.number(said[0])
    characters = None if count is not None else s.characters(said)
    if count is None and not characters and not s.kinds("nothing"):
        if naming is None or said:
            s.fail("who leaves?")
        return naming.parts(s, legions[0], s.marker(markers[1]) if len(markers) > 1 else None)
    s.understood("marker", "character", "number", "nothing")
    found: list[a.Action] = []
    for legion in legions:
        if len(markers) > 1:
            into = s.marker(markers[1])
        elif naming is not None:
            into = naming.free_marker(s, legion)
        else:
            s.fail("the new Legion's marker is missing", code=POSITION_NEEDED)
        found.append(a.Split(legion, into, characters, count))
    return found


def _drop_those_who_stay(s: Sentence) -> None:
    """``leave the Titan, split off two Ogres``: who stays is not who leaves."""
    stays = s.where(lambda item: item.low in ("leave", "leaving", "keep", "keeping"))
    leaves = s.where(lambda item: item.value == "split" and item.low not in ("leave", "leaving"))
    if stays is not None and leaves is not None and stays < leaves:
        s.take(stays, leaves)


def _land_said(s: Sentence, said: list[Item]) -> LandNo | None:
    """Take out the land in which the Legion is said to stand: ``the Legion in 105``."""
    for i, item in enumerate(s.items):
        if item.kind in ("number", "land") and s.low(i - 1) in ("in", "at", "on", "from", "land"):
            land = s.land(item, LAND_LETTERS)
            s.items.remove(item)
            if item in said:
                said.remove(item)
            return land
    return None


def move(s: Sentence, naming: "Naming | None") -> Read:
    """``Bk02 P105 left``, ``111 -> 109``, ``Bk02 attacks Rd01``."""
    mustering = s.where(lambda item: item.low == ">")
    if mustering is not None and s.kind(mustering + 1) == "character":
        s.fail("these are two actions, a move and a muster", s.items[mustering].word)
    side: Any = next((item.value for item in s.kinds("side")), None)
    if len(s.kinds("side")) > 1 or len(s.kinds("how")) > 1:
        s.fail("a second one is not understood", (s.kinds("side") + s.kinds("how"))[-1].word)
    how: Any = next((item.value for item in s.kinds("how")), None) or _how(s)
    revealed = s.where(lambda item: item.value == "reveal")
    first = s.where(lambda item: item.kind == "marker")
    places = [(i, item) for i, item in enumerate(s.items) if s.is_land(item) and not _passed(s, i)]
    counts = [i for i, item in places if item.kind == "number" and s.kind(i + 1) == "character"]
    places = [(i, item) for i, item in places if i not in counts or i - 1 == first]
    if s.kinds("text"):
        if not s.kinds("text")[0].word.text.isascii():
            s.unnamed(s.kinds("text")[0].word)
        s.fail(f"a land is wanted, not {s.shown(s.kinds('text')[0].word)}", s.kinds("text")[0].word)
    lands = [s.land(item, LAND_LETTERS) for _, item in places]
    markers = [item for i, item in enumerate(s.items) if item.kind == "marker" and not _passed(s, i)]
    origin: LandNo | None = None
    two = len(lands) == 2 and _first_is_origin(s, [i for i, _ in places])
    if two or (len(lands) == 1 and len(markers) == 2 and _from(s, places[0][0])):
        origin = lands.pop(0)
    if len(lands) > 1:
        s.fail(f"{s.shown(places[1][1].word)} is not understood", places[1][1].word)
    last = max([i for i, _ in places], default=-1)
    reveal_from = revealed if revealed is not None else max(last, first or 0)
    reveal = s.characters([item for i, item in enumerate(s.items) if i > reveal_from and i not in _nums(places)
                           and (item.kind in ("character", "number") or item.low == "x")]) if lands else ()  # fmt: skip
    before = [item for i, item in enumerate(s.items) if i < reveal_from and item.kind == "character"]
    attacked = naming is not None and not lands and len(markers) == 1 and naming.is_enemy(s.marker(markers[0]))
    own = [] if attacked else markers[:1]
    legions = _legion(s, naming, [*own, *before], "move", origin)
    if not lands:
        lands = [_target(s, naming, markers, legions)]
    if naming is not None and origin is not None:
        for legion in legions:
            naming.starts_in(s, legion, origin, places[0][1].word)
    s.understood("marker", "number", "land", "hex", "character", "side", "how", "nothing")
    return [a.Move(legion, lands[0], side, how, reveal) for legion in legions]


def _nums(places: list[tuple[int, Item]]) -> set[int]:
    return {i for i, _ in places}


def _how(s: Sentence) -> str | None:
    """``tower teleport``, ``TT``: how a Legion moves, where that is said."""
    place = s.where(lambda item: item.value == "teleport")
    if place is None:
        return None
    if s.low(place) == "tt":
        return "titan-teleport"
    for near in (place - 1, place - 2, place + 1):
        if s.low(near) in ("tower", "titan", "tit") and s.kind(near) != "marker":
            said = s.take(near, near + 1)[0].low
            return "tower-teleport" if said == "tower" else "titan-teleport"
    return None


def _passed(s: Sentence, place: int) -> bool:
    """Whether a land or Legion is one that is only passed: ``past Rd01 to 101``."""
    return s.low(place - 1) in ("past", "through", "over", "via") or s.low(place - 2) in ("past", "through", "over")


def _from(s: Sentence, place: int) -> bool:
    return s.low(place - 1) in ("from", "in", "on", "at") or s.low(place - 2) in ("from",)


def _first_is_origin(s: Sentence, places: list[int]) -> bool:
    first, second = places
    between = [s.low(i) for i in range(first + 1, second)]
    return _from(s, first) or "-" in between or ">" in between or "to" in between or "land" in between


def _target(s: Sentence, naming: "Naming | None", markers: list[Item], legions: list[Marker]) -> LandNo:
    """The land of the Legion that is attacked, where no land is named."""
    if naming is None:
        s.fail("a land is missing")
    if markers and (len(markers) > 1 or naming.is_enemy(s.marker(markers[0]))):
        return naming.land_of(s, s.marker(markers[-1]))
    colors = s.kinds("color", "role")
    if colors or s.verbs():
        return naming.land_of_enemy(s, [item.value for item in colors])
    return s.fail("a land is missing")


def recombine(s: Sentence, naming: "Naming | None") -> Read:
    """``Bk02 joins Bk01``."""
    markers = s.kinds("marker")
    if len(markers) != 2:
        s.fail("two Legions join", s.words[-1] if s.words else None)
    s.understood("marker")
    return [a.Recombine(s.marker(markers[0]), s.marker(markers[1]))]


# --- musters ---------------------------------------------------------------------------------------------------------


def muster(s: Sentence, naming: "Naming | None") -> Read:
    """``Bk02 Cen,Cen>Lio``, ``Bk02 musters Lion with 2 Centaurs``, ``2 centaurs muster a lion``."""
    character, with_ = _mustered(s)
    if s.kinds("text"):
        s.unnamed(s.kinds("text")[0].word)
    land = _land_said(s, [])
    legions = _legion(s, naming, s.kinds("marker"), "muster", land)
    s.understood("marker", "character", "number", "land", "nothing")
    found: list[a.Action] = []
    for legion in legions:
        ways = naming.musterers(legion, character) if naming is not None and with_ is None else [with_ or ()]
        found += [a.Muster(legion, character, way) for way in ways]
    return found


def _mustered(s: Sentence) -> tuple[CharacterName, tuple[CharacterName, ...] | None]:
    """Who is mustered, and with whom; None where nobody is named."""
    arrow = s.where(lambda item: item.low == ">")
    if arrow is not None:
        with_ = s.characters(_who(s.items[:arrow]))
        after = s.characters(_who(s.items[arrow + 1 :]))
        return _one(s, after), with_
    verb = s.where(lambda item: item.value in ("muster", "reinforce")) or 0
    joined = next((i for i, item in enumerate(s.items) if i > verb and _joins(item)), None)
    before = s.characters(_who(s.items[:verb]))
    after = s.characters(_who(s.items[verb:joined]))
    rest = () if joined is None else s.characters(_who(s.items[joined:]))
    if not after:
        after, rest, before = (rest, (), before) if rest else (before, (), ())
    if not rest and joined is not None and any(item.kind == "nothing" for item in s.items[joined:]):
        return _one(s, after), ()
    return _one(s, after), rest or before or None


def _joins(item: Item) -> bool:
    """Whether those who muster are named after a word."""
    return item.value == "reveal" or item.low in ("with", "using", "from", "by", "for")


def _who(items: list[Item]) -> list[Item]:
    """The characters and counts among some items; a land's number is none."""
    return [
        item
        for i, item in enumerate(items)
        if item.kind in ("character", "text")
        or item.low in ("x", "*")
        or (item.kind == "number" and not (i and items[i - 1].low in ("in", "at", "land", "on")))
    ]


def _one(s: Sentence, names: tuple[CharacterName, ...]) -> CharacterName:
    if not names:
        s.fail("a character is missing")
    if len(set(names)) > 1 or len(names) > 1:
        s.fail("one character is mustered at a time", s.words[-1] if s.words else None)
    return names[0]


def summon(s: Sentence, naming: "Naming | None") -> Read:
    """``summon Ang from Bk04 to Bk01``."""
    names = s.characters(_who(s.items)) if s.kinds("character", "text") else ()
    to = s.where(lambda item: item.low in ("to", "into", "for"))
    markers = s.kinds("marker")
    legion = None
    if to is not None and s.kind(to + 1) == "marker":
        item = s.items[to + 1]
        legion = s.marker(item)
        markers.remove(item)
    if len(markers) > 1 or len(names) > 1:
        s.fail("one character comes from one Legion", s.words[-1])
    s.understood("marker", "character", "number")
    if markers and names:
        return [a.Summon(s.marker(markers[0]), names[0], legion)]
    if naming is None:
        s.fail(f"from which Legion does the {names[0] if names else 'Angel'} come?", code=POSITION_NEEDED)
    origin = s.marker(markers[0]) if markers else None
    return [a.Summon(m, n, legion) for m, n in naming.donors(s, names[0] if names else None, origin)]


def reinforce(s: Sentence, naming: "Naming | None") -> Read:
    """``reinforce Ogr>Ogr``, ``reinforce with a Ranger``."""
    verb = s.where(lambda item: item.value == "reinforce")
    if verb is not None and s.low(verb + 1) in ("with", "by"):
        del s.items[verb + 1]
    character, with_ = _mustered(s)
    s.understood("character", "number", "nothing", "marker")
    ways = [with_] if with_ is not None else naming.reinforcers(character) if naming is not None else [()]
    return [a.Reinforce(character, way) for way in ways]


def acquire(s: Sentence, naming: "Naming | None") -> Read:
    """``acquire Ang Arch to Bk01``."""
    markers = s.kinds("marker")
    characters = s.characters(_who(s.items))
    if not characters and not s.kinds("nothing"):
        s.fail("what is acquired is missing")
    if len(markers) > 1:
        s.fail(f"{s.shown(markers[1].word)} is not understood", markers[1].word)
    s.understood("marker", "character", "number", "nothing")
    return [a.Acquire(characters, s.marker(markers[0]) if markers else None)]


# --- Engagements -----------------------------------------------------------------------------------------------------


def engage(s: Sentence, naming: "Naming | None") -> Read:
    """``engage P105``, ``engage Bk02``."""
    lands = [item for item in s.items if s.is_land(item)]
    markers = s.kinds("marker")
    if naming is not None and markers:
        found = naming.land_of(s, s.marker(markers[-1]))
    elif lands:
        found = s.land(lands[0], LAND_LETTERS)
    elif markers:  # a land's two letters look like a marker's
        found = s.land(Item("land", "", markers[0].word), LAND_LETTERS)
    elif naming is not None and not s.kinds("text"):
        return [a.Engage(land) for land in naming.engaged(s)]
    else:
        s.fail("a land is missing")
    s.understood("number", "land", "hex", "marker", "character")
    return [a.Engage(found)]


def losses(s: Sentence) -> "tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]] | None":
    """What each side is to lose; None where nothing of it is said."""
    roles = [i for i, item in enumerate(s.items) if item.kind == "role"]
    verb = s.where(lambda item: item.value in ("propose", "accept"))
    roles = [i for i in roles if verb is None or i > verb]
    if not roles:
        return None
    bounds = [*roles, len(s.items)]
    said: dict[str, tuple[CharacterName, ...]] = {}
    for start, end in pairwise(bounds):
        role, part = s.items[start].value, s.items[start + 1 : end]
        if role in said:
            s.fail(f"the {role} is told twice", s.items[start].word)
        said[role] = a.ALL if any(item.kind == "all" for item in part) else s.characters(_who(part))
        if role and not said[role] and not any(item.kind == "nothing" for item in part):
            s.fail(f"what does the {role} lose?", s.items[start].word)
    if len(said) < 2:
        s.fail(f"what does the {'defender' if 'attacker' in said else 'attacker'} lose?")
    return said["attacker"], said["defender"]


def propose(s: Sentence, naming: "Naming | None") -> Read:
    """``Red proposes attacker Ogr Cen, defender all``."""
    lost = losses(s)
    if lost is None:
        s.fail("what does each side lose?")
    return [a.Propose(by, *lost) for by in speakers(s, naming, "propose")]


def accept(s: Sentence, naming: "Naming | None") -> Read:
    """``Red accepts``, ``Black accepts attacker nothing, defender all``."""
    lost = losses(s)
    found: list[a.Action] = []
    for by in speakers(s, naming, "accept"):
        if lost is not None:
            found.append(a.Accept(by, *lost))
        elif naming is None:
            s.fail("'attacker' is missing: what is accepted?")
        else:
            offers = naming.offered_to(s, by)
            found += [a.AcceptConcession(by)] if offers is None else [a.Accept(by, *offer) for offer in offers]
    return found


def speakers(s: Sentence, naming: "Naming | None", do: str) -> list[PlayerColor]:
    """Who says something: the colour, role or name in front of it, or whoever it must be (*I*, *he*, nobody)."""
    place = s.where(lambda item: item.kind == "verb" or item.low in ("no-more", "no"))
    verb = len(s.items) if place is None else place
    front = [item for item in s.items[:verb] if item.kind in ("color", "role", "text")]
    said = s.text[: s.items[verb].word.start].strip() if place is not None else ""
    if said and not set(said) & set(' "') and (not front or front[0].kind == "text") and s.kind(0) != "spoken":
        return [PlayerColor(said)] if said.lower() not in LITTLE else _meant(s, naming, do)
    if front and front[0].kind == "role":
        return [PlayerColor(naming.player_of(front[0].value) if naming is not None else front[0].value)]
    if front:
        return [PlayerColor(str(front[0].value))]
    return _meant(s, naming, do)


def _meant(s: Sentence, naming: "Naming | None", do: str) -> list[PlayerColor]:
    """Whoever must be saying it, where nobody is named."""
    if naming is None:
        s.fail("who says so?", code=POSITION_NEEDED)
    return [PlayerColor(who) for who in naming.speakers(s, do)]
