"""A recorded game, step by step, and a record that is written as the game is played."""

from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from os.path import dirname
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from ..actions.events import Event
from ..actions.intents import Action
from ..box.loading import beside
from ..kernel.arguments import PATH, expect
from ..kernel.dice import AnyDice, source_of
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import JSON
from ..kernel.lines import rows_in, unpacked
from ..kernel.replaying import Step
from ..play import Outcome
from ..play.questions import action_of
from ..position.documents import checked
from ..position.game import Game
from .record import RECORD_FORMAT, RecordedGame, begun, settled_header

SHEET = ".titan"
"""The extension of score sheets; any other file is JSON Lines."""


def walk(record: str | PathLike[str]) -> Iterator[Step[Game]]:
    """Every action of a recorded game, judged in one pass, with the state after it.

    It ends after the first step that is illegal or cannot be read, which says why in ``refusal`` or ``fault``. States
    aren't kept, so memory doesn't grow.

    :param record: its path: JSON Lines or a score sheet, gzip or not.
    :raises DocumentError: the record's header is bad.
    :raises OSError: the file cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from titan_rules.play.setup import new_game
    >>> with TemporaryDirectory() as folder:
    ...     with Record(f"{folder}/game.jsonl", new_game(["Ann", "Ben"], seed=1)) as record:
    ...         outcome = record.add("Bu01/Bu02 Tit Ogr Ogr Cen")
    ...     for step in walk(f"{folder}/game.jsonl"):
    ...         print(step.number, step.rulings[0])
    1 Bu01 splits: Titan, Ogre, Ogre, Centaur leave as Bu02, 4 stay (SPLIT-1)
    """
    expect(PATH, record=record)
    path = fspath(record)
    with open(path, "rb") as stream:
        with beside(dirname(path)):
            recorded = RecordedGame(rows_in(unpacked(stream)))
            steps = recorded.steps(recorded.game())
        yield from steps


class Record:
    """A record that is written as the game is played: each action is judged, carried out and on the disk at once.

    :param path: of the file, a score sheet if it ends with ``.titan``, else JSON Lines.
    :param game: what the new record starts with; None: a record that is there already is continued.
    :param tags: free keys of the new record's header, for whoever reads it.
    :ivar state: the game as it stands.
    :raises FileExistsError: there is a file already, and ``game`` is given.
    :raises DocumentError: the game is impossible, or the record cannot be read or is not legal to its end.
    :raises OSError: the file cannot be read or written.

    >>> from tempfile import TemporaryDirectory
    >>> from titan_rules.play.setup import new_game
    >>> with TemporaryDirectory() as folder:
    ...     with Record(f"{folder}/game.titan", new_game(["Ann", "Ben"], seed=1)) as record:
    ...         outcome = record.add("Bu01/Bu02 Tit Ogr Ogr Cen")
    ...     with Record(f"{folder}/game.titan") as record:
    ...         record.state == outcome.state
    True
    """

    def __init__(
        self, path: str | PathLike[str], game: Game | None = None, *, tags: Mapping[str, JSON] | None = None
    ) -> None:
        expect(PATH, path=path)
        expect(Game | None, game=game)
        expect(Mapping | None, tags=tags)
        file = Path(fspath(path))
        if game is None:
            with beside(str(file.parent)):
                self._file = RECORD_FORMAT.read(file.read_text(encoding="utf-8"))
            if not isinstance(self._file.state, Game):
                raise DocumentError([Fault("wrong-kind", "this record keeps a battle alone, not a game")])
            self._stream = file.open("a", encoding="utf-8", newline="\n")
        else:
            header = settled_header(None, checked(game).to_json(), tags=dict(tags or {}))
            self._file = begun(header, sheet=file.suffix == SHEET)
            self._stream = file.open("x", encoding="utf-8", newline="\n")
            self._write(self._file.rows)

    @property
    def state(self) -> Game:
        """The game as it stands."""
        return cast(Game, self._file.state)

    def add(self, action: Action | str, dice: AnyDice | None = None) -> Outcome[Game]:
        """Carry out an action and write it down, with its dice, after those that it implies.

        :param action: the action, or its text.
        :param dice: rolls the dice that the action lacks.
        :raises IllegalAction: with the rulings that forbid it; nothing is written.
        :raises ActionError: the text is not understood. :raises CannotTell: dice are missing.
        """
        file, done = self._file.played(action_of(action, self.state), source_of(dice))
        self._write(file.rows[len(self._file.rows) :])
        self._file = file
        events = [cast(Event, event) for _, _, happened in done for event in happened]
        return Outcome(self.state, done[-1][0], tuple(events))

    def _write(self, rows: tuple[str, ...]) -> None:
        self._stream.writelines(row + "\n" for row in rows)
        self._stream.flush()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
