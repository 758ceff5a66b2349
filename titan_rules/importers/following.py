"""A record that is being put together, followed by the adjudicator as long as it is legal."""

from collections.abc import Mapping

from attrs import define, field

from ..actions.events import Event, Recombined, Removed
from ..actions.intents import Action, action_from_json
from ..kernel.errors import DocumentError, IllegalAction, TitanError
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..play import apply_recorded
from ..position.game import Game


@define
class Followed:
    """Actions written one after the other.

    :ivar lines: the actions as lines of a replay.
    :ivar remarks: what the save leaves out or says otherwise, a sentence each.
    :ivar game: where the actions have led; None before the game begins, and once one of them is not legal.
    :ivar legal: how many actions are legal, one after the other, from the first.
    """

    lines: list[dict[str, JSON]] = field(factory=list)
    remarks: list[str] = field(factory=list)
    game: Game | None = None
    legal: int = 0

    def remark(self, line: int, text: str) -> None:
        """Say something of a line of the save."""
        self.remarks.append(f"line {line}: {text}")

    def expect(self, facts: Mapping[str, JSON]) -> None:
        """Expect facts after the last action, besides what is expected already."""
        known = self.lines[-1].get("expect")
        self.lines[-1]["expect"] = {**(known if isinstance(known, dict) else {}), **facts}

    def do(self, line: int, action: Action, expect: dict[str, JSON] | None = None) -> None:
        """Write an action that a line of the save tells, and carry it out as long as the record is legal.

        :raises DocumentError: it names what the game does not have; the fault names the line.
        """
        written = action.to_json()
        try:
            action = action_from_json(written)
        except DocumentError as e:
            raise DocumentError([evolve(fault, line=line) for fault in e.faults]) from None
        if expect:
            written["expect"] = expect
        self.lines.append(written)
        if self.game is None:
            return
        try:
            outcome = apply_recorded(self.game, action)
        except TitanError as e:
            why = e.rulings[0] if isinstance(e, IllegalAction) else e
            self.remark(
                line,
                f"{action} is not legal after what the save tells before: {why}; "
                "from here on the record is written as it stands",
            )
            self.game = None
            return
        self.game = outcome.state
        self.legal += 1
        for event in outcome.events:
            if _is_left_out(event):
                self.remark(line, f"the save leaves out that {event}")


def _is_left_out(event: Event) -> bool:
    """Whether it happens by itself and a save does not tell it."""
    return isinstance(event, Recombined) or (isinstance(event, Removed) and event.why == "not-entered")
