"""What is said of the Masterboard, clause by clause: Legions, and what each of them does.

Every word has a role: part of a Legion's description, a verb, or what a preposition ties to one of them. A word that
finds no role makes the whole text not understood.
"""

from collections.abc import Sequence

from ..box.current_box import current
from ..box.vocabulary import any_of
from .legions import Legion
from .places import PREPOSITIONS, NotUnderstoodError
from .references import is_attacked, merge, own_titan, preposition_of
from .said import Item
from .ties import GOING, PARTS, Doing, Ties

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
_SINGLE = any_of("he she him her")
_RUNS = any_of("run runs ran running retreat retreats retreated")
"""What is to flee where no land is told."""
_FORBIDS = any_of("cannot can't cant couldn't mustn't")
_SILENT_MARKS = any_of(", : = ( ) ; * ' \" & +")
_SILENT = any_of("and rest again first together before back both all keep as around beside for upon")


class Clauses(Ties):
    """The Legions and events of a text.

    :ivar moment: turn, roll, score and the like, each said once.
    :raises NotUnderstoodError: a word has no role.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__(items)
        self.words = frozenset(x.low for x in items)
        self._read()
        merge(self.legions, self.events)
        self._see_what_is_meant()

    def _see_what_is_meant(self) -> None:
        """Let somebody flee who *runs* where no land is told, and a character be mustered that is *brought*."""
        placed = any(x.land for x in self.legions) or any(x.lands for x in self.events)
        for event in self.events:
            if event.low in _RUNS and not (self.land or "roll" in self.moment or placed):
                event.kind = "flee"
            elif event.low[:5] == "bring" and event.objects and not event.lands:
                event.kind = "muster"

    def _read(self) -> None:
        i = 0
        while i < len(self.items):
            group, after = self._describing.legion(i)
            preposition = preposition_of(self.items, i)
            if group is not None:
                self._tie_group(preposition, group, i, after)
                i, self.last = after, "group"
            else:
                i += self._read_item(self.items[i], preposition, i)
        self._finish()

    def _read_item(self, item: Item, preposition: str | None, i: int) -> int:
        """Read what is no description of a Legion; how many items that takes."""
        match item.kind:
            case "end":
                self._finish()
                self._sentence += 1
                self._start()
            case "verb":
                self._verb(item, i)
            case "land":
                self._tie_land(preposition, item.value, i)
            case "done":
                self.already = True
                if self.event is not None:
                    self.event.done = True
            case "terrain":
                self._tie_terrain(str(item.value))
            case "height":
                self._tie_height(item.value)
            case "number":
                self._tie_number(item.value)
            case _:
                return self._word(item, preposition, i)
        if item.kind in ("verb", "land") and item.value not in ("stand", "reveal"):
            self.last = item.kind
        return 1

    def _word(self, item: Item, preposition: str | None, i: int) -> int:
        """Read a player, a pronoun, or a word that ties or says nothing; how many items that takes."""
        low = item.low
        if item.kind == "owner" and i + 1 < len(self.items) and self.items[i + 1].kind == "owner":
            return 1  # my opponent
        if low == "you" and not self._is_spoken_to(preposition, i):
            return 1
        if item.kind in ("owner", "name") or low in _PERSONS:
            if (one := self._meant(low, preposition, i)) is None:
                return self._person(item, preposition, i)
            self._tie_group(preposition, one, i, i + 1, known=True)
            self.last = "group"
        elif low == "it":
            parts = self.event is not None and self.event.kind in PARTS
            if self.legions and preposition not in ("at", "of", "with") and not parts:
                self._tie_group(preposition, self._it(preposition), i, i + 1, known=True)
        elif not (low in PREPOSITIONS or low in _SILENT_MARKS or low in _SILENT or low in "-/" or item.kind == "side"):
            raise NotUnderstoodError
        return 1

    def _meant(self, low: str, preposition: str | None, i: int) -> Legion | None:
        """The Legion named before that a pronoun means: *he*, *onto him*, *they*."""
        if low in _SINGLE and (own := own_titan(self.items, i, self.legions)) is not None:
            return own
        foe = next((x for x in reversed(self.legions) if x.owner not in (None, "mine")), None)
        met = preposition in ("past", "to", "against") or is_attacked(self.items, i)
        if low in ("him", "her", "them", "you") and met and foe is not None:
            return foe
        self.vague = self.vague or (low in ("they", "them") and bool(self.legions))
        return self._it() if low in ("they", "them") and self.legions else None

    def _person(self, item: Item, preposition: str | None, i: int) -> int:
        """Read a player, or his Legion if he stands for it; how many items that takes."""
        person, read = _PERSONS.get(item.low, str(item.value)), 1
        if item.low in _SINGLE and self._name is not None:
            person = self._name
        elif item.kind == "name":
            self._name = person
        behind = self.items[i + 1 : i + 3]
        if len(behind) == 2 and behind[0].low == "(" and behind[1].value in current().markers.letters:
            self._describing.alias[person] = str(behind[1].value)
            read = 3
        person = self._describing.alias.get(person, person)
        if self._stands_there(preposition, i + read - 1):
            self._tie_group(preposition, Legion(owner=person), i + read - 1, i + read, known=True)
            self.last = "group"
        else:
            self._tie_person(preposition, person, i + read - 1)
        return read

    def _is_spoken_to(self, preposition: str | None, i: int) -> bool:
        """Whether *you* is the player across the table: *you are in 3*, *may I attack you?*."""
        speaks = any(x.value == "mine" or x.low in ("i", "we", "me") for x in self.items)
        return speaks and (self._stands_there(preposition, i) or is_attacked(self.items, i))

    def _stands_there(self, preposition: str | None, i: int) -> bool:
        """Whether a player is named for his Legion: *Red is in 35*, *onto the enemy in 105*, *past Red*."""
        if self.items[i].low in ("me", "us"):
            return False
        if preposition in ("to", "past", "against") and (self.event is None or self.event.kind != "flee"):
            return True
        behind = [x for x in self.items[i + 1 : i + 4] if x.value != "stand"]
        return len(behind) > 1 and behind[0].low in ("in", "on", "at", "@", "of") and behind[1].kind == "land"

    def _verb(self, item: Item, i: int) -> None:
        """Begin an event, unless the verb only denies one, repeats one, or stands aside."""
        kind, self.loose = str(item.value), False
        if kind == "decline":
            if item.low in _FORBIDS:
                raise NotUnderstoodError
            self.denied = True
            return
        repeated = self.event is not None and self.event.kind == kind and self.items[i - 1].kind == "verb"
        if repeated or self._is_aside(kind, item, self.items[i - 1] if i else item):
            return
        goes = kind in (*GOING, "teleport")
        if self.event is None and "to" in self.open and not goes:
            self._flush()
        if not (goes and self._names_the_way(kind)):
            self._begin_event(kind, item.low)

    def _is_aside(self, kind: str, item: Item, before: Item) -> bool:
        """Whether a verb takes nothing of the clause: *stands*, *reveals*, *rolled*, *Ann's attack*; it is noted."""
        if kind in ("stand", "reveal"):
            aside = Doing(kind, item.low, self.pending, self.person, denied=self.denied, sentence=self._sentence)
            self.denied, self.last = False, "group" if self.pending is not None else self.last
        elif kind == "roll" and not self.words & {"again", "another"}:
            aside = Doing(kind, item.low, denied=self.denied, sentence=self._sentence)
            self.denied = False
        elif kind == "strike" and before.kind == "owner" and before.low.endswith("'s"):
            aside = Doing(kind, item.low, person=str(before.value), sentence=self._sentence)
        else:
            return False
        self.events.append(aside)
        return True

    def _names_the_way(self, kind: str) -> bool:
        """Whether a verb says how somebody goes a way that was told just before: *105 to 106, moves*."""
        way = self.events[-1] if self.events and self.event is None and not self.open else None
        if way is None or (way.low, way.kind, way.sentence) != (">", "move", self._sentence):
            return False
        way.kind, way.subject, self.event = kind, way.subject or self.pending, way
        return True

    def _begin_event(self, kind: str, low: str) -> None:
        """Begin an event with what was told before its verb; who does it is carried from the verb before."""
        carried = self.event
        subject = self.pending if (carried is None and self.last != "person") or self.last == "group" else None
        if carried is not None and subject in (*carried.objects, *carried.tied.values()):
            subject = None
        event = Doing(kind, low, subject, self.person, denied=self.denied, sentence=self._sentence)
        if subject is None and carried is not None and self.person in (None, carried.person):
            event.subject, event.person, event.carried = carried.subject, carried.person, True
        event.lands, event.via, event.done, event.vague = self.open, self.way, self.already, self.vague
        self.open, self.way = {}, []
        self.denied = self.already = self.vague = False
        self.event = event
        self.events.append(event)

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
