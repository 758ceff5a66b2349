"""The best maneuvers or strikes of a position, with what they are worth and why (``titan advise``)."""

from collections.abc import Sequence
from random import Random

from ..actions.intents import Action, EndManeuver, Strike
from ..answers.advice import Advice, Advised
from ..box.hexes import HEXES
from ..kernel.errors import CannotTell, Fault
from ..position.battle import Battle
from .chances import at_least
from .choices import Choices
from .greedy_policy import Worth, best_roll, opening
from .intervals import share_of
from .maneuver_search import ManeuverSearch, Search, Way, told
from .melee import OFF, PLACE, Melee
from .playing import ready
from .strike_search import FirstStrike, StrikeSearch
from .temper import CALM, Mind, bits
from .trials import Choice

TRIALS = 64
SHOWN = 3
NOTES = (
    "advice, no ruling: it comes from playing the battle on in the mind, both sides by rule of thumb",
    "no side concedes; a reinforcement or summons is taken where there is one",
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
    search = ManeuverSearch(Melee.of(battle), Random(seed), Search(trials=trials))
    arriving = opening(Choices(battle))
    first = [arriving] if arriving is not None else []
    best = search.best(SHOWN)
    return [_advised([*first, *_steps(search.melee, way)], way, _why_there(search.melee, way)) for way in best]


def _steps(melee: Melee, way: Way) -> list[Action]:
    return [*[told(melee, step) for step in way.steps], EndManeuver()]


def _why_there(melee: Melee, way: Way) -> list[str]:
    """Whom the way brings into contact with whom, and in what danger that puts them."""
    side, enemy = melee.side, 1 - melee.side
    after = way.after(Random(0))
    found = []
    for i, n in enumerate(way.at):
        if n < 0:
            continue
        foes = [after.who[there] & PLACE for there in bits(after.ground.contact[n] & after.living[enemy])]
        if foes:
            names = " and ".join(f"{after.names[enemy][foe]} {HEXES[after.at[enemy][foe]]}" for foe in foes)
            found.append(f"{after.names[side][i]} {HEXES[n]} is in contact with {names}")
    if not found:
        found.append("nobody is in contact after it")
    titan = after.titan[side]
    if titan >= 0 and after.at[side][titan] >= 0:
        found.append(_titan_is(after, titan))
    waiting = [melee.names[side][i] for i, n in enumerate(melee.at[side]) if n == OFF and way.at[i] < 0]
    return found + [f"{name} stays off the board" for name in waiting]


def _titan_is(after: Melee, titan: int) -> str:
    """How the own Titan stands once the way is gone."""
    side = after.side
    if after.ground.contact[after.at[side][titan]] & after.living[1 - side]:
        return "the Titan fights"
    danger = Mind(after, CALM).danger(titan, after.at[side][titan])
    return "the Titan can be attacked next" if danger else "nobody can attack the Titan next at a profit"


def _strikes(battle: Battle, trials: int, seed: str) -> list[Advised]:
    melee, choices = Melee.of(battle), Choices(battle)
    found = []
    for choice in StrikeSearch(melee, Random(seed), trials).best(SHOWN):
        action, why = _strike(battle, choices, choice)
        found.append(_advised([action], choice, why))
    return found


def _strike(battle: Battle, choices: Choices, choice: FirstStrike) -> tuple[Strike, list[str]]:
    striker = battle.of(choices.role).characters[choice.striker]
    target = battle.of(choices.enemy).characters[choice.target]
    blow = best_roll(choices, Worth(choices), striker, target, choices.targets(striker)[1])
    option, need = blow.option, choices.left(target)
    slays = 100 * at_least(option.dice, option.strike_number, need)
    why = [f"{option.dice} dice at {option.strike_number} slay {target.name}, which needs {need}, with {slays:.0f} %"]
    if option.carry_to:
        why.append(f"hits beyond may be carried over to {' '.join(option.carry_to)}")
    return blow.action(), why


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
