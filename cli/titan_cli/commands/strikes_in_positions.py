"""``titan strike-odds`` about a position, and about a strike in words; characters given by name need none of this."""

import os
from collections.abc import Sequence
from typing import Any

import click

from titan_rules.actions import intents as act
from titan_rules.answers.questions import judge_text, judge_texts
from titan_rules.box.current_box import current
from titan_rules.kernel.errors import ActionError, DocumentError, Fault
from titan_rules.kernel.wording import article
from titan_rules.text.positions import Line

from .. import arguments, inputs, output
from ..opening import opened, opened_battle
from .strike_odds import OF_NAMED, Answer, Given, odds_asked, odds_of_battle, refuse


def odds_in_position(what: Sequence[str], lines: bool, duel: bool, given: Given) -> int:
    """Answer about a position, and about a strike in words if any follow it; returns the exit code."""
    if len(what) > 1:
        return output.emit(_declared(what, given))
    (path,) = what
    refuse(given, "is for named characters, a position says it", *OF_NAMED)
    names = current().character_names
    if path != "-" and not os.path.exists(path) and names.find(path):
        raise click.UsageError(f"missing target: who does the {names.canonical(path)} strike?")
    answer = odds_asked(duel, given)
    if lines:
        return arguments.answer_lines(path, lambda data: answer(inputs.battle_of(inputs.position_in(data))))
    try:
        return output.emit(answer(opened_battle(path)))
    except DocumentError as unread:
        if not inputs.is_line(path):
            raise
        try:
            return output.emit(_declared([path], given))
        except DocumentError:
            raise unread from None


def _declared(what: Sequence[str], given: Given) -> Answer:
    """The odds of a strike in words, in a position."""
    refuse(given, "is for named characters, a position says it", *OF_NAMED)
    refuse(given, "and a strike in words exclude each other", "from", "to")
    text = "; ".join(what[1:])
    if inputs.is_line(what[0]):
        judged = judge_texts(what, read=inputs.opened_line)
    else:
        judged = judge_text(Line(opened(what[0]).position), text)
    if judged.before is None or len(judged.actions) != 1:
        message = f"one action is asked about here, not {len(judged.actions) or 'a rule'}"
        raise ActionError(Fault("bad-notation", message), text, (0, len(text)))
    (strike,) = judged.actions
    if not isinstance(strike, act.Strike):
        raise click.UsageError(f"only a strike has odds, this is {article(strike.do)}")
    said: dict[str, Any] = {
        "strike-number": strike.strike_number,
        "dice-count": strike.dice_count,
        "dice": strike.dice,
        "carry-to": ",".join(carry.to for carry in strike.carry) or None,
    }
    return odds_of_battle(inputs.battle_of(judged.before), [strike.origin], strike.to, {**said, **given})
