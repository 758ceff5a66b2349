"""``titan check``: actions in a position, as people say them."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import click

from titan_rules.actions.intents import Action, action_from_json
from titan_rules.answers.checking import Check, check
from titan_rules.answers.questions import ask, judge_text
from titan_rules.kernel.dice import Dice, DiceSource
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import loads
from titan_rules.kernel.ports import port
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.position.muster import Muster
from titan_rules.text.forms import FORMS, POSITIONS
from titan_rules.text.hints import is_question
from titan_rules.text.parsing import parse_actions
from titan_rules.text.positions import Line
from titan_rules.text.questions import NO_POSITION, NotRead
from titan_rules.text.writing import MISSING

from .. import arguments, inputs, output
from ..arguments import offering
from ..inputs import Opened
from ..opening import is_document, opened, opened_text

if TYPE_CHECKING:
    from titan_rules.answers.found_rules import FoundRules

KINDS = ("game", "battle", "muster")


@port
def rules_about(question: str) -> "FoundRules":
    """The rules that a question may be about."""
    raise NotImplementedError


def typed_positions() -> Iterable[str]:
    """An example of each form of a position."""
    return (form for rows in POSITIONS.values() for forms in rows.values() for form in forms)


@inputs.position_command("check", "POSITION", typed_positions, viewer=True)
@click.argument("actions", nargs=-1, metavar="[ACTION]...", shell_complete=offering(lambda: chain(*FORMS.values())))
@click.option("--apply", "carry_out", is_flag=True, help="If it is legal, print the next position instead.")
@click.option("--seed", help="Roll missing dice, from this seed.")
@click.option("--all", "in_full", is_flag=True, help="Show every legal action and assumption, and what is still owed.")
def command(
    position: str,
    actions: tuple[str, ...],
    carry_out: bool,
    seed: str | None,
    in_full: bool,
    viewer: str | None,
    step: int | None,
) -> int:
    """Is an action legal, and why? What would have been?

    POSITION is a game, a battle or a Legion that musters: a file of any kind that holds one, - for standard input, or a
    line. An ACTION is short text, a sentence or a JSON object; a line like "Bk02 P105 Cen>Lio" that holds two actions
    checks both. What you leave out is taken from the action, and the answer says so. If a choice is open, the legal
    ways are listed.

    A question, or a text in which no position is understood, may ask about the rules: it gets no verdict, but the three
    rules that it is most likely about.

    In a recorded game the action is checked after the last step, or --step N. With --as Red it is judged by what Red
    can know, and if it depends on characters that Red has not seen, by what Red can deduce of them.

    \b
    titan check "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion"
    titan check "Jungle: 2 Gargoyle, Ogre" "musters Cyclops"
    titan check game.json "Bk02 moves to 105"
    titan check battle.json "D3 strikes D4 at 6 with 6 5 1 1 2 3"
    titan check game.json "Bk02 P105" --apply
    titan check who-left.replay.jsonl "Bk02 Tro,Tro,Tro>Guardian" --as Red --step 44
    """
    if len(actions) > 1 and len(position.split()) == 1 and inputs.terrain_named(position.rstrip(":")) is not None:
        raise click.UsageError('quote the position and each action: titan check "Plains: Ogre D3 / Lion D4" "D3 x D4"')
    try:
        answer, after = _judged(position, actions, None if seed is None else Dice(seed), viewer, step)
    except NotRead as unread:
        no_position = not unread.form or MISSING in unread.form[0]
        asks = unread.faults[0].code == NO_POSITION or (is_question(position) and no_position)
        if asks and not (actions or unread.in_full) and (found := rules_about(position)).rules:
            output.emit(found)
        raise
    if carry_out and after is not None:
        click.echo(FORMAT.dumps(after), nl=False)
        return output.ANSWERED
    if carry_out and answer.ways:
        raise CannotTell(Fault("open-choice", "a choice is open", hint=f"say which: {'; '.join(answer.ways)}"))
    return output.emit(answer, answer.in_full if in_full else None)


def _judged(
    position: str, actions: Sequence[str], dice: DiceSource | None, viewer: str | None, step: int | None
) -> tuple[Check, Game | Battle | None]:
    text = "; ".join(actions)
    as_it_is = viewer is None and step is None
    if not _is_json(text) and as_it_is and position != "-" and not arguments.is_file(position):
        try:
            return ask(position, *actions, dice=dice, read=inputs.opened_line)
        except (DocumentError, ActionError):
            if inputs.is_line(position):
                raise
    if not actions:
        raise click.UsageError("give an action")
    return judged_in(opened(position, KINDS, viewer, step), text, dice)


def judged_text(position: str, action: str | None, viewer: str | None = None, step: int | None = None) -> Check:
    """Whether an action is legal in a position that is given as a text; neither is the name of a file.

    :param action: None if the position's text says it, too.
    """
    if is_document(position) or viewer is not None or step is not None:
        if action is None:
            raise CannotTell(Fault("usage", "no action is given", "/action", hint="D3 strikes D4, Bk02 P105, flee"))
        return judged_in(opened_text(position, KINDS, viewer, step), action, None)[0]
    return ask(position, *([] if action is None else [action]), read=inputs.opened_line)[0]


def judged_in(held: Opened, text: str, dice: DiceSource | None) -> tuple[Check, Game | Battle | None]:
    """Whether actions are legal in a position, and the position after them."""
    if held.seen is not None:
        return held.seen.check(_actions_in(text, held.position), dice)
    if not _is_json(text):
        judged = judge_text(Line(held.position), text, dice)
        return judged.answer, judged.after
    if isinstance(held.position, Muster):
        raise DocumentError([Fault("wrong-kind", "an action in JSON is for a game or a battle")])
    return check(held.position, _actions_in(text, held.position), dice)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _actions_in(text: str, position: Game | Battle) -> tuple[Action, ...]:
    if not _is_json(text):
        return parse_actions(text, position)
    data = loads(text)
    if not isinstance(data, dict):
        raise DocumentError([Fault("wrong-type", "an action is a JSON object or short text")])
    return (action_from_json({k: v for k, v in data.items() if k not in ("expect", "comment", "state")}),)
