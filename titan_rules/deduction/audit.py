"""Audits a record whose splits do not say who left: can any history make it legal, and if not, where does it fail?

*Illegal*: no content of any Legion agrees with the record. *Legal*: a history was found that replays to the end.
Otherwise it cannot tell, because the answer depends on more than it follows.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..actions.intents import Action, Split
from ..answers.replay_report import Audit, Leaving
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import RecordLine, play
from ..kernel.rulings import HasRuling
from ..position.game import Game
from .belief_propagation import NoHistory
from .facts import Names
from .history import alphabet
from .hypotheses import Follower
from .trials import Completing, observer_of, passes_up


def audit(lines: Iterable[RecordLine], start: Game) -> Audit:
    """Follow a record as long as some history makes it legal.

    :param start: the position that its header begins with.
    :raises CannotTell: it depends on the content of a Legion lost unseen.
    """
    follower, done, stop = Follower(start), list[RecordLine](), None
    for line in lines:
        stop = follower.take(line)
        if stop is not None:
            break
        done.append(line)
    history = _witness(follower, done, start, must=stop is None)
    return Audit(
        verdict="legal" if stop is None else "diverges" if stop.diverges else "illegal",
        steps=follower.steps,
        unknown=len(follower.unsaid),
        stopped_at=stop,
        history=tuple([Leaving(step=step, characters=names) for step, names in sorted(history.items())]),
    )


def _witness(follower: Follower, lines: Sequence[RecordLine], start: Game, must: bool) -> Mapping[int, Names]:
    """Who left in the unspecified splits, by step, in one legal history.

    :param must: there must be one.
    :raises CannotTell: none was found, and there must be one.
    """
    kinds, history = alphabet(start.the_box), dict[int, Names]()
    for facts in (facts for branch in follower.branches for facts in branch.evidences()):
        try:
            splits = observer_of(kinds, facts, kept=True).history()
        except NoHistory:
            continue
        history = {step: names for step, names in splits.items() if step in follower.unsaid}
        if all(step.good for step in play(lines, _Filled(history), start, check_seals=False)):
            return history
    if must and follower.unsaid:
        message = "no Legion's content contradicts this record, but no history was found that replays to the end"
        raise CannotTell(Fault("unknown-content", message, hint='write what was seen, as "expect": {"legion": …}'))
    return history


class _Filled(Completing):
    """Judges a record whose splits are filled in from a history."""

    def __init__(self, history: Mapping[int, Names]) -> None:
        super().__init__()
        self._history, self._steps = history, 0

    def read(self, data: Mapping[str, JSON], state: Game) -> Action:
        """An action, with who left in a split."""
        self._steps += 1
        action = super().read(data, state)
        if isinstance(action, Split) and action.characters is None:
            return evolve(action, characters=self._history[self._steps], count=None)
        return action

    def apply(self, state: Game, action: Action) -> tuple[Game, Sequence[HasRuling]]:
        """The next state, and what happened; declining is always legal."""
        try:
            return super().apply(state, action)
        except IllegalAction:
            if not passes_up(action):
                raise
            return state, ()
