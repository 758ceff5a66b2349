"""What a sentence says of an action, completed from the position to every action that it can mean."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from attrs import fields_dict, frozen

from ...box.characters import TITAN
from ...box.names import CharacterName, Hex, LandNo, Marker, PlayerColor
from ...kernel.dice import SIDES
from ...kernel.words import Word, split_words
from ...position.battle import Role
from ...position.game import Game
from ...rules.engagement.meeting import engaged_lands, legion_of
from ...rules.masterboard.setup import chooses_color, rolls_next
from .. import intents as act
from . import naming
from .naming import Names
from .table import CARRY, CLAUSES, Said, compiled
from .words import Sentence, Token

Tokens = Sequence[Token]
Given = dict[str, Any]
Read = Sequence[act.Action]
"""What a sentence can mean: several actions if it is ambiguous, none if it is no such action after all."""

REST = -1
"""Stands for all remaining hits."""


@frozen
class Claim:
    """What a sentence claims about an action, to be checked against the rules.

    :param what: ``hits``, ``slain``, ``number`` (the Strike-number), or the ``road`` that a Legion takes, land by land.
    """

    what: str
    value: int | tuple[LandNo, ...] = 0


def read(s: Sentence, said: Said) -> tuple[Read, tuple[Claim, ...]]:
    """Every action that a sentence can mean, and its claims."""
    given: Given = {name: FIELDS[name](s, items) for name, items in said.fields.items() if name in FIELDS}
    if said.do == "strike":
        return _strike(s, said)
    reader = READERS.get(said.do)
    if reader is not None:
        actions, road = reader(s, said, given), given.get("road", ())
        return actions, (Claim("road", road),) if len(road) > 1 else ()
    kind: Any = act.ACTIONS[said.do]
    if "by" not in fields_dict(kind):
        _check_decider(s, said)
        return [kind(**given)], ()
    return [kind(by) for by in _speakers(s, said)], ()


def _one(s: Sentence, items: Tokens) -> CharacterName:
    names = s.characters(items)
    if len(names) > 1:
        s.fail("one character is mustered at a time", items[-1].word)
    return names[0]


FIELDS: dict[str, Callable[[Sentence, Tokens], object]] = {
    **dict.fromkeys(("legion", "into"), lambda s, items: s.marker(items[0])),
    **dict.fromkeys(("die", "count"), lambda s, items: s.number(items[0])),
    **dict.fromkeys(("characters", "with_", "reveal", "kept"), lambda s, items: s.characters(items)),
    "road": lambda s, items: tuple([s.land(item) for item in items if item.kind in ("number", "land", "hex")]),
    "character": _one,
    "entry_side": lambda s, items: items[0].value,
}
"""How the words of a field are read, where that is the same in every action."""


# --- players ---------------------------------------------------------------------------------------------------------


def setup(s: Sentence) -> Read:
    """``Ann tower 4``, ``Ann color Black Bk03``: a player's name may be any word before anybody has a colour."""
    words = split_words(s.text)
    begun = s.phase not in ("", "setup")
    if len(words) < 2 or (begun and s.kind(0) == "marker"):
        return []
    verb = words[1].lower
    rest = [item for item in s.items if item.word.start >= words[1].end and item.low not in (",", ":", "=", ".")]
    if verb == "tower" and (not begun or len(words) == 2 or (len(words) == 3 and words[2].text.isdecimal())):
        if rest[1:]:
            s.not_understood(rest[1])
        return [act.Tower(by, s.number(rest[0], "a die") if rest else None) for by in _seated(s, words[0], rolls_next)]
    if verb not in ("color", "colour") and (s.phase != "setup" or verb not in ("take", "takes", "chooses", "picks")):
        return []
    if not rest or rest[0].kind != "color":
        s.fail(f"expected a colour, not {s.shown(rest[0].word)}" if rest else "a colour is missing", words[-1])
    if rest[2:]:
        s.not_understood(rest[2])
    marker = s.marker(rest[1]) if rest[1:] else None
    return [
        act.Color(by, rest[0].value, marker)
        for by in _seated(s, words[0], lambda game: filter(None, [chooses_color(game)]))
    ]


def _seated(s: Sentence, word: Word, able: Callable[[Game], Iterable[str]]) -> list[str]:
    """The player named by the first word, as written at its seat; *I* is whoever is able to do it."""
    name = s.unquoted(word)
    alike = [seat.name for seat in (s.game.seats if s.game else ()) if seat.name.casefold() == name.casefold()]
    if s.game is not None and not alike and word.lower in ("i", "we"):
        return [*able(s.game)] or [name]
    return alike if len(alike) == 1 else [name]


def _speakers(s: Sentence, said: Said) -> list[PlayerColor]:
    """Who may be speaking: whoever is named, or anyone it can be (*I*, *he*, nobody)."""
    if "by" not in said.fields:
        return [PlayerColor(who) for who in naming.speakers(s)]
    [item] = said.fields["by"]
    if item.kind == "marker":
        return [PlayerColor(naming.owner(s, s.marker(item)) or item.word.text)]
    if item.kind == "role":
        return [PlayerColor(naming.player_of(s, item.value))]
    return [PlayerColor(s.unquoted(item.word) if item.kind == "text" else item.value)]


def _check_decider(s: Sentence, said: Said) -> None:
    """Refuse *Green flees* where Red defends.

    :raises ActionError: somebody is named who does not decide this.
    """
    engagement = s.game.engagement if s.game is not None else None
    for item in said.fields.get("who", ()):
        if engagement is not None and item.kind == "color" and item.value != engagement.defending:
            s.fail(f"{engagement.defending} decides this, not {item.value}", item.word)


def _propose(s: Sentence, said: Said, given: Given) -> Read:
    lost = _losses(s, said) or s.fail("what does each side lose?")
    return [act.Propose(by, *lost) for by in _speakers(s, said)]


def _accept(s: Sentence, said: Said, given: Given) -> Read:
    """``Black accepts attacker nothing, defender all``, or *accepts*: the other's proposal or concession."""
    lost, speakers = _losses(s, said), _speakers(s, said)
    if lost is not None:
        return [act.Accept(by, *lost) for by in speakers]
    if s.position is None:
        s.fail("'attacker' is missing: what is accepted?")
    engagement = s.game.engagement if s.game is not None and s.battle is None else None
    if engagement is None:
        return [act.AcceptConcession(by) for by in speakers]
    actions: list[act.Action] = []
    for by in speakers:
        if by not in (engagement.attacking, engagement.defending):
            s.fail(f"{by} takes no part in this Engagement")
        offers = [x for x in engagement.proposals if x.by != by] or s.fail("nothing is proposed")
        actions += [act.Accept(by, x.attacker_loses, x.defender_loses) for x in offers]
    return actions


def _losses(s: Sentence, said: Said) -> tuple[Names, Names] | None:
    """What the attacker loses, and what the defender; None if that is not said."""
    if "one" not in said.fields:
        return None
    lost: dict[str, Names] = {}
    for side, what in (("one", "first"), ("two", "second")) if "two" in said.fields else (("one", "first"),):
        items = said.fields[what]
        role = said.fields[side][0].value
        lost[role] = act.ALL if items[0].kind == "all" else (*s.characters(items), *_further(s, role, items))
    if len(lost) < 2:
        s.fail(f"what does the {'defender' if 'attacker' in lost else 'attacker'} lose?", said.fields["one"][0].word)
    return lost["attacker"], lost["defender"]


def _further(s: Sentence, role: Role, items: Tokens) -> Iterator[CharacterName]:
    """Those of a Legion whom a plural without a number means besides one: *defender Gargoyles*."""
    engagement = s.game.engagement if s.game is not None else None
    if s.game is None or engagement is None:
        return
    legion = legion_of(s.game, engagement, role)
    for before, item in zip((None, *items), items, strict=False):
        plural = item.kind == "character" and item.low in (f"{item.value.lower()}s", f"{item.value.lower()}es")
        if plural and (before is None or before.kind != "number"):
            yield from [item.value] * ((legion.characters or ()).count(item.value) - 1)


# --- Legions ---------------------------------------------------------------------------------------------------------


def _split(s: Sentence, said: Said, given: Given) -> Read:
    """``Bk01/Bk02 Ang 2 Ogr``, ``splits off 2 Ogres``; if only those who stay are told, the others leave."""
    kept, count, leaving = given.get("kept"), given.get("count"), given.get("characters")
    told = kept is not None or count is not None or leaving is not None
    if not told and s.position is None:
        s.fail("who leaves?")
    actions: list[act.Action] = []
    legions = [given["legion"]] if "legion" in given else naming.legions(s, "split")
    for legion in legions if told else legions[:1]:
        into = given.get("into") or naming.free_marker(s, legion)
        if kept is not None:
            leaving = naming.others(s, legion, kept)
        ways = [leaving] if told else naming.parts(s, legion)
        actions += [act.Split(legion, into, way, count) for way in ways]
    return actions


def _move(s: Sentence, said: Said, given: Given) -> Read:
    """``Bk02 P105 left``, ``111 -> 109``, ``Bk02 attacks Rd01``, ``Bk02 103 104 105``."""
    origin = s.land(said.fields["origin"][0]) if "origin" in said.fields else None
    road = given.get("road", ())
    if road and "legion" in given and s.position is not None and road[0] == naming.land_of(s, given["legion"]):
        road = given["road"] = road[1:]  # it starts there
    if road:
        to = road[-1]
    elif "to" in said.fields:
        to = s.land(said.fields["to"][0])
    else:
        target = s.marker(said.fields["target"][0])
        if s.position is None or not ("legion" in given or naming.is_enemy(s, target)):
            s.fail("a land is missing")
        to = naming.land_of(s, target)
    teleport = said.fields.get("how") or said.fields.get("late")
    held = s.characters(said.fields.get("held", ()))
    legions = [given["legion"]] if "legion" in given else naming.legions(s, "move", origin, held)
    for legion in legions if s.position is not None and origin is not None else ():
        if (there := naming.land_of(s, legion)) != origin:
            s.fail(f"{legion} stands in {there}, not in {origin}", said.fields["origin"][0].word, "wrong-start")
    side = given.get("entry_side") or next((token.value for token in said.fields.get("side", ())), None)
    side = side or naming.entry_side(s, to, road[-2:-1])
    ways = [_how(s, teleport, to, legion) if teleport else None for legion in legions]
    return [act.Move(legion, to, side, how, given.get("reveal", ())) for legion, how in zip(legions, ways, strict=True)]


def _how(s: Sentence, items: Tokens, to: LandNo, legion: Marker) -> Any:
    """How a Legion teleports: ``tower-teleport``, *Titan teleport*, ``TT``; if it is not said, as it may be there."""
    first = items[0]
    if first.kind == "how":
        return first.value
    if first.low == "tt":
        return naming.teleport(s, legion, to) or "titan-teleport"
    if first.kind == "character" and first.value != TITAN:
        s.not_understood(first)
    if len(items) == 1:
        return naming.teleport(s, legion, to)
    return "tower-teleport" if first.low == "tower" else "titan-teleport"


def _engage(s: Sentence, said: Said, given: Given) -> Read:
    """``engage P105``, ``engage Bk02``, or the only Engagement."""
    if "land" in said.fields:
        [item] = said.fields["land"]
        known = s.position is not None and item.kind == "marker"  # a land's two letters look like a marker's
        return [act.Engage(naming.land_of(s, s.marker(item)) if known else s.land(Token("land", "", item.word)))]
    if s.game is None:
        s.fail("a land is missing")
    return [act.Engage(land) for land in engaged_lands(s.game)] or s.fail("there is no Engagement")


def _muster(s: Sentence, said: Said, given: Given) -> Read:
    """``Bk02 Cen,Cen>Lio``, ``2 centaurs muster a lion``; every way to muster if it is not said who does."""
    character, actions = given["character"], list[act.Action]()
    for legion in [given["legion"]] if "legion" in given else naming.legions(s, "muster"):
        ways = [given["with_"]] if "with_" in given else naming.musterers(s, legion, character)
        actions += [act.Muster(legion, character, way) for way in ways]
    return actions


def _reinforce(s: Sentence, said: Said, given: Given) -> Read:
    if "mustering" in said.fields and naming.names_enemies(s):
        return []  # it *takes* an enemy
    able = naming.reinforcers(s, given["character"])
    if said.fields.get("with_") and not given["with_"] and s.battle is not None and () not in able:
        s.fail(f"the musterers of {given['character']} are missing", hint="say who does, or nobody")
    return [act.Reinforce(given["character"], way) for way in ([given["with_"]] if "with_" in given else able)]


def _summon(s: Sentence, said: Said, given: Given) -> Read:
    name, legion = given.get("character"), given.get("legion")
    origin = s.marker(said.fields["origin"][0]) if "origin" in said.fields else None
    if origin is not None and name is not None:
        return [act.Summon(origin, name, legion)]
    if s.position is None:
        s.unclear(f"from which Legion does the {name or 'Angel'} come?")
    return [act.Summon(donor, summoned, legion) for donor, summoned in naming.donors(s, name, origin)]


# --- battles ---------------------------------------------------------------------------------------------------------


def _maneuver(s: Sentence, said: Said, given: Given) -> Read:
    """``Ogre D3-E4``, ``Ogre enters A3``, ``D3 to E4``."""
    name, verb = given.get("character"), said.fields.get("entering")
    origin, to = (s.hex(said.fields[end][0]) if end in said.fields else None for end in ("origin", "to"))
    entering = bool(verb)
    if verb and name is not None and s.battle is not None and verb[0].low[:3] in ("put", "pla"):
        entering = naming.waits(s, name)
    if s.position is not None and not (entering and name is not None):
        who = [(each, None) for each in naming.entering(s)] if entering else naming.movers(s, name, origin, to)
        return [act.Maneuver(each, start, to=to) for each, start in who if each is not None]
    if name is None:
        s.unclear(f"who stands in {origin or to}?")
    if origin is None and not entering and to is not None:
        s.unclear(f"from which hex does the {name} go?")
    return [act.Maneuver(name, origin, to=to)]


def _strike(s: Sentence, said: Said) -> tuple[Read, tuple[Claim, ...]]:
    """``D3 strikes D4 with 6 6 1 carrying E3:1``, with the clauses in any order, each once."""
    who, whom = (naming.who(s, said.fields.get(end, ())) for end in ("who", "whom"))
    clauses: Given = {}
    claims: list[Claim] = []
    for key, items in _clauses(s, said):
        if key == "slain" and (dead := naming.who(s, items)) is not None:
            if whom is not None and dead[0] not in (None, whom[0]):
                s.not_understood(items[0])
            whom = whom or dead
        if key in CLAIMS:
            numbers = [s.number(item) for item in items if item.kind == "number"]
            claims.insert(0, Claim(key, *numbers))
            continue
        key, value = _clause(s, key, items)
        if key in clauses:
            s.fail(f"{s.shown(items[0].word)} is given twice", items[0].word)
        clauses[key] = value
    pairs = [(naming.placed(s, who), naming.placed(s, whom))] if s.position is None else naming.pairs(s, who, whom)
    shot = any(item.value == "shoot" for item in s.items)
    carries = clauses.pop("carry", ())
    if "dice" not in clauses and any(hits == REST for hits, _ in carries):
        s.fail("how many hits are carried over?")
    actions = []
    for origin, to in pairs:
        given = [(hits, enemy or naming.other_target(s, origin, to)) for hits, enemy in carries]
        rest = partial(naming.excess, s, origin, to, clauses.get("dice", ()), clauses.get("strike_number"))
        carry = tuple([act.Carry(enemy, n) for hits, enemy in given if (n := rest() if hits == REST else hits)])
        actions.append(act.Strike(origin, to, **clauses, carry=carry, shot=shot))
    return actions, tuple(claims)


CLAIMS = ("hits", "slain", "number")
_CLAUSE = "|".join(f"{name}=({pattern})" for name, pattern in CLAUSES.items())


def _clauses(s: Sentence, said: Said) -> Iterator[tuple[str, Tokens]]:
    """The clauses behind a strike, each with its words."""
    items = said.fields["more"]
    signs, at = "".join([item.sign for item in items]), 0
    while at < len(items):
        match = compiled(_CLAUSE).match(signs, at)
        key = "" if match is None else str(match.lastgroup)
        told = key != "slain" or items[at].value != "strike" or items[at].low.startswith(("kill", "slay"))
        if match is None or not told:
            s.wrong(next((item for item in items[at:] if item.kind == "text"), items[at]), said.do)
        yield key, items[at : match.end()]
        at = match.end()


def _clause(s: Sentence, key: str, items: Tokens) -> tuple[str, object]:
    """The field that a clause gives, and its value."""
    if key == "carry":
        return key, [*_carries(s, items[1:])]
    if key == "declared":
        hexes = "".join(item.sign for item in items[1:])
        parts = [items[1:][m.start() : m.end()] for m in compiled("WHO").finditer(hexes)]
        return key, tuple([naming.enemy(s, who) for part in parts if (who := naming.who(s, part)) is not None])
    if key in ("strike_number", "dice_count"):
        return key, next(s.number(item) for item in items if item.kind == "number")
    numbers = [item for item in items if item.kind == "number"]
    if any(after.low in ("dice", "die", "dices") for before, after in pairwise(items) if before.kind == "number"):
        numbers = numbers[1:]  # with 6 dice: 6 6 5 4 2 1
    if key == "dice" and len(numbers) == len(items) == 1 and len(items[0].word.text) == 1:
        s.not_understood(items[0])  # a lone number may be hits, too
    dice: tuple[int, ...] = ()
    for item in numbers:
        glued = 1 < len(item.word.text) < 30 and set(item.word.text) <= set("123456")
        dice += tuple(map(int, item.word.text)) if glued else (s.number(item),)
    return ("dice_count", dice[0]) if key == "dice" and len(dice) == 1 and dice[0] > SIDES else (key, dice)


def _carries(s: Sentence, items: Tokens) -> Iterator[tuple[int, Hex | None]]:
    """``E3:1``, ``2 to Lion``, ``2 to the other``: the hits, and who takes them; None stands for *the other*."""
    signs, at = "".join(item.sign for item in items), 0
    while at < len(items):
        match = compiled(CARRY).match(signs, at)
        if match is None:
            s.fail("who takes the hits?", items[at].word)
        part, at = items[at : match.end()], match.end()
        who = naming.who(s, part)
        hits = next((s.number(item, "a number of hits") for item in part if item.kind == "number"), REST)
        yield hits, None if who is None else naming.enemy(s, who)


READERS: dict[str, Callable[[Sentence, Said, Given], Read]] = {
    "split": _split, "move": _move, "engage": _engage, "propose": _propose, "accept": _accept, "maneuver": _maneuver,
    "summon": _summon, "reinforce": _reinforce, "muster": _muster,
}  # fmt: skip
"""The actions that a position may complete."""
