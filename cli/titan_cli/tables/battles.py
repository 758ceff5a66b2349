"""The answers of ``titan resolve-battle`` as text for people."""

from titan_rules.answers.battle_result import BattleResult
from titan_rules.position.battle import ROLES

from ..output import rulings
from . import words
from .choices import choice_text, some


def table(answer: BattleResult) -> str:
    """A resolved battle for people."""
    rows = []
    for step in answer.steps:
        rows.append("" if step.step is None else f"{step.step:>3}. {step.text}")
        if step.comment:
            rows.append(f"     # {step.comment}")
        rows.append(rulings(step.events, "     "))
    stop = answer.stopped_at
    if stop is not None:
        asked = words.action(stop.action)
        rows.append(f"{stop.step:>3}. {asked}: stopped")
        rows.append(rulings(stop.rulings, "     "))
        rows += [f"     {differs}" for differs in stop.diverges or ()]
        if stop.error:
            rows.append(f"     {stop.error.message}")
        if stop.legal:
            rows += [
                "     legal now:",
                *[f"   {line}" for line in some(stop.legal, asked, "titan legal-moves lists them")],
            ]
    rows += ["", *_summary(answer)]
    return "\n".join(rows)


def _summary(answer: BattleResult) -> list[str]:
    if answer.winner is None:
        rows = [f"The battle is not over: turn {answer.turn}."]
    elif answer.winner == "none":
        rows = [f"Nobody wins ({answer.how}) in turn {answer.turn}."]
    else:
        scored = ", ".join(f"{player} scores {points}" for player, points in answer.points.items())
        rows = [f"The {answer.winner} wins by {answer.how} in turn {answer.turn}; {scored}."]
    for role in ROLES:
        survivors = ", ".join(answer.survivors[role]) or "none"
        slain = ", ".join(answer.slain[role]) or "none"
        rows.append(f"  {role}: surviving {survivors}; slain {slain}")
    if answer.may_acquire:
        rows.append("  may acquire " + " or ".join(" and ".join(choice) for choice in answer.may_acquire))
    if answer.may_reinforce:
        rows.append("  may reinforce with " + " or ".join(option.muster for option in answer.may_reinforce))
    if answer.may_summon:
        rows.append("  may summon")
    if answer.winner is None:
        rows.append(choice_text(answer.next))
    return rows
