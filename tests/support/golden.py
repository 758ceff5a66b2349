"""Questions of every kind, and the answer to each without its wording: rules, numbers, places.

Questions and answers are in ``tests/data/golden_sentences``. After an intended change ``make golden`` asks every
question again, writes the answers down, and says which of them changed.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import frozen

import titan_rules
from running import titan
from titan_rules import why
from titan_rules.actions.grammar import action_of, parse, written
from titan_rules.actions.intents import action_from_json
from titan_rules.box.current_box import use_box
from titan_rules.deduction.history import alphabet, beginning, facts_of
from titan_rules.deduction.posterior import NOBODY, Observer
from titan_rules.deduction.recorded import legion_deduction
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, TitanError, UnknownName
from titan_rules.kernel.rulings import HasRuling
from titan_rules.play import apply, legal_actions, next_choice
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.position.line import parse_line

DATA = Path(__file__).parent.parent / "data" / "golden_sentences"
WORDING = ("text", "message", "hint")
"""The keys of answers that are prose."""


@frozen
class Kind:
    """A kind of question.

    :param tell: the answer to one, as JSON.
    :param together: how many a test asks.
    """

    tell: Callable[[Any], Any]
    together: int


def bare(answer: Any) -> Any:
    """An answer without its wording."""
    if isinstance(answer, dict):
        return {key: bare(value) for key, value in answer.items() if key not in WORDING}
    return [bare(each) for each in answer] if isinstance(answer, list | tuple) else answer


def refused(error: TitanError) -> Any:
    """What an error says, without its wording."""
    if isinstance(error, DocumentError):
        return [[fault.code, fault.pointer, fault.line] for fault in error.faults]
    if isinstance(error, ActionError):
        return [error.fault.code, *error.place]
    if isinstance(error, CannotTell | UnknownName):
        return [error.fault.code, error.fault.pointer]
    return type(error).__name__


def ruled(found: Sequence[HasRuling]) -> Any:
    """Rulings without their wording."""
    return [[each.rule, each.verdict, each.step, dict(each.ruling.facts)] for each in found]


def digest(text: str) -> str:
    """A text in short."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


# --- games ------------------------------------------------------------------------------------------------------------

EVERY = 8


def _game(asked: Any) -> Any:
    game = titan_rules.loads(json.dumps(asked["start"]), Game)
    told: list[Any] = []
    with use_box(game.the_box):
        for number, row in enumerate(asked["actions"]):
            outcome = apply(game, action_from_json(row))
            game = outcome.state
            step: list[Any] = [ruled(outcome.events), next_choice(game).to_json()]
            if number % EVERY == 0:
                listed = sorted(written(action) for action in legal_actions(game))
                step += [len(listed), digest("\n".join(listed)), digest(titan_rules.dumps(game)), _seen(game)]
            told.append(bare(step))
    return told


def _seen(game: Game) -> Any:
    return {
        viewer.color: [
            [legion.legion, legion.size, legion.characters, legion.revealed]
            for _, legion in known_to(game, viewer.color).legions()
        ]
        for viewer in game.players
    }


# --- what is asked of a position --------------------------------------------------------------------------------------


def _judged(asked: Any) -> Any:
    position = titan_rules.loads(json.dumps(asked["position"]))
    told = []
    for row in asked["actions"]:
        try:
            found = why(position, action_of(row, position))
            told.append({"legal": found.legal, "rulings": ruled(found.rulings)})
        except TitanError as error:
            told.append(refused(error))
    return told


# --- texts and documents ----------------------------------------------------------------------------------------------


def _parsed(asked: Any) -> Any:
    position = None if asked["position"] is None else titan_rules.loads(json.dumps(asked["position"]))
    told = []
    for text in asked["texts"]:
        try:
            told.append(parse(text, position).to_json())
        except TitanError as error:
            told.append(refused(error))
    return told


def _read(asked: Any) -> Any:
    try:
        return digest(titan_rules.dumps(titan_rules.loads(json.dumps(asked))))
    except TitanError as error:
        return refused(error)


def _line(asked: Any) -> Any:
    try:
        return digest(titan_rules.dumps(parse_line(asked)))
    except TitanError as error:
        return refused(error)


# --- odds -------------------------------------------------------------------------------------------------------------


def _command(asked: Any) -> Any:
    done = titan("strike-odds", *asked["args"], "--format", "json", stdin=json.dumps(asked.get("stdin")))
    if done.out:
        return bare(done.json)
    return [done.code, done.error["code"], done.error["pointer"]]


# --- deductions -------------------------------------------------------------------------------------------------------


def _deduced(asked: Any) -> Any:
    game = titan_rules.loads(json.dumps(asked["start"]), Game)
    told: list[Any] = []
    with use_box(game.the_box):
        letters = alphabet(game.the_box)
        color = game.players[0].color
        observers = [Observer(letters, NOBODY), Observer(letters, color), Observer(letters, color, "splits")]
        for observer in observers:
            observer.take(beginning(game))
        for number, row in enumerate(asked["actions"], 1):
            action = action_from_json(row)
            outcome = apply(game, action)
            facts = facts_of(number, game, action, outcome.state, outcome.events)
            game = outcome.state
            if facts:
                told.append([ruled([fact.ruling() for fact in facts])])
            for observer in observers:
                observer.take(facts)
                if facts and number % 3 == 0:
                    found = [legion_deduction(observer, marker).to_json() for marker in observer.legions()]
                    told.append(digest(json.dumps(bare(found), sort_keys=True)))
    return told


def _audited(asked: Any) -> Any:
    text = "".join(json.dumps(row) + "\n" for row in asked)
    done = titan("replay", "-", "--audit", "--format", "json", stdin=text)
    return bare(done.json) if done.out else [done.code, done.error["code"]]


KINDS = {
    "games": Kind(_game, 1),
    "actions": Kind(_judged, 8),
    "texts": Kind(_parsed, 10),
    "documents": Kind(_read, 50),
    "lines": Kind(_line, 80),
    "odds": Kind(_command, 20),
    "audits": Kind(_audited, 1),
    "deductions": Kind(_deduced, 1),
}


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """The questions of a kind, each with what was answered."""
    text = gzip.decompress((DATA / f"{name}.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def as_json(answer: Any) -> Any:
    """An answer as it is read back."""
    return json.loads(json.dumps(answer))


def main() -> None:
    """Write the files of all kinds, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []])
    for name in parser.parse_args().kinds or KINDS:
        kind, old = KINDS[name], rows(name)
        new = [{"ask": row["ask"], "told": as_json(kind.tell(row["ask"]))} for row in old]
        changed = [i for i, row in enumerate(new) if row != old[i]]
        text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in new)
        (DATA / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode("utf-8", "surrogatepass"), 9, mtime=0))
        print(f"{name}: {len(new)} questions, {len(changed)} answered otherwise than before: {changed[:10]}")


if __name__ == "__main__":
    main()
