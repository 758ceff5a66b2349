"""Engagements in free sentences: who attacks whom, who flees, and who concedes."""

from ..box.current_box import current
from ..position.battle import ROLES
from .legions import THEIRS, Case, Told, color_of, land_of
from .said import Translation


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

    def line(self, unknown: str) -> str | None:
        """The Engagement in our notation, attacker first; a side of which nothing is said is one Ogre."""
        if not self.clear or (self.defender is None and not unknown):
            return None
        land = next((land for _, land in self.told.lands), None) or land_of(self.told.terrain())
        case = Case(self.told, "engagement", self.colors[0])
        for one, color, neutral in zip((self.attacker, self.defender), self.colors, ("Ogre", unknown), strict=True):
            case.put(one, land, neutral, color)
        return str(case)

    @property
    def colors(self) -> tuple[str, str]:
        """The colours of attacker and defender."""
        by, of = (None if one is None else color_of(one) for one in (self.attacker, self.defender))
        by = by or ("Red" if of == "Black" else "Black")
        return by, of if of not in (None, by) else "Black" if by == "Red" else "Red"

    def color(self, verb: int) -> str | None:
        """The colour of whoever does what a verb says; None if that cannot be told."""
        role = self._role(verb)
        return None if role is None else self.colors[role]

    def _role(self, verb: int) -> int | None:
        """0 for the attacker, 1 for the defender."""
        told, who, sides = self.told, self.told.persona(verb), (self.attacker, self.defender)
        if who == "mine" and not any(x.cue == "mine" for x in told.legions):
            who = next((str(x.value) for x in reversed(told.items[:verb]) if x.kind == "name"), who)
        roles = [x.value for i, x in enumerate(told.items) if x.value in ROLES and told.persona(i) == "mine"]
        if roles and (who == "mine" or who in THEIRS):
            return 1 if (roles[0] == "defender") == (who == "mine") else 0
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
    engaged = meeting.line("Ogre")
    if engaged is None:
        return None
    color = meeting.color(told.verb("concede") or 0)
    by, of = meeting.colors
    before = f"stand; {of} no-more" if color == by else "stand"  # the defender speaks first
    return None if color is None else (engaged, f"{before}; {color} concedes")
