"""The legal action that a few words hint at: *Bk02 recruits*, *rd01 to the desert*, *red*."""

from collections.abc import Iterator, Sequence

from attrs import fields

from ..actions import grammar
from ..actions.intents import Action
from ..box.current_box import current
from ..box.vocabulary import LITTLE, any_of, words_of
from ..kernel.errors import ActionError, Fault
from ..kernel.evolving import evolve
from ..play import is_legal, legal_actions, next_choice
from ..position.battle import Battle
from ..position.game import Game
from . import parse
from .said import Item, said

MOST = 6
"""At most so many actions are offered."""
_VAGUE = any_of(
    "take takes taking choose chooses pick picks want wants go goes do does get gets have has my our his her"
)
"""Words that suit any action."""
_SILENT = frozenset({"mark", "end", "word", "has", "stack"})


def meant_now(text: str, position: Game | Battle) -> Action:
    """The action that a text means, or the one legal action that its words fit.

    :raises ActionError: none or several are meant.
    """
    try:
        action = parse(text, position)
        own = getattr(action, "by", "").lower() in ("i", "we")
        return evolve(action, by=next_choice(position).by) if own else action
    except ActionError as e:
        if e.fault.code == "ambiguous-action":
            ways = grammar.ways(text, position)
            fits = [action for action in ways if is_legal(position, action)] or [ways[0]]
        else:
            fits = [*_hinted(text, position)]
        if not fits:
            raise
        fits = _plainest(fits)
        if len(fits) == 1:
            return fits[0]
        texts = [grammar.written(action, position.the_box) for action in fits]
        listed = " or ".join(texts[:MOST]) + (" or ..." if len(texts) > MOST else "")
        fault = Fault("ambiguous-action", "several can be meant", hint=f"say which: {listed}")
        raise ActionError(fault, text, (0, len(text))) from e


def _hinted(text: str, position: Game | Battle) -> Iterator[Action]:
    """The legal actions that have everything that a text says."""
    wanted = [item for item in said([text]) if item.kind not in _SILENT and item.low not in _VAGUE | LITTLE]
    if not wanted:
        return
    choice = next_choice(position)
    legal = legal_actions(position)
    mine = [action for action in legal if getattr(action, "by", choice.by) == choice.by]
    for actions in (mine, legal):
        fits = [action for action in actions if _has_all(wanted, action, position)]
        yield from fits
        if fits:
            return


def _has_all(wanted: Sequence[Item], action: Action, position: Game | Battle) -> bool:
    spoken = f"{grammar.sentence(action, position)} . {grammar.written(action, position.the_box)}"
    having = {(item.kind, item.value): item.count for item in said([spoken])}
    lows = {word.lower for word in words_of(spoken)} | {action.do}
    to = getattr(action, "to", None)
    if isinstance(to, int):
        having |= {("terrain", current().terrain_of(to)): 1, ("number", to): 1}
    return all(
        having.get((item.kind, item.value)) == item.count or item.low in lows or item.value == action.do
        for item in wanted
    )


def _plainest(actions: Sequence[Action]) -> list[Action]:
    """Those of them that leave most unsaid: *red* is the colour, without a first Legion's marker."""
    unsaid = [sum(getattr(one, f.name) == f.default for f in fields(type(one))) for one in actions]
    return [one for one, n in zip(actions, unsaid, strict=True) if n == max(unsaid)]
