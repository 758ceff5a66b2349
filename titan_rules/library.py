"""The public functions: positions and actions as objects or text, and errors that name the parameter."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias, cast, overload

from attrs import frozen

from . import draw, play
from .actions import Action, AnyAction
from .answers import legal_moves as moves
from .answers import muster_options as musters
from .answers.battle_moves import BattleMoves
from .answers.battle_odds import Advice, BattleOdds
from .answers.checking import check
from .answers.muster_options import MusterOptions
from .box.current_box import current
from .deduction import recorded as deduction
from .importers import read_save
from .importers.saved import Save
from .kernel.answers import Answer, as_html
from .kernel.arguments import checked, wrong
from .kernel.dice import DiceSource
from .kernel.errors import ArgumentError, IllegalAction
from .kernel.jsontext import JSON, SIZE_LIMIT
from .kernel.lines import unpacked
from .kernel.rulings import Ruling
from .odds.carry import Aim
from .odds.cases import AROUND, TARGET, Declaration, typed_battle
from .odds.duels import DuelOdds, battle_duel
from .odds.several import SeveralStrikesOdds
from .odds.strikes import StrikeOdds, battle_answer
from .play import Next, Outcome
from .play.listing import Unknown
from .play.setup import new_game as start
from .position.battle import Battle, Combatant
from .position.files import loads
from .position.game import Game, battle_in
from .position.muster import Muster
from .replays import archive
from .resolving import BattleResult
from .resolving import resolve as resolve_orders
from .sentences import parse as parse_action
from .simulation import advising, simulation

Readable: TypeAlias = str | PathLike[str]


# --- positions and actions, as objects or as text --------------------------------------------------------------------


def _state(function: str, given: Game | Battle | str) -> Game | Battle:
    position = loads(given) if isinstance(given, str) else given
    if isinstance(position, Muster):
        raise wrong(function, "position", "a Game, a Battle or the line of one", position)
    return position


def _battle(function: str, given: Game | Battle | str, name: str = "position") -> Battle:
    position = loads(given) if isinstance(given, str) else given
    battle = None if isinstance(position, Muster) else battle_in(position)
    if battle is None:
        wanted = "a Battle, a Game in which one is fought, or the line of one"
        raise wrong(function, name, wanted, position)
    return battle


def _action(given: Action | str, position: Game | Battle) -> Action:
    return parse_action(given, position) if isinstance(given, str) else given


# --- play ------------------------------------------------------------------------------------------------------------


new_game = checked(start)


@checked
def parse(text: str, position: Game | Battle | str | None = None) -> AnyAction:
    """The action that a text means: ``Bk02 P105``, ``D3 strikes D4``.

    :param position: where it is played; then a name may replace a hex if it is unambiguous.
    :raises ActionError: it is not understood, with the likely forms as hint; or it has several readings, listed as
        hint.
    """
    state = None if position is None else _state("parse", position)
    return cast(AnyAction, parse_action(text, state))


@overload
def apply(position: Game, action: Action | str, dice: DiceSource | None = None) -> Outcome[Game]: ...
@overload
def apply(position: Battle, action: Action | str, dice: DiceSource | None = None) -> Outcome[Battle]: ...
@overload
def apply(position: str, action: Action | str, dice: DiceSource | None = None) -> Outcome[Game] | Outcome[Battle]: ...
@checked
def apply(position: Game | Battle | str, action: Action | str, dice: DiceSource | None = None) -> Outcome[Any]:
    """Carry out an action.

    :param position: a game, a battle, or the line of one.
    :param action: the action, or its text.
    :param dice: rolls the dice that the action lacks.
    :returns: the next state and the events, with the rulings that decided them.
    :raises IllegalAction: with the rulings that forbid it; the state is unchanged.
    :raises ActionError: the text is not understood.
    :raises CannotTell: dice are missing, or it depends on something that the position leaves out.
    """
    state = _state("apply", position)
    return play.apply(state, _action(action, state), dice)


@checked
def is_legal(position: Game | Battle | str, action: Action | str) -> bool:
    """Whether an action is legal.

    :raises ActionError: the text is not understood.
    :raises CannotTell: it depends on something that the position leaves out.
    """
    state = _state("is_legal", position)
    return play.is_legal(state, _action(action, state))


@frozen(repr=False)
class Verdict:
    """Whether an action is legal, and why; prints like ``titan check``.

    :param rulings: those that make it legal, or every one that forbids it, the deciding one first.
    """

    position: Game | Battle
    action: Action
    legal: bool
    rulings: tuple[Ruling, ...]

    @property
    def instead(self) -> Sequence[Action]:
        """What would be legal instead; empty for a legal action."""
        return () if self.legal else tuple(play.legal_actions(self.position))

    @property
    def answer(self) -> Answer:
        """The answer of ``titan check``."""
        return check(self.position, [self.action])[0]

    def __str__(self) -> str:
        return str(self.answer)

    def __repr__(self) -> str:
        return f"<Verdict: {self.action}: {'legal' if self.legal else 'illegal'}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return as_html(self.answer.blocks())


@checked
def why(position: Game | Battle | str, action: Action | str) -> Verdict:
    """Whether an action is legal, why, and what would be legal instead.

    :raises ActionError: the text is not understood.
    :raises CannotTell: it depends on something that the position leaves out.
    """
    state = _state("why", position)
    meant = _action(action, state)
    planned = play.plan(state, meant)
    return Verdict(state, meant, isinstance(planned, play.Plan), planned.rulings)


@checked
def legal_actions(position: Game | Battle | str) -> list[AnyAction]:
    """Every action that is legal now, open choices first.

    Actions that differ only in their dice, in the carries that depend on them, in equal characters or in the free
    marker are listed once.
    """
    return cast(list[AnyAction], play.legal_actions(_state("legal_actions", position)))


@checked
def cannot_tell(position: Game | Battle | str) -> list[Unknown]:
    """The actions whose legality depends on unknown characters."""
    return play.cannot_tell(_state("cannot_tell", position))


@checked
def next_choice(position: Game | Battle | str) -> Next:
    """Who decides what now."""
    return play.next_choice(_state("next_choice", position))


@checked
def legal_moves(position: Game | Battle | str) -> moves.GameMoves | BattleMoves:
    """Everything legal in a position, with the rules that allow it.

    :raises CannotTell: it depends on unknown characters.
    """
    return moves.legal_moves(_state("legal_moves", position))


# --- odds, battles, musters ------------------------------------------------------------------------------------------


@overload
def strike_odds(
    position: Battle | Game | str,
    origin: str,
    to: str,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds: ...
@overload
def strike_odds(
    position: Battle | Game | str, origin: list[str], to: str, *, carry_to: Sequence[str] = (), exchange: bool = False
) -> StrikeOdds | SeveralStrikesOdds: ...
@checked
def strike_odds(
    position: Battle | Game | str,
    origin: str | list[str],
    to: str,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds | SeveralStrikesOdds:
    """The exact odds of a strike by the acting side, or of several at one target.

    :param position: a battle, a game in one, or the line of one.
    :param origin, to: the hexes of striker and target, or their names if unambiguous; several
        strikers as a list.
    :param strike_number, dice_count: a penalty taken in order to carry over (CARRY-2); by default the natural strike.
    :param carry_to: hexes to carry over to, in order.
    :param best: pick the dice, Strike-number and carries that are best for this aim.
    :param exchange: include the strikeback of this phase.
    :param dice: the dice already rolled; the answer says what they did.
    :raises IllegalAction: the strike is illegal, with the rulings that forbid it.
    :raises UnknownName: neither a hex nor a character. :raises CannotTell: a name is ambiguous.
    """
    battle = _battle("strike_odds", position)
    given = Declaration(strike_number=strike_number, dice_count=dice_count, carry_to=tuple(carry_to), aim=best)
    strikers = [origin] if isinstance(origin, str) else origin
    answer = battle_answer(battle, strikers, to, given, exchange=exchange, roll=dice)
    if not isinstance(answer, StrikeOdds | SeveralStrikesOdds):
        raise IllegalAction(answer.rulings)
    return answer


@checked
def duel_odds(first: str, second: str, position: Battle | Game | str | None = None, *, score: int = 0) -> DuelOdds:
    """The exact odds of a duel: two characters that strike in every Strike Phase until one is slain, or both.

    :param first, second: names of characters; in a battle, hexes or unambiguous names.
    :param position: their battle; None: level ground, both unhurt.
    :param score: the owners' score without a battle, for a Titan's Power-factor.
    :raises IllegalAction: they cannot strike each other, with the rulings. :raises UnknownName: no such character.
    """
    if position is None:
        one, two = (Combatant(current().character_names.canonical(name)) for name in (first, second))
        level = typed_battle([one], two, score=score, target_score=score)
        answer = battle_duel(level, AROUND[0], TARGET, hexes=False)
    else:
        answer = battle_duel(_battle("duel_odds", position), first, second)
    if not isinstance(answer, DuelOdds):
        raise IllegalAction(answer.rulings)
    return answer


@checked
def simulate(
    battle: Battle | Game | str,
    trials: int = 1000,
    *,
    seed: int | str = 0,
    attacker: str = "greedy",
    defender: str = "greedy",
    vary: Sequence[str] = (),
    until_width: float | None = None,
    executor: Executor | None = None,
    ahead: int = 4,
    progress: Callable[[int], None] | None = None,
) -> BattleOdds:
    """How a battle is likely to go: policies play it many times.

    :param trials: the most battles to play; at least 1.
    :param seed: the same seed gives the same answer, with any executor.
    :param attacker, defender: the policies: ``random``, ``greedy``, ``best``, or ``module:name``.
    :param vary: compare with alternatives: ``entry_side``, ``summon``, ``attacker+Lion``.
    :param until_width: stop when the interval of the attacker's chance is this narrow.
    :param executor: plays the battles; None: this process. ``ahead``: how many chunks it is given at a time.
    :param progress: called with the number of battles done so far.
    :raises CannotTell: the battle is over, or cannot be played out. :raises UnknownName: there is no such policy.

    >>> odds = simulate("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3", 20, seed=1)
    >>> odds.trials, odds.attacker_wins.count + odds.defender_wins.count + odds.mutual.count
    (20, 20)
    """
    _at_least_one("simulate", "trials", trials)
    _at_least_one("simulate", "ahead", ahead)
    fought = _battle("simulate", battle, "battle")
    plan = simulation.planned(fought, attacker, defender, str(seed), vary, isinstance(battle, Game))
    battles = simulation.simulate(
        plan, trials, executor=executor, ahead=ahead, until_width=until_width, progress=progress
    )
    return simulation.answer(plan, battles)


@checked
def advise(battle: Battle | Game | str, *, trials: int = advising.TRIALS, seed: int | str = 0) -> Advice:
    """What the acting side should do; each of its best plans is scored by playing the battle out.

    :param trials: the most battles played per plan.
    :param seed: the same seed gives the same advice.
    :raises CannotTell: the battle is over, or cannot be played out.
    """
    _at_least_one("advise", "trials", trials)
    return advising.advise(_battle("advise", battle, "battle"), trials=trials, seed=seed)


def _at_least_one(function: str, name: str, number: int) -> None:
    if number < 1:
        raise ArgumentError(f"{function}(): {name} must be at least 1, not {number}", name)


@checked
def resolve(
    battle: Battle | str, orders: Iterable[Action | str | Mapping[str, JSON]], dice: DiceSource | None = None
) -> BattleResult:
    """Carry out a battle's orders, one after another, up to the first that is refused or cannot be read.

    :param orders: actions as objects, texts, or lines of a record.
    :param dice: rolls the dice that the orders lack.
    :raises DocumentError: an order is something else.
    """
    return resolve_orders(_battle("resolve", battle, "battle"), orders, dice)


@checked
def muster_options(position: Muster | Game | str, legion: str | None = None) -> MusterOptions:
    """What a Legion may muster in its land, with every way to qualify.

    :param position: a muster, a game, or the line of one: ``Jungle: 2 Gargoyle, Ogre``.
    :param legion: which Legion of a game.
    :raises UnknownName: no such Legion. :raises CannotTell: no Legion is named, or its content is unknown.
    """
    asked = loads(position) if isinstance(position, str) else position
    if isinstance(asked, Battle):
        raise wrong("muster_options", "position", "a Muster, a Game or the line of one", asked)
    return musters.muster_options(asked, legion)


@checked
def render(position: Game | Battle | str, *, masterboard: bool = False) -> str:
    """A position as an SVG picture: the same bytes for the same position.

    :param masterboard: draw a game's Masterboard even during a battle.
    """
    return draw.render(_state("render", position), masterboard=masterboard)


# --- recorded games --------------------------------------------------------------------------------------------------


replay = checked(archive.replay)
deduce = checked(deduction.deduce)


@checked
def load_save(path: Readable) -> Save:
    """A game saved by Colossus (its position) or by Slugathon (its replay); the file may be gzipped.

    :raises DocumentError: not such a file, or an impossible position. :raises OSError: it cannot be read.
    """
    file = Path(fspath(path))
    with file.open("rb") as packed:
        return read_save(unpacked(packed).read(SIZE_LIMIT + 1), file.name)
