"""Everything that the table in the browser asks: one function from a question to its answer, both JSON objects.

It knows no server and keeps nothing: ``titan serve`` posts to it, a Web Worker calls it. The answers are those of the
commands. A question says what it asks under ``ask`` (see :data:`QUESTIONS`); an error is an answer, too.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from titan_rules.actions.grammar import action_of, parse, sentence, written
from titan_rules.actions.intents import Action, Strike
from titan_rules.box.loading import Opener, opening
from titan_rules.box.naming import reading_with
from titan_rules.box.reading import reading
from titan_rules.box.value import named
from titan_rules.draw.page.trace import facts
from titan_rules.kernel.documents import Draft
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction, faults_of
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, compact, loads
from titan_rules.kernel.names import shortened
from titan_rules.kernel.reading import read
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import Outcome, apply, dice_needed, is_legal, legal_actions, next_choice, owed, settle, why
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, battle_in

from .because import because
from .cases import cases_on
from .chances import odds, prospects, simulated
from .partial import Part, possible_part
from .questions import Act, At, Boxed, Deduce, Draw, Export, Legal, Load, New, Odds, Outlook, Rules, Simulate, Why
from .sentences import arrow

Answer = dict[str, JSON]
Position = Game | Battle

POSITIONS = ("game", "battle")
SHAPE = "a battle looks like this: Plains: Ogre D3 / Lion D4 3 hits"
LONGEST_LINE = 100_000
"""The longest position on one line that is read, in characters."""

MOST_INSTEAD = 60
"""How many legal actions are told in place of one that is not."""


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
            return answer(read(asked, kind))
    except Exception as error:
        faults = faults_of(error)
        return {"error": faults[0].to_json(), "faults": [fault.to_json() for fault in faults]}


def files_held(boxes: JSON) -> Opener:
    """What opens the files of boxes that a page holds."""

    def opened(path: str) -> JSON:
        name = os.path.basename(path)
        if isinstance(boxes, Mapping) and name in boxes:
            found: JSON = boxes[name]
            return found
        hint = "open the file of the box first, then this one again"
        raise DocumentError([Fault("box-not-here", f"the page does not have the box {name}", "/box", hint=hint)])

    return opened


# --- positions -------------------------------------------------------------------------------------------------------


def line_of(position: Position) -> str:
    """A position as the one line that stands in the page's field and its links."""
    from titan_rules.position.line import line

    return line(position)


def position_of(text: str) -> JSON:
    """The document that a text means: JSON, or a position on one line; it may still have faults.

    :raises DocumentError: it means none.
    """
    from titan_rules.position.line import draft, looks_like_a_line

    text = text.strip()
    if not looks_like_a_line(text):
        if text[:1] not in ("{", "["):
            raise DocumentError([Fault("no-position", f"{shortened(text)!r} is no position and no game", hint=SHAPE)])
        return loads(text)
    if len(text) > LONGEST_LINE:
        message = f"a position on one line has at most {LONGEST_LINE:,} characters, not {len(text):,}"
        raise DocumentError([Fault("too-long", message)])
    found = draft(text).data
    if found.get("kind") == "muster":
        raise DocumentError([Fault("no-position", "only one Legion stands here, and no battle", hint=SHAPE)])
    return found


def next_of(position: Position) -> Answer:
    """Whose choice is next, and the same in words."""
    from titan_rules.draw.battle import what_happens
    from titan_rules.draw.game import what_happens as happens

    battle = battle_in(position)
    if battle is not None:
        says = what_happens(battle)
    else:
        assert isinstance(position, Game)
        says = happens(position)
    return {**next_choice(position).to_json(), "says": says}


def _read(data: JSON) -> Position:
    found: Position = FORMAT.read(data, POSITIONS)
    return found


def _draw(asked: Draw) -> Answer:
    data = position_of(asked.position) if isinstance(asked.position, str) else asked.position
    try:
        draft: Draft[Position] = FORMAT.parse(data, POSITIONS)
    except DocumentError as error:
        part = possible_part(data)
        if part is None:
            raise
        return _impossible(data, error.faults, part, part.position)
    try:
        position = draft.believed()
    except DocumentError as error:
        return _impossible(data, error.faults, possible_part(data), draft.unchecked)
    return drawn(position)


def _impossible(data: JSON, faults: Sequence[Fault], part: Part | None, shown: Position) -> Answer:
    """A position with faults: what is wrong, what it looks like, and what can be said of its possible part."""
    with reading(shown.the_box):
        found = {"legal": [], "owed": []} if part is None else _drawn(part.position)
        return {
            "position": data,
            "line": _line_of_faulty(data, shown),
            "facts": facts(shown),
            "faults": [fault.to_json() for fault in faults],
            "legal": found["legal"],
            "owed": found["owed"],
            "next": {"by": None, "says": "This position is not possible", "actions": []},
            "partial": None if part is None else {"position": found["position"], "without": list(part.without)},
        }


def _line_of_faulty(data: JSON, shown: Position) -> str:
    """An impossible position on one line if the same one is read from it, else as its document."""
    try:
        said = line_of(shown)
        again = FORMAT.parse(position_of(said), POSITIONS).unchecked
        if line_of(again) == said and _pieces(again) == _pieces(shown):
            return said
    except DocumentError:
        pass
    return compact(data)


def _pieces(position: Position) -> Answer:
    """What is seen of a position, but for the players' free markers, which a line leaves to be derived."""
    return {key: value for key, value in facts(position).items() if not key.startswith("P/")}


def drawn(position: Position) -> Answer:
    """Everything about a possible position that the page shows at once."""
    with reading(position.the_box):
        return _drawn(position)


def _drawn(position: Position) -> Answer:
    missing, actions = None, list[Action]()
    try:
        actions = legal_actions(position)
    except CannotTell as error:
        missing = error.fault.message
    return {
        "position": FORMAT.to_json(position),
        "line": line_of(position),
        "facts": facts(position),
        "faults": [],
        "legal": [_listed(action, position) for action in actions],
        "owed": _owed(position),
        "next": next_of(position),
        "missing": missing,
    }


def _listed(action: Action, position: Position) -> Answer:
    return {"text": written(action), "says": sentence(action, position), "action": action.to_json()}


def _owed(position: Position) -> list[Answer]:
    try:
        return _rulings(owed(settle(position).state))
    except CannotTell:
        return []


def _rulings(rulings: Sequence[Ruling]) -> list[Answer]:
    return [ruling.to_json() for ruling in rulings]


# --- what may be done, and doing it ----------------------------------------------------------------------------------


def _legal(asked: Legal) -> Answer:
    from .reach import battle_reach, game_reach

    position = _read(asked.position)
    battle = battle_in(position)
    if battle is not None:
        return battle_reach(battle, asked.about)
    assert isinstance(position, Game)
    return game_reach(position, asked.about, asked.roll)


def _action(given: JSON, position: Position) -> Action:
    return parse(given, position) if isinstance(given, str) else action_of(given, position)


def _why(asked: Why) -> Answer:
    position = _read(asked.position)
    action = _action(asked.action, position)
    judged = why(position, action)
    if not judged.legal:
        return _refused(position, action, judged.rulings)
    return {**_said(position, action), "verdict": "legal", "rulings": _rulings(judged.rulings)}


def _said(position: Position, action: Action) -> Answer:
    return {"text": written(action), "says": sentence(action, position), "do": action.do}


def _refused(position: Position, action: Action, rulings: Sequence[Ruling]) -> Answer:
    return {
        **_said(position, action),
        "verdict": "illegal",
        "rulings": _rulings(rulings),
        "instead": _instead(position, action),
        "owed": _owed(position),
    }


def _instead(position: Position, action: Action) -> list[Answer]:
    """What would have been legal: first what is of the same kind and by the same piece."""
    try:
        others = legal_actions(position)
    except CannotTell:
        return []

    def apart(other: Action) -> int:
        return 2 * (other.do != action.do) + (_mover(other) != _mover(action))

    return [_listed(other, position) for other in sorted(others, key=apart)[:MOST_INSTEAD]]


def _mover(action: Action) -> tuple[Any, ...]:
    return tuple(getattr(action, name, None) for name in ("legion", "character", "origin"))


def _carried_out(position: Position, action: Action) -> Outcome[Any]:
    if isinstance(position, Battle):
        return apply(position, action)
    return apply(position, action)


def _act(asked: Act) -> Answer:
    position = _read(asked.position)
    action = _action(asked.action, position)
    if asked.dice:
        action = evolve(action, **({"dice": asked.dice} if isinstance(action, Strike) else {"die": asked.dice[0]}))
    if asked.carry and isinstance(action, Strike):
        action = evolve(action, carry=asked.carry)
    try:
        if not asked.carry and is_legal(position, action) and dice_needed(position, action):
            return {**_said(position, action), "verdict": "dice", "dice": dice_needed(position, action)}
        outcome = _carried_out(position, action)
    except IllegalAction as refusal:
        return _refused(position, action, refusal.rulings)
    return {
        **_said(position, action),
        "verdict": "legal",
        "because": _rulings(because(position, action)),
        "events": _rulings([event.ruling for event in outcome.events]),
        "arrow": arrow(action, position),
        "after": drawn(outcome.state),
    }


# --- rules, games, files ---------------------------------------------------------------------------------------------


def _rules(asked: Rules) -> Answer:
    from titan_rules.digest.rows import digest

    (rule, *_) = digest().find(asked.rule)
    return {**rule.to_json(), "meanings": digest().sources_of(rule), "cases": cases_on(rule.id)}


def _new(asked: New) -> Answer:
    from titan_rules.kernel.dice import Seeded
    from titan_rules.rules.masterboard.setup import starting_game

    from .beginnings import empty_battle

    box = named(asked.box)
    if asked.kind == "game":
        return drawn(starting_game(asked.players, Seeded(asked.seed), box=box))
    return _draw(Draw(position=empty_battle(box)))


def _box(asked: Boxed) -> Answer:
    from titan_rules.draw.page import maps

    with reading(named(asked.box)):
        return maps.kit()


def load(text: str) -> Answer:
    """The answer to ``load``.

    :raises TitanError: the text is not a position, not a recorded game, and no save of another program.
    """
    from .records import is_record, record_answer
    from .saves import imported

    text, remarks = imported(text)
    if is_record(text):
        return {**record_answer(text), "remarks": list(remarks)}
    data = position_of(text)
    if type(data) is dict and data.get("kind") == "box":
        named(data)  # with every fault, if it has any
        return {"kind": "box", "name": data.get("name"), "box": data}
    return {"kind": "position", **_draw(Draw(position=data)), "remarks": list(remarks)}


def _at(asked: At) -> Answer:
    from .records import position_at

    return drawn(position_at(asked.record, asked.step))


def _export(asked: Export) -> Answer:
    from .exports import exported

    return {"text": exported(asked)}


def _deduce(asked: Deduce) -> Answer:
    from titan_rules.deduction.recorded import recorded
    from titan_rules.replays.header import header_from_json

    from .exports import line_of_play
    from .seeing import known

    header, lines = line_of_play(asked)
    found = recorded(lines, header_from_json(header)[1])
    return {
        "step": found.step,
        "as": asked.viewer,
        "known": known(found.observer(asked.viewer), found.game.the_box, why=True),
    }


QUESTIONS: Mapping[str, tuple[type[Any], Callable[[Any], Answer]]] = {
    "load": (Load, lambda asked: load(asked.text)),
    "draw": (Draw, _draw),
    "legal": (Legal, _legal),
    "why": (Why, _why),
    "act": (Act, _act),
    "odds": (Odds, lambda asked: odds(_read(asked.position), asked)),
    "simulate": (Simulate, lambda asked: simulated(_read(asked.position), asked)),
    "rules": (Rules, _rules),
    "new": (New, _new),
    "box": (Boxed, _box),
    "at": (At, _at),
    "export": (Export, _export),
    "deduce": (Deduce, _deduce),
    "outlook": (Outlook, lambda asked: prospects(_read(asked.position), asked)),
}
"""What may be asked: what a question holds, and what answers it."""

__all__ = ["QUESTIONS", "ask", "drawn", "files_held", "line_of", "load", "next_of", "position_of"]
