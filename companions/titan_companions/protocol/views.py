"""Questions on a position of any game: is this action legal, what is, what are the odds, whose choice is it?"""

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from attrs import field, frozen

from titan_rules.kernel.blocks import Block
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction
from titan_rules.kernel.fields import ALWAYS, HIDDEN
from titan_rules.kernel.fields import key as written_as
from titan_rules.kernel.game_file import happened
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.odds import Chance
from titan_rules.kernel.rulings import Ruling

from .fields import field_faults
from .game import Ending, Game, Next, plain
from .outcomes import ChoiceNeeded, Open

P = TypeVar("P")

ALTERNATIVES = 10
"""The most legal actions that a refusal names."""

advising: ContextVar[bool] = ContextVar("advising", default=True)
"""Whether a refusal names them, and an answer its action: not in one that is only compared, in what decides it."""

MOST_ROLLS = 50_000
"""The most rolls counted one by one."""


@frozen(kw_only=True)
class Result:
    """One outcome of dice.

    :param dice: the faces that give it, if one die is rolled.
    :param changes: each fact that changes, with its old and new value.
    """

    chance: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    changes: tuple[str, ...] = field(default=(), metadata=ALWAYS)


@frozen(kw_only=True)
class Checked:
    """An action, judged; with every outcome of its dice if odds are asked for.

    :param verdict: ``legal``, ``illegal``, or ``open`` if something must be chosen first.
    :param do: its word.
    :param action: in words.
    :param dice: how many dice it still needs.
    :param instead: what would have been legal, at most ten actions, those of the same kind first.
    :param unseen_events: what the position does not show but would change the answer.
    :param final: the position after it.
    """

    verdict: str
    do: str
    action: str
    dice: int | None = None
    stopped: Open | None = None
    chances: Mapping[str, Any] = field(factory=dict)
    outcomes: tuple[Result, ...] = ()
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    instead: tuple[str, ...] | None = None
    next: Next | None = None
    game_over: Ending | None = None
    unseen_events: tuple[str, ...] = ()
    final: Any = None


@frozen(kw_only=True)
class Asked:
    """The answer to a question about something that may happen."""

    verdict: str
    stopped: Open | None = None
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    game_over: Ending | None = None
    final: Any = None


@frozen
class Possible:
    """An action that is legal now.

    :param dice: how many dice it needs.
    :param open: what must still be chosen.
    """

    do: str
    action: str
    dice: int | None = None
    open: str | None = None


@frozen(kw_only=True)
class Legal:
    """What is legal now, and whose choice it is."""

    next: Next
    legal: tuple[Possible, ...] = field(metadata=ALWAYS)
    game_over: Ending | None = None


@frozen(kw_only=True)
class Glance:
    """A position at a glance, and on one line."""

    facts: Mapping[str, Any]
    next: Next
    game_over: Ending | None = None
    line: str | None = None


@frozen
class DoneNow:
    """An action that was played and recorded, with its dice."""

    text: str = field(metadata=written_as("action"))
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Played:
    """Actions played in a kept game, up to the first that was refused.

    :param taken_back: the rows of actions that were taken back.
    :param refused: the action that was refused.
    :param untried: what followed an action that was refused or could not be read.
    :param actions: how many are recorded now.
    :param fault: why an action could not be read or judged.
    """

    taken_back: tuple[str, ...] = ()
    played: tuple[DoneNow, ...] = field(metadata=ALWAYS)
    verdict: str
    refused: str | None = None
    instead: tuple[str, ...] | None = None
    untried: tuple[str, ...] = ()
    actions: int
    next: Next | None = None
    game_over: Ending | None = None
    rulings: tuple[Ruling, ...] = ()
    fault: Fault | None = field(default=None, metadata=HIDDEN)

    def blocks(self) -> Iterator[Block]:
        """What happened, and whose choice is next."""
        yield from happened(self)
        if self.instead:
            yield from ("legal instead:", *(f"  {text}" for text in self.instead))
        yield f"Next: {self.next}." if self.game_over is None else f"The game is over: {self.game_over}."


def check(game: Game[P], position: P, action: Any) -> Checked:
    """Is this action legal, what happens, and if it is not legal, why?"""
    return _judged(game, position, action, odds=False)


def odds(game: Game[P], position: P, action: Any) -> Checked:
    """What can happen with an action's dice, and how likely is it?

    :raises CannotTell: too many dice, or something must be chosen first.
    """
    return _judged(game, position, action, odds=True)


def _judged(game: Game[P], position: P, action: Any, *, odds: bool) -> Checked:
    text = game.text(action, position) if advising.get() else ""
    head: dict[str, Any] = {
        "do": game.actions.name(action),
        "action": text,
        "unseen_events": game.notes(position, action),
    }
    try:
        judgement = game.judge(position, action)
    except ChoiceNeeded as e:
        if odds:
            raise
        return Checked(verdict="open", **head, stopped=e.open)
    if isinstance(judgement, Refusal):
        others = instead(game, position, action)
        return Checked(verdict="illegal", **head, rulings=judgement.rulings, instead=others)
    if judgement.dice:
        brought = _brought(game, position, action, judgement) if odds else {}
        return Checked(verdict="legal", **head, dice=judgement.dice, rulings=judgement.rulings, **brought)
    after, rulings = judgement.carry_out(())
    return Checked(verdict="legal", **head, rulings=tuple(rulings), final=after, **game.next_of(after))


def _brought(game: Game[P], position: P, action: Any, plan: Any) -> dict[str, Any]:
    """The outcomes of an action's dice: the chances that the game names, and every outcome."""
    every = plan.sides**plan.dice
    if every > MOST_ROLLS:
        raise CannotTell(Fault("too-many-dice", f"{plan.dice} dice give {every} rolls, more than {MOST_ROLLS}"))
    before, rolls, marks = facts_of(game, position), dict[tuple[str, ...], list[Any]](), dict[str, int]()
    for roll in product(range(1, plan.sides + 1), repeat=plan.dice):
        after, _ = plan.carry_out(roll)
        rolls.setdefault(tuple(changes(before, facts_of(game, after))), []).append(roll)
        for name, holds in game.chances(position, action, after).items():
            marks[name] = marks.get(name, 0) + holds
    chances = {name: Chance(Fraction(ways, every)).to_json() for name, ways in marks.items()}
    likeliest = sorted(rolls.items(), key=lambda item: -len(item[1]))
    outcomes = tuple(
        Result(chance=Chance(Fraction(len(those), every)).to_json(), changes=what,
               dice=tuple(roll[0] for roll in those) if plan.dice == 1 else ())
        for what, those in likeliest
    )  # fmt: skip
    return {"chances": chances, "outcomes": outcomes}


def ask(game: Game[P], position: P, question: Any) -> Any:
    """The answer to one of the game's own questions, read as actions are."""
    faults = [*field_faults(question, game.known(position))]
    if faults:
        raise DocumentError(faults)
    try:
        answer = game.questions.apply(position, question)
    except ChoiceNeeded as e:
        return Asked(verdict="open", stopped=e.open)
    except IllegalAction as e:
        return Asked(verdict="illegal", rulings=e.rulings)
    if isinstance(answer, tuple):
        after, rulings = answer
        return Asked(verdict="legal", rulings=rulings, game_over=game.over(after), final=after)
    return answer


def possible(game: Game[P], position: P) -> Iterator[tuple[Any, Possible]]:
    """The proposed actions that :meth:`~Game.judge` accepts, and those that await a choice."""
    for action, dice, left in _accepted(game, position):
        yield action, Possible(game.actions.name(action), game.text(action, position), dice, left)


def _accepted(game: Game[P], position: P) -> Iterator[tuple[Any, int | None, str | None]]:
    """The proposed actions that are not refused, with the dice that they need and what must still be chosen."""
    for action in game.propose(position) if game.over(position) is None else ():
        dice, left = None, None
        try:
            judgement = game.judge(position, action)
            if isinstance(judgement, Refusal):
                continue
            dice = judgement.dice or None
        except CannotTell as e:
            left = e.open.question if isinstance(e, ChoiceNeeded) else str(e)
        yield action, dice, left


def instead(game: Game[P], position: P, action: Any) -> tuple[str, ...]:
    """What would have been legal, at most :data:`ALTERNATIVES` actions: those of the same kind first."""
    same, others = list[Any](), list[Any]()
    for each, _, _ in _accepted(game, position) if advising.get() else ():
        kind = same if type(each) is type(action) else others
        if len(kind) < ALTERNATIVES and each not in kind:
            kind.append(each)
        if len(same) == len(others) == ALTERNATIVES:
            break
    chosen = [*same[: ALTERNATIVES - min(3, len(others))], *others][:ALTERNATIVES]
    return tuple([game.text(each, position) for each in chosen])  # only of these: a text is read back


def legal(game: Game[P], position: P) -> Legal:
    """What is legal now, and whose choice is it?"""
    now = tuple(p for _, p in possible(game, position))
    return Legal(next=game.turn(position), legal=now, game_over=game.over(position))


def glance(game: Game[P], position: P) -> Glance:
    """The position at a glance, and on one line."""
    next, ending = game.turn(position), game.over(position)
    return Glance(facts=game.facts(position), next=next, game_over=ending, line=game.line(position))


# --- differences ------------------------------------------------------------------------------------------------------


def facts_of(game: Game[P], position: P) -> dict[str, Any]:
    """A position at a glance, as JSON."""
    facts: dict[str, Any] = plain({**game.facts(position), "game over": game.over(position)})
    return facts


def changes(before: Any, after: Any, at: str = "") -> Iterator[str]:
    """The facts in which two positions differ, in words."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            if before.get(key) != after.get(key):
                yield from changes(before.get(key), after.get(key), f"{at} {key}".strip())
    else:
        yield f"{at.replace('_', ' ')} {_shown(before)} to {_shown(after)}"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
