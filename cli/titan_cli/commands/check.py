"""``titan check``: one action against one position."""

import click

from titan_rules.actions.grammar import parse_actions
from titan_rules.actions.intents import Action, action_from_json
from titan_rules.answers.checking import check
from titan_rules.answers.verdicts import Check
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import loads
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

from .. import inputs, opening, output
from ..tables.choices import check_text


@click.command("check")
@click.argument("position", metavar="POSITION", shell_complete=inputs.offering("files"))
@click.argument("action", metavar="ACTION")
@output.with_format
@inputs.with_ruleset
@opening.with_viewer
@click.option("--apply", "carry_out", is_flag=True, help="If it is legal, print the next position instead.")
@click.option("--seed", help="Roll dice that the action does not have, from this seed.")
def command(position: str, action: str, carry_out: bool, seed: str | None, viewer: str | None, step: int | None) -> int:
    """Is one action legal, and why? What would have been?

    POSITION is a game or a battle: a file of any kind that holds one, - for standard input, or a line. ACTION is
    short text or a JSON object; a line like "Bk02 P105 Cen>Lio" that holds two actions checks both. In a recorded game
    the action is checked after the last step, or --step N. With --as Red it is judged by what Red can know, and if it
    depends on characters that Red has not seen, by what Red can deduce of them.

    \b
    titan check "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion"
    titan check game.json "Bk02 moves to 105"
    titan check battle.json "D3 strikes D4 at 6 with 6 5 1 1 2 3"
    titan check game.json "Bk02 P105" --apply
    titan check who-left.replay.jsonl "Bk02 Tro,Tro,Tro>Guardian" --as Red --step 44
    """
    dice = None if seed is None else Seeded(seed)
    held = opening.opened(position, viewer=viewer, step=step)
    actions = actions_of(action, held.position)
    answer, after = check(held.position, actions, dice) if held.seen is None else held.seen.check(actions, dice)
    if carry_out and after is not None:
        click.echo(FORMAT.dumps(after), nl=False)
        return output.ANSWERED
    show(answer)
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def show(answer: Check) -> None:
    """Print a verdict."""
    output.emit(answer, lambda: check_text(answer))


def actions_of(text: str, position: Game | Battle | None = None) -> tuple[Action, ...]:
    """The actions that an argument means.

    :raises DocumentError: it is JSON, but no action.
    """
    if text.lstrip()[:1] not in ("{", "["):
        return parse_actions(text, position)
    data = loads(text)
    if not isinstance(data, dict):
        raise DocumentError([Fault("wrong-type", "an action is a JSON object or short text")])
    return (action_from_json({k: v for k, v in data.items() if k not in ("expect", "comment", "state")}),)
