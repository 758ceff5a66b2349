"""What a few words at the prompt of ``titan play`` mean, and what they would pass over."""

from collections.abc import Sequence
from typing import TypeGuard

from titan_rules.actions import intents as act
from titan_rules.actions.events import Event, Removed, Slain
from titan_rules.kernel.errors import TitanError
from titan_rules.play import State, legal_actions, next_choice, settle
from titan_rules.position.game import Game
from titan_rules.text.lexer import tokens
from titan_rules.text.lexicon import MEANT_NOW
from titan_rules.text.parsing import Claim, understood, written

LOSING = {"end-maneuver": (Removed, Slain), "withdraw": (Event,)}
"""Actions whose losses a player may overlook, and the events that report these."""

ENDINGS = MEANT_NOW["done"]
"""Actions that end something, in the order in which ``done`` tries them."""

OWING: dict[str, type[act.Action]] = {
    "split": act.EndSplits, "move": act.EndMoves, "engage": act.EndEngagements, "strike": act.EndStrikes,
    "strikeback": act.EndStrikes,
}  # fmt: skip
"""What ends a phase in which something may still be owed: the refusal of ``done`` tells what."""

PASSED_OVER = {
    "summon": ("no-summon",), "reinforce": ("no-reinforce",), "acquire": (), "muster": ("end-turn",),
}  # fmt: skip
"""Kinds of action that an ending, or the next action, may pass over; and what declines them, written so."""

BETWEEN = frozenset({",", "and", "then"})
"""What may part two actions besides a semicolon, alone or several of them."""

MOST_PASSED = 6
"""At most so many actions that are passed over are named."""


def kinds_meant(text: str) -> tuple[str, ...] | None:
    """The kinds of action that a bare word can mean; None if it is none."""
    return MEANT_NOW.get(" ".join(text.casefold().replace("-", " ").rstrip(".!").split()))


def pieces_of(text: str) -> list[str]:
    """What commas, *and* and *then* part in a text.

    >>> pieces_of("Bk02 to 105, and then Bk01 to 41")
    ['Bk02 to 105', 'Bk01 to 41']
    """
    pieces, start = list[str](), 0
    for token in tokens(text):
        if token.low in BETWEEN:
            pieces.append(text[start : token.start])
            start = token.end
    return [piece.strip() for piece in (*pieces, text[start:]) if piece.strip()]


def waits(action: act.Action, state: State) -> TypeGuard[act.Muster]:
    """Whether an action is a muster among the moves."""
    return isinstance(action, act.Muster) and isinstance(state, Game) and state.phase == "movement"


def passed_over(typed: str, action: act.Action, before: State, after: State) -> list[str]:
    """The legal actions of a kind that is legal no more, if an action of another kind passed over them."""
    declines = isinstance(action, act.Acquire) and not action.characters and "nothing" not in typed
    legal = [one for one in legal_actions(before) if one.do in PASSED_OVER and (one.do != action.do or declines)]
    kinds = {one.do for one in legal} - {one.do for one in (legal_actions(after) if legal else ())}
    kinds = {kind for kind in kinds if action.do not in PASSED_OVER[kind] or typed.strip() != action.do}
    return [text for one in legal if one.do in kinds and (text := written(one, before.the_box)) != "acquire nothing"]


def how_it_ends(state: State) -> str | None:
    """How the game, or a battle alone, ends if nobody concedes; None if something can still be done."""
    otherwise = next_choice(state).otherwise
    if not otherwise or next_choice(settle(state).state).by is not None:
        return None
    return f"nobody concedes: {otherwise[-1]}; the {'game' if isinstance(state, Game) else 'battle'} is over"


def claims_in(typed: str, state: State) -> Sequence[Claim]:
    """What a typed action claims about its result; nothing if only its words were understood."""
    try:
        return understood(typed, state)[1]
    except TitanError:
        return ()


def in_short(texts: Sequence[str]) -> str:
    """Some actions on one line, and how many more there are."""
    more = len(texts) - MOST_PASSED
    return "; ".join(texts[:MOST_PASSED]) + (f"; and {more} more" if more > 0 else "")
