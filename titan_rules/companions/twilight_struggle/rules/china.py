"""The China Card, and the events of cards used for Operations (TS-CHN, TS-EV)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, cast

from ....kernel.companions import (
    Answer,
    Outcome,
    Ruling,
    asked,
    broken,
    consequence,
    evolve,
    illegal,
    judged,
    legal,
    verdict,
)
from ..actions import Owner
from ..asking import Acting, Spent
from ..catalog import CHINA_OPS, CHINA_OPS_IN_ASIA, Country, Side, opponent
from ..state import ChinaCard, Position
from ..words import china_use_names, side_of, the, use_names
from .hands import plays_left
from .tracks import Done

OPERATIONS = ("place", "realign", "coup", "space")


def china_rulings(position: Position, side: Side, use: str, scoring: int, plays: int) -> list[Ruling]:
    """Whether a side may use the China Card; it may where none of the rulings is illegal.

    :param use: a canonical use (see :data:`..words.china_use_names`), or ``score``.
    :param scoring: scoring cards in its hand.
    :param plays: cards that it can still play this turn, this one included.
    """
    card = position.china_card
    if card.holder != side:
        return [illegal("TS-CHN-1", "{holder} has the China Card", holder=the(card.holder))]
    if card.face == "down":
        return [illegal("TS-CHN-1", "the China Card is face down: {who} may use it from the next turn", who=the(side))]
    if use == "headline":
        return [illegal("TS-CHN-3", "the China Card is not for the headline")]
    if use == "discard":
        return [illegal("TS-CHN-3", "the China Card is not for a discard that an event demands")]
    if use not in OPERATIONS:
        return [illegal("TS-CHN-1", "the China Card has no event")]
    beside = "with {plays} cards still to play this turn, {scoring} scoring cards can be played beside it"
    stays = "{plays} cards can still be played this turn and {scoring} scoring cards must be: one would stay"
    sentence = "the China Card is used like a card of the hand, for {ops} Operations"
    return [
        legal("TS-CHN-1", sentence, ops=CHINA_OPS),
        judged(scoring < plays, "TS-CHN-3", beside, stays, plays=plays, scoring=scoring),
    ]


def china_rulings_now(position: Position, side: Side, use: str) -> list[Ruling]:
    """As :func:`china_rulings`, with the scoring cards that the side is known to hold and its plays left."""
    hand = position.hand(side)
    return china_rulings(position, side, use, len(hand.scoring) if hand else 0, plays_left(position, side))


def china_ops(use: str, countries: Sequence[Country]) -> tuple[int, Ruling]:
    """The Operations it gives where the points are spent in these countries (TS-CHN-2).

    :param countries: where each point goes; none: it is not decided yet.
    """
    elsewhere = [c.name for c in countries if c.region != "Asia"]
    ops, facts = CHINA_OPS, dict[str, Any]()
    if use == "space" or elsewhere:
        facts["where"] = elsewhere[0] if elsewhere else "the space race"
        sentence = "{where} is not in Asia: {ops} Operations"
    elif not countries:
        facts["asia"] = CHINA_OPS_IN_ASIA
        sentence = "{ops} Operations, {asia} if every point is spent in Asia"
    else:
        ops, sentence = CHINA_OPS_IN_ASIA, "every point is spent in Asia: {ops} Operations"
    return ops, consequence("TS-CHN-2", sentence, ops=ops, **facts)


def passed(position: Position, by_event: bool = False) -> Done:
    """The card given to the other side, after use (TS-CHN-1) or by an event (TS-CHN-4)."""
    taker = opponent(position.china_card.holder)
    rule, sentence = "TS-CHN-1", "{who} gets it face down and may use it from the next turn"
    if by_event:
        rule, sentence = "TS-CHN-4", "{who} gets it face up and may use it at once"
    after = evolve(position, china_card=ChinaCard(taker, "up" if by_event else "down"))
    return Outcome(after, (consequence(rule, sentence, who=the(taker)),))


_USES = "place, realign, coup, space, headline, event, discard or handover"
Use: TypeAlias = Annotated[str, asked(_USES, required=True, names=china_use_names)]
ScoringHeld: TypeAlias = Annotated[int | None, asked("scoring cards in hand", "number", least=0, most=7)]


def china(position: Position, use: Use, side: Acting, country: Spent, scoring: ScoringHeld) -> Answer:
    """May I use the China Card so, and for how many Operations?"""
    if use == "handover":
        done = passed(position, by_event=True)
        told = {"verdict": "legal", "ops": None, "after": done.position.china_card}
        return {**told, "rulings": done.rulings, "final": done.position}
    rulings = china_rulings_now(position, side, use)
    if scoring is not None:
        rulings = china_rulings(position, side, use, scoring, plays_left(position, side))
    answer: Answer = {"verdict": verdict(rulings), "side": side, "use": use}
    if broken(rulings):
        return {**answer, "ops": None, "rulings": rulings}
    (ops, value), done = china_ops(use, country), passed(position)
    answer |= {"ops": ops, "after": done.position.china_card}
    return {**answer, "rulings": [*rulings, value, *done.rulings], "final": done.position}


# --- events of cards --------------------------------------------------------------------------------------------------


def _owner(_: Any, text: str) -> Owner:
    return "neutral" if text.casefold() == "neutral" else cast(Owner, side_of(text))


OwnerAsked: TypeAlias = Annotated[Owner, asked("whose event it is: US, USSR or neutral", required=True, read=_owner)]
EventUsed: TypeAlias = Annotated[
    str, asked("event, place, realign, coup, space or headline", required=True, names=use_names)
]
Starred: TypeAlias = Annotated[bool, asked("the event has a star", "flag")]


def event(position: Position, owner: OwnerAsked, use: EventUsed, side: Acting, starred: Starred) -> Answer:
    """What happens to the event of a card that I use so?"""
    enemy, theirs = opponent(side), owner == opponent(side)
    by: Side | None = enemy if theirs else side
    sides = {"owner": owner, "by": the(by), "who": the(side)}
    if use == "space":
        by, ruling = None, legal("TS-SPC-3", "on a space attempt the event does not happen")
    elif use == "headline":
        sentence = "the event of {owner} is headlined: {by} carries it out, {who} is the phasing player"
        ruling = legal("TS-HEAD-4", sentence, **sides)
    elif use == "event" and theirs:
        sentence = "the event is of {owner}: the card cannot be played for the event alone"
        by, ruling = None, illegal("TS-EV-2", sentence, owner=the(enemy))
    elif use == "event":
        ruling = legal("TS-EV-1", "{who} does what the text says, in order", who=the(side))
    elif theirs:
        sentence = "the event of {by} happens too, {by} carries it out, {who} picks whether it comes before the "
        ruling = legal("TS-EV-2", sentence + "Operations", by=the(by), who=the(side))
    else:
        sentence = "one card each round, for its event or its Operations: the event does not happen"
        by, ruling = None, legal("TS-AR-2", sentence)
    gone = "the card is then discarded"
    if starred:
        gone = "a starred event: the card is removed from the game once it has happened"
    return {
        "verdict": verdict([ruling]),
        "side": side,
        "event_of": owner,
        "use": use,
        "event_happens": by is not None,
        "carried_out_by": by,
        "you_choose_the_order": by == enemy and use in OPERATIONS,
        "operations": use in OPERATIONS,
        "rulings": [ruling, *([consequence("TS-EV-1", gone)] if by is not None else [])],
    }
