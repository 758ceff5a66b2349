"""Hands and action rounds: how many, how many are left, and what one may still play (TS-DEAL, TS-AR, TS-SC)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, asked
from ....kernel.errors import DocumentError, Fault
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..asking import Acting
from ..catalog import DECKS, SIDES, SPACE_STATION, STATION_ROUNDS, Side, opponent, turns
from ..state import Hand, Position
from ..unseen import unseen
from ..words import listed, scoring_names, the
from .endings import End
from .space import ability_holder


def rounds(position: Position, side: Side) -> int:
    """A side's action rounds this turn (TS-AR-1)."""
    if ability_holder(position, SPACE_STATION) == side:
        return STATION_ROUNDS
    return turns(position.turn).rounds


def rounds_left(position: Position, side: Side) -> int:
    """The action rounds that a side still has this turn, one it is in included."""
    if position.round == 0:
        return rounds(position, side)
    acted = side == "USSR" and position.phasing == "US"
    ended = position.phasing is None
    return max(0, rounds(position, side) - position.round + (0 if acted or ended else 1))


def plays_left(position: Position, side: Side) -> int:
    """How many cards a side can still play this turn: its rounds, and the headline where that is still to come."""
    headline = position.round == 0 and position.phasing is None and position.headlines is None
    return rounds_left(position, side) + (1 if headline else 0)


def held_scoring_end(position: Position) -> End | None:
    """The end that a held scoring card brings after the last action round (TS-SC-2).

    Both sides holding one is a case that the rules leave open: the game ends, and nobody is named the winner.
    """
    hands = {side: position.hand(side) for side in SIDES}
    holders = {side: hand.scoring for side, hand in hands.items() if hand is not None and hand.scoring}
    if not holders:
        return None
    if len(holders) == 2:
        ruling = consequence("TS-SC-2", "both sides hold a scoring card: the rules do not say who loses")
        return End(None, "scoring card", ruling)
    ((loser, cards),) = holders.items()
    sentence = "{who} holds {cards} after the last action round and loses"
    return End(opponent(loser), "scoring card", illegal("TS-SC-2", sentence, who=the(loser), cards=listed(cards)))


Cards: TypeAlias = Annotated[int | None, asked("cards in hand, the China Card not counted", "number", least=0, most=9)]
Scoring: TypeAlias = Annotated[
    tuple[str, ...],
    asked("a scoring card among them", many=True, read=lambda _, names: tuple(map(scoring_names.canonical, names))),
]


def hand(position: Position, side: Acting, cards: Cards, scoring: Scoring) -> Answer:
    """How many cards and action rounds this turn? Can I still play my scoring card?"""
    held = _hand(position.hand(side), cards, scoring)
    row, every, left = turns(position.turn), rounds(position, side), rounds_left(position, side)
    plays = plays_left(position, side)
    decks = [deck for deck, first in DECKS.items() if position.turn >= first]
    dealt = "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not"
    station = " with the Space Station" if every > row.rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    found, more = ({}, []) if held is None else _with_hand(position, side, held, plays)
    return {
        "side": side,
        "turn": position.turn,
        "hand_size": row.hand,
        "rounds": every,
        "rounds_left": left,
        "plays_left": plays,
        "decks": decks,
        **found,
        "unseen_events": unseen("hand", position, side),
        "rulings": [
            consequence("TS-DEAL-1", dealt, turn=position.turn, size=row.hand),
            consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(decks)),
            consequence("TS-AR-1", sentence, who=the(side), rounds=every, turn=position.turn, left=left),
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
    in_time, china = len(hand.scoring) <= plays, position.china_card
    sentence = "{cards} cards for {plays} plays: the last ones are lost"
    if hand.cards >= plays:
        sentence = "one card each round: {plays} of the {cards} cards will be played"
    rulings = [consequence("TS-AR-2", sentence, cards=hand.cards, plays=plays)]
    lost = max(0, plays - hand.cards)
    answer: Answer = {"cards": hand.cards, "scoring": hand.scoring, "rounds_lost": lost}
    if china.holder == side and china.face == "up" and hand.cards < plays:
        must = position.readings.china_card_alone == "must"
        answer["china_card"] = "must be played" if must else "may be played"
        answer["rounds_lost"] = lost - 1 if must else lost
        sentence = "with no other card left the China Card " + ("must be played" if must else "may be played or kept")
        rulings.append(consequence("TS-AR-2", sentence))
    answer |= {"scoring_in_time": in_time, "you_lose_if": _you_lose_if(hand, plays)}
    if hand.scoring:
        rule = legal if in_time else illegal
        sentence = "{scoring} must be played this turn; {plays} cards can still be played"
        rulings.append(rule("TS-SC-1", sentence, scoring=listed(hand.scoring), plays=plays))
        rulings.append(consequence("TS-SC-2", "holding one after the last action round loses the game"))
    return answer, rulings


def _you_lose_if(hand: Hand, plays: int) -> str | None:
    if not hand.scoring or hand.cards <= plays:
        return None
    spare = plays - len(hand.scoring)
    if spare < 0:
        return "the turn ends as it is: there are not enough plays left"
    if spare == 0:
        return "you play anything but a scoring card from now on"
    return f"you play more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"
