"""What is said of the Masterboard, clause by clause: Legions, and what each of them does.

Every word has a role: part of a Legion's description, a verb, or what a preposition ties to one of them. A word that
finds no role makes the whole text not understood.
"""

from collections.abc import Sequence

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from .legions import Describing, Legion, contents, within
from .places import PREPOSITIONS, NotUnderstoodError, Placing
from .said import Item

_PERSONS = {
    "i": "mine",
    "we": "mine",
    "he": "theirs",
    "she": "theirs",
    "they": "theirs",
    "opponent": "theirs",
    "enemy": "theirs",
    "me": "mine",
    "us": "mine",
    "him": "theirs",
    "them": "theirs",
    "you": "theirs",
}
_RUNS = any_of("run runs ran running retreat retreats retreated")
"""What is to flee where no land is told."""
_FORBIDS = any_of("cannot can't cant couldn't mustn't")
_GOES = any_of("move enter join")
_SILENT_MARKS = any_of(", : = ( ) ; * ' \" & +")
_SILENT = any_of("and rest again first together before back both all keep as around beside for upon")
_PARTS = any_of("muster reinforce split summon acquire")
"""What is done with characters that are no Legion, or no longer."""


@define(eq=False)
class Event:
    """What somebody does.

    :ivar person: who does it, if it is no Legion.
    :ivar tied: the Legions that prepositions tie to it; :ivar lands: the lands.
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
    sentence: int = 0


class Clauses:
    """The Legions and events of a text.

    :ivar moment: turn, roll, score and the like, each said once.
    :raises NotUnderstoodError: a word has no role.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        placing = Placing(items)
        self.items, self.moment, self.turns, self.scorer = placing.items, placing.moment, placing.turns, placing.scorer
        self.words = frozenset(x.low for x in items)
        self.legions: list[Legion] = []
        self.events: list[Event] = []
        self.terrain: str | None = None
        self.land: int | None = None
        self.numbers: list[int] = []
        self.heights: list[int] = []
        self.roles: dict[str, str] = {}
        self._describing = Describing(self.items, self.moment.get("turn"))
        self._name: str | None = None
        self._sentence = 0
        self._start()
        self._read()
        self._merge()
        self._see_what_is_meant()

    def _see_what_is_meant(self) -> None:
        """Let somebody flee who *runs* where no land is told, and a character be mustered that is *brought*."""
        placed = any(x.land for x in self.legions) or any(x.lands for x in self.events)
        for event in self.events:
            if event.low in _RUNS and not (self.land or "roll" in self.moment or placed):
                event.kind = "flee"
            elif event.low[:5] == "bring" and event.objects and not event.lands:
                event.kind = "muster"

    def _start(self) -> None:
        """Begin a sentence."""
        self.event: Event | None = None
        self.pending: Legion | None = None
        self.person: str | None = None
        self.open: dict[str, int] = {}
        self.way: list[int] = []
        self.denied = self.already = self.vague = False
        self.last: str = ""
        self.passing = self.loose = False
        self._begun = len(self.legions)

    def _read(self) -> None:
        i = 0
        while i < len(self.items):
            item, low = self.items[i], self.items[i].low
            group, after = self._describing.legion(i)
            preposition = self._preposition(i)
            if item.kind == "end":
                self._finish()
                self._sentence += 1
                self._start()
            elif group is not None:
                self._tie_group(preposition, group, i, after)
                i, self.last = after, "group"
                continue
            elif item.kind == "verb":
                self._verb(item, i)
            elif item.kind == "land":
                self._tie_land(preposition, item.value, i)
            elif item.kind == "done":
                self.already = True
                if self.event is not None:
                    self.event.done = True
            elif item.kind == "terrain":
                self._tie_terrain(str(item.value))
            elif item.kind == "height":
                here = self.pending if self.event is None else None
                if here is not None and here.height is None and self.last in ("group", "land"):
                    here.height = item.value
                else:
                    self.heights.append(item.value)
            elif item.kind == "number":
                self._tie_number(item.value)
            elif item.kind == "owner" and i + 1 < len(self.items) and self.items[i + 1].kind == "owner":
                pass  # my opponent
            elif low == "you" and not self._is_spoken_to(preposition, i):
                pass
            elif item.kind in ("owner", "name") or low in _PERSONS:
                person = _PERSONS.get(low, str(item.value))
                if low in ("he", "she", "him", "her") and (own := self._own_titan(i)) is not None:
                    self._tie_group(preposition, own, i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                foe = next((x for x in reversed(self.legions) if x.owner not in (None, "mine")), None)
                met = preposition in ("past", "to", "against") or self._is_attacked(i)
                if low in ("him", "her", "them", "you") and met and foe is not None:
                    self._tie_group(preposition, foe, i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                if low in ("they", "them") and self.legions:
                    self.vague = True
                    self._tie_group(preposition, self._it(), i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                if low in ("he", "she", "him", "her") and self._name is not None:
                    person = self._name
                elif item.kind == "name":
                    self._name = person
                behind = self.items[i + 1 : i + 3]
                if len(behind) == 2 and behind[0].low == "(" and behind[1].value in current().markers.letters:
                    self._describing.alias[person] = str(behind[1].value)
                    i += 2
                person = self._describing.alias.get(person, person)
                if self._stands_there(preposition, i):
                    self._tie_group(preposition, Legion(owner=person), i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                self._tie_person(preposition, person, i)
            elif low == "it":
                if (
                    self.legions
                    and preposition not in ("at", "of", "with")
                    and (self.event is None or self.event.kind not in _PARTS)
                ):
                    self._tie_group(preposition, self._it(preposition), i, i + 1, known=True)
            elif low in PREPOSITIONS or low in _SILENT_MARKS or low in _SILENT or low in "-/" or item.kind == "side":
                pass
            else:
                raise NotUnderstoodError
            if item.kind in ("verb", "land") and item.value not in ("stand", "reveal"):
                self.last = item.kind
            i += 1
        self._finish()

    def _is_spoken_to(self, preposition: str | None, i: int) -> bool:
        """Whether *you* is the player across the table: *you are in 3*, *may I attack you?*."""
        speaks = any(x.value == "mine" or x.low in ("i", "we", "me") for x in self.items)
        return speaks and (self._stands_there(preposition, i) or self._is_attacked(i))

    def _is_attacked(self, i: int) -> bool:
        """Whether an item is whom somebody attacks: *may I hit him?*."""
        return i > 0 and self.items[i - 1].value in ("strike", "engage") and self.items[i - 1].kind == "verb"

    def _own_titan(self, i: int) -> Legion | None:
        """The Titan that *he* must be, since nobody else was named: *my Titan in 105 has 390 points: may he ...*."""
        one = self.legions[-1] if self.legions else Legion()
        others = any(x.kind in ("owner", "name") and x.value != "mine" for x in self.items[:i])
        alone = one.owner == "mine" and dict(one.names) == {TITAN: 1} and not one.marker
        return one if alone and not others else None

    def _stands_there(self, preposition: str | None, i: int) -> bool:
        """Whether a player is named for his Legion: *Red is in 35*, *onto the enemy in 105*, *past Red*."""
        if self.items[i].low in ("me", "us"):
            return False
        if preposition in ("to", "past", "against") and (self.event is None or self.event.kind != "flee"):
            return True
        behind = [x for x in self.items[i + 1 : i + 4] if x.value != "stand"]
        return len(behind) > 1 and behind[0].low in ("in", "on", "at", "@", "of") and behind[1].kind == "land"

    def _preposition(self, i: int) -> str | None:
        """What ties an item to what is before it: a preposition, or an arrow."""
        before = [x.low for x in self.items[max(0, i - 2) : i]]
        while before and before[-1] in ("(", "the", ":", "="):
            before.pop()
        if not before:
            return None
        return "to" if before[-1] == "-" else PREPOSITIONS.get(before[-1])

    def _it(self, preposition: str | None = None) -> Legion:
        """Whom *it* means: the Legion named last that is no enemy's, or, if somebody passes it, that is one's."""
        foes = [x for x in self.legions if x.owner not in (None, "mine")] if preposition == "past" else []
        if foes:
            return foes[-1]
        actor = self.event.subject if self.event is not None else None
        others = [x for x in self.legions if x is not actor or x.owner in (None, "mine")]
        own = [x for x in others if x.owner != "theirs"] or others or self.legions
        if not own:
            self.legions.append(Legion(stack=True))
            own = self.legions
        return own[-1]

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

    def _merge(self) -> None:
        """Take characters that were named before in a Legion, or alone before their Legion, for that Legion."""
        kept = {id(one) for event in self.events if event.kind in _PARTS for one in event.objects}
        parts = [x for x in self.events if x.kind == "split"]
        kept |= {
            id(one)
            for x in parts
            for one in (*x.tied.values(), *([x.subject] if x.subject and x.subject.names else []))
        }
        if parts:
            kept |= {id(x.subject) for x in self.events if x.kind == "stand"}
        for one in [x for x in self.legions if x.names and not (x.marker or x.height or x.other or id(x) in kept)]:
            for other in self.legions:
                whose = (None, one.owner, "mine") if one.owner is not None else (other.owner,)
                apart = (
                    other is one
                    or other.other
                    or id(other) in kept
                    or other.owner not in whose
                    or other.owner == "theirs" != one.owner
                )
                if apart or not other.names or not within(one, other) or one.owner not in (None, other.owner, "mine"):
                    continue
                if None not in (one.land, other.land) and one.land != other.land:
                    continue
                other.land = other.land or one.land
                self.legions.remove(one)
                for event in self.events:
                    event.subject = other if event.subject is one else event.subject
                    event.objects = [other if x is one else x for x in event.objects]
                    event.tied = {key: other if x is one else x for key, x in event.tied.items()}
                break

    @staticmethod
    def _is_own(group: Legion) -> bool:
        """Whether *the Legion* is whoever is spoken of."""
        told = group.names or group.marker or group.height or group.other or group.land
        return group.stack and not told and group.owner in (None, "mine")

    def _tie_group(self, preposition: str | None, group: Legion, i: int, after: int, known: bool = False) -> None:
        if self.denied and self.items[i - 1].value == "decline":
            self.denied = False  # no Titan in it
            return
        aimed = preposition in ("to", "past", "against") and group.owner is None
        one = group if known or (aimed and group.marker is None) else self._known(group)
        event, before, self.loose = self.event, self.pending, False
        if preposition in ("at", "of") and event is not None and self._is_own(group):
            self.denied, self.last = False, "group"  # no Lord in the Legion
            if event.subject is None:
                event.subject = one
                self.legions += [one] if one not in self.legions else []
            self.pending = event.subject
            return
        if one is not group:
            one.names = one.names or group.names
            one.height = one.height or group.height
        bare = bool(group.names) and not (group.marker or group.stack or group.owner or group.other)
        bare = bare or (bool(group.names) and preposition == "with" and group.owner == "mine" and not group.stack)
        whole = before is not None and bool(before.stack or before.marker or self.items[i - 1].low != ",")
        near = before is not None and whole and not before.names and self.last in ("group", "land")
        loose = event is None or preposition is not None or before in (*event.objects, *event.tied.values())
        if (
            near
            and preposition == "with"
            and before is not None
            and not before.marker
            and group.marker
            and event is None
        ):
            before.names, before.marker, before.height = group.names, group.marker, group.height  # in 200 with Bk01
            return
        if bare and near and preposition in ("with", None) and loose and not known:
            assert before is not None, "it is near"
            before.names, before.plural, before.height = group.names, group.plural, before.height or group.height
            return
        if bare and preposition == "with" and event is None and before is not None and self.last in ("group", "land"):
            before.names = dict(contents([before, group]))  # Titan in 105 with 2 Ogres
            return
        if preposition in ("at", "of") and group.stack and before is not None and before.names and self.last == "group":
            parted = self.moment.get("turn") == 1 or any(x.kind == "split" for x in self.events)
            if (group.names or group.marker) and not parted:
                raise NotUnderstoodError
        if (
            preposition in ("at", "of")
            and group.stack
            and before is not None
            and before.names
            and self.last == "group"
            and not (group.names or group.marker)
        ):
            before.owner, before.stack = before.owner or group.owner, True  # an Angel in his Legion
            return
        if one.owner in ROLES:
            self._name = one.owner
        if event is None and "to" in self.open:
            self._flush()
        there = known and preposition is None and one.stack and one.owner is not None and one not in self.legions
        if one not in self.legions:
            self.legions.append(one)
            one.sentence = self._sentence
        if event is None and self.last == "land" and one.land is None and preposition != "to" and "to" not in self.open:
            one.land = self.open.pop("from", self.open.pop("at", None))
        if event is None and self.last == "person" and preposition is None and one.owner is None:
            one.owner = self.person  # Red has two Lions
        if event is not None and event.kind == "muster" and event.low[:3] in ("tak", "too"):
            event.kind = "move" if one.marker or (one.stack and not one.names) else event.kind
        here = event.lands.get("to") if event is not None else None
        behind = [x for x in self.items[after : after + 3] if x.value != "stand"]
        stands = bool(behind) and behind[0].low in ("in", "on", "at", "@")
        if here is not None and preposition is None and one.owner == "theirs" and one.land is None and not stands:
            one.land, self.pending = here, one  # to 22, where my enemy has two Ogres
            self._finish_event()
            return
        while after < len(self.items) and self.items[after].low == ")":
            after += 1
        acts = there or (after < len(self.items) and self.items[after].kind == "verb" and preposition is None)
        if preposition == "to" and event is None and one.names and before is not None:
            self.events.append(Event("muster", ">", before, sentence=self._sentence, objects=[one]))
            self.event = self.events[-1]
        elif event is not None and preposition is not None:
            if event.tied.setdefault(preposition, one) is not one:
                raise NotUnderstoodError
            if preposition == "with" and one.owner is None:
                one.owner = event.person or (event.subject.owner if event.subject is not None else None)
        elif event is not None and self._is_object(event, preposition, i, acts):
            event.objects.append(one)
        elif event is None and preposition == "against":
            one.land = one.land or (before.land if before is not None else None)
            one.owner = one.owner or "against"
        elif event is None and preposition in ("to", "past"):
            raise NotUnderstoodError
        elif event is not None:
            self._finish_event()  # the next clause begins
        self.pending = one

    def _is_object(self, event: Event, preposition: str | None, i: int, acts: bool) -> bool:
        """Whether a Legion is one to which something is done, and does not begin the next clause."""
        if "to" in event.lands and preposition is None and event.kind in _GOES:
            return False
        if event.objects:
            return self.items[i - 1].low == "and" and event.kind != "move" and not acts
        return "object" not in event.tied and self.last != "group" and (not acts or self.last == "verb")

    def _tie_land(self, preposition: str | None, land: int, i: int) -> None:
        event, group = self.event, self.pending
        arrow = preposition == "to" and self.items[i - 1].low in ("-", ">")
        leads = i + 1 < len(self.items) and self.items[i + 1].low in ("-", ">", "to")
        goes_on = self.items[i - 1].low in (",", "and") and self.items[i - 2].kind == "land" and self.passing
        self.passing = preposition == "past" or goes_on
        if self.passing:
            (event.via if event is not None else self.way).append(land)
            return
        if (
            event is None
            and preposition == "at"
            and group is not None
            and group.land
            and self.items[i - 2].low == "and"
        ):
            self.legions.append(Legion(owner=group.owner, stack=True, land=land))  # in 30 and in 40
            return
        taken = leads and event is not None and group is not None and group in event.objects
        if (
            self.last == "group"
            and group is not None
            and not taken
            and preposition in ("at", "of", None)
            and group.land in (None, land)
        ):
            group.land = land
            for one in self.legions[self._begun :] if event is None and not self.open else []:
                goes = any(one in (x.subject, *x.objects) for x in self.events)
                one.land = land if one.marker and one.land is None and not goes else one.land  # Bk03, Rd02 in 29
            return
        if event is not None and event.kind == "muster" and not event.objects and event.low[:3] in ("tak", "too"):
            event.kind = "move"
        if event is not None and event.kind == "split" and event.low in ("leave", "leaves") and preposition is None:
            event.kind, preposition = "move", "from"
        again = (
            not leads
            and self.last == "group"
            and group is not None
            and group.land not in (None, land)
            and "roll" in self.moment
        )
        if again and event is None and group is not None and not self.open and preposition is None:
            self.open = {"from": group.land or 0, "to": land}
            return
        lands = event.lands if event is not None else self.open
        if preposition in (None, "at", "of") and leads and "from" not in lands and event is not None:
            preposition = "from"
        if event is None and arrow and "from" not in lands and group is not None and group.land is not None:
            lands["from"] = group.land
        goes = event is not None and event.kind in _GOES
        listed = preposition in (None, "to") and (goes or (self.last == "land" and "from" in lands))
        if (arrow or listed) and lands.get("to", land) != land:
            (event.via if event is not None else self.way).append(lands["to"])
            lands["to"] = land
            return
        key = preposition if preposition in ("to", "from") else None
        if key is None:
            goes = event is not None and event.kind in (*_GOES, "teleport")
            key = "at" if event is not None and not goes else "to" if goes or "from" in lands else "from"
            if key in lands and "to" not in lands:
                key = "to"
        if lands.setdefault(key, land) != land:
            raise NotUnderstoodError

    def _tie_terrain(self, terrain: str) -> None:
        if self.denied:
            self.denied = False  # no Tower
            return
        if self.terrain not in (None, terrain):
            raise NotUnderstoodError
        self.terrain = terrain

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

    def _verb(self, item: Item, i: int) -> None:
        kind, self.loose = str(item.value), False
        if kind == "decline":
            if item.low in _FORBIDS:
                raise NotUnderstoodError
            self.denied = True
            return
        if self.event is not None and self.event.kind == kind and self.items[i - 1].kind == "verb":
            return
        if kind in ("stand", "reveal"):  # says where, or decides
            one = Event(kind, item.low, self.pending, self.person, denied=self.denied, sentence=self._sentence)
            self.events.append(one)
            self.denied, self.last = False, "group" if self.pending is not None else self.last
            return
        if kind == "roll" and not self.words & {"again", "another"}:
            self.events.append(Event(kind, item.low, denied=self.denied, sentence=self._sentence))
            self.denied = False
            return
        before = self.items[i - 1] if i else item
        if before.kind == "owner" and before.low.endswith("'s") and kind == "strike":  # Ann's attack
            self.events.append(Event(kind, item.low, person=str(before.value), sentence=self._sentence))
            return
        if self.event is None and "to" in self.open and kind not in (*_GOES, "teleport"):
            self._flush()
        way = self.events[-1] if self.events and self.event is None else None
        named = way is not None and (way.low, way.kind, way.sentence) == (">", "move", self._sentence)
        if way is not None and named and kind in (*_GOES, "teleport") and not self.open:
            way.kind, way.subject, self.event = kind, way.subject or self.pending, way
            return
        subject = self.pending if (self.event is None and self.last != "person") or self.last == "group" else None
        if self.event is not None and subject in (*self.event.objects, *self.event.tied.values()):
            subject = None
        carried = self.event
        self.event = Event(kind, item.low, subject, self.person, denied=self.denied, sentence=self._sentence)
        if subject is None and carried is not None and self.person in (None, carried.person):
            self.event.subject, self.event.person = carried.subject, carried.person
        self.event.lands, self.open = self.open, {}
        self.event.via, self.way = self.way, []
        self.event.done, self.event.vague = self.already, self.vague
        self.denied = self.already = self.vague = False
        self.events.append(self.event)

    def _finish_event(self) -> None:
        self.event = self.pending = self.person = None

    def _flush(self) -> None:
        """Take lands that no verb took for a way that somebody goes."""
        move = Event("move", ">", self.pending, self.person, lands=self.open, via=self.way, sentence=self._sentence)
        self.events.append(move)
        self.open, self.way, self.pending = {}, [], None

    def _finish(self) -> None:
        """End a sentence: lands that no verb took are a way that somebody goes."""
        if self.denied or (self.loose and "claim" not in self.moment):
            raise NotUnderstoodError
        for one in self.legions[self._begun :]:
            if one.land is None and "at" in self.open:
                one.land = self.open["at"]
        if "at" in self.open and not any(x.land == self.open["at"] for x in self.legions):
            raise NotUnderstoodError
        if "to" in self.open:
            self._flush()
        elif "from" in self.open:
            if self.pending is None or self.pending.land is not None:
                self.land = self.open["from"]
            else:
                self.pending.land = self.open["from"]
