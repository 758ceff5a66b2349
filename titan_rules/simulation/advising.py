"""The best maneuvers or strikes of a position, with what they are worth and why (``titan advise``)."""

from collections.abc import Sequence
from random import Random

from ..actions.intents import Action, Strike
from ..answers.advice import Advice, Advised
from ..box.hexes import HEXES
from ..kernel.errors import CannotTell, Fault
from ..position.battle import Battle
from .chances import at_least
from .from_battle import melee_of
from .ground import bits
from .intervals import share_of
from .judged import Judged
from .maneuver_search import ManeuverSearch, Search, Way, go_the_way
from .melee import OFF, PLACE, Melee
from .playing import ready
from .rolls import foes, must_strike
from .strike_search import FirstStrike, StrikeSearch
from .temper import CALM, Mind
from .tempered_policy import best_way
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
    begun = melee_of(battle)
    search = ManeuverSearch(begun, Random(seed), Search(trials=trials))
    best = search.best(SHOWN)
    return [_advised(_steps(begun, way), way, _why_there(search.melee, way)) for way in best]


def _steps(begun: Melee, way: Way) -> list[Action]:
    """The actions of a way, to the end of the phase."""
    judged = Judged.following(begun)
    arriving = judged.arrivals()
    if arriving:
        judged.join(arriving[0])
    go_the_way(judged, way.at)
    judged.end_maneuver()
    return judged.actions


def _why_there(melee: Melee, way: Way) -> list[str]:
    """Whom the way brings into contact with whom, and in what danger that puts them."""
    side, enemy = melee.side, 1 - melee.side
    after = way.after(Random(0))
    found: list[str] = []
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
    mind = Mind(after, CALM)
    danger = mind.danger(mind.dangers(titan), after.at[side][titan])
    return "the Titan can be attacked next" if danger else "nobody can attack the Titan next at a profit"


def _strikes(battle: Battle, trials: int, seed: str) -> list[Advised]:
    melee = melee_of(battle)
    found: list[Advised] = []
    for choice in StrikeSearch(melee, Random(seed), trials).best(SHOWN):
        action, why = _strike(melee, choice)
        found.append(_advised([action], choice, why))
    return found


def _strike(melee: Melee, choice: FirstStrike) -> tuple[Strike, list[str]]:
    side, i, foe = melee.acting, choice.striker, choice.target
    here, enemies = HEXES[melee.at[side][i]], melee.at[1 - side]
    there, need = HEXES[enemies[foe]], melee.left(1 - side, foe)
    natural = dict(foes(melee, side, i))[foe]
    (dice, number), others = best_way(melee, side, i, foe) if must_strike(melee, side, i) else (natural, [])
    action = Strike(here, there)
    if (dice, number) != natural:
        action = Strike(here, there, strike_number=number, dice_count=dice)
    slays = 100 * at_least(dice, number, need)
    name = melee.names[1 - side][foe]
    why = [f"{dice} dice at {number} slay {name}, which needs {need}, with {slays:.0f} %"]
    if others:
        carry_to = sorted(HEXES[enemies[j]] for j in others)
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
