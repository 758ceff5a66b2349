"""What somebody can know of the Legions of a recorded game, as the page shows it beside what is known."""

from collections.abc import Iterable

from titan_rules.answers.deduction import LegionDeduction
from titan_rules.box import Box
from titan_rules.deduction import history
from titan_rules.deduction.deducing import legion_deduction
from titan_rules.deduction.facts import Fact
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.replaying import Step
from titan_rules.position.game import Game

LIKELIEST = 3
"""How many of the contents that a Legion may have are told."""


def known(observer: Observer, box: Box, *, why: bool = False) -> dict[str, list[JSON]]:
    """What an observer can know of each Legion, under ``K/`` and its marker.

    :param why: with the rulings that it follows from, at the end of each row.
    :returns: the characters that are in it for certain; of each that is not, the least and the most; the likeliest
        contents with their weights; how many others there are. Characters are their numbers in the box.
    """
    numbers: dict[str, int] = {name: i for i, name in enumerate(box.characters)}
    found = {marker: legion_deduction(observer, marker) for marker in observer.legions()}
    return {
        f"K/{marker}": [*_row(one, numbers), *([[ruling.to_json() for ruling in one.rulings]] if why else [])]
        for marker, one in found.items()
    }


def _row(found: LegionDeduction, numbers: dict[str, int]) -> list[JSON]:
    contents: list[JSON] = [
        [content.weight.ratio.percent(1), [numbers[name] for name in content.characters]]
        for content in found.contents[:LIKELIEST]
    ]
    bounds: list[JSON] = [[numbers[name], least, most] for name, (least, most) in found.range.items() if least != most]
    return [[numbers[name] for name in found.certain], bounds, contents, len(found.contents) - len(contents)]


class Watcher:
    """Somebody who watches a recorded game step by step.

    :param color: a colour of the game, or ``nobody``.
    :ivar ended: why nothing more is deduced, where the record cannot be followed.
    """

    def __init__(self, game: Game, color: str = NOBODY) -> None:
        self._box, self._game = game.the_box, game
        self._observer = Observer(history.alphabet(self._box), color, "counters")
        self.ended: str | None = None
        self._take(history.beginning(game))

    def watch(self, step: Step[Game]) -> None:
        """Take note of a step; one that was refused shows nothing."""
        if not step.refusal and step.fault is None:
            self._take(history.facts_of(step.number, self._game, step.action, step.state, step.events))
        self._game = step.state

    def _take(self, facts: Iterable[Fact]) -> None:
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
