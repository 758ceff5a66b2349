"""``titan check``: one action against one state."""

from typing import TYPE_CHECKING

import click

from titan_rules.kernel.errors import DocumentError, Fault

from .. import inputs, output, recordings

if TYPE_CHECKING:
    from titan_rules.actions.intents import Action
    from titan_rules.answers.checking import S
    from titan_rules.answers.verdicts import Check
    from titan_rules.deduction.recorded import Recording
    from titan_rules.kernel.dice import DiceSource
    from titan_rules.position.battle import Battle
    from titan_rules.position.game import Game


@click.command("check")
@click.argument("state")
@click.argument("action")
@output.with_format
@inputs.with_ruleset
@recordings.with_viewer
@click.option("--apply", "carry_out", is_flag=True, help="If it is legal, print the next state instead of the verdict.")
@click.option("--seed", help="Roll dice that the action does not have, from this seed.")
def command(
    state: str,
    action: str,
    preset: str | None,
    options: tuple[str, ...],
    carry_out: bool,
    seed: str | None,
    viewer: str | None,
    step: int | None,
) -> int:
    """Is one action legal, and why? What would have been?

    STATE is a game or a battle, a file or - for standard input. ACTION is a JSON object or short text; a line
    like "Bk02 P105 Cen>Lio" that holds two actions checks both. STATE may also be a recorded game: then the action is
    checked after its last step, or --step N. With --as Red it is judged by what Red can know, and where it depends on
    characters that Red has not seen, by what Red can deduce of them.

    \b
    titan check game.json "Bk02 moves to 105"
    titan check battle.json "D3 strikes D4 at 6 with 6 5 1 1 2 3"
    titan check game.json '{"do": "roll", "die": 4}' --apply > next.json
    titan check who-left.replay.jsonl "Bk02 Tro,Tro,Tro>Guardian" --as Red --step 44
    """
    from titan_rules.kernel.dice import Seeded
    from titan_rules.position.documents import FORMAT

    dice = None if seed is None else Seeded(seed)
    if viewer is not None or step is not None or recordings.is_record(state):
        answer, after = _after_a_step(recordings.recording(state, preset, options, step), viewer, action, dice)
    else:
        data = inputs.override_ruleset(inputs.read_json(state), preset, options)
        answer, after = _judged(FORMAT.read(data, ("game", "battle")), action, dice)
    if carry_out and after is not None:
        click.echo(FORMAT.dumps(after), nl=False)
        return output.ANSWERED
    output.emit(answer, lambda: table(answer))
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def _after_a_step(
    recording: "Recording", viewer: str | None, action: str, dice: "DiceSource | None"
) -> "tuple[Check, Game | None]":
    found = recordings.seen_or_told(recording, viewer)
    if found is None:
        return _judged(recording.game, action, dice)
    return found.check(actions_of(action, found.position), dice)


def _judged(position: "S", action: str, dice: "DiceSource | None") -> "tuple[Check, S | None]":
    from titan_rules.answers.checking import check

    return check(position, actions_of(action, position), dice)


def actions_of(text: str, position: "Game | Battle | None" = None) -> "tuple[Action, ...]":
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
