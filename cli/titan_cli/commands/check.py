"""``titan check``: one action against one state."""

from typing import TYPE_CHECKING, Any

import click

from titan_rules.kernel.errors import DocumentError, Fault

from .. import inputs, output

if TYPE_CHECKING:
    from titan_rules.answers.verdicts import Check


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
    from titan_rules.answers.checking import check
    from titan_rules.kernel.dice import Seeded

    dice = None if seed is None else Seeded(seed)
    answer, after = check(position, actions_of(action, position), dice)
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


def table(answer: "Check") -> str:
    """A verdict for people."""
    rows = [f"{answer.text}: {answer.verdict}", output.rulings(answer.rulings)]
    if answer.dice is not None:
        rows.append(f"  {answer.dice} dice are to be rolled")
    if answer.next is not None:
        from ..tables.choices import choice_text

        rows.append(choice_text(answer.next))
    if answer.owed:
        rows += ["still owed:", output.rulings(answer.owed)]
    if answer.legal:
        rows += ["legal now:", *[f"  {text}" for text in answer.legal]]
    return "\n".join(row for row in rows if row)
