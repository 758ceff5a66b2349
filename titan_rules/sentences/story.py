"""What was said of the Masterboard, and how far a reader has accounted for it."""

from typing import TypeVar

from ..box.vocabulary import any_of
from .clauses import Clauses
from .legions import Legion
from .places import NotUnderstoodError
from .ties import Doing

WON = any_of("won wins win winning winner victory afterwards defeated")
GOES = any_of("move enter teleport join")
ATTACKS = any_of("strike engage")
LITTLE = any_of("stand end reveal declare attempt")
T = TypeVar("T")


def require(what: object) -> None:
    """Give up what is not understood."""
    if not what:
        raise NotUnderstoodError


def sure(what: T | None) -> T:
    """What must have been told."""
    if what is None:
        raise NotUnderstoodError
    return what


class Story:
    """Clauses, and how far what is asked accounts for them."""

    def __init__(self, told: Clauses) -> None:
        self.told = told
        self.moment: dict[str, int] = dict(told.moment)
        self.left = list(told.legions)
        self.again = bool(told.words & any_of("again another"))
        self.events = [x for x in told.events if x.kind not in LITTLE or x.kind == "stand"]
        self.events = [x for x in self.events if x.kind != "roll" or self.again]
        idle = [x for x in self.events[:-1] if x.kind == "muster" and not (x.objects or x.tied or x.lands)]
        self.events = [x for x in self.events if x not in idle]
        self.turn = self.moment.pop("turn", None)

    def take(self, kind: str) -> int | None:
        """A quantity of the moment, which then is accounted for."""
        return self.moment.pop(kind, None)

    def use(self, *groups: Legion | None) -> None:
        """Account for Legions."""
        for one in groups:
            if one in self.left:
                self.left.remove(one)

    def use_all_but_strangers(self, *involved: Legion | None) -> None:
        """Account for these Legions, for those of the events, and for those of which nothing was said but whose."""
        events = [x for event in self.told.events for x in (event.subject, *event.objects, *event.tied.values())]
        known = [*involved, *events]
        self.use(*[x for x in self.told.legions if x in known or not (x.names or x.marker)])

    def account(self, *kinds: str) -> list[Doing]:
        """The events of some kinds, which then are accounted for."""
        taken = [x for x in self.events if x.kind in kinds]
        self.events = [x for x in self.events if x not in taken]
        return taken
