"""``titan check``: one action against one state."""

from typing import Any

import click

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault

from .. import inputs, output


@click.command("check")
@click.argument("state")
@click.argument("action")
@output.with_format
@inputs.with_ruleset
@click.option("--apply", "carry_out", is_flag=True, help="If it is legal, print the next state instead of the verdict.")
@click.option("--seed", help="Roll dice that the action does not have, from this seed.")
def command(
    state: str, action: str, preset: str | None, options: tuple[str, ...], carry_out: bool, seed: str | None
) -> int:
    """Is one action legal, and why? What would have been?

    STATE is a game or a battle, a file or - for standard input. ACTION is a JSON object or short text; a line
    like "Bk02 P105 Cen>Lio" that holds two actions checks both.

    \b
    titan check game.json "Bk02 moves to 105"
    titan check battle.json "D3 strikes D4 at 6 with 6 5 1 1 2 3"
    titan check game.json '{"do": "roll", "die": 4}' --apply > next.json
    """
    from titan_rules.position.documents import FORMAT

    position = FORMAT.read(inputs.override_ruleset(inputs.read_json(state), preset, options), ("game", "battle"))
    answer, after = judge(position, actions_of(action, position), seed)
    if carry_out and after is not None:
        click.echo(FORMAT.dumps(after), nl=False)
        return output.ANSWERED
    output.emit(answer, lambda: table(answer))
    return output.ANSWERED if after is not None else output.NEGATIVE


def actions_of(text: str, position: Any = None) -> tuple[Any, ...]:
    """The actions that an argument means.

    :raises DocumentError: it is JSON, but no action.
    """
    from titan_rules.actions.grammar import parse_line
    from titan_rules.actions.intents import action_from_json
    from titan_rules.kernel.jsontext import loads

    if text.lstrip()[:1] not in ("{", "["):
        return parse_line(text, position)
    data = loads(text)
    if not isinstance(data, dict):
        raise DocumentError([Fault("wrong-type", "an action is a JSON object or short text")])
    return (action_from_json({k: v for k, v in data.items() if k not in ("expect", "comment", "state")}),)


def judge(position: Any, actions: tuple[Any, ...], seed: str | None = None) -> tuple[dict[str, Any], Any]:
    """The answer on actions in a position, and the state after them, None if one is illegal."""
    from titan_rules.actions.grammar import written
    from titan_rules.kernel.dice import Seeded
    from titan_rules.kernel.errors import IllegalAction
    from titan_rules.play import apply, legal_actions, owed, settle

    dice = None if seed is None else Seeded(seed)
    rulings: list[Any] = []
    state = position
    for action in actions:
        try:
            outcome = apply(state, action, dice)
        except IllegalAction as e:
            found = {
                "kind": "check",
                "verdict": "illegal",
                "action": action.to_json(),
                "text": written(action),
                "rulings": [ruling.to_json() for ruling in e.rulings],
                "legal": _legal(legal_actions, state),
                "owed": [ruling.to_json() for ruling in owed(settle(state).state)],
            }
            return found, None
        except CannotTell as e:
            if e.fault.code != "dice-missing" or carrying(action):
                raise
            return _unrolled(position, action, rulings), position
        state = outcome.state
        rulings += outcome.events
    last = actions[-1]
    shown = [ruling.to_json() for ruling in rulings]
    return {
        "kind": "check",
        "verdict": "legal",
        "action": last.to_json(),
        "text": written(last),
        "rulings": shown,
    }, state


def carrying(action: Any) -> bool:
    """Whether an action says what its dice do, although it has none."""
    return bool(getattr(action, "carry", ()))


def _unrolled(position: Any, action: Any, rulings: list[Any]) -> dict[str, Any]:
    """A legal action whose dice are still to be rolled."""
    from titan_rules.actions.grammar import written
    from titan_rules.play.engine import dice_needed

    return {
        "kind": "check",
        "verdict": "legal",
        "action": action.to_json(),
        "text": written(action),
        "rulings": [ruling.to_json() for ruling in rulings],
        "dice": dice_needed(position, action),
    }


def _legal(legal_actions: Any, state: Any) -> list[str]:
    from titan_rules.actions.grammar import written

    try:
        return [written(action) for action in legal_actions(state)]
    except CannotTell:
        return []


def table(answer: dict[str, Any]) -> str:
    """A verdict for people."""
    rows = [f"{answer['text']}: {answer['verdict']}", output.bullets(answer["rulings"])]
    if "dice" in answer:
        rows.append(f"  {answer['dice']} dice are to be rolled")
    if answer.get("owed"):
        rows += ["still owed:", output.bullets(answer["owed"])]
    if answer.get("legal"):
        rows += ["legal now:", *[f"  {text}" for text in answer["legal"]]]
    return "\n".join(row for row in rows if row)
