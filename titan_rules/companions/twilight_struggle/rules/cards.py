"""Hands, the China Card, and the events of cards (TS-DEAL, TS-AR, TS-SC, TS-CHN, TS-EV)."""

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
from ....kernel.errors import DocumentError, Fault
from .. import catalog
from ..actions import Owner
from ..asking import Acting, Spent
from ..catalog import SCORING_CARDS, Country, Side, opponent, turns
from ..state import ChinaCard, Hand, Position
from ..unseen import unseen
from ..words import china_use_names, known_card, listed, scoring_names, side_of, the, use_names
from .tracks import Done


def rounds(position: Position, side: Side) -> int:
    """A side's action rounds this turn (TS-AR-1)."""
    return (
        catalog.STATION_ROUNDS
        if position.ability_holder(catalog.SPACE_STATION) == side
        else turns(position.turn).rounds
    )


def rounds_left(position: Position, side: Side) -> int:
    """The action rounds that a side still has this turn, one it is in included."""
    if position.round == 0:
        return rounds(position, side)
    acted = position.phasing is None or (side == "USSR" and position.phasing == "US")
    return max(0, rounds(position, side) - position.round + (0 if acted else 1))


def plays_left(position: Position, side: Side) -> int:
    """How many cards a side can still play this turn: its rounds, and the headline where that is still to come."""
    headline = position.round == 0 and position.phasing is None and position.headlines is None
    return rounds_left(position, side) + (1 if headline else 0)


def held_rulings(position: Position, side: Side, card: str) -> list[Ruling]:
    """Why a side cannot play a scoring card, if it cannot: it has been played, or the hand does not hold it."""
    hand = position.hand(side)
    if card in position.scored:
        return [illegal("TS-SC-1", "{card} has been played already", card=card, who=the(side))]
    if hand is not None and card not in hand.scoring:
        return [illegal("TS-SC-1", "{card} is not in the hand of {who}", card=card, who=the(side))]
    return []


def card_gone(position: Position, side: Side, card: str | None) -> Position:
    """A known hand without the card that was played; the China Card is in none."""
    named = known_card(card)
    if named in SCORING_CARDS:
        position = evolve(position, scored=(*position.scored, named))
    hand = position.hand(side)
    if hand is None or (named is not None and named not in SCORING_CARDS):
        return position
    return position.with_hand(side, Hand(max(0, hand.cards - 1), tuple(c for c in hand.scoring if c != named)))


Cards: TypeAlias = Annotated[int | None, asked("cards in hand, the China Card not counted", "number", least=0, most=9)]
Scoring: TypeAlias = Annotated[tuple[str, ...], asked("a scoring card among them", many=True, names=scoring_names)]


def hand(position: Position, side: Acting, cards: Cards, scoring: Scoring) -> Answer:
    """How many cards and action rounds this turn? Can I still play my scoring card?"""
    turn, row, every = position.turn, turns(position.turn), rounds(position, side)
    plays, left = plays_left(position, side), rounds_left(position, side)
    held = _hand(position.hand(side), cards, scoring)
    decks = [deck for deck, first in catalog.DECKS.items() if turn >= first]
    dealt = "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not"
    station = " with the Space Station" if every > row.rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    found, more = ({}, []) if held is None else _with_hand(position, side, held, plays)
    return {
        "side": side,
        "turn": turn,
        "hand_size": row.hand,
        "rounds": every,
        "rounds_left": left,
        "plays_left": plays,
        "decks": decks,
        **found,
        "unseen_events": unseen("hand", position, side),
        "rulings": [
            consequence("TS-DEAL-1", dealt, turn=turn, size=row.hand),
            consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(decks)),
            consequence("TS-AR-1", sentence, who=the(side), rounds=every, turn=turn, left=left),
            *more,
        ],
    }


def _hand(known: Hand | None, cards: int | None, scoring: tuple[str, ...]) -> Hand | None:
    """The hand that was typed, or else the document's."""
    if cards is None and not scoring:
        return known
    number = cards if cards is not None else max(len(scoring), known.cards if known else 0)
    if len(scoring) > number:
        message = f"{len(scoring)} scoring cards do not fit in a hand of {number}"
        raise DocumentError([Fault("too-many-cards", message)])
    return Hand(number, scoring or (known.scoring if known and cards is None else ()))


def _with_hand(position: Position, side: Side, hand: Hand, plays: int) -> tuple[Answer, list[Ruling]]:
    in_time, lost, china = len(hand.scoring) <= plays, max(0, plays - hand.cards), {}
    sentence = "{cards} cards for {plays} plays: the last ones are lost"
    if not lost:
        sentence = "one card each round: {plays} of the {cards} cards will be played"
    rulings = [consequence("TS-AR-2", sentence, cards=hand.cards, plays=plays)]
    if lost and position.china_card.holder == side and position.china_card.face == "up":
        must = position.readings.china_card_alone == "must"
        china, lost = {"china_card": "must be played" if must else "may be played"}, lost - must
        sentence = "with no other card left the China Card " + ("must be played" if must else "may be played or kept")
        rulings.append(consequence("TS-AR-2", sentence))
    if hand.scoring:
        sentence = "{scoring} must be played this turn; {plays} cards can still be played"
        rulings += [
            judged(in_time, "TS-SC-1", sentence, scoring=listed(hand.scoring), plays=plays),
            consequence("TS-SC-2", "holding one after the last action round loses the game"),
        ]
    told = {"cards": hand.cards, "scoring": hand.scoring, "rounds_lost": lost, **china}
    return {**told, "scoring_in_time": in_time, "you_lose_if": _you_lose_if(hand, plays)}, rulings


def _you_lose_if(hand: Hand, plays: int) -> str | None:
    if not hand.scoring or hand.cards <= plays:
        return None
    spare = plays - len(hand.scoring)
    if spare < 0:
        return "the turn ends as it is: there are not enough plays left"
    if spare == 0:
        return "you play anything but a scoring card from now on"
    return f"you play more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"


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
        legal("TS-CHN-1", sentence, ops=catalog.CHINA_OPS),
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
    ops, facts = catalog.CHINA_OPS, dict[str, Any]()
    if use == "space" or elsewhere:
        facts["where"] = elsewhere[0] if elsewhere else "the space race"
        sentence = "{where} is not in Asia: {ops} Operations"
    elif not countries:
        facts["asia"] = catalog.CHINA_OPS_IN_ASIA
        sentence = "{ops} Operations, {asia} if every point is spent in Asia"
    else:
        ops, sentence = catalog.CHINA_OPS_IN_ASIA, "every point is spent in Asia: {ops} Operations"
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
