"""Everything that the table in the browser asks: one function from a question to its answer, both JSON objects.

It knows no server and keeps nothing: ``titan serve`` posts to it, a Web Worker calls it. The answers are those of the
commands. A question says under ``ask`` which of the functions here it is for (see :data:`QUESTIONS`); an error is an
answer, too. What only some questions need is imported when it is asked for, so that the page's engine is there sooner.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_type_hints

from attrs import asdict

from titan_rules.answers.battle_odds import Outlook
from titan_rules.box.current_box import reading, reading_with
from titan_rules.box.loading import Opener, opening
from titan_rules.box.value import named
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, faults_of
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.reading import read as read_question
from titan_rules.odds.cases import Declaration
from titan_rules.odds.strikes import StrikeAnswer, battle_answer
from titan_rules.position.game import Game, battle_in
from titan_rules.replays import holding

from . import answers
from . import questions as asks
from .acting import act, legal, why
from .cases import cases_on
from .positions import document_of, drawn, empty_battle, judged, read


def ask(question: Mapping[str, JSON]) -> dict[str, Any]:
    """The answer to a question.

    :param question: ``{"ask": "draw", "position": {...}}``; what else it holds depends on what it asks. ``boxes`` holds
        the documents of boxes that the question names by a file: no file is opened for a page.
    :returns: the answer, or ``{"error": {...}, "faults": [...]}`` where it cannot be given.
    """
    try:
        name = question.get("ask")
        if not isinstance(name, str) or name not in QUESTIONS:
            raise DocumentError([Fault("unknown-question", f"there is no question {str(name)[:40]!r}", "/ask")])
        kind, _ = shapes(name)
        asked = {key: value for key, value in question.items() if key not in ("ask", "boxes")}
        with opening(files_held(question.get("boxes"))), reading_with(question.get("position")):
            return QUESTIONS[name](read_question(asked, kind)).to_json()
    except Exception as error:
        faults = faults_of(error)
        return answers.NoAnswer(error=faults[0], faults=tuple(faults)).to_json()


def shapes(name: str) -> tuple[type[object], object]:
    """What a question holds, and what its answer holds."""
    said = get_type_hints(QUESTIONS[name])
    return said["asked"], said["return"]


def files_held(boxes: JSON) -> Opener:
    """What opens the files of boxes that a page holds."""

    def opened(path: str) -> JSON:
        name = os.path.basename(path)
        if isinstance(boxes, Mapping) and name in boxes:
            document: JSON = boxes[name]
            return document
        hint = "open the file of the box first, then this one again"
        raise DocumentError([Fault("box-not-here", f"the page does not have the box {name}", "/box", hint=hint)])

    return opened


Loaded: TypeAlias = answers.PositionLoaded | answers.Recorded | answers.BoxLoaded


def load(asked: asks.Load) -> Loaded:
    """What a text holds.

    :raises TitanError: it is not a position, not a recorded game, and no save of another program.
    """
    from .records import imported, record_answer

    text, remarks = imported(asked.text)
    if holding(text) == "record":
        return record_answer(text, remarks)
    data = document_of(text)
    if type(data) is dict and data.get("kind") == "box":
        named(data)  # with every fault, if it has any
        return answers.BoxLoaded(name=data["name"], box=data)
    return answers.PositionLoaded(drawn=judged(data), remarks=tuple(remarks))


def draw(asked: asks.Draw) -> answers.Drawn:
    """A position, possible or not."""
    return judged(asked.position)


def rules(asked: asks.Rules) -> answers.Law:
    """A rule with its sources and cases."""
    from titan_rules.digest.rows import digest

    (rule, *_) = digest().find(asked.rule)
    return answers.Law(**rule.to_json(), meanings=digest().sources_of(rule), cases=cases_on(rule.id))


def new(asked: asks.New) -> answers.Drawn:
    """A battle without anybody, or a game that begins."""
    from titan_rules.kernel.dice import Seeded
    from titan_rules.rules.masterboard.setup import starting_game

    box = named(asked.box)
    if asked.kind == "battle":
        return judged(empty_battle(box))
    return drawn(starting_game(asked.players, Seeded(asked.seed), box=box))


def box(asked: asks.Boxed) -> answers.BoxDrawn:
    """What a box is drawn with."""
    from titan_rules.draw import page as maps

    with reading(named(asked.box)):
        return answers.BoxDrawn(*maps.kit())


def at(asked: asks.At) -> answers.Drawn:
    """The position after a step."""
    from .records import position_at

    return drawn(position_at(asked.record, asked.step))


def export(asked: asks.Export) -> answers.Exported:
    """A position or a game as a file."""
    from .records import exported

    return answers.Exported(text=exported(asked))


def deduce(asked: asks.Deduce) -> answers.Deduced:
    """What somebody can know."""
    from .records import deduced

    return deduced(asked)


def odds(asked: asks.Odds) -> StrikeAnswer:
    """The odds of a strike."""
    battle = battle_in(read(asked.position))
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now", "/position/battle"))
    carried = (asked.carry_to or "").replace(",", " ").split()
    declared = Declaration(strike_number=asked.strike_number, dice_count=asked.dice_count, carry_to=carried)
    return battle_answer(battle, [asked.strikers], asked.target, declared, roll=list(asked.roll) or None)


def simulate(asked: asks.Simulate) -> answers.Fought:
    """Some more battles, with those before."""
    from titan_rules.simulation.playing import ready
    from titan_rules.simulation.simulation import Results, Task, answer, run_chunk
    from titan_rules.simulation.tally import tally_of

    position = read(asked.position)
    battle = battle_in(position)
    if battle is None or battle.outcome is not None:
        raise CannotTell(Fault("no-battle", "there is no battle to fight out", "/position"))
    ready(battle)
    plan = Task((battle,), asked.attacker, asked.defender, asked.seed, engagement=isinstance(position, Game))
    results = run_chunk(plan, asked.first, asked.count)
    if asked.so_far is not None:
        results.add(Results([tally_of(asked.so_far)]))
    return answers.Fought(odds=answer(plan, results), so_far=asdict(results.tallies[0]))


def outlook(asked: asks.Outlook) -> Outlook:
    """What the endings of an Engagement are worth."""
    from titan_rules.simulation.outlook import outlook as outlook_of

    position = read(asked.position)
    if not isinstance(position, Game):
        raise CannotTell(Fault("no-engagement", "a battle by itself is no Engagement", "/position"))
    return outlook_of(position, asked.land, trials=asked.trials)


_ANSWERING = (load, draw, legal, why, act, odds, simulate, rules, new, box, at, export, deduce, outlook)
QUESTIONS: Mapping[str, Callable[..., Part]] = {one.__name__: one for one in _ANSWERING}
"""What answers each question; what both hold is said by its types."""
