"""What a clause of a free sentence ties together: who does it, to whom, and the lands it names."""

from collections.abc import Mapping, Sequence

from attrs import define, field

from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from .legions import Describing, Legion, contents
from .places import NotUnderstoodError, Placing
from .said import Item

PARTS = any_of("muster reinforce split summon acquire")
"""What is done with characters that are no Legion, or no longer."""
GOING = any_of("move enter join")


@define(eq=False)
class Doing:
    """What somebody does.

    :ivar person: who does it, if it is no Legion.
    :ivar tied: the Legions that prepositions tie to it; :ivar lands: the lands.
    :ivar carried: who does it was not said again, but with the verb before.
    """

    kind: str
    low: str
    subject: Legion | None = None
    person: str | None = None
    objects: list[Legion] = field(factory=list)
    tied: dict[str, Legion] = field(factory=dict)
    lands: dict[str, int] = field(factory=dict)
    via: list[int] = field(factory=list)
    numbers: list[int] = field(factory=list)
    denied: bool = False
    done: bool = False
    vague: bool = False
    carried: bool = False
    sentence: int = 0


class Ties:
    """The Legions and events told so far, and the clause that is being read."""

    def __init__(self, items: Sequence[Item]) -> None:
        placing = Placing(items)
        self.items, self.moment, self.turns, self.scorer = placing.items, placing.moment, placing.turns, placing.scorer
        self.legions: list[Legion] = []
        self.events: list[Doing] = []
        self.terrain: str | None = None
        self.land: int | None = None
        self.numbers: list[int] = []
        self.heights: list[int] = []
        self.roles: dict[str, str] = {}
        self._describing = Describing(self.items, self.moment.get("turn"))
        self._name: str | None = None
        self._sentence = 0
        self._start()

    def _start(self) -> None:
        """Begin a sentence."""
        self.event: Doing | None = None
        self.pending: Legion | None = None
        self.person: str | None = None
        self.open: dict[str, int] = {}
        self.way: list[int] = []
        self.denied = self.already = self.vague = False
        self.last: str = ""
        self.passing = self.loose = False
        self._begun = len(self.legions)

    def _known(self, group: Legion) -> Legion:
        """The Legion named before that a description means again, or itself."""
        for one in reversed(self.legions):
            if group.marker is not None and one.marker == group.marker:
                return one
        bare = not (group.other or group.marker or group.names or group.height or group.count > 1)
        if bare:
            for one in reversed(self.legions):
                same = group.owner in (None, one.owner) or (group.owner == "mine" and one.owner is None)
                if same and (group.owner is not None or one.owner != "theirs"):
                    return one
        return group

    def _it(self, preposition: str | None = None) -> Legion:
        """Whom *it* means: the Legion named last that is no enemy's, or, if somebody passes it, that is one's."""
        met = [x for x in self.legions if x.owner not in (None, "mine") or x.other] if preposition == "past" else []
        if met:
            return met[-1]
        actor = self.event.subject if self.event is not None else None
        others = [x for x in self.legions if x is not actor or x.owner in (None, "mine")]
        own = [x for x in others if x.owner != "theirs"] or others or self.legions
        if not own:
            self.legions.append(Legion(stack=True))
            own = self.legions
        return own[-1]

    @staticmethod
    def _is_own(group: Legion, event: Doing) -> bool:
        """Whether *the Legion* is whoever is spoken of."""
        actor = event.subject.owner if event.subject is not None else event.person
        told = group.names or group.marker or group.height or group.other or group.land or group.count > 1
        return group.stack and not told and group.owner in (None, "mine" if actor is None else actor)

    def _tie_group(self, preposition: str | None, group: Legion, i: int, after: int, known: bool = False) -> None:
        """Tie a Legion to what was said before it: more of that Legion, who acts, or with whom something is done.

        :param after: where its description ends; :param known: a pronoun means it.
        """
        if self.denied and self.items[i - 1].value == "decline":
            self.denied = False  # no Titan in it
            return
        aimed = preposition in ("to", "past", "against") and group.owner is None
        one = group if known or (aimed and group.marker is None) else self._known(group)
        self.loose = False
        if self._is_in_whoever_acts(preposition, group, one):
            return
        if one is not group:
            one.names = one.names or group.names
            one.height = one.height or group.height
        if self.pending is not None and self._describes(self.pending, preposition, group, i, known):
            return
        there = known and preposition is None and one.stack and one.owner is not None and one not in self.legions
        self._introduce(one, preposition)
        if self._awaits(one, preposition, after):
            return
        while after < len(self.items) and self.items[after].low == ")":
            after += 1
        acts = there or (after < len(self.items) and self.items[after].kind == "verb" and preposition is None)
        if self.event is not None:
            self._tie_to_event(self.event, one, preposition, i, acts)
        else:
            self._tie_to_legion(one, preposition)
        self.pending = one

    def _is_in_whoever_acts(self, preposition: str | None, group: Legion, one: Legion) -> bool:
        """Whether *in the Legion* only tells where somebody is: in the Legion that acts."""
        event = self.event
        if preposition not in ("at", "of") or event is None or not self._is_own(group, event):
            return False
        self.denied, self.last = False, "group"  # no Lord in the Legion
        if event.subject is None:
            event.subject = one
            self.legions += [one] if one not in self.legions else []
        self.pending = event.subject
        return True

    def _introduce(self, one: Legion, preposition: str | None) -> None:
        """Add a Legion to those of the story, with the land or the player that was told just before it."""
        if one.owner in ROLES:
            self._name = one.owner
        if self.event is None and "to" in self.open:
            self._flush()
        if one not in self.legions:
            self.legions.append(one)
            one.sentence = self._sentence
        if self.event is not None:
            return
        if self.last == "land" and one.land is None and preposition != "to":
            one.land = self.open.pop("from", self.open.pop("at", None))
        elif self.last == "person" and preposition is None and one.owner is None:
            one.owner = self.person  # Red has two Lions

    def _awaits(self, one: Legion, preposition: str | None, after: int) -> bool:
        """Whether an enemy stands where somebody goes: *to 22, where my enemy has two Ogres*."""
        here = self.event.lands.get("to") if self.event is not None else None
        behind = [x for x in self.items[after : after + 3] if x.value != "stand"]
        stands = bool(behind) and behind[0].low in ("in", "on", "at", "@")
        if here is None or preposition is not None or one.owner != "theirs" or one.land is not None or stands:
            return False
        one.land = here
        self._finish_event()
        return True

    def _tie_to_event(self, event: Doing, one: Legion, preposition: str | None, i: int, acts: bool) -> None:
        """Let an event have a Legion by its preposition, or as whom something is done to; else it ends."""
        if event.kind == "muster" and event.low[:3] in ("tak", "too") and (one.marker or (one.stack and not one.names)):
            event.kind = "move"
        if preposition is not None:
            if event.tied.setdefault(preposition, one) is not one:
                raise NotUnderstoodError
            if preposition == "with" and one.owner is None:
                one.owner = event.person or (event.subject.owner if event.subject is not None else None)
        elif self._is_object(event, preposition, i, acts):
            event.objects.append(one)
        else:
            self._finish_event()  # the next clause begins

    def _tie_to_legion(self, one: Legion, preposition: str | None) -> None:
        """Tie a Legion to the one before it where no verb was said: *2 Lions -> Ranger*, *Bk01 against 2 Ogres*."""
        before = self.pending
        if preposition == "to" and one.names and before is not None:
            self.event = Doing("muster", ">", before, sentence=self._sentence, objects=[one])
            self.events.append(self.event)
        elif preposition == "against":
            one.land = one.land or (before.land if before is not None else None)
            one.owner = one.owner or "against"
        elif preposition == "past" and self.events and self.events[-1].low == ">":
            self.events[-1].tied.setdefault("past", one)  # from 105 to 107, past Red's Legion
        elif preposition in ("to", "past"):
            raise NotUnderstoodError

    def _describes(self, before: Legion, preposition: str | None, group: Legion, i: int, known: bool) -> bool:
        """Whether a description is more of the Legion named just before, which then has it."""
        event, next_to = self.event, self.last in ("group", "land")
        bare = bool(group.names) and not (group.marker or group.stack or group.owner or group.other)
        bare = bare or (bool(group.names) and preposition == "with" and group.owner == "mine" and not group.stack)
        whole = bool(before.stack or before.marker or self.items[i - 1].low != ",")
        near = whole and not before.names and next_to
        loose = event is None or preposition is not None or before in (*event.objects, *event.tied.values())
        if near and preposition == "with" and not before.marker and group.marker and event is None:
            before.names, before.marker, before.height = group.names, group.marker, group.height  # in 200 with Bk01
        elif bare and near and preposition in ("with", None) and loose and not known:
            before.names, before.plural, before.height = group.names, group.plural, before.height or group.height
        elif bare and preposition == "with" and event is None and next_to:
            before.names = dict(contents([before, group]))  # Titan in 105 with 2 Ogres
        else:
            return self._holds(before, preposition, group)
        return True

    def _holds(self, before: Legion, preposition: str | None, group: Legion) -> bool:
        """Whether a Legion is the one that the characters named just before are in: *an Angel in his Legion*."""
        if preposition not in ("at", "of") or not before.names or self.last != "group":
            return False
        parted = self.moment.get("turn") == 1 or any(x.kind == "split" for x in self.events)
        if group.marker and not (group.stack or group.names or before.marker or parted or self.event):
            before.marker, before.stack = group.marker, True  # his Angel is in Rd05
            return True
        if group.stack and not (group.names or group.marker):
            before.owner, before.stack = before.owner or group.owner, True
            return True
        if group.stack and not parted:
            raise NotUnderstoodError
        return False

    def _is_object(self, event: Doing, preposition: str | None, i: int, acts: bool) -> bool:
        """Whether a Legion is one to which something is done, and does not begin the next clause."""
        if "to" in event.lands and preposition is None and event.kind in GOING:
            return False
        if event.objects:
            return self.items[i - 1].low == "and" and event.kind != "move" and not acts
        return "object" not in event.tied and self.last != "group" and (not acts or self.last == "verb")

    def _tie_land(self, preposition: str | None, land: int, i: int) -> None:
        """Let a land be where somebody stands, or what it is of a road: its start, its end, or a step between."""
        listed = self.items[i - 1].low in (",", "and") and self.items[i - 2].kind == "land" and self.passing
        self.passing = preposition == "past" or listed
        road = self.event.via if self.event is not None else self.way
        if self.passing:
            road.append(land)
            return
        group, leads = self.pending, i + 1 < len(self.items) and self.items[i + 1].low in ("-", ">", "to")
        if group is not None and self._stands_in(group, preposition, land, i, leads):
            return
        lands = self.event.lands if self.event is not None else self.open
        if not leads and self._is_second(group, preposition, land):
            lands |= {"from": (group and group.land) or 0, "to": land}
            return
        preposition = self._of_a_road(preposition, leads and "from" not in lands)
        arrow = preposition == "to" and self.items[i - 1].low in ("-", ">")
        if self.event is None and arrow and "from" not in lands and group is not None and group.land is not None:
            lands["from"] = group.land
        goes = self.event is not None and self.event.kind in GOING
        goes_on = preposition in (None, "to") and (goes or (self.last == "land" and "from" in lands))
        if (arrow or goes_on) and lands.get("to", land) != land:
            road.append(lands["to"])
            lands["to"] = land
        elif lands.setdefault(self._end_of_a_road(preposition, lands), land) != land:
            raise NotUnderstoodError

    def _is_second(self, group: Legion | None, preposition: str | None, land: int) -> bool:
        """Whether a land is told behind the one of a Legion, with a roll: *Bk01 105, 3, 108*."""
        bare = self.event is None and not self.open and preposition is None and self.last == "group"
        return bare and group is not None and group.land not in (None, land) and "roll" in self.moment

    def _of_a_road(self, preposition: str | None, starts: bool) -> str | None:
        """What ties a land to its event: *takes them to 3* and *leaves 109* are moves, *105 - 106* is from and to."""
        event = self.event
        if event is None:
            return preposition
        if event.kind == "muster" and not event.objects and event.low[:3] in ("tak", "too"):
            event.kind = "move"
        if event.kind == "split" and event.low in ("leave", "leaves") and preposition is None:
            event.kind, preposition = "move", "from"
        return "from" if starts and preposition in (None, "at", "of") else preposition

    def _end_of_a_road(self, preposition: str | None, lands: Mapping[str, int]) -> str:
        """Which part of a road a land is: as its preposition says, else what is still missing."""
        if preposition in ("to", "from"):
            return str(preposition)
        event = self.event
        if event is not None and event.kind not in (*GOING, "teleport"):
            part = "at"
        else:
            part = "to" if event is not None or "from" in lands else "from"
        return "to" if part in lands and "to" not in lands else part

    def _stands_in(self, group: Legion, preposition: str | None, land: int, i: int, leads: bool) -> bool:
        """Whether a land is where the Legion named before stands, which then is there."""
        event = self.event
        if event is None and preposition == "at" and group.land and self.items[i - 2].low == "and":
            self.legions.append(Legion(owner=group.owner, stack=True, land=land))  # in 30 and in 40
            return True
        taken = leads and event is not None and group in event.objects
        if self.last != "group" or taken or preposition not in ("at", "of", None) or group.land not in (None, land):
            return False
        group.land = land
        for one in self.legions[self._begun :] if event is None and not self.open else []:
            goes = any(one in (x.subject, *x.objects) for x in self.events)
            one.land = land if one.marker and one.land is None and not goes else one.land  # Bk03, Rd02 in 29
        return True

    def _tie_terrain(self, terrain: str) -> None:
        if self.denied:
            self.denied = False  # no Tower
            return
        if self.terrain not in (None, terrain):
            raise NotUnderstoodError
        self.terrain = terrain

    def _tie_height(self, height: int) -> None:
        here = self.pending if self.event is None else None
        if here is not None and here.height is None and self.last in ("group", "land"):
            here.height = height
        else:
            self.heights.append(height)

    def _tie_number(self, number: int) -> None:
        if self.event is not None:
            self.event.numbers.append(number)
        else:
            self.numbers.append(number)

    def _tie_person(self, preposition: str | None, person: str, i: int) -> None:
        if self.person is not None and self.event is None and person in (*ROLES, *current().markers.letters):
            (self.roles if person in ROLES else self._describing.alias)[self.person] = (
                person  # I am the defender, Ann (Red)
            )
            self.person = person if person not in ROLES else self.person
            return
        if self.event is not None and self.event.kind == "muster" and self.items[i - 1].kind == "verb":
            return  # gets me a Minotaur
        if self.event is not None and (preposition is not None or self.items[i - 1].kind == "verb"):
            if preposition != "past":
                self.event.tied.setdefault(preposition or "object", Legion(owner=person))
                return
            self.event.tied.setdefault("past", Legion(owner=person))
            return
        if self.event is not None:
            self._finish_event()
            self.loose = person in current().markers.letters
        elif "to" in self.open:
            self._flush()
        self.person, self.last = person, "person"

    def _finish_event(self) -> None:
        self.event = self.pending = self.person = None

    def _flush(self) -> None:
        """Take lands that no verb took for a way that somebody goes."""
        move = Doing("move", ">", self.pending, self.person, lands=self.open, via=self.way, sentence=self._sentence)
        self.events.append(move)
        self.open, self.way, self.pending = {}, [], None
