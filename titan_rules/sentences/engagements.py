"""Engagements in free sentences: who attacks whom, who flees, and who concedes."""

from collections.abc import Mapping

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import MAX_HEIGHT
from .cases import Case, land_of
from .legions import THEIRS, Legion, Told, color_of
from .said import Translation

WON = any_of("won wins win winning winner victory afterwards defeated conceded concedes")


class _Meeting:
    """An Engagement as it was told: the Legions, and who attacks whom."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.attack, self.flight = told.verb("strike", "engage"), told.verb("flee")
        self.passive = self.attack is not None and told.low(self.attack + 1) in ("by", "from")
        self.attacker = next((x for x in told.legions if x.cue == "attacker"), None)
        self.defender = next((x for x in told.legions if x.cue == "defender"), None)
        self._see_who_flees()
        self._see_who_attacks()
        left = [x for x in told.legions if x not in (self.attacker, self.defender)]
        if len(left) == 1 and None in (self.attacker, self.defender):
            if self.defender is None:
                self.defender = left.pop()
            else:
                self.attacker = left.pop()
        self.clear = not [x for x in left if x.names]

    def _see_who_flees(self) -> None:
        if self.flight is None:
            return
        told, flight = self.told, self.flight
        if told.low(flight + 1) == "from" and self.attacker is None and flight + 2 not in dict(told.lands):
            self.attacker = next((x for x in told.legions if x.first > flight), None)
        who = told.persona(flight)
        mine = [x for x in told.legions if x.cue is not None and x.cue == who and x is not self.attacker]
        others = [x for x in told.legions if x is not self.attacker]
        if who in current().markers.letters and len(others) == 1 and others[0].cue is None:
            others[0].cue, mine = who, others  # Black fled with 3 Lions
        self.defender = self.defender or (mine[0] if len(mine) == 1 else None)

    def _see_who_attacks(self) -> None:
        if self.attack is None:
            return
        told, attack = self.told, self.attack
        others = [x for x in told.legions if x not in (self.attacker, self.defender)]
        before, after = [x for x in others if x.last < attack], [x for x in others if x.first > attack]
        if not before and len(after) == 2 and after[1].cue == "against" and told.low(after[1].first - 1) != "by":
            self.attacker, self.defender = after  # A attacked B: three Ogres against two Centaurs
            return
        if not after and told.low(attack + 1) in ("it", "me", "us", "them", "him", "her") and before:
            if before[-1].cue == "theirs" or told.low(attack + 1) in ("me", "us"):
                self.attacker = self.attacker or before[-1]
            else:
                self.defender = self.defender or before[-1]
            return
        with_ = next((x for x in after if "with" in (told.low(x.first - 1), told.low(x.first - 2))), None)
        object_ = next((x for x in after if x is not with_), None)
        subject = before[-1] if before else None
        if self.passive:
            self.attacker, self.defender = self.attacker or object_ or with_, self.defender or subject
        else:
            self.attacker = self.attacker or with_ or (subject if object_ or self.defender else None)
            self.defender = self.defender or object_

    def line(self, unknown: str, third: str | None = None) -> str | None:
        """The Engagement in our notation, attacker first; a side of which nothing is said is one Ogre.

        :param third: another player who is in the game.
        """
        if not self.clear or (self.defender is None and not unknown):
            return None
        land = next((land for _, land in self.told.lands), None) or land_of(self.told.terrain())
        case = Case(self.told, "engagement", self.colors[0])
        for one, color, neutral in zip((self.attacker, self.defender), self.colors, ("Ogre", unknown), strict=True):
            case.put(one, land, neutral, color)
        if third is not None and third not in self.colors:
            case.put(None, next(n for n in current().masterboard.lands if n != land), "height 4", third)
        return str(case)

    @property
    def colors(self) -> tuple[str, str]:
        """The colours of attacker and defender."""
        by, of = (None if one is None else color_of(one) for one in (self.attacker, self.defender))
        by = by or ("Red" if of == "Black" else "Black")
        return by, of if of not in (None, by) else "Black" if by == "Red" else "Red"

    def color(self, verb: int) -> str | None:
        """The colour of whoever does what a verb says; None if that cannot be told."""
        role, who = self._role(verb), self.told.persona(verb)
        return self.colors[role] if role is not None else who if who in current().markers.letters else None

    def _role(self, verb: int) -> int | None:
        """0 for the attacker, 1 for the defender."""
        told, who, sides = self.told, self.told.persona(verb), (self.attacker, self.defender)
        if who == "mine" and not any(x.cue == "mine" for x in told.legions):
            who = next((str(x.value) for x in reversed(told.items[:verb]) if x.kind == "name"), who)
        if (role := told.role()) is not None and (who == "mine" or who in THEIRS):
            return int((role == "defender") == (who == "mine"))
        if who is None:
            return 1
        for side, role in enumerate(ROLES):
            if who in (role, self.colors[side]) or (sides[side] or told).cue == who:
                return side
        for other, side in ((self.flight, 1), (self.attack, int(self.passive))):
            if who in current().markers.letters:
                break
            persona = None if other in (None, verb) else told.persona(other or 0)
            if persona == who or (persona in THEIRS and who in THEIRS and "theirs" in (persona, who)):
                return side
            if persona is not None and (who in THEIRS) == (persona in ("mine", *THEIRS)):
                return 1 - side
        mine = [side for side in (0, 1) if (sides[side] or told).cue == "mine"]
        if who in THEIRS and mine:
            return 1 - mine[0]
        return None if who in (*THEIRS, "mine", *current().markers.letters) else 1


def fled(told: Told) -> Translation | None:
    """*My 2 Lions on 105 are attacked by 3 Ogres: can they flee?*"""
    meeting = _Meeting(told)
    stands = told.verb("stand")
    engaged = meeting.line("Ogre" if stands is not None and not told.legions else "")
    if engaged is None or (meeting.flight is not None and meeting.color(meeting.flight) == meeting.colors[0]):
        return None
    flees = told.verb("flee")
    denied = flees is not None and flees in told.denied
    first = stands is not None and flees is not None and stands < flees
    first = first and told.low((stands or 0) + 1) not in ("in", "on", "at")  # it does not only say where
    return engaged, "stand" if denied else f"{'stand; ' if first else ''}{meeting.colors[1]} flees"


def conceded(told: Told) -> Translation | None:
    """*A attacks B, B stands, then he concedes*: who spoke last, or the defender."""
    meeting = _Meeting(told)
    color = meeting.color(told.verb("concede") or 0)
    engaged = meeting.line("Ogre", color)
    if engaged is None:
        return None
    by, of = meeting.colors
    before = f"stand; {of} no-more" if color == by else "stand"  # the defender speaks first
    return None if color is None else (engaged, f"{before}; {color} concedes")


def summoned(told: Told) -> Translation | None:
    """*The defender fled: may the attacker summon?*, *won with 7 left: may the Angel of Bk07 come?*"""
    verb = told.verb("summon") or 0
    names = current().characters
    called = next((str(x.value) for x in told.items if x.kind == "character" and names[x.value].summonable), "Angel")
    donor = next((x for x in told.legions if x.marker and told.low(x.last - 1) in ("from", "of")), None)
    others = [x for x in told.legions if x is not donor and x.cue != "theirs" and called not in x.names]
    height = told.value("height") or next((x.size for x in others if x.names), None)
    defends = told.persona(verb) == "defender" or (told.persona(verb) == "mine" and told.role() == "defender")
    if (height or 0) > MAX_HEIGHT or any(x.kind == "character" and x.value == TITAN for x in told.items):
        return None
    done = "summon" in told.did or any(x.kind == "character" and x.value == called and x.count > 1 for x in told.items)
    fled = any(family == "flee" and i not in told.denied for i, family in told.verbs)
    engaged = bool(told.words & {"engaged", "unresolved"})
    if fled or engaged or (told.words & WON and told.value("turn") is None):
        case = Case(told, "engagement")
        to = case.put(next((x for x in others if x.marker), None), 105, f"height {height}" if height else "2 Ogre")
        there = case.put(donor, 3, f"{called} Lion")
        case.put(None, 105 if fled else 3 if engaged else 12, "2 Centaur", "Red")
        case.bar += ["summoned Black"] if done else []
        if not fled:
            case.after_a_battle("attacker", "summons", 105, (to, "Rd12"))
        return None if defends else (str(case), f"{'Red flees; ' if fled else ''}summon {called} from {there}")
    if height is None and not told.words & {"battle", "slew", "slain", "killed"}:
        return None
    there = (donor and donor.marker) or ("Rd02" if defends else "Bk02")
    labels = ("D1", "C2", "D2", "B1", "E1", "C1", "A1")[: height or 1]
    sides = [", ".join(f"Ogre {label}" for label in labels), "Ogre D6"]
    role = ROLES[defends]
    opened = "" if told.words & {"nothing", "nobody", "none"} else "may-summon attacker, "
    bar = f"{opened}donors {there} {called}{f', summoned {role}' if done else ''}"
    turn = told.value("turn") or 2
    line = f"Plains, turn {turn}, {role}'s maneuver: {' / '.join(sides[::-1] if defends else sides)} | {bar}"
    return line, f"summon {called} from {there}"


def reinforced(told: Told, names: Mapping[str, int], height: int | None, land: int, name: str) -> Translation:
    """*I won as the defender: may I take a Wyvern now?*: a reinforcement after the battle."""
    filler = max(0, (height or 0) - sum(names.values())) if height == MAX_HEIGHT else 0
    case = Case(told, "engagement")
    case.put(None, next(n for n in current().masterboard.lands if n != land), "Titan Ogre")
    marker = case.put(Legion(0, 0, names={**names, **({"Angel": filler} if filler else {})}), land, color="Red")
    case.after_a_battle("defender", "reinforcement", land, ("Bk12", marker))
    return str(case), f"reinforce {name}"
