"""What is done in a turn: each kind of action a class, written as JSON or as words in the order of its fields."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from ...kernel.companions import Actions, Between, field, frozen
from ...kernel.dice import dice_faults
from ...kernel.errors import Fault
from ...kernel.jsontext import pointer
from .catalog import MOST_OPS
from .state import NOTHING, BySide
from .words import CountryName, ScoringName, SideName, TargetName

Die: TypeAlias = Annotated[int, Between(1, 6)]
Ops: TypeAlias = Annotated[int, Between(1, MOST_OPS)]
Owner: TypeAlias = Literal["US", "USSR", "neutral"]


@frozen
class RolledPair:
    """One realignment roll: the acting side's die, then the opponent's."""

    country: TargetName
    dice: tuple[Die, ...]

    @classmethod
    def typed(cls, text: str) -> dict[str, object]:
        """The JSON of a roll typed as ``Iran=5,2``."""
        name, _, dice = text.partition("=")
        return {"country": name, "dice": [int(die) if die.isdecimal() else die for die in dice.split(",")]}


@frozen(kw_only=True)
class Deal:
    """Hands dealt up to the size of the turn (TS-DEAL-1).

    :param US, USSR: the scoring cards that were drawn; null: that hand is not known.
    """

    US: tuple[ScoringName, ...] | None = None
    USSR: tuple[ScoringName, ...] | None = None


@frozen
class Headline:
    """Both headlines, revealed together (TS-HEAD-1): a scoring card's name, ``NAME:OPS``, or the Operations alone."""

    US: str
    USSR: str


@frozen(kw_only=True)
class Played:
    """What every play of a card may say.

    :param side: who plays; left out: whose action round it is.
    :param card: the card played, where the rules look at it: a scoring card, the China Card.
    :param of: whose event is on it, where that is to be checked: the opponent's has to happen too (TS-EV-2).
    """

    side: SideName | None = None
    card: str | None = None
    of: Owner | None = None


@frozen
class Place(Played):
    """Influence placed.

    :param ops: the Operations used, with all changes.
    :param markers: the countries, one for each marker, in order.
    """

    ops: Ops
    markers: tuple[TargetName, ...]


@frozen
class Realign(Played):
    """Realignment rolls.

    :param ops: the Operations used, with all changes: one roll each.
    :param rolls: in order.
    :param modifier, opponent_modifier: what events add to the dice.
    """

    ops: Ops
    rolls: tuple[RolledPair, ...]
    modifier: int = 0
    opponent_modifier: int = 0

    def faults(self, at: str) -> Iterator[Fault]:
        """Rolls of other than two dice."""
        for i, pair in enumerate(self.rolls):
            yield from dice_faults(pair.dice, 2, at + pointer("rolls", i, "dice"))


@frozen
class Coup(Played):
    """A coup.

    :param ops: the Operations used, with all changes.
    :param modifier: what events add to the die.
    :param free: an event gives the coup and names the region (TS-COUP-6): it is no play of the round's card.
    """

    ops: Ops
    country: TargetName
    die: Die
    modifier: int = 0
    free: bool = False


@frozen
class Space(Played):
    """A space attempt.

    :param ops: the Operations value of the card.
    """

    ops: Ops
    die: Die


@frozen
class Score(Played):
    """A scoring card played, as a headline or in an action round."""

    card: ScoringName
    side: SideName | None = None


@frozen(kw_only=True)
class Values:
    """Where tracks and countries stand after an event."""

    influence: Mapping[CountryName, BySide] = field(factory=dict)
    vp: int | None = None
    defcon: int | None = None
    military_operations: BySide | None = None


@frozen
class Event(Played):
    """What the event of a card does, taken as given (TS-EV-1).

    :param influence, vp, defcon, military_operations: changes, added to what stands there: ``"defcon": -1`` lowers
        DEFCON by one; above 0 ``vp`` is for the US.
    :param to: values, in place of what stands there: ``{"defcon": 2}`` sets DEFCON to 2.
    :param china_card: the event passes the China Card.
    :param extra: another event plays this one: it is not the round's card.
    """

    card: str | None = None
    of: Owner | None = None
    influence: Mapping[CountryName, BySide] = field(factory=dict)
    vp: int = 0
    defcon: int = 0
    military_operations: BySide = NOTHING
    to: Values = Values()
    china_card: bool = False
    extra: bool = False


@frozen
class EndRound:
    """The action round, or a headline, is over."""


@frozen
class EndTurn:
    """The turn is over, after its last action round (TS-TURN-1)."""


ACTIONS = Actions((Deal, Headline, Place, Realign, Coup, Space, Score, Event, EndRound, EndTurn))
