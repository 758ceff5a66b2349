"""The best maneuvers or strikes in a position, with their odds and reasons (``titan advise``)."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TypeAlias, TypeVar

from ..actions.intents import Action, Strike
from ..answers.battle_odds import Advice, Advised
from ..box.hexes import numbers_in
from ..box.names import Hex
from ..kernel.arguments import expect, expect_positive
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..position.battle import Battle, other
from ..position.files import battle_of
from ..position.game import Game
from ..rules.battle.maneuver import mobility_of
from ..rules.battle.strike import must_strike
from .best_policy import Candidate, ManeuverSearch, Places, Search, Trials, go_to
from .fast_battle import FastBattle, Fighter, Roll
from .heuristic_policy import best_way, strike
from .playing import CheckedBattle, ready
from .rolls import at_least, foes
from .tally import share_of

TRIALS = 64
SHOWN = 3
NOTES = (
    "advice, no ruling: it comes from playing the battle on with both sides by rule of thumb",
    "no side concedes; a reinforcement or summons is taken where there is one",
    "the chances come from new battles, not from those by which the plans were chosen",
)
T = TypeVar("T")
Blow: TypeAlias = tuple[Fighter, Fighter, Roll]  # who strikes whom, and the natural roll


def advise(battle: Battle | Game | str, *, trials: int = TRIALS, seed: int | str = 0) -> Advice:
    """What the acting side should do; each of its best plans is scored by playing the battle out.

    :param battle: a battle, a game in which one is fought, or the line of one.
    :param trials: the most battles played out for each choice.
    :param seed: the same seed gives the same advice.
    :raises CannotTell: the battle is over, or cannot be played out.
    """
    battle = battle_of(battle, "battle")
    expect_positive(trials=trials)
    expect(int | str, seed=seed)
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to advise", "/outcome"))
    if battle.pending is not None:
        raise CannotTell(Fault("pending", "the battle waits for an answer about concession: give it first", "/pending"))
    begun, random, fresh = FastBattle(ready(battle)), Random(str(seed)), Random(f"{seed}:again")
    again = Trials(battle.acting, trials, fresh)
    if battle.phase == "maneuver":
        search = ManeuverSearch(begun, random, Search(trials, rounds=3, wide=6))
        ways = search.best(SHOWN)
        best = [_advised(again, way, _steps(begun, way.what), _why_there(search.battle, way)) for way in ways]
    else:
        blows = _best_strikes(begun, Trials(begun.acting, trials, random))
        best = [_advised(again, blow, *_strike(begun, *blow.what)) for blow in blows]
    return Advice(
        side=battle.acting,
        phase=battle.phase,
        turn=battle.turn,
        trials=trials,
        seed=str(seed),
        best=tuple(best),
        notes=NOTES,
    )


def _advised(again: Trials, choice: Candidate[T], actions: Sequence[Action], why: list[str]) -> Advised:
    """A choice with its chances from fresh battles; those that selected it would flatter it."""
    played = again.play(Candidate(choice.what, choice.after), again.most)
    trials = len(played.results)
    return Advised(
        actions=tuple([str(action) for action in actions]),
        wins=share_of(played.won, trials),
        gains=played.slain / trials,
        costs=played.lost / trials,
        worth=played.mean(trials),
        why=tuple(why),
    )


def _steps(begun: FastBattle, places: Places) -> list[Action]:
    """The actions that bring everyone into place and end the phase."""
    checked = CheckedBattle.following(begun)
    if checked.arrivals():
        checked.join(checked.arrivals()[0])
    go_to(checked, places)
    checked.end_maneuver()
    return checked.actions


def _why_there(battle: FastBattle, way: Candidate[Places]) -> list[str]:
    """The contacts made, and the Titan's danger."""
    after = way.after(Random(0))
    side = after.of(battle.side)
    why: list[str] = []
    for fighter in side.characters:
        foes = [after.who[n] for n in numbers_in(after.in_contact(battle.side, fighter))]
        if foes:
            names = " and ".join([f"{foe.name} {foe.hex}" for foe in foes])
            why.append(f"{fighter.name} {fighter.hex} is in contact with {names}")
    if not why:
        why.append("nobody is in contact after it")
    if side.titan is not None and side.titan.hex is not None:
        why.append(_titan_is(after, side.titan))
    waiting = [f for f, n in zip(battle.mine.everyone, way.what, strict=True) if f.fate is None and n < 0]
    return why + [f"{fighter.name} stays off the board" for fighter in waiting]


def _titan_is(after: FastBattle, titan: Fighter) -> str:
    if after.in_contact(titan.role, titan):
        return "the Titan fights"
    contact, own = after.tables.contact, after.living[titan.role]
    for n in numbers_in(after.living[other(titan.role)]):
        free = not contact[n] & own
        to = mobility_of(after, after.who[n]).reach(n, after.free) if free else 0
        if to & contact[titan.number]:
            return f"{after.who[n].name} {after.who[n].hex} can attack the Titan next"
    return "nobody can attack the Titan next"


def _best_strikes(battle: FastBattle, trials: Trials) -> list[Candidate[Blow]]:
    """The best next strikes, the best first; none if nobody has a choice."""
    strikers = [battle.who[number] for number in numbers_in(battle.standing[battle.acting])]
    blows = [(fighter, foe, roll) for fighter in strikers for foe, roll in foes(battle, fighter)]
    if len(blows) == len({fighter.place for fighter, _, _ in blows}):
        return []
    choices = [Candidate(blow, partial(_struck, battle, *blow)) for blow in blows]
    best: Candidate[Blow] | None = None
    for choice in choices:
        best = trials.better(choice, best)
    return trials.finished(best, choices, SHOWN)


def _struck(battle: FastBattle, fighter: Fighter, foe: Fighter, roll: Roll, random: Random) -> FastBattle:
    made = battle.copy()
    strike(made, made.who[fighter.number], made.who[foe.number], roll, random)
    return made


def _strike(battle: FastBattle, fighter: Fighter, foe: Fighter, natural: Roll) -> tuple[list[Action], list[str]]:
    """The strike's actions, and its reasons."""
    must = must_strike(battle, fighter.role, fighter)
    (dice, number), others = best_way(battle, fighter, foe) if must else (natural, [])
    action = Strike(fighter.hex or Hex(""), foe.hex or Hex(""))
    if (dice, number) != natural:
        action = evolve(action, strike_number=number, dice_count=dice)
    slays = 100 * at_least(dice, number, foe.left)
    why = [f"{dice} dice at {number} slay {foe.name}, which needs {foe.left}, with {slays:.0f} %"]
    if others:
        carry_to = sorted([f.hex or "" for f in others])
        why.append(f"hits beyond may be carried over to {' '.join(carry_to)}")
    return [action], why
