"""Audits a record whose splits do not say who left: can any history make it legal, and if not, where does it fail?

*Illegal*: no content of any Legion agrees with the record. *Legal*: a history was found that replays to the end.
In between, the answer depends on more than is followed, and cannot be told.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..actions.intents import Split
from ..answers.replay_report import Audit, Leaving
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.replaying import Line
from ..kernel.rulings import Told
from ..position.game import Game
from ..replays.report import TitanReferee
from .facts import Names
from .following import Follower, named
from .history import alphabet
from .messages import NoHistory
from .trying import observer_of, passes_up, played, read, said_in


def audit(lines: Iterable[Line], start: Game) -> Audit:
    """Follow a record as long as some history makes it legal.

    :param start: the position that its header begins with.
    :raises CannotTell: it depends on the content of a Legion lost unseen.
    """
    follower, done, stop = Follower(start), list[Line](), None
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


def _witness(follower: Follower, lines: Sequence[Line], start: Game, must: bool) -> Mapping[int, Names]:
    """Who left in the unspecified splits, by step, in one legal history.

    :param must: a history must be found.
    :raises CannotTell: none was found, and there must be one.
    """
    kinds, history = alphabet(start.the_box), dict[int, Names]()
    for facts in (facts for branch in follower.branches for facts in branch.evidences()):
        try:
            splits = observer_of(kinds, facts, kept=True).history()
        except NoHistory:
            continue
        history = {step: names for step, names in splits.items() if step in follower.unsaid}
        if _replays(lines, start, history):
            return history
    if must and follower.unsaid:
        message = "no content of any Legion is against this record, but no history was found that replays to the end"
        raise CannotTell(Fault("unknown-content", message, hint='write what was seen, as "expect": {"legion": …}'))
    return history


def _replays(lines: Iterable[Line], start: Game, history: Mapping[int, Names]) -> bool:
    """Whether a record is legal to its end with the unspecified splits as given by step."""
    game, number = start, 0
    events: tuple[Told, ...] = ()
    for line in lines:
        if not line.afterthought:
            number += 1
            action = read(line, game)
            if isinstance(action, Split) and action.characters is None:
                action = evolve(action, characters=history[number], count=None)
            steps = [played(line, said, game) for said in said_in(game, action)]
            step = next((step for step in steps if not step.refusal), steps[0])
            if step.fault is not None or (step.refusal and not passes_up(action)):
                return False
            game, events = step.state, step.events
        if line.expect and TitanReferee[Game]().divergences(game, events, named(line.expect)):
            return False
    return True
