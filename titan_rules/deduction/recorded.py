"""Questions about a recorded game: what somebody can know after a step, and what was possible then."""

from collections.abc import Iterable

from attrs import field, frozen

from ..actions.grammar import written
from ..actions.intents import Action, Split
from ..answers.deduction import Deduction, Possibility, Prior
from ..kernel.errors import CannotTell, Fault
from ..kernel.odds import Chance
from ..kernel.replaying import Line
from ..position.game import Game
from . import history, supposing
from .audit import followed
from .deducing import deduction
from .facts import Fact
from .possibility import could
from .posterior import NOBODY, Observer


@frozen
class Recording:
    """A recorded game up to a step.

    :param step: the number of the last action.
    :param game: the position after it.
    :param facts: what was to be seen of the Legions until then.
    :param told: the record says who left in every split, so that players know what their own Legions hold.
    """

    step: int
    game: Game = field(repr=False)
    facts: tuple[Fact, ...] = field(repr=False)
    told: bool = True

    def observer(self, color: str = NOBODY, prior: Prior = "counters") -> Observer:
        """Somebody who has watched all this.

        :param color: a colour of the game, or ``nobody``.
        :raises CannotTell: nobody plays that colour.
        """
        if color != NOBODY and all(player.color != color for player in self.game.players):
            raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))
        observer = Observer(history.alphabet(self.game.the_box), color, prior)
        observer.take(self.facts)
        return observer

    def deduce(self, color: str = NOBODY, prior: Prior = "counters", legion: str | None = None) -> Deduction:
        """What somebody can know of the other players' Legions.

        :param legion: only this one.
        :raises CannotTell: nobody plays that colour, or there is no such Legion of another player.
        """
        observer = self.observer(color, prior)
        if legion is not None and legion not in observer.legions():
            raise CannotTell(_no_legion(self.game, legion, color, self.step))
        return deduction(observer, self.step, None if legion is None else [legion])

    def could(self, action: Action, color: str = NOBODY, prior: Prior = "counters") -> Possibility:
        """Whether an action is possible next, as far as somebody can know.

        :param action: of a game.
        :raises CannotTell: nobody plays that colour.
        """
        observer = self.observer(color, prior)
        knows = color
        if not self.told:
            knows, observer = NOBODY, self.observer(NOBODY, prior)
        chance, rulings = could(
            observer,
            self.facts,
            supposing.deciding(self.game, action),
            supposing.needed(action),
            lambda contents: supposing.judged(self.game, action, contents, knows),
        )
        return Possibility(
            color=color,
            step=self.step,
            action=action,
            text=written(action, self.game.the_box),
            prior=prior,
            verdict="possible" if chance.numerator else "not possible",
            weight=Chance(chance),
            rulings=rulings,
        )


def _no_legion(game: Game, legion: str, color: str, step: int) -> Fault:
    if game.find(legion) is None:
        return Fault("unknown-legion", f"there is no Legion {legion} on the board after step {step}")
    return Fault("unknown-legion", f"{legion} is {color}'s own: {color} knows what it holds")


def recorded(lines: Iterable[Line], start: Game, step: int | None = None) -> Recording:
    """A recorded game up to a step.

    :param start: the position that its header begins with.
    :param step: the number of its last action; None: of the last there is.
    :raises CannotTell: there are fewer actions, one of them is not legal, or the record begins with unknown contents.
    """
    for _, legion in start.legions():
        if legion.characters is None:
            message = f"the record begins with a Legion of unknown content, {legion.legion}"
            raise CannotTell(Fault("unknown-content", message))
    lines = tuple(lines)
    if step is not None and len(lines) < step:
        raise CannotTell(Fault("usage", f"the game has {len(lines)} actions, there is no step {step}"))
    lines = lines[:step]
    facts: list[Fact] = []
    game = start
    for moment in history.moments(lines, start):
        if moment.step is not None and not moment.step.judged:
            if _is_unsaid(moment.step.action):
                return Recording(len(lines), *followed(lines, start), told=False)
            raise CannotTell(_not_legal(moment))
        facts += moment.facts
        game = moment.game
    return Recording(len(lines), game, tuple(facts))


def _is_unsaid(action: Action | None) -> bool:
    return isinstance(action, Split) and action.characters is None


def _not_legal(moment: history.Moment) -> Fault:
    step = moment.step
    assert step is not None
    if step.fault is not None:
        return step.fault
    why = f"step {moment.number} is not legal: {step.refusal[0]}"
    return Fault("illegal", why, line=step.line.number, hint=f"ask about an earlier one: --step {moment.number - 1}")
