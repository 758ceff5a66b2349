"""Makes ``titan_rules/text/data/rule_index.json``: the words by which rules are found, and the dispute shown with each.

``make rule-index`` writes it; a test holds that it is fresh.
"""

import json

from checkout import ROOT
from titan_rules.actions.intents import Action
from titan_rules.answers.checking import check
from titan_rules.box.current_box import use_box
from titan_rules.digest.rows import digest
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.scenarios import Scenario
from titan_rules.play import apply
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.scenarios import GAME, load, shipped_folder
from titan_rules.suite import played, verdict_on
from titan_rules.text.positions import line
from titan_rules.text.rule_finder import index_of

PATH = ROOT / "titan_rules" / "text" / "data" / "rule_index.json"

LONGEST_LINE = 400
"""A position in more characters is not shown: the question tells what counts."""


def scenarios() -> list[Scenario]:
    """The disputes about TITAN."""
    return [case.scenario for case in load(shipped_folder()) if case.scenario.game == GAME]


def words_of(scenario: Scenario) -> str:
    """What a dispute says in words."""
    return f"{scenario.question} {scenario.explanation} {scenario.slug.replace('-', ' ')}"


def disputes_by_rule() -> dict[str, list[str]]:
    """What is said of the disputes that each rule settles."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios():
        for rule in scenario.rules:
            found.setdefault(rule, []).append(words_of(scenario))
    return found


def shown_case(scenario: Scenario) -> dict[str, JSON]:
    """A dispute in short: the question, the position, the action, and what the engine says."""
    shown: dict[str, JSON] = {"id": scenario.id, "question": scenario.question}
    decisive = decisive_action(scenario)
    if decisive is None:
        return shown | {"ruling": scenario.explanation}
    position, action = decisive
    with use_box(position.the_box):
        answer, _ = check(position, (action,))
        on_one_line = line(position)
        if len(on_one_line) <= LONGEST_LINE:
            shown["position"] = on_one_line
        return shown | {"action": str(action), "ruling": f"{answer.verdict}. {scenario.explanation}"}


def decisive_action(scenario: Scenario) -> tuple[Game | Battle, Action] | None:
    """The position and the action that a dispute is about; None if its query asks for a list, a number or a whole game.

    Of a recorded game that is refused, it is the action that is not legal.
    """
    command, asked = scenario.query.command, played(scenario)
    is_one = command[0] == "check" or (command[0] == "replay" and verdict_on(scenario) == "illegal")
    if not is_one or any(word.startswith("--") for word in command) or asked is None or not asked[1]:
        return None
    state, (*earlier, action) = asked
    assert isinstance(state, Game | Battle)
    with use_box(state.the_box):
        for done in earlier:
            state = apply(state, done).state
    return state, action


def index() -> dict[str, JSON]:
    """The file as it has to be."""
    known = {scenario.id: scenario for scenario in scenarios()}
    cases = {rule.id: shown_case(known[rule.case]) for rule in digest().rules.values()}
    return {"cases": cases, "terms": index_of(disputes_by_rule())}


def text() -> str:
    """The file's text: a line for each case and each term."""
    parts = [
        f'"{name}": {{\n'
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}" for key, row in rows.items())
        + "\n}"
        for name, rows in index().items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
