"""What a roll already made did (STRIKE-3, STRIKE-7, CARRY-1)."""

from collections.abc import Sequence

from ..answers.strike_odds import Rolled, Taken
from ..kernel.odds import Chance
from ..kernel.rulings import Ruling, consequence
from ..rules.battle.level_ground import hits_rolled
from .carry import AIMS, best_after_roll, shared_out
from .cases import Case, Fighter, labels


def _takes(case: Case, hits: int) -> list[tuple[Fighter, int]]:
    """Who takes how many of the hits: the target, then those declared for carrying, in order."""
    victims = (case.target, *case.carry_to)
    return list(zip(victims, shared_out(hits, [v.left for v in victims]), strict=True))


def rolled_answer(case: Case, roll: Sequence[int]) -> Rolled:
    """What the dice did: hits, who takes them, what may still be carried over.

    Hits are carried over only to those that the case names, in its order; the rest is left over, and
    ``may_carry_to`` says to whom it could have gone.
    """
    hits = hits_rolled(roll, case.way.strike_number)
    takes = _takes(case, hits)
    left_over = hits - sum(n for _, n in takes)
    named = {v.label for v, _ in takes}
    open_choice = hits > case.target.left and case.way.carry_to and not case.declared
    return Rolled(
        dice=tuple(roll),
        hits=hits,
        takes=tuple([Taken(to=v.label, character=v.name, hits=n, slain=n >= v.left) for v, n in takes]),
        left_over=left_over,
        may_carry_to=tuple([v.label for v in case.way.carry_to if v.label not in named]) if left_over else (),
        at_least=Chance(case.way.hits.at_least(hits)),
        best={aim: labels(best_after_roll(case.target, case.way, aim, hits)) for aim in AIMS} if open_choice else None,
    )


def rolled_rulings(case: Case, roll: Sequence[int]) -> list[Ruling]:
    """The rulings on what the dice did."""
    number = case.way.strike_number
    hits = hits_rolled(roll, number)
    found = [
        consequence(
            "STRIKE-3",
            "{hits} of {dice} dice show {number} or more: {hits} hits",
            hits=hits,
            dice=len(roll),
            number=number,
        )
    ]
    for victim, taken in _takes(case, hits):
        rule = "STRIKE-7" if victim is case.target else "CARRY-1"
        verb = "takes" if victim is case.target else "takes by carrying over"
        end = "is slain" if taken >= victim.left else f"still needs {victim.left - taken}"
        found.append(
            consequence(
                rule,
                "the {name} {verb} {taken} of the {needs} hits that slay it and {end}",
                name=victim.name,
                verb=verb,
                taken=taken,
                needs=victim.left,
                end=end,
            )
        )
    return found
