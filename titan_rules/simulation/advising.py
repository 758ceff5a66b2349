"""The best maneuvers or strikes of a position, with what they are worth and why (``titan advise``)."""

from collections.abc import Sequence
from random import Random

from ..actions.intents import Action, Strike
from ..answers.advice import Advice, Advised
from ..box.hexes import numbers_in
from ..box.names import Hex
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..position.battle import Battle
from ..rules.battle.strike import must_strike
from ..rules.battle.strike_numbers import contacts
from .chances import at_least
from .checked_battle import CheckedBattle
from .fast_battle import FastBattle, Fighter
from .heuristic_policy import best_way
from .hex_values import CALM, HexValues
from .intervals import share_of
from .maneuver_search import ManeuverSearch, Search, Way, go_to
from .playing import ready
from .strike_search import FirstStrike, StrikeSearch
from .trials import Choice, Trials

TRIALS = 64
SHOWN = 3
NOTES = (
    "advice, no ruling: it comes from playing the battle on with both sides by rule of thumb",
    "no side concedes; a reinforcement or summons is taken where there is one",
    "the chances come from new battles, not from those by which the plans were chosen",
)


def advise(battle: Battle, *, trials: int = TRIALS, seed: int | str = 0) -> Advice:
    """What the side that acts might do now.

    :param trials: how often each way is played out at most.
    :param seed: the same seed gives the same advice.
    :raises CannotTell: the battle is over, or cannot be played out.
    """
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to advise", "/outcome"))
    if battle.pending is not None:
        raise CannotTell(Fault("pending", "the battle waits for an answer about concession: give it first", "/pending"))
    battle = ready(battle)
    found = _maneuvers(battle, trials, str(seed)) if battle.phase == "maneuver" else _strikes(battle, trials, str(seed))
    return Advice(
        side=battle.acting,
        phase=battle.phase,
        turn=battle.turn,
        trials=trials,
        seed=str(seed),
        best=tuple(found),
        notes=NOTES,
    )


def _maneuvers(battle: Battle, trials: int, seed: str) -> list[Advised]:
    begun = FastBattle(battle)
    search = ManeuverSearch(begun, Random(seed), Search(trials, rounds=3, wide=6))
    best = search.best(SHOWN)
    _fight_again(best, battle, trials, seed)
    return [_advised(_steps(begun, way), way, _why_there(search.battle, way)) for way in best]


def _fight_again(choices: Sequence[Choice], battle: Battle, trials: int, seed: str) -> None:
    """What looked best in some battles did so by luck, too: the chances are told from others."""
    fresh = Trials(battle.acting, trials, Random(f"{seed}:again"))
    for choice in choices:
        choice.forget()
        fresh.play(choice, trials)


def _steps(begun: FastBattle, way: Way) -> list[Action]:
    """The actions of a way, to the end of the phase."""
    checked = CheckedBattle.following(begun)
    arriving = checked.arrivals()
    if arriving:
        checked.join(arriving[0])
    go_to(checked, way.at)
    checked.end_maneuver()
    return checked.actions


def _why_there(battle: FastBattle, way: Way) -> list[str]:
    """Whom the way brings into contact with whom, and in what danger that puts them."""
    after = way.after(Random(0))
    side = after.of(battle.side)
    found: list[str] = []
    for fighter in side.characters:
        foes = [after.who[n] for n in numbers_in(contacts(after, battle.side, fighter))]
        if foes:
            names = " and ".join([f"{foe.name} {foe.hex}" for foe in foes])
            found.append(f"{fighter.name} {fighter.hex} is in contact with {names}")
    if not found:
        found.append("nobody is in contact after it")
    if side.titan is not None and side.titan.hex is not None:
        found.append(_titan_is(after, side.titan))
    waiting = [
        f.name for f, n in zip(battle.mine.everyone, way.at, strict=True) if f in battle.mine.characters and n < 0
    ]
    return found + [f"{name} stays off the board" for name in waiting]


def _titan_is(after: FastBattle, titan: Fighter) -> str:
    """How the own Titan stands once the way is gone."""
    if contacts(after, titan.role, titan):
        return "the Titan fights"
    values = HexValues(after, CALM)
    danger = values.danger(values.dangers(titan), titan.number)
    return "the Titan can be attacked next" if danger else "nobody can attack the Titan next at a profit"


def _strikes(battle: Battle, trials: int, seed: str) -> list[Advised]:
    begun = FastBattle(battle)
    found: list[Advised] = []
    best = StrikeSearch(begun, Random(seed), trials).best(SHOWN)
    _fight_again(best, battle, trials, seed)
    for choice in best:
        action, why = _strike(begun, choice)
        found.append(_advised([action], choice, why))
    return found


def _strike(battle: FastBattle, choice: FirstStrike) -> tuple[Strike, list[str]]:
    fighter, foe, natural = choice.striker, choice.target, choice.natural
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
    return action, why


def _advised(actions: Sequence[Action], choice: Choice, why: list[str]) -> Advised:
    trials = len(choice.results)
    return Advised(
        actions=tuple([str(action) for action in actions]),
        wins=share_of(choice.won, trials),
        gains=choice.slain / trials,
        costs=choice.lost / trials,
        worth=choice.mean(trials),
        why=tuple(why),
    )
