"""The answer of ``titan advise`` as text for people."""

from titan_rules.answers.advice import Advice

from .simulations import between, percent


def table(answer: Advice) -> str:
    """Each way with what it is worth and why."""
    rows = [f"Advice, no ruling: the {answer.side}'s {answer.phase} phase of turn {answer.turn}", ""]
    if not answer.best:
        rows += ["There is nothing to choose.", ""]
    for number, way in enumerate(answer.best, 1):
        rows.append(f"{number}. {', '.join(way.actions)}")
        rows.append(
            f"   wins {percent(way.wins)} {between(way.wins)}; slays {way.gains:.0f} points, loses {way.costs:.0f}"
        )
        rows += [f"   - {reason}" for reason in way.why]
        rows.append("")
    return "\n".join(rows + [f"note: {note}" for note in answer.notes])
