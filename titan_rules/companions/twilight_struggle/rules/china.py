"""The China Card (TS-CHN)."""

from collections.abc import Sequence

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import CHINA_OPS, CHINA_OPS_IN_ASIA, Country, Side, opponent
from ..state import ChinaCard, Position
from ..words import the

OPERATIONS = ("place", "realign", "coup", "space")


def china_rulings(position: Position, side: Side, use: str, scoring: int = 0, plays: int | None = None) -> list[Ruling]:
    """Whether a side may use the China Card; it may where none of the rulings is illegal.

    :param use: a canonical use (see :data:`.words.use_names`).
    :param scoring: scoring cards in its hand.
    :param plays: cards that it can still play this turn, this one included; None if unknown.
    """
    card = position.china_card
    if card.holder != side:
        return [illegal("TS-CHN-1", "{holder} has the China Card", holder=the(card.holder))]
    if card.face == "down":
        return [illegal("TS-CHN-1", "the China Card is face down: {who} may use it from the next turn", who=the(side))]
    found = [_use_ruling(use)]
    if plays is not None and use in OPERATIONS:
        rule = legal if scoring < plays else illegal
        sentence = "with {plays} cards still to play this turn, {scoring} scoring cards can be played beside it"
        if scoring >= plays:
            sentence = "{plays} cards can still be played this turn and {scoring} scoring cards must be: one would stay"
        found.append(rule("TS-CHN-3", sentence, plays=plays, scoring=scoring))
    return found


def _use_ruling(use: str) -> Ruling:
    if use == "headline":
        return illegal("TS-CHN-3", "the China Card is not for the headline")
    if use == "discard":
        return illegal("TS-CHN-3", "the China Card is not for a discard that an event demands")
    if use == "event":
        return illegal("TS-CHN-1", "the China Card has no event")
    return legal("TS-CHN-1", "the China Card is used like a card of the hand, for {ops} Operations", ops=CHINA_OPS)


def china_ops(use: str, countries: Sequence[Country]) -> tuple[int, Ruling]:
    """The Operations it gives where the points are spent in these countries (TS-CHN-2).

    :param countries: where each point goes; none: it is not decided yet.
    """
    elsewhere = [c.name for c in countries if c.region != "Asia"]
    if use == "space" or elsewhere:
        where = elsewhere[0] if elsewhere else "the space race"
        sentence = "{where} is not in Asia: {ops} Operations"
        return CHINA_OPS, consequence("TS-CHN-2", sentence, where=where, ops=CHINA_OPS)
    if not countries:
        sentence = "{ops} Operations, {asia} if every point is spent in Asia"
        return CHINA_OPS, consequence("TS-CHN-2", sentence, ops=CHINA_OPS, asia=CHINA_OPS_IN_ASIA)
    sentence = "every point is spent in Asia: {ops} Operations"
    return CHINA_OPS_IN_ASIA, consequence("TS-CHN-2", sentence, ops=CHINA_OPS_IN_ASIA)


def passed(position: Position, by_event: bool = False) -> tuple[Position, Ruling]:
    """The card given to the other side, after use (TS-CHN-1) or by an event (TS-CHN-4)."""
    taker = opponent(position.china_card.holder)
    if by_event:
        ruling = consequence("TS-CHN-4", "{who} gets it face up and may use it at once", who=the(taker))
        return evolve(position, china_card=ChinaCard(taker, "up")), ruling
    ruling = consequence("TS-CHN-1", "{who} gets it face down and may use it from the next turn", who=the(taker))
    return evolve(position, china_card=ChinaCard(taker, "down")), ruling
