"""What simulated battles tell, as text for people: chances, advice, and what each ending of an Engagement is worth."""

from collections.abc import Mapping, Sequence

from titan_rules.answers.advice import Advice
from titan_rules.answers.battle_odds import Alternative, Average, BattleOdds, Share
from titan_rules.answers.outlook import Outlook, Prospect
from titan_rules.position.battle import ROLES, Role

from .. import output


def table(answer: BattleOdds) -> str:
    """The chances for people, never surer than they are."""
    rows = [
        f"{answer.trials} battles, attacker {answer.policies['attacker']}, defender {answer.policies['defender']}, "
        f"seed {answer.seed}; in brackets: 95 % intervals",
        "",
        _chances(answer),
    ]
    if answer.calibrated is not None:
        found = answer.calibrated
        between_players = f"calibrated on {found.battles} recorded battles: attacker wins {100 * found.p:.0f} %"
        rows.append(f"{between_players} (Brier score {found.brier:.3f})")
    for role in ROLES:
        left = ", ".join(f"{name} {_few(mean)}" for name, mean in answer.survivors[role].items()) or "none"
        rows.append(f"{role} keeps on average: {left}")
    for other in answer.alternatives:
        rows += ["", f"with {other.name}:", _chances(other)]
    if answer.alternatives:
        rows += ["", _differences(answer.alternatives)]
    rows += ["", *(f"note: {note}" for note in answer.notes)]
    return "\n".join(rows)


def _chances(found: BattleOdds | Alternative) -> str:
    shares = (
        ("attacker wins", found.attacker_wins),
        ("defender wins", found.defender_wins),
        ("  by time loss (included)", found.time_loss),
        ("both eliminated", found.mutual),
    )
    rows = [[label, percent(share), between(share)] for label, share in shares]
    for role in ROLES:
        rows.append([f"points of the {role}", *_mean(found.points[role])])
    rows.append(["turns", *_mean(found.mean_turns)])
    return output.grid(rows, ["", "mean", "interval"])


def _few(mean: float) -> str:
    return f"{mean:.2f}" if mean >= 0.005 else "<0.01"


def _mean(found: Average) -> tuple[str, str]:
    return f"{found.mean:.2f}", f"[{found.low:.2f}, {found.high:.2f}]"


def percent(share: Share) -> str:
    """A share as a percentage; one that came about always or never only as far as it is known.

    >>> from titan_rules.simulation.intervals import share_of
    >>> percent(share_of(100, 100)), percent(share_of(50, 100))
    ('>96.30 %', '50.00 %')
    """
    if share.p == 0:
        return f"<{_up(share.high)} %"
    if share.p == 1:
        return f">{_down(share.low)} %"
    shown = f"{100 * share.p:.2f}"
    return {"0.00": "<0.01 %", "100.00": ">99.99 %"}.get(shown, f"{shown} %")


def between(share: Share) -> str:
    """The interval of a share, rounded outwards."""
    return f"[{_down(share.low)}, {_up(share.high)}]"


def _down(share: float) -> str:
    from math import floor

    return f"{floor(share * 10_000) / 100:.2f}"


def _up(share: float) -> str:
    from math import ceil

    return f"{ceil(share * 10_000) / 100:.2f}"


def _differences(others: Sequence[Alternative]) -> str:
    rows = []
    for other in others:
        found = other.difference
        low, high = (f"{100 * end:+.2f}" for end in (found.low, found.high))
        rows.append([other.name, f"{100 * found.p:+.2f}", f"[{low}, {high}]"])
    return output.grid(rows, ["alternative", "attacker wins, points of a hundred more", "interval"])


def advice_table(answer: Advice) -> str:
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


def outlook_table(answer: Outlook) -> str:
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
