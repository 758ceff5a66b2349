"""Engagements in free sentences: who attacks whom, who flees, concedes or summons."""

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName, PlayerColor
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import MAX_HEIGHT
from .cases import Case, anybody, land_of
from .legions import THEIRS, Legion, color_of
from .said import Translation
from .story import ATTACKS, GOES, WON, Story, require
from .ties import Doing

Side: TypeAlias = Legion | None
_LABELS = ("D1", "C2", "D2", "B1", "E1", "C1", "A1")
"""Hexes for a Legion in a battle of which no hex was told."""


def sides_of(story: Story) -> tuple[Legion, Legion]:
    """The attacker's Legion and the defender's, as far as they were told."""
    groups = list(story.told.legions)
    sides: list[Side] = [next((x for x in groups if x.owner == role), None) for role in ROLES]
    flight = next((x for x in story.events if x.kind == "flee"), None)
    for event in story.events:
        must = flight is not None and event.person == flight.person is not None and not (event.objects or event.tied)
        if event.kind in ATTACKS and not must:  # he must fight
            sides = [known or told for known, told in zip(sides, _of_attack(event), strict=True)]
    if flight is not None:
        _add_flight(story, flight, sides)
    for side in sorted((0, 1), key=lambda side: sides[side] is None or (sides[side] or Legion()).owner != "mine"):
        sides[side] = _with_legion(story, sides, side)
    for side in (1, 0):
        left = [x for x in groups if x not in sides]
        sides[side] = sides[side] or (left[0] if len(left) == 1 else None)
    attacker, defender = (x or Legion() for x in sides)
    require(attacker is not defender)
    story.use(attacker, defender)
    return attacker, defender


def _of_attack(event: Doing) -> tuple[Side, Side]:
    """Who attacks and who is attacked: *Red attacks Bk01*, *Bk01 is attacked by Red*."""
    objects = [*event.objects, *(event.tied[x] for x in ("object", "against", "to") if x in event.tied)]
    by = [event.tied[x] for x in ("from", "past") if x in event.tied]
    if "with" in event.tied:
        by, event.subject = [], event.tied["with"]
    who = event.subject or (Legion(owner=event.person) if event.person else None)
    who = None if who in objects else who
    passive = by or (not objects and event.low == "attacked" and event.subject is not None)
    return (next(iter(by), None), who) if passive else (who, next(iter(objects), None))


def _add_flight(story: Story, flight: Doing, sides: list[Side]) -> None:
    """Let whoever flees be the defender, with those with whom he does: *Black flees with an Angel*."""
    who = flight.subject or (Legion(owner=flight.person) if flight.person else None)
    flight.tied.pop("object", None)
    others = flight.tied.get("with")
    who = who if who is not None and who.names else others or who
    if others is not None and others is who and sides[1] is not None and not sides[1].names:
        sides[1].names = others.names
        story.use(others)
    sides[1] = sides[1] or (who if who is not sides[0] else None)
    sides[0] = sides[0] or flight.tied.get("from")


def _with_legion(story: Story, sides: Sequence[Side], side: int) -> Side:
    """A side with the Legion that nobody else has, if only its player was named."""
    one, groups = sides[side], story.told.legions
    if one is None or (one in groups and (one.names or one.marker or one.height)):
        return one
    own = [x for x in groups if x not in sides and (x.owner in (one.owner, None, "against") or one.owner is None)]
    if not own or any(x.owner == own[0].owner for x in own[1:]):
        return one
    own[0].owner, own[0].land = one.owner or own[0].owner, own[0].land or one.land
    story.use(one)
    return own[0]


def side_of(story: Story, event: Doing, sides: Sequence[Legion]) -> int | None:
    """0 if the attacker does it, 1 if the defender does."""
    if event.subject in sides:
        return sides.index(event.subject)
    person = event.person
    if person in ROLES:
        return ROLES.index(person)
    if person in story.told.roles:
        return ROLES.index(story.told.roles[person])
    for side, one in enumerate(sides):
        if person is not None and person in (one.owner, color_of(one)):
            return side
    other = {"mine": "theirs", "theirs": "mine"}.get(person or "")
    for role in [story.told.roles[other]] if other in story.told.roles else []:
        return 1 - ROLES.index(role)
    for side, one in enumerate(sides):
        if other is not None and one.owner == other:
            return 1 - side
    if person == "theirs" and len([x for x in sides if x.owner == "mine"]) == 1:
        return 1 - [x.owner for x in sides].index("mine")
    return None


def engagement_of(story: Story, sides: tuple[Legion, Legion], third: str | None = None) -> tuple[str, str, str]:
    """An Engagement in our notation, attacker first, and the two colours."""
    told = story.told
    lands = {x for x in (*(x.land for x in sides), told.land) if x is not None}
    lands |= {x for event in told.events for x in event.lands.values()}
    require(len(lands) < 2)
    told.land = None
    land = next(iter(lands), None) or land_of(told.terrain)
    by, of = map(color_of, sides)
    by = by or ("Red" if of == "Black" else "Black")
    of = of if of not in (None, by) else "Black" if by == "Red" else "Red"
    case = Case("engagement", by)
    case.taken = {x.marker for x in sides if x.marker}
    case.put(sides[0], land, anybody(), by)
    case.put(sides[1], land, anybody(), of)
    if third is not None and third not in (by, of):
        case.put(None, next(n for n in current().masterboard.lands if n != land), "height 4", third)
    return str(case), by, of


def flees(story: Story, last: Doing) -> Translation:
    """*My 2 Lions on 105 are attacked by 3 Ogres: can they flee?*."""
    if last.carried and any(x.kind in ATTACKS and x.subject is last.subject for x in story.events):
        last.subject = last.person = None  # Red attacks Bk01, flees: whoever can
    sides = sides_of(story)
    side = 1 if last.vague else side_of(story, last, sides)
    story.take("roll")
    story.take("claim")
    stands = [x for x in story.account("stand") if x.low in ("stands", "stand", "stood") and not x.lands]
    story.account(*ATTACKS, *GOES, "flee")
    require(sides[1].names or sides[1].marker or (stands and not story.told.legions))
    engaged, _, of = engagement_of(story, sides)
    require(side != 0)
    return engaged, "stand" if last.denied else f"{'stand; ' if stands else ''}{of} flees"


def concedes(story: Story, last: Doing) -> Translation:
    """*A attacks B, B stands, then he concedes*: who spoke last, or the defender."""
    require(not last.denied)
    sides = sides_of(story)
    side = side_of(story, last, sides)
    third = last.person if last.person in current().markers.letters else None
    fled = story.account("flee", *ATTACKS, "stand", *GOES)
    require(all(x.denied for x in fled if x.kind == "flee"))
    story.account("concede")
    engaged, by, of = engagement_of(story, sides, third=third)
    require(side is not None or third is not None)
    color = (by, of)[side] if side is not None else third
    lords = [name for name in sides[1].names if current().characters[CharacterName(name)].is_lord]
    steps = [*([] if lords else ["stand"]), *([f"{of} no-more"] if color == by else []), f"{color} concedes"]
    return engaged, "; ".join(steps)


@define
class Summons:
    """Whom somebody calls, from where, into which Legion.

    :ivar height: how many are in the Legion that he comes to; :ivar done: somebody was called before.
    """

    name: str
    donor: Legion | None
    own: Legion | None
    height: int | None
    done: bool
    color: str

    @property
    def foe(self) -> str:
        """The colour of the enemy."""
        return "Black" if self.color == "Red" else "Red"

    def after_an_engagement(self, fled: bool, engaged: bool) -> Translation:
        """The enemy fled, or was beaten; or the Legion from which somebody is called is engaged itself."""
        case = Case("engagement", self.color)
        case.taken = {x.marker for x in (self.donor, self.own) if x is not None and x.marker}
        holding = f"height {self.height}" if self.height else f"2 {anybody()}"
        to = case.put(Legion(marker=self.own.marker if self.own else None), 105, holding)
        there = case.put(Legion(marker=self.donor.marker if self.donor else None), 3, f"{self.name} {anybody()}")
        case.put(None, 105 if fled else 3 if engaged else 12, f"2 {anybody()}", self.foe)
        case.bar += [f"summoned {self.color}"] if self.done else []
        if not fled:
            beaten = f"{current().markers.letters[PlayerColor(self.foe)]}12"
            case.after_a_battle("attacker", "summons", 105, (to, beaten))
        return str(case), f"{f'{self.foe} flees; ' if fled else ''}summon {self.name} from {there}"

    def in_a_battle(self, terrain: str | None, turn: int | None, role: str, opened: bool) -> Translation:
        """A side calls somebody in its maneuver; the attacker may, once an enemy was slain."""
        there = (self.donor and self.donor.marker) or ("Rd02" if role == ROLES[1] else "Bk02")
        own = ", ".join(f"{anybody()} {label}" for label in _LABELS[: self.height or 1])
        foe = f"{anybody()} D6"
        sides = [own, foe] if role == ROLES[0] else [foe, own]
        bar = f"{'may-summon attacker, ' if opened else ''}donors {there} {self.name}"
        bar += f", summoned {role}" if self.done else ""
        line = f"{terrain or 'Plains'}, turn {turn or 2}, {role}'s maneuver: {' / '.join(sides)} | {bar}"
        return line, f"summon {self.name} from {there}"


def summons(story: Story, last: Doing) -> Translation:
    """*The defender fled: may the attacker summon?*, *won with 7 left: may the Angel of Bk07 come?*."""
    require(not last.denied)
    told = story.told
    fled = any(not x.denied for x in story.account("flee"))
    won = bool(story.account("concede")) or bool(told.words & WON)
    killed = story.account("strike", "dead", "engage")
    asked = _summons(story, last, killed)
    engaged = bool(told.words & {"engaged", "unresolved"})
    who = last.person or (last.subject.owner if last.subject else None)
    role = ROLES["defender" in (who, told.roles.get(who or ""))]
    turn, story.turn = story.turn, None
    if fled or engaged or (won and (turn is None or asked.height)):
        require(role == ROLES[0])
        return asked.after_an_engagement(fled, engaged)
    slew = told.words & any_of("slew slain killed")
    if not (killed or turn is not None or slew or "battle" in told.words):
        require(asked.height and asked.donor is not None)  # else nobody knows when
        return asked.after_an_engagement(fled, engaged)
    soon = not told.turns or max(told.turns) - min(told.turns) < 2
    dead = any(not x.denied for x in killed) or (not killed and slew)
    opened = bool(soon and dead and not told.words & {"nobody", "none", "nothing"})
    return asked.in_a_battle(told.terrain, turn, role, opened)


def _summons(story: Story, last: Doing, killed: Sequence[Doing]) -> Summons:
    """Who is called, with all Legions that were told accounted for."""
    told = story.told
    called = _called(last)
    name = next(iter(called.names)) if called is not None else "Angel"
    require(called is None or called.size == 1 or "battle" in told.words)
    donor = last.tied.get("from") or last.tied.get("of")
    donor = donor or next((x for x in told.legions if x.marker and [*x.names] == [name]), None)
    done = any(x.done or (called is not None and called.size > 1) for x in story.account("summon"))
    story.account("stand", *GOES)
    slain = [x for event in killed for x in (*event.objects, *([event.subject] if event.kind == "dead" else []))]
    others = [x for x in told.legions if x not in (called, donor, *slain) and list(x.names.items()) != [(name, 1)]]
    height = next((x.height for x in told.legions if x.height and x is not donor), None)
    height = height or (told.heights.pop() if told.heights else None)
    sized = next((x for x in others if x.size and x.owner not in THEIRS), None) if height is None else None
    height = height or (sized.size if sized is not None else None)
    own = next((x for x in told.legions if x not in (called, donor) and x.marker and x.owner not in THEIRS), None)
    require((height or 0) <= MAX_HEIGHT)
    victims = [x for x in told.legions if x.height or (x.owner in THEIRS and not x.marker)]
    story.use_all_but_strangers(called, donor, own, sized, *victims)
    colors = {color_of(x) for x in (own, donor) if x is not None} - {None}
    require(len(colors) < 2)
    return Summons(name, donor, own, height, done, next((x for x in colors if x), "Black"))


def _called(last: Doing) -> Legion | None:
    """Who is called, if he was named: somebody who can be."""
    names = current().characters
    called = next((x for x in last.objects if any(names[CharacterName(n)].summonable for n in x.names)), None)
    require(called is None or (len(called.names) == 1 and TITAN not in called.names))
    return called
