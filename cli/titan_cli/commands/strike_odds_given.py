"""The options of ``titan strike-odds``, as far as they were typed."""

from typing import TypedDict

import click

from titan_rules.kernel.dice import dice_faults
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.odds.carry import Aim


class Given(TypedDict, total=False):
    """The options that were typed."""

    strikers: str
    target: str
    strike_number: int
    dice_count: int
    carry_to: str
    best: Aim
    exchange: bool
    roll: list[int]
    terrain: str
    hits: int
    striker_hits: int
    score: int
    target_score: int


def dice(text: str) -> list[int]:
    """The dice that were typed.

    :raises DocumentError: something that no die shows.
    """
    dice: list[int | str] = [int(die) if die.isdecimal() and len(die) < 4 else die for die in split(text)]
    faults = dice_faults(dice) if dice else [Fault("dice-count", "no dice are given")]
    if faults:
        raise DocumentError([Fault(fault.code, f"--dice: {fault.message}") for fault in faults])
    return [int(die) for die in dice]


def split(text: str | None) -> list[str]:
    """The words of a list with commas or spaces between them."""
    return text.replace(",", " ").split() if text else []


def only(given: Given, what: str, *names: str) -> None:
    """Refuse every option but some."""
    for name in given:
        if name not in names:
            raise click.UsageError(f"{what} has no use for {_flag(name)}")


def refuse(given: Given, why: str, *names: str) -> None:
    """Refuse some options."""
    for name in names:
        if name in given:
            raise click.UsageError(f"{_flag(name)} {why}")


def _flag(name: str) -> str:
    return "--" + {"strikers": "from", "target": "to", "roll": "dice"}.get(name, name).replace("_", "-")
