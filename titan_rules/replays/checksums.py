"""Seals: a hash of the state after every action, which shows if the rules have changed since a game was recorded."""

from collections.abc import Iterator

from ..kernel.evolving import evolve
from ..kernel.jsontext import compact
from ..kernel.replaying import Step, play, seal_of
from ..position.game import Game
from .record import Record
from .referee import TitanReferee


def sealed(record: Record, version: str) -> Iterator[str]:
    """The lines of a record, each with its seal; the header says which version made them.

    :raises UnsealableStep: a line is illegal, or an expectation fails.
    """
    game = record.start()
    yield compact({**record.header, "sealed": True, "version": version}) + "\n"
    referee: TitanReferee[Game] = TitanReferee()
    for step in play(record.lines(), referee, game, check_seals=False):
        if not step.good:
            raise UnsealableStep(step)
        yield compact(evolve(step.line, seal=seal_of(referee.snapshot(step.state))).to_json()) + "\n"


class UnsealableStep(Exception):
    """A step that cannot be sealed.

    :ivar step: with its rulings, divergences or fault.
    """

    def __init__(self, step: Step[Game]) -> None:
        self.step = step
        super().__init__(f"step {step.number} is not good")
