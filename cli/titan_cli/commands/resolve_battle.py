"""``titan resolve-battle``: a battle from its orders."""

from typing import Any

import click

from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import JSON

from .. import inputs, output
from . import simulate_battle


@click.command("resolve-battle")
@click.argument("document")
@click.argument("orders", required=False)
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
@click.option("--seed", help="Roll dice that the orders do not have, or simulate, from this seed.")
@click.option("--engagement", type=int, metavar="LAND", help="Before the battle: what each ending would be worth.")
@simulate_battle.with_simulation
def command(
    document: str,
    orders: str | None,
    lines: bool,
    preset: str | None,
    options: tuple[str, ...],
    seed: str | None,
    engagement: int | None,
    **simulation: Any,
) -> int:
    """Play out a battle from its orders; explain every step, and say what it comes to.

    DOCUMENT is a battle and ORDERS a file of actions: a score sheet, JSON Lines or a JSON list; or DOCUMENT alone
    is a battle-orders document that holds both. Either may be - for standard input.

    \b
    titan resolve-battle battle.json orders.jsonl
    titan resolve-battle battle-orders.json --seed 7
    echo end-strikes | titan resolve-battle battle.json -

    With --simulate, policies play both sides of a battle again and again: how is it likely to go?

    \b
    titan resolve-battle battle.json --simulate 1000 --seed 7 --jobs 2

    With --engagement, DOCUMENT is a game: before the battle, what would fight, flight, concession and agreements be
    worth to both players?

    
    titan resolve-battle engaged.json --engagement 105
    """
    if engagement is not None:
        if orders is not None or lines:
            raise click.UsageError("--engagement takes one game document, without orders and --lines")
        data = inputs.override_ruleset(inputs.read_json(document), preset, options)
        return _outlook(data, engagement, seed, simulation)
    if simulate_battle.wanted(simulation):
        if orders is not None or lines:
            raise click.UsageError("--simulate takes one battle document, without orders and --lines")
        data = inputs.override_ruleset(inputs.read_json(document), preset, options)
        return simulate_battle.run(data, seed, **simulation)
    from titan_rules.answers.battle_result import BattleResult
    from titan_rules.kernel.dice import Seeded
    from titan_rules.resolving import orders_from_json, resolve_lines

    def answer(data: JSON) -> BattleResult:
        if isinstance(data, dict) and isinstance(data.get("battle"), dict):
            data = {**data, "battle": inputs.override_ruleset(data["battle"], preset, options)}
        battle, order_list = orders_from_json(data)
        return resolve_lines(battle, order_list, None if seed is None else Seeded(seed))

    if lines:
        return inputs.answer_lines(document, answer)
    from ..tables.battles import table

    found = answer(_together(document, orders))
    output.emit(found, lambda: table(found))
    return output.ANSWERED if found.verdict == "legal" else output.NEGATIVE


def _outlook(data: JSON, land: int, seed: str | None, simulation: dict[str, Any]) -> int:
    """What each ending of an Engagement is worth."""
    from titan_rules.position.documents import FORMAT
    from titan_rules.simulation.outlook import TRIALS, outlook

    from ..tables.outlook import table

    trials = simulation.pop("trials") or TRIALS
    for name, value in simulation.items():
        if value:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --engagement")
    found = outlook(FORMAT.read(data, ("game",)), land, trials=trials, seed=seed or "0")
    output.emit(found, lambda: table(found))
    return output.ANSWERED


def _together(document: str, orders: str | None) -> JSON:
    """The battle-orders document that the arguments make."""
    data = inputs.read_json(document)
    if orders is None:
        return data
    rows = []
    for _, text in inputs.json_lines(orders):
        if isinstance(text, DocumentError):
            raise text
        rows.append(text)
    return {"format": "titan-rules/1", "kind": "battle-orders", "battle": data, "orders": _orders(rows)}


def _orders(rows: list[str]) -> JSON:
    from titan_rules.kernel.jsontext import loads

    first = rows[0].lstrip() if rows else ""
    if first.startswith("["):
        return loads("".join(rows))
    if first[:1] not in ("{", '"', ""):
        return _in_words(rows)
    values = [loads(row, number) for number, row in enumerate(rows, 1)]
    return [value for value in values if not (isinstance(value, dict) and value.get("kind") == "replay")]


def _in_words(rows: list[str]) -> JSON:
    """Orders of a score sheet, with or without its header."""
    from titan_rules.replays.sheet import Sheet, is_sheet, line_json, order_lines

    numbered = list(enumerate(rows, 1))
    lines = list(Sheet(numbered).lines() if is_sheet(first := rows[0]) and first[:1] == "t" else order_lines(numbered))
    faults = [line.fault for line in lines if line.fault is not None]
    if faults:
        raise DocumentError(faults)
    return [line_json(line) for line in lines]
