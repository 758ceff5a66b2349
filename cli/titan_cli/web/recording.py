"""A recorded game for a page: step by step, with what an observer can know after each."""

from collections.abc import Iterable, Mapping

from titan_rules.actions.events import DieRolled, Struck
from titan_rules.actions.intents import Action, Split, Strike
from titan_rules.answers.checking import reasons
from titan_rules.answers.deduction import LegionDeduction
from titan_rules.answers.replay_report import Report, problems, text_of
from titan_rules.box import Box
from titan_rules.box.current_box import use_box
from titan_rules.deduction import history
from titan_rules.deduction.facts import Observation
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer
from titan_rules.deduction.recorded import legion_deduction
from titan_rules.draw.page import Trace
from titan_rules.draw.svg import clean
from titan_rules.kernel.errors import CannotTell, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.odds import percent
from titan_rules.kernel.replaying import Step
from titan_rules.kernel.rulings import HasRuling, Ruling
from titan_rules.play import Plan, plan
from titan_rules.position.game import Game
from titan_rules.text.parsing import sentence

from .positions import arrow
from .recorded import Recorded, RecordedStep

LIKELIEST = 3
"""How many of a Legion's possible contents are shown."""

VERDICTS = {"legal": "l", "illegal": "x", "consequence": "c"}


# --- step by step ----------------------------------------------------------------------------------------------------


class StepRecorder:
    """Gathers the steps of a recorded game as they are judged.

    :param game: the game that the record begins with.
    :param viewer: a colour or ``nobody``: each step has what that observer can deduce after it.
    """

    def __init__(self, game: Game, viewer: str | None = None) -> None:
        self._before = game
        self._trace = Trace()
        self._watcher = None if viewer is None else Watcher(game, viewer)
        with use_box(game.the_box):
            self._start = self._trace.changes(game, self._known())
        self._steps: list[RecordedStep] = []

    def watch(self, step: Step[Game]) -> None:
        """Record a step, good or not."""
        if self._watcher is not None:
            self._watcher.watch(step)
        with use_box(self._before.the_box):
            self._steps.append(self._entry(step))
        self._before = step.state

    def _entry(self, step: Step[Game]) -> RecordedStep:
        before, action = self._before, step.action
        recorded = RecordedStep(
            text=clean(text_of(step)),
            says=clean(text_of(step)),
            changes=self._trace.changes(step.state, self._known()),
            events=_short(step.events),
            refusal=_short(step.refusal),
            problems=tuple([clean(text) for text in problems(step)]),
            comment=step.line.comment or None,
        )
        if not isinstance(action, Action):
            return recorded
        return evolve(
            recorded,
            says=clean(sentence(action, before) + (_hits(step) if isinstance(action, Strike) else "")),
            because=() if step.refusal else _short(_reasons(before, step)),
            arrow=arrow(action, before),
            hidden=_hidden(action, before),
        )

    def _known(self) -> dict[str, list[JSON]]:
        return {} if self._watcher is None else self._watcher.known()

    def data(self, header: Mapping[str, JSON], report: Report) -> Recorded:
        """The whole game for the page."""
        legal = () if report.stopped_at is None else report.stopped_at.legal or ()
        return Recorded(
            title=clean(str(header.get("source") or "A game of TITAN")),
            box=self._before.the_box.reference,
            legal=tuple([clean(text) for text in legal]),
            start=self._start,
            steps=tuple(self._steps),
        )


def _reasons(before: Game, step: Step[Game]) -> list[Ruling]:
    """Why a step is legal, but for what its events say; nothing if it follows from what the record leaves out."""
    try:
        planned = plan(before, step.action)
        return reasons(planned, step.events) if isinstance(planned, Plan) else []
    except CannotTell:
        return []


def _hits(step: Step[Game]) -> str:
    hits = next((event.hits for event in step.events if isinstance(event, Struck)), None)
    return "" if hits is None else f": {hits} hit{'' if hits == 1 else 's'}"


def _hidden(action: Action, before: Game) -> tuple[str, ...] | None:
    """Whose secret an action holds, and what the others learn."""
    if not isinstance(action, Split) or action.characters is None:
        return None
    heard = evolve(action, characters=None, count=len(action.characters))
    return (before.active or "", clean(sentence(heard, before)))


def _short(told: Iterable[HasRuling]) -> tuple[JSON, ...]:
    return tuple(map(_in_short, told))


def _in_short(event: HasRuling) -> list[JSON]:
    """Rule, verdict, sentence; for a roll also its dice, and what hits."""
    entry: list[JSON] = [event.rule, VERDICTS[event.verdict], clean(event.text)]
    if isinstance(event, DieRolled):
        entry += [[event.die], 0]
    elif isinstance(event, Struck):
        entry += [list(event.dice), event.strike_number]
    return entry


# --- what an observer can know ---------------------------------------------------------------------------------------


def known(observer: Observer, box: Box, *, why: bool = False) -> dict[str, list[JSON]]:
    """What an observer can know of each Legion, under ``K/`` and its marker.

    :param why: add the rulings behind it to the end of each row.
    :returns: the characters certainly in it; the least and the most of each other one; the likeliest contents with
        their weights; the number of other contents. Characters are numbers in the box.
    """
    numbers: dict[str, int] = {name: i for i, name in enumerate(box.characters)}
    legions = {marker: legion_deduction(observer, marker) for marker in observer.legions()}
    return {
        f"K/{key}": [*_row(one, numbers), *([[r.to_json() for r in one.rulings]] if why else [])]
        for key, one in legions.items()
    }


def _row(legion: LegionDeduction, numbers: dict[str, int]) -> list[JSON]:
    contents: list[JSON] = [
        [percent(content.weight.exact, 1), [numbers[name] for name in content.characters]]
        for content in legion.contents[:LIKELIEST]
    ]
    bounds: list[JSON] = [[numbers[name], least, most] for name, (least, most) in legion.range.items() if least != most]
    return [[numbers[name] for name in legion.certain], bounds, contents, len(legion.contents) - len(contents)]


class Watcher:
    """An observer who follows a recorded game step by step.

    :param color: a colour of the game, or ``nobody``.
    :ivar ended: why deduction ended, if the record cannot be followed.
    """

    def __init__(self, game: Game, color: str = NOBODY) -> None:
        self._box, self._game = game.the_box, game
        self._observer = Observer(history.alphabet(self._box), color, "counters")
        self.ended: str | None = None
        self._take(history.beginning(game))

    def watch(self, step: Step[Game]) -> None:
        """Follow a step; a refused one reveals nothing."""
        if not step.refusal and step.fault is None:
            self._take(history.facts_of(step.number, self._game, step.action, step.state, step.events))
        self._game = step.state

    def _take(self, facts: Iterable[Observation]) -> None:
        if self.ended is not None:
            return
        try:
            self._observer.take(facts)
        except (Contradiction, TitanError) as error:
            self.ended = str(error)

    def known(self) -> dict[str, list[JSON]]:
        """See :func:`known`; nothing once the record cannot be followed."""
        if self.ended is not None:
            return {}
        try:
            return known(self._observer, self._box)
        except (Contradiction, TitanError) as error:
            self.ended = str(error)
            return {}
