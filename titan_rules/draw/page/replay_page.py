"""The page of a recorded game, all in one file that opens from a disk (``titan replay GAME -o game.html``)."""

from typing import Any

from ...actions.events import Rolled, Struck, TowerRolled
from ...actions.intents import Action, Maneuver, Move, Strike
from ...kernel.jsontext import JSON
from ...kernel.replaying import Step
from ...kernel.rulings import Told
from ...position.battle import Battle
from ...position.game import Game
from ...replays.log import noteworthy, problems, step_text
from ...replays.report import Report
from ..svg import clean
from . import html, maps
from .trace import Trace

VERDICTS = {"legal": "l", "illegal": "x", "consequence": "c"}

_PACKAGE = "titan_rules.draw.page"


class ReplayPage:
    """Gathers the steps of a replay and makes the page of them.

    :param game: the game that the record begins with.
    :param header: the record's header.
    :param opened: the step that the page opens on.
    """

    def __init__(self, game: Game, header: Any, opened: int = 0) -> None:
        self._before, self._header, self._opened = game, header, opened
        self._trace = Trace()
        self._start = self._trace.changes(game)
        self._steps: list[JSON] = []
        self._turns: list[JSON] = []
        self._turn: tuple[int, str | None] | None = None
        self._battles: list[JSON] = []
        self._drawn: dict[str, str] = {}
        self._bands: dict[str, str] = {}
        self._fought: tuple[str, str, int] | None = None
        self._bad: list[int] = []
        self._names = {player.color: player.name for player in game.players}

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step, good or not."""
        self._note_turn(step)
        self._note_battle(step)
        entry: dict[str, JSON] = {
            "x": clean(step_text(step)),
            "n": step.line.number,
            "d": self._trace.changes(step.state),
        }
        told = noteworthy(step)
        events = [_event(e, any(e is t for t in told)) for e in step.events]
        wrong = [clean(text) for text in problems(step)]
        arrow = _arrow(self._before, step.action)
        for key, value in (("e", events), ("p", wrong), ("k", arrow)):
            if value:
                entry[key] = value
        if step.line.comment:
            entry["c"] = step.line.comment
        if wrong:
            self._bad.append(step.number)
        self._names.update((player.color, player.name) for player in step.state.players)
        self._steps.append(entry)
        self._before = step.state

    def _note_turn(self, step: Step[Game]) -> None:
        game = self._before
        if (game.turn, game.active) != self._turn:
            self._turn = (game.turn, game.active)
            self._turns.append([step.number, game.turn, game.active])

    def _note_battle(self, step: Step[Game]) -> None:
        battle, engagement = step.state.battle, step.state.engagement
        if battle is None or engagement is None:
            self._fought = None
            return
        key = (battle.attacker.legion, battle.defender.legion, engagement.land)
        if key != self._fought:
            self._fought = key
            band = self._band(battle)
            self._battles.append([step.number, engagement.land, battle.terrain, key[0], key[1], band])

    def _band(self, battle: Battle) -> str:
        """The id of the drawing of a battle's entry sides; equal ones are kept once."""
        self._drawn.setdefault(f"battleland-{battle.terrain}", maps.battle_map(battle.terrain))
        drawing = maps.entry_bands(battle)
        return self._bands.setdefault(drawing, f"entry-{len(self._bands)}")

    def html(self, report: Report) -> str:
        """The page."""
        title = clean(str(self._header.get("source") or "A game of TITAN"))
        return html.page(
            html.asset(_PACKAGE, "replay.html"),
            title=title,
            style=html.asset(_PACKAGE, "common.css") + html.asset(_PACKAGE, "replay.css"),
            script="".join(html.asset(_PACKAGE, name) for name in ("pieces.js", "charts.js", "replay.js")),
            drawings=maps.drawings(),
            masterboard=maps.masterboard_map(),
            templates=maps.templates({**self._drawn, **{name: drawing for drawing, name in self._bands.items()}}),
            data=html.embedded(self._data(title, report)),
        )

    def _data(self, title: str, report: Report) -> JSON:
        answer = report.answer
        legal = () if answer.stopped_at is None else answer.stopped_at.legal or ()
        return {
            **maps.geometry(),
            "title": title,
            "ruleset": self._before.ruleset,
            "verdict": report.verdict,
            "result": answer.result.to_json(),
            "legal": [clean(text) for text in legal],
            "names": {color: clean(name) for color, name in self._names.items()},
            "start": self._start,
            "steps": self._steps,
            "turns": self._turns,
            "battles": self._battles,
            "bad": self._bad,
            "open": min(self._opened, len(self._steps)),
        }


def _event(event: Told, told: bool) -> list[JSON]:
    """Rule, verdict, sentence, whether it says more than the action; for a roll its dice, and what hits."""
    entry: list[JSON] = [event.rule, VERDICTS[event.verdict], clean(event.text), int(told)]
    if isinstance(event, Rolled | TowerRolled):
        entry += [[event.die], 0]
    elif isinstance(event, Struck):
        entry += [list(event.dice), event.strike_number]
    return entry


def _arrow(before: Game, action: Action | None) -> list[JSON] | None:
    """From where to where an action goes, in lands or in hexes."""
    if isinstance(action, Move):
        found = before.find(action.legion)
        return ["land", found[1].land, action.to] if found is not None else None
    if isinstance(action, Strike | Maneuver) and action.origin and action.to:
        return [action.do, action.origin, action.to]
    return None
