"""The headline phase and the events of cards (TS-HEAD, TS-EV, TS-SC-1)."""

from typing import Any, Literal, TypeAlias

from attrs import frozen

from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import CHINA_CARD, SCORING_CARDS, Side, opponent
from ..words import the

EventOf: TypeAlias = Literal["US", "USSR", "neutral"]


@frozen
class Headline:
    """A card chosen for the headline.

    :param card: its name, canonical if it is a scoring card or the China Card.
    :param ops: its Operations value.
    """

    side: Side
    card: str
    ops: int


def choice_ruling(headline: Headline) -> Ruling:
    """Whether a card can be a headline (TS-HEAD-3)."""
    if headline.card == CHINA_CARD:
        return illegal("TS-HEAD-3", "{who} cannot headline the China Card", who=the(headline.side))
    if headline.card in SCORING_CARDS:
        return legal("TS-HEAD-2", "{card} of {who} counts 0", card=headline.card, who=the(headline.side))
    return legal("TS-HEAD-3", "{card} of {who}: only its event happens", card=headline.card, who=the(headline.side))


def order(us: Headline, ussr: Headline) -> tuple[tuple[Headline, Headline], Ruling]:
    """Which of two headlines is resolved first (TS-HEAD-2)."""
    facts: dict[str, Any] = {"us": us.ops, "ussr": ussr.ops}
    if us.ops == ussr.ops:
        return (us, ussr), consequence("TS-HEAD-2", "{us} Operations each: the US card first", **facts)
    first, second = (us, ussr) if us.ops > ussr.ops else (ussr, us)
    sentence = "US {us}, USSR {ussr} Operations: the card of {first} first"
    return (first, second), consequence("TS-HEAD-2", sentence, first=the(first.side), **facts)


@frozen
class EventUse:
    """What a card's event does when the card is used.

    :param happens: whether the event happens.
    :param by: who carries it out, if it happens.
    :param order: whether the phasing player picks what comes first.
    """

    happens: bool
    by: Side | None
    order: bool
    rulings: tuple[Ruling, ...]

    @property
    def legal(self) -> bool:
        """Whether the card may be used so."""
        return all(r.verdict != "illegal" for r in self.rulings)


def event_use(side: Side, owner: EventOf, use: str, starred: bool = False) -> EventUse:
    """What happens to the event of a card that a side uses (TS-EV-1, TS-EV-2, TS-SPC-3, TS-HEAD-4).

    :param owner: whose event it is.
    :param use: a canonical use (see :data:`.words.use_names`).
    :param starred: the event leaves the game once it has happened.
    """
    theirs = owner == opponent(side)
    by = opponent(side) if theirs else side
    if use == "space":
        return EventUse(False, None, False, (legal("TS-SPC-3", "on a space attempt the event does not happen"),))
    if use == "headline":
        sentence = "the event of {owner} is headlined: {by} carries it out, {who} is the phasing player"
        rule = legal("TS-HEAD-4", sentence, owner=owner, by=the(by), who=the(side))
        return EventUse(True, by, False, (rule, _afterwards(starred)))
    if use == "event":
        if theirs:
            sentence = "the event is of {owner}: the card cannot be played for the event alone"
            return EventUse(False, None, False, (illegal("TS-EV-2", sentence, owner=the(opponent(side))),))
        done = legal("TS-EV-1", "{who} does what the text says, in order", who=the(side))
        return EventUse(True, side, False, (done, _afterwards(starred)))
    if theirs:
        sentence = (
            "the event of {by} happens too, {by} carries it out, {who} picks whether it comes before the Operations"
        )
        return EventUse(True, by, True, (legal("TS-EV-2", sentence, by=the(by), who=the(side)), _afterwards(starred)))
    only = legal("TS-AR-2", "one card each round, for its event or its Operations: the event does not happen")
    return EventUse(False, None, False, (only,))


def _afterwards(starred: bool) -> Ruling:
    if starred:
        return consequence("TS-EV-1", "a starred event: the card is removed from the game once it has happened")
    return consequence("TS-EV-1", "the card is then discarded")
