"""Everything that the table in the browser asks: one function from a question to its answer, both JSON objects.

It knows no server and keeps nothing: ``titan serve`` posts to it, a Web Worker calls it. The answers are those of the
commands. A question says what it asks under ``ask`` (see :data:`QUESTIONS`); an error is an answer, too. What only some
questions need is imported when it is asked for, so that the page's engine is there sooner.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

from attrs import asdict

from titan_rules.box.current_box import reading, reading_with
from titan_rules.box.loading import Opener, opening
from titan_rules.box.value import named
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, faults_of
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.reading import read as read_question
from titan_rules.position.game import Game, battle_in

from . import questions as asks
from .cases import cases_on
from .positions import Answer, document_of, drawn, empty_battle, judged, read


def ask(question: Mapping[str, JSON]) -> Answer:
    """The answer to a question.

    :param question: ``{"ask": "draw", "position": {...}}``; what else it holds depends on what it asks. ``boxes`` holds
        the documents of boxes that the question names by a file: no file is opened for a page.
    :returns: the answer, or ``{"error": {...}, "faults": [...]}`` where it cannot be given.
    """
    try:
        name = question.get("ask")
        if not isinstance(name, str) or name not in QUESTIONS:
            raise DocumentError([Fault("unknown-question", f"there is no question {str(name)[:40]!r}", "/ask")])
        kind, answer = QUESTIONS[name]
        asked = {key: value for key, value in question.items() if key not in ("ask", "boxes")}
        with opening(files_held(question.get("boxes"))), reading_with(question.get("position")):
            return answer(read_question(asked, kind))
    except Exception as error:
        faults = faults_of(error)
        return {"error": faults[0].to_json(), "faults": [fault.to_json() for fault in faults]}


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


def load(text: str) -> Answer:
    """The answer to ``load``.

    :raises TitanError: the text is not a position, not a recorded game, and no save of another program.
    """
    from .records import imported, is_record, record_answer

    text, remarks = imported(text)
    if is_record(text):
        return {**record_answer(text), "remarks": list(remarks)}
    data = document_of(text)
    if type(data) is dict and data.get("kind") == "box":
        named(data)  # with every fault, if it has any
        return {"kind": "box", "name": data.get("name"), "box": data}
    return {"kind": "position", **judged(data), "remarks": list(remarks)}


def _legal(asked: asks.Legal) -> Answer:
    from .acting import reach

    return reach(asked)


def _why(asked: asks.Why) -> Answer:
    from . import acting

    return acting.judged(asked)


def _act(asked: asks.Act) -> Answer:
    from .acting import done

    return done(asked)


def _rules(asked: asks.Rules) -> Answer:
    from titan_rules.digest.rows import digest

    (rule, *_) = digest().find(asked.rule)
    return {**rule.to_json(), "meanings": digest().sources_of(rule), "cases": cases_on(rule.id)}


def _new(asked: asks.New) -> Answer:
    from titan_rules.kernel.dice import Seeded
    from titan_rules.rules.masterboard.setup import starting_game

    box = named(asked.box)
    if asked.kind == "battle":
        return judged(empty_battle(box))
    return drawn(starting_game(asked.players, Seeded(asked.seed), box=box))


def _box(asked: asks.Boxed) -> Answer:
    from titan_rules.draw.page import maps

    with reading(named(asked.box)):
        return maps.kit()


def _at(asked: asks.At) -> Answer:
    from .records import position_at

    return drawn(position_at(asked.record, asked.step))


def _export(asked: asks.Export) -> Answer:
    from .records import exported

    return {"text": exported(asked)}


def _deduce(asked: asks.Deduce) -> Answer:
    from .records import deduced

    return deduced(asked)


def _odds(asked: asks.Odds) -> Answer:
    from titan_rules.odds.cases import Declaration
    from titan_rules.odds.strikes import battle_answer

    battle = battle_in(read(asked.position))
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now", "/position/battle"))
    carried = (asked.carry_to or "").replace(",", " ").split()
    declared = Declaration(strike_number=asked.strike_number, dice_count=asked.dice_count, carry_to=carried)
    return battle_answer(battle, [asked.strikers], asked.target, declared, roll=list(asked.roll) or None).to_json()


def _simulate(asked: asks.Simulate) -> Answer:
    """Some more battles, with what came before."""
    from titan_rules.simulation.playing import ready
    from titan_rules.simulation.simulation import Plan, Results, answer, run_chunk
    from titan_rules.simulation.tally import tally_of

    position = read(asked.position)
    battle = battle_in(position)
    if battle is None or battle.outcome is not None:
        raise CannotTell(Fault("no-battle", "there is no battle to fight out", "/position"))
    ready(battle)
    plan = Plan((battle,), asked.attacker, asked.defender, asked.seed, engagement=isinstance(position, Game))
    results = run_chunk(plan, asked.first, asked.count)
    if asked.so_far is not None:
        results.add(Results([tally_of(asked.so_far)]))
    return {**answer(plan, results).to_json(), "so_far": asdict(results.tallies[0])}


def _outlook(asked: asks.Outlook) -> Answer:
    from titan_rules.simulation.outlook import outlook

    position = read(asked.position)
    if not isinstance(position, Game):
        raise CannotTell(Fault("no-engagement", "a battle by itself is no Engagement", "/position"))
    return outlook(position, asked.land, trials=asked.trials).to_json()


QUESTIONS: Mapping[str, tuple[type[Any], Callable[[Any], Answer]]] = {
    "load": (asks.Load, lambda asked: load(asked.text)),
    "draw": (asks.Draw, lambda asked: judged(asked.position)),
    "legal": (asks.Legal, _legal),
    "why": (asks.Why, _why),
    "act": (asks.Act, _act),
    "odds": (asks.Odds, _odds),
    "simulate": (asks.Simulate, _simulate),
    "rules": (asks.Rules, _rules),
    "new": (asks.New, _new),
    "box": (asks.Boxed, _box),
    "at": (asks.At, _at),
    "export": (asks.Export, _export),
    "deduce": (asks.Deduce, _deduce),
    "outlook": (asks.Outlook, _outlook),
}
"""What may be asked: what a question holds, and what answers it."""
