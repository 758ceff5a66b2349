"""What ``titan check`` answers, asked by programs."""

from ..actions.intents import Action
from ..kernel.arguments import expect, expect_each
from ..kernel.dice import AnyDice, source_of
from ..position.battle import Battle
from ..position.documents import checked
from ..position.game import Game
from ..position.muster import Muster
from ..text.positions import Line
from . import checking
from .checking import Check
from .questions import ask, judge_text


def check(position: Game | Battle | Muster | str, *actions: Action | str, dice: AnyDice | None = None) -> Check:
    """Whether actions are legal, why, and what happens or would have been legal: what ``titan check`` answers.

    An illegal action, or an open choice, is an answer and no error. A text is completed from what the position says,
    and the answer says how.

    :param position: a game, a battle, a Legion that musters, or text: the position, or position and action in one.
    :param actions: in order, as objects or as text.
    :param dice: rolls the dice that the last action lacks; None: the answer says how many it needs.
    :raises ActionError: a text is not understood. :raises DocumentError: the position is impossible or not understood.
    :raises CannotTell: it depends on something that the position leaves out.

    >>> print(str(check("Plains: Ogre D3 / Lion D4", "Ogre strikes Lion")).splitlines()[0])
    D3 strikes D4: legal
    """
    expect(Game | Battle | Muster | str, position=position)
    expect_each(Action | str, actions=actions)
    rolled = source_of(dice)
    if isinstance(position, str):
        return ask(position, *map(str, actions), dice=rolled)[0]
    state = checked(position)
    if not isinstance(state, Muster) and actions and all(isinstance(action, Action) for action in actions):
        return checking.check(state, [action for action in actions if isinstance(action, Action)], rolled)[0]
    return judge_text(Line(state), "; ".join(map(str, actions)), rolled).answer
