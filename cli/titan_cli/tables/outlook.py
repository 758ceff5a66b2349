"""The answer of ``titan resolve-battle --engagement`` as text for people."""

from collections.abc import Mapping

from titan_rules.answers.outlook import Outlook, Prospect
from titan_rules.position.battle import ROLES, Role

from .. import output
from .simulations import between, percent


def table(answer: Outlook) -> str:
    """What each ending is worth to both, in points."""
    rows = [_row(f"fight ({answer.trials} battles)", answer.fight)]
    for ending in answer.endings:
        said = ending.actions[-1] if ending.how != "agreement" else f"agreement: {ending.actions[-1]}"
        rows.append(_row(said, ending.prospects))
    head = ["", *[f"{answer.players[role]} ({role})" for role in ROLES]]
    wins = f"attacker wins {percent(answer.attacker_wins)} {between(answer.attacker_wins)}"
    if answer.calibrated is not None:
        wins += f", calibrated {100 * answer.calibrated.p:.0f} %"
    lost = [
        f"the {role} loses the Titan with {100 * answer.fight[role].titan_lost:.0f} %"
        for role in ROLES
        if answer.fight[role].titan_lost
    ]
    notes = [f"note: {note}" for note in answer.notes]
    return "\n".join(
        [
            f"The Engagement in land {answer.land}, in points: scored + acquired or mustered - lost",
            "",
            output.grid(rows, head),
            "",
            wins,
            *lost,
            "",
            *notes,
        ]
    )


def _row(name: str, prospects: Mapping[Role, Prospect]) -> list[str]:
    return [name, *[_sum(prospects[role]) for role in ROLES]]


def _sum(found: Prospect) -> str:
    """The total, and how it comes about: points scored, what they bring, what is lost."""
    return f"{found.total:+.0f} = {found.scores:.0f} + {found.brings:.0f} - {found.loses:.0f}"
