"""``titan resolve-battle``: a battle from its orders."""

import os
from collections.abc import Sequence
from typing import Any

import click

from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, loads
from titan_rules.kernel.lines import Row
from titan_rules.kernel.replaying import Line
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.replays.sheet import Sheet, is_sheet, line_json
from titan_rules.replays.sheet import order_lines as sheet_lines
from titan_rules.resolving import order_lines, orders_from_json, resolve_lines
from titan_rules.simulation.outlook import TRIALS, outlook

from .. import inputs, opening, output
from . import simulate_battle

FILES = (".json", ".jsonl", ".titan", ".txt", ".gz")
"""What the name of a file of orders ends in, if there is none of that name."""


@click.command("resolve-battle")
@click.argument("position", metavar="POSITION", shell_complete=inputs.offering("files"))
@click.argument("orders", nargs=-1, metavar="[ORDER]...")
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
@click.option("--seed", help="Roll dice that the orders do not have, or simulate, from this seed.")
@click.option("--engagement", type=int, metavar="LAND", help="Before the battle: what each ending would be worth.")
@simulate_battle.with_simulation
def command(
    position: str, orders: tuple[str, ...], lines: bool, seed: str | None, engagement: int | None, **simulation: Any
) -> int:
    """Play out a battle from its orders; explain every step, and say what it comes to.

    POSITION is a battle, or a game in which one is fought. An ORDER is an action in words, or a file of actions: a
    score sheet, JSON Lines or a JSON list, - for standard input. A battle-orders document holds both.

    \b
    titan resolve-battle "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion with 6 6 5 4 3 2" end-strikes
    titan resolve-battle battle.json orders.jsonl
    titan resolve-battle battle-orders.json --seed 7
    echo end-strikes | titan resolve-battle battle.json -

    With --simulate, policies play both sides of a battle again and again: how is it likely to go?

    \b
    titan resolve-battle battle.json --simulate 1000 --seed 7 --jobs 2

    With --engagement, POSITION is a game: before the battle, what would fight, flight, concession and agreements be
    worth to both players?

    \b
    titan resolve-battle engaged.json --engagement 105
    """
    if engagement is not None or simulate_battle.wanted(simulation):
        if orders or lines:
            option = "--simulate" if engagement is None else "--engagement"
            raise click.UsageError(f"{option} takes one position, without orders and --lines")
        held = opening.opened(position).position
        if engagement is not None:
            return _outlook(held, engagement, seed, simulation)
        in_game = isinstance(held, Game)
        return simulate_battle.run(opening.battle_of(held), seed, engagement=in_game, **simulation)
    dice = None if seed is None else Seeded(seed)
    if lines:
        return inputs.answer_lines(position, lambda data: resolve_lines(*_both(data), dice))
    answer = resolve_lines(*_arguments(position, orders), dice)
    output.emit(answer)
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def _outlook(game: Game | Battle, land: int, seed: str | None, simulation: dict[str, Any]) -> int:
    """What each ending of an Engagement is worth."""
    if isinstance(game, Battle):
        raise CannotTell(Fault("usage", "--engagement is for a game: in a battle it is decided already"))
    trials = simulation.pop("trials") or TRIALS
    for name, value in simulation.items():
        if value:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --engagement")
    answer = outlook(game, land, trials=trials, seed=seed or "0")
    output.emit(answer)
    return output.ANSWERED


def _both(data: JSON) -> tuple[Battle, list[Line]]:
    """The battle and the orders of a battle-orders document."""
    if isinstance(data, dict) and isinstance(data.get("battle"), dict):
        data = {**data, "battle": inputs.overridden(data["battle"])}
    return orders_from_json(data)


def _arguments(position: str, orders: Sequence[str]) -> tuple[Battle, list[Line]]:
    if not orders:
        data = {"kind": "battle"} if inputs.is_line(position) else inputs.read_json(position)
        if isinstance(data, dict) and data.get("kind") in ("battle", "game"):
            raise click.UsageError("what happens in it? Give orders, or --simulate N")
        return _both(data)
    battle = opening.battle_of(opening.opened(position).position)
    if len(orders) == 1 and (orders[0] == "-" or os.path.exists(orders[0]) or orders[0].lower().endswith(FILES)):
        return battle, _in_file(orders[0])
    return battle, _in_words(list(enumerate(orders, 1)))


def _in_file(path: str) -> list[Line]:
    rows = list(inputs.json_lines(path))
    texts = []
    for _, text in rows:
        if isinstance(text, DocumentError):
            raise text
        texts.append(text)
    first = texts[0].lstrip()[:1] if texts else "{"
    if first == "[":
        return order_lines(loads("".join(texts)))
    if first not in ("{", '"'):
        return _in_words(rows)
    values = [loads(text, number) for number, text in enumerate(texts, 1)]
    return order_lines([v for v in values if not (isinstance(v, dict) and v.get("kind") == "replay")])


def _in_words(rows: Sequence[Row]) -> list[Line]:
    """Orders as a score sheet has them, with or without its header."""
    first = str(rows[0][1])
    lines = list(Sheet(rows).lines() if is_sheet(first) and first[:1] == "t" else sheet_lines(rows))
    faults = [line.fault for line in lines if line.fault is not None]
    if faults:
        raise DocumentError(faults)
    return order_lines([line_json(line) for line in lines])
