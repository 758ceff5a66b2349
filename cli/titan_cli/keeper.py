"""A game kept in a file by ``titan play``, and the single words that stand for actions."""

from collections.abc import Sequence

from titan_rules.actions.events import Event, Removed, Slain
from titan_rules.actions.grammar import split_actions, written
from titan_rules.actions.intents import Action, EndEngagements, EndMoves, EndSplits, EndStrikes, Muster
from titan_rules.answers.checking import Happened, Played
from titan_rules.kernel.dice import Dice, DiceSource
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, IllegalAction, TitanError
from titan_rules.kernel.jsontext import decode
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import Outcome, legal_actions, next_choice
from titan_rules.position.game import Game
from titan_rules.replays.recorder import Kept, commented, played, understood, undone

from .files import write_whole
from .inputs import read_bytes

LOSING = {"end-maneuver": (Removed, Slain), "withdraw": (Event,)}
"""Actions with losses that a player may overlook, and the events that report them."""

ENDINGS = (
    "end-splits", "end-maneuver", "end-strikes", "no-more", "no-summon", "no-reinforce", "end-engagements", "end-moves",
    "end-turn",
)  # fmt: skip
"""Actions that end something, in the order in which ``done`` tries them."""

OWING: dict[str, type[Action]] = {
    "split": EndSplits, "move": EndMoves, "engage": EndEngagements, "strike": EndStrikes, "strikeback": EndStrikes,
}  # fmt: skip
"""What ends a phase in which something may still be owed: the refusal of ``done`` tells what."""

MEANT = {
    "fight": ("fight", "stand"),
    "concede": ("concede", "attempt-concession"),
    "no more": ("no-more", "no-summon", "no-reinforce"),
    "accept": ("accept", "accept-concession"),
    "withdraw": ("withdraw",),
    **dict.fromkeys(("done", "end", "pass", "finished", "nothing", "no"), ENDINGS),
}
"""The kinds of action that a word can mean; the first legal one is meant."""


class Keeper:
    """A game in a file: every change is written before it is reported.

    :ivar later: musters that were typed with a move; they wait for the Enlistment Phase (MUSTER-6).
    """

    def __init__(self, file: str, record: Kept, seed: str | None, source: DiceSource | None) -> None:
        self._file, self._seed, self._source = file, seed, source
        self.record = record
        self.later: list[Muster] = []

    @property
    def game(self) -> Game:
        """The game after the last action."""
        return self.record.game

    def play(self, texts: Sequence[str]) -> Played:
        """Play actions, up to the first that is refused; a text may hold several.

        :raises TitanError: one cannot be read or judged; those before it are recorded.
        """
        happened: list[Happened] = []
        for text in texts:
            parts = _parts(text)
            for part in parts:
                action = self.action_in(part)
                if isinstance(action, Muster) and _waits(action, self.game):
                    if len(parts) == 1:
                        hint = "type it then, or with its move in one line: Bk02 P105 Cen>Lio"
                        message = "the moves are not over: a muster waits for the Enlistment Phase (MUSTER-6)"
                        raise CannotTell(Fault("too-early", message, hint=hint))
                    self.later.append(action)
                    continue
                try:
                    self._play(action, happened)
                except IllegalAction as e:
                    refused = e.action if isinstance(e.action, Action) else action
                    return self._answer(happened, written(refused, self.game.the_box), e.rulings)
        return self._answer(happened)

    def action_in(self, text: str) -> Action:
        """The action that a text means in the present position."""
        return meant(text, self.game) or understood(text, self.game)

    def _play(self, action: Action, happened: list[Happened]) -> None:
        """Play an action, and the musters that waited for it; what comes of each is added, up to a refusal."""
        record, outcomes = played(self.record, action, self._dice())
        self._keep(record)
        happened += map(_happened, outcomes)
        while self.later and next_choice(self.game).decides == "muster":
            self._play(self.later.pop(0), happened)

    def losses(self, text: str) -> tuple[Ruling, ...]:
        """What actions would cost that a player may overlook, as far as that can be told."""
        record, lost = self.record, []
        try:
            for part in _parts(text):
                action = meant(part, record.game) or understood(part, record.game)
                if not _waits(action, record.game):
                    record, outcomes = played(record, action)
                    lost += [e.ruling for e in outcomes[-1].events if isinstance(e, LOSING.get(action.do, ()))]
        except (TitanError, ValueError):
            pass  # dice, a refusal: what comes then cannot be told
        return tuple(lost)

    def undo(self, count: int) -> None:
        """Take back the last actions, and the musters that were typed with moves among them."""
        self._keep(undone(self.record, count))
        moved = {legion.legion for player in self.game.players for legion in player.legions if legion.moved}
        self.later = [muster for muster in self.later if muster.legion in moved]

    def comment(self, text: str) -> None:
        """Write a comment on the last action."""
        self._keep(commented(self.record, text))

    def _keep(self, record: Kept) -> None:
        """Replace the file with a record.

        :raises DocumentError: the file cannot be written, or has changed since it was last written.
        """
        if decode(read_bytes(self._file)).removesuffix("\n") + "\n" != self.record.text:
            message = f"{self._file} has been changed by something else since it was read: nothing is written"
            raise DocumentError([Fault("changed", message, hint="leave, look at the file, and begin again")])
        write_whole(self._file, record.text.encode(), durable=True)
        self.record = record

    def _dice(self) -> DiceSource:
        """Dice for the next action; with a seed, each place in the record has its own."""
        return self._source or Dice(None if self._seed is None else f"{self._seed}:{len(self.record.lines)}")

    def legal(self) -> tuple[Action, ...]:
        """What is legal now; empty if that cannot be told."""
        try:
            return tuple(legal_actions(self.game))
        except TitanError:
            return ()

    def _answer(
        self, happened: Sequence[Happened], refused: str | None = None, rulings: tuple[Ruling, ...] | None = None
    ) -> Played:
        legal = self.legal()
        return Played(
            verdict="legal" if refused is None else "illegal",
            played=tuple(happened),
            refused=refused,
            rulings=rulings,
            actions=len(self.record.lines),
            next=next_choice(self.game),
            legal=tuple([written(action, self.game.the_box) for action in legal]),
            kinds=tuple([action.do for action in legal]),
        )


def _parts(text: str) -> tuple[str, ...]:
    return (text,) if text.lstrip().startswith("{") else split_actions(text)


def _waits(action: Action, game: Game) -> bool:
    """Whether an action is a muster among the moves."""
    return isinstance(action, Muster) and game.phase == "movement"


def _happened(outcome: Outcome[Game]) -> Happened:
    action = outcome.action
    assert action is not None, "something was played"
    rulings = tuple([event.ruling for event in outcome.events])
    return Happened(action=action, text=written(action, outcome.state.the_box), rulings=rulings)


def meant(text: str, game: Game) -> Action | None:
    """The action that a bare word means now, the deciding player's if possible; None if it is no such word.

    :raises CannotTell: nothing that it can mean is legal now.
    """
    kinds = MEANT.get(" ".join(text.casefold().replace("-", " ").rstrip(".!").split()))
    if kinds is None:
        return None
    legal = [action for action in legal_actions(game) if action.do in kinds]
    choice = next_choice(game)
    if not legal and kinds is ENDINGS and choice.decides in OWING:
        return OWING[choice.decides]()
    if not legal:
        hint = f"{choice.by} may: {', '.join(choice.actions)}"
        raise CannotTell(Fault("not-now", f"nothing that {text!r} can mean is legal now", hint=hint))
    return min(legal, key=lambda action: (kinds.index(action.do), getattr(action, "by", choice.by) != choice.by))
