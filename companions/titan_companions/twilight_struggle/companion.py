"""Twilight Struggle put together: its documents, readings, digest, actions and questions."""

from collections.abc import Iterator
from typing import Any

from ..protocol import Action, Actions, Game, Next, evolve
from . import cards, coups, events, influence, line, scoring, turn
from .cards import in_play, rounds, trapped
from .catalog import CHINA_CARD, COUNTRIES, EVENT_CARDS, SCORING_CARDS, SIDES, SPACE, Side, opponent, read, turns
from .influence import reach
from .scoring import over
from .state import NOT_BEGUN, RULESETS, Position, new_position, position_faults, unseen

LEXICON = read("lexicon.json")
ACTIONS = Actions(
    turn.set_up, turn.deal, events.show_headline, events.headline, influence.place, coups.realign, coups.coup,
    cards.space, events.score, events.event, turn.break_free, turn.end_round, turn.discard, turn.end_turn,
    turn.reshuffle, lexicon=LEXICON,
)  # fmt: skip
QUESTIONS = Actions(
    influence.control, influence.access, influence.price, coups.targets, coups.realignment_odds, scoring.lacking,
    cards.hand, turn.military, turn.setup, scoring.final_scoring, turn.winner, lexicon=LEXICON,
)  # fmt: skip
ONE_OP = 1


def whose(at: Position) -> Next:
    """Whose choice is next."""
    if at.phasing is None:
        return Next(None, "the end of the turn" if at.round else "both choose a headline")
    if not at.round:
        chosen = at.headlines.of(at.phasing) if at.headlines is not None else "a headline"
        return Next(at.phasing, f"resolves {chosen}" if at.this_round.used is None else "ends the headline")
    if at.this_round.used is None:
        return Next(at.phasing, f"plays a card in action round {at.round}")
    return Next(at.phasing, "the opponent's event" if at.this_round.owed else "ends the round")


def propose(at: Position) -> Iterator[Action]:
    """The obvious actions; Operations with one point."""
    make, side = ACTIONS.make, at.phasing
    if side is None and not at.round:
        yield from (make("deal"), make("deal", US=()), make("deal", USSR=()))
        yield make("headline", US="2", USSR="3")
        yield from (make("headline", US=card, USSR="3") for card in SCORING_CARDS)
        return
    if side is None:
        yield from (make("discard", side=who) for who in SIDES)
        yield make("end-turn")
        return
    yield from (make("score", card=card) for card in SCORING_CARDS)
    chosen = None if at.headlines is None else at.headlines.of(side)
    card = chosen if chosen in EVENT_CARDS else None
    yield from (make("event", card=card, of=owner) for owner in (None, side, "neutral", opponent(side)))
    if at.round:
        hand = at.hand(side)
        china = CHINA_CARD if hand is not None and not hand.cards else None
        yield from (make("place", ops=ONE_OP, markers=(name,), card=china) for name in reach(at, side))
        yield from (make("coup", ops=ONE_OP, country=name, card=china) for name in COUNTRIES)
        yield from (make("realign", ops=ONE_OP, countries=(name,), card=china) for name in COUNTRIES)
        box = SPACE.get(at.space.of(side) + 1)
        yield from [make("space", ops=box.ops, card=china)] if box is not None else []
        discards = [row.name for row in EVENT_CARDS.values() if row.ops > 1] if trapped(at, side) else []
        yield from (make("break-free", card=name) for name in discards)
    yield make("end-round")


PLAYS = ("place", "realign", "coup", "space", "score", "break-free")
"""The actions that play the round's card."""


def as_if(at: Position, action: Action) -> Position:
    """The position if it is the turn for an action, else one in which it would be."""
    word = ACTIONS.name(action)
    if word in ("deal", "headline", "show-headline", "set-up"):
        at = evolve(at, round=0, phasing=None, headlines=None, this_round=NOT_BEGUN)
        return evolve(at, turn=1, hands=None) if word == "set-up" else at
    if word in ("end-turn", "discard"):
        ended = bool(at.round) and at.phasing is None
        most = max(rounds(at, side) for side in SIDES)
        return at if ended else evolve(at, round=most, phasing=None, headlines=None, this_round=NOT_BEGUN)
    if word == "reshuffle":
        return at
    side = at.asked(action.side)
    if getattr(action, "by", None) or getattr(action, "extra", False):
        if at.this_round.event is not None or at.this_round.used == "event":
            return at
        given = evolve(at.this_round, event="own")
        return evolve(at, round=max(at.round, 1), phasing=at.phasing or side, this_round=given)
    chosen = None if at.headlines is None else at.headlines.of(side)
    headline = chosen is not None and (word in ("event", "end-round") or chosen == getattr(action, "card", None))
    if side != at.phasing and headline:
        at = evolve(at, phasing=side, this_round=NOT_BEGUN)
    elif side != at.phasing or not (at.round or headline):
        round = max(at.round, 1) if side == at.phasing else min(max(at.round, 1), turns(at.turn).rounds)
        at = evolve(at, round=round, phasing=side, headlines=None, shown=None, this_round=NOT_BEGUN)
    now = at.this_round
    spent = word == "event" and (now.event is not None or now.used in ("space", "score"))
    if at.round and now.used is not None and (word in PLAYS or spent):
        at = evolve(at, this_round=NOT_BEGUN)  # its card has been played: the next round is meant
    if word == "score" and at.round and any(in_play(at, side, action.card)):
        first, scored = SCORING_CARDS[action.card].first, tuple(one for one in at.scored if one != action.card)
        return evolve(at, turn=max(at.turn, first), hands=None, scored=scored)
    return at


TRACKS = "turn round phasing defcon vp military_operations space china_card hands headlines in_effect"


def facts(at: Position) -> dict[str, Any]:
    """A position at a glance."""
    ending = over(at)
    return {
        **{name: getattr(at, name) for name in TRACKS.split()},
        "influence": dict(sorted(at.influence.items())),
        "controller": {name: at.controller(COUNTRIES[name]) for name in sorted(at.influence)},
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
    }


def chances(before: Position, action: Action, after: Position) -> dict[str, bool]:
    """The result of one roll."""
    word, side, ended = ACTIONS.name(action), action.side or before.phasing, {"game over": over(after) is not None}
    if word in ("space", "break-free"):
        return {"success": after.space != before.space or after.in_effect != before.in_effect}
    if word != "coup" or side is None:
        return ended
    country = COUNTRIES[action.country]
    theirs, owner = before.controller(country) == opponent(side), after.controller(country)
    lost = {"they lose control": owner != opponent(side)} if theirs else {}
    return {"success": after.at(country) != before.at(country), "control": owner == side, **lost, **ended}


def notes(at: Position, action: Action) -> tuple[str, ...]:
    """The events that would change the answer, where a document does not say which are in effect."""
    word = ACTIONS.name(action)
    side: Side | None = getattr(action, "side", None) or at.phasing
    more = unseen(at, "ops", side) if getattr(action, "card", None) in EVENT_CARDS and word in PLAYS else ()
    if word in ("coup", "realign"):
        names = [action.country] if word == "coup" else list(action.countries)
        known = [COUNTRIES[name] for name in names if name in COUNTRIES]
        return tuple(dict.fromkeys([*(t for country in known for t in unseen(at, word, side, country)), *more]))
    if word == "score":
        return unseen(at, "score", region=SCORING_CARDS[action.card].region)
    return (*unseen(at, word, side), *more) if word in ("place", "space") else ()


DISPUTE = (
    "turn 3, action round 4, USSR to play, DEFCON 3, NATO: Italy US 3, Iran US 2",
    "USSR coups Italy with Duck and Cover",
)
GAME: Game[Position] = Game(
    name="twilight-struggle", title="Twilight Struggle", position=Position, about="a position of a game",
    rulesets=RULESETS, rules=f"{__package__}.data", actions=ACTIONS, questions=QUESTIONS, propose=propose, turn=whose,
    over=over, as_if=as_if, facts=facts, chances=chances, notes=notes, new=new_position, faults=position_faults,
    record="operations", head=line.head, words=line.words, dispute=DISPUTE, glossary=read("glossary.json"),
)  # fmt: skip
