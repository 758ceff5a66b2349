"""Is there any history that makes a record legal that does not say who left in its splits; and if not, where does the
last one die?

*Illegal* is said where no content of any Legion agrees with what the record says. *Legal* is said where a history was
found that replays to the end. Between the two lies what depends on more than is followed: then it cannot be told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..actions.intents import Split
from ..answers.audit import Audit, Leaving
from ..answers.problems import Problem
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.replaying import Line
from ..kernel.rulings import Told
from ..position.game import Game
from ..replays.referee import TitanReferee
from .facts import Fact, Names, OneOf, Parted
from .following import Branch, Follower, Stop, named
from .history import alphabet
from .messages import NoHistory
from .multisets import Alphabet
from .posterior import Contradiction
from .trying import observer_of, passes_up, played, read, said_in

Choices = Mapping[int, Names]
"""Who leaves in the splits that do not say so, by step."""


def audit(lines: Iterable[Line], start: Game) -> Audit:
    """Follow a record as long as there is a history that makes it legal.

    :param start: the position that its header begins with.
    :raises CannotTell: it depends on what a Legion held that left the board unseen.
    """
    follower, done, stop = Follower(start), list[Line](), None
    for line in lines:
        stop = follower.take(line)
        if stop is not None:
            break
        done.append(line)
    choices = _witness(follower, done, start, must=stop is None)
    return Audit(
        verdict="legal" if stop is None else "diverges" if stop.divergences else "illegal",
        steps=follower.steps,
        unknown=len(follower.unsaid),
        stopped_at=None if stop is None else _problem(stop),
        history=tuple([Leaving(step=step, characters=names) for step, names in sorted(choices.items())]),
    )


def followed(lines: Iterable[Line], start: Game) -> tuple[Game, tuple[Fact, ...]]:
    """The position after a record, with Legions of unknown content, and the facts that the record tells.

    :param start: the position that its header begins with.
    :raises CannotTell: no history agrees with it, or see :func:`audit`.
    """
    follower = Follower(start)
    for line in lines:
        stop = follower.take(line)
        if stop is not None:
            why = stop.rulings[0].text if stop.rulings else "what is expected does not hold"
            message = f"step {stop.number} is not legal in any history: {why}"
            hint = f"ask about an earlier one: --step {stop.number - 1}"
            raise CannotTell(Fault("illegal", message, line=stop.line.number, hint=hint))
    branch, *others = follower.branches
    if others:
        message = f"whether a Legion held its player's Titan is not said until step {follower.steps}"
        raise CannotTell(Fault("unknown-content", message, hint="ask about a later step"))
    return branch.game, branch.evidence()


def _problem(stop: Stop) -> Problem:
    return Problem(
        step=stop.number,
        line=stop.line.number,
        action=dict(stop.line.data),
        rulings=stop.rulings,
        diverges=stop.divergences or None,
    )


# --- one history -----------------------------------------------------------------------------------------------------


def _witness(follower: Follower, lines: Sequence[Line], start: Game, must: bool) -> Choices:
    """Who left, in one history that is legal.

    :param must: there is none if it does not replay.
    :raises CannotTell: none was found, and there must be one.
    """
    kinds, found = alphabet(start.the_box), dict[int, Names]()
    for facts in _evidences(follower.branches):
        try:
            found = _agreeing(kinds, facts, follower.unsaid)
        except (Contradiction, NoHistory):
            continue
        if _replays(lines, start, found):
            return found
    if must and follower.unsaid:
        message = "no content of any Legion is against this record, but no history was found that replays to the end"
        raise CannotTell(Fault("unknown-content", message, hint='write what was seen, as "expect": {"legion": …}'))
    return found


def _evidences(branches: Iterable[Branch]) -> Iterator[tuple[Fact, ...]]:
    """The facts of each branch, with the contents of lost Legions that lead to each of its positions in each way."""
    for branch in branches:
        for position in branch.positions:
            for way in position.ways:
                yield evolve(branch, positions=(evolve(position, ways=(way,)),)).evidence()


def _agreeing(kinds: Alphabet, facts: Sequence[Fact], unsaid: Sequence[int]) -> dict[int, Names]:
    """Choices for all splits that do not say who left, so that they agree with all facts.

    :raises Contradiction, NoHistory: there are none.
    """
    found: dict[int, Names] = {}
    for owner in dict.fromkeys(fact.owner for fact in facts):
        own = [fact for fact in facts if fact.owner == owner]
        observer_of(kinds, own)
        for i, fact in enumerate(own):
            if isinstance(fact, Parted) and fact.characters is None and fact.step in unsaid:
                own[i] = _decided(kinds, own, i, fact)
                found[fact.step] = own[i].characters  # type: ignore[attr-defined]
    return found


def _decided(kinds: Alphabet, facts: Sequence[Fact], place: int, split: Parted) -> Fact:
    """A split in which somebody leaves so that a history is left; all splits before it are decided."""
    before = observer_of(kinds, [fact for fact in facts[:place] if not isinstance(fact, OneOf)])
    (whole,) = before.contents(split.legion)
    for part, _ in before.parts_of(whole, split.count, split.halves):
        said = evolve(split, characters=kinds.unpack(part))
        try:
            observer_of(kinds, [*facts[:place], said, *facts[place + 1 :]])
        except (Contradiction, NoHistory):
            continue
        return said
    raise NoHistory


def _replays(lines: Iterable[Line], start: Game, choices: Mapping[int, Names]) -> bool:
    """Whether a record is legal to its end if these leave in the splits that do not say who.

    :param choices: by step.
    """
    game, number = start, 0
    events: tuple[Told, ...] = ()
    for line in lines:
        if not line.afterthought:
            number += 1
            action = read(line, game)
            if isinstance(action, Split) and action.characters is None:
                action = evolve(action, characters=choices[number], count=None)
            steps = [played(line, said, game) for said in said_in(game, action)]
            step = next((step for step in steps if not step.refusal), steps[0])
            if step.fault is not None or (step.refusal and not passes_up(action)):
                return False
            game, events = step.state, step.events
        if line.expect and TitanReferee[Game]().divergences(game, events, named(line.expect)):
            return False
    return True
