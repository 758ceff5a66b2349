"""Parts that answers share: the next choice, and what is legal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Prose, Why, column
from ..kernel.fields import LAST
from ..kernel.layout import JOINT
from ..kernel.odds import Chance
from ..kernel.rulings import Assumption, Ruling
from ..kernel.wording import listed
from ..play import Next
from ..play.choosing import OVER
from ..play.listing import Unknown
from ..position.documents import FORMAT

MOST_LISTED = 8
MOST_NEAR = 3
ONE_LINE = 80
ROLLS = range(1, 7)  # a Movement Roll

STEP = "S3"
"""The prefix of step numbers in the Complete Sequence of Play, as in ``titan rules S3 2.3``."""

_LABELS = {"propose": "propose (what each side would lose)"}
"""Longer labels for kinds of actions whose name alone is unclear."""

_DECIDES = {
    "tower": "a Tower's die",
    "color": "a colour",
    "split": "splits",
    "roll": "the Movement Roll",
    "move": "moves",
    "engage": "which Engagement is next",
    "battle": "the battle",
    "maneuver": "maneuvers",
    "strike": "strikes",
    "strikeback": "strikes back",
    "concession": "whether to concede",
    "summons": "a summons",
    "reinforcement": "a reinforcement",
    "angels": "Angels",
    "muster": "musters",
}


def choice(next: Next) -> Iterator[Block]:
    """Who chooses what, and who else may act."""
    if next.by is None:
        yield "The game is over." if next.step == OVER else "The battle is over."
        return
    role = f" ({next.role})" if next.role else ""
    yield f"Next: {next.by}{role} decides {_DECIDES.get(next.decides, next.decides)} ({STEP} {next.step})."
    able: dict[tuple[str, ...], list[str]] = {}
    for also in next.also:
        able.setdefault(tuple(also.actions), []).append(also.by)
    yield from (Prose(f"  {listed(who)} may: {', '.join(actions)}") for actions, who in able.items())
    if next.otherwise:
        yield from ("  if nobody concedes:", Why(next.otherwise, 4))


def distance_from(asked: str) -> Callable[[str], int]:
    """How far the short text of another action is from this one: of another piece, of another kind."""
    said = asked.split()

    def distance(text: str) -> int:
        words = text.split()
        return 3 * (words[0] != said[0]) + 2 * (words[1:2] != said[1:2]) - len(set(words) & set(said))

    return distance


def nearest(label: str, actions: Sequence[str], asked: str, how: str = "check --all") -> Prose:
    """The three actions that are nearest to the one asked about, and how many more there are.

    :param how: what shows them all.

    >>> nearest("legal now", ["flee", "stand"], "stand").text
    'legal now: stand; flee'
    """
    shown = sorted(actions, key=distance_from(asked))[:MOST_NEAR]
    told = [action.replace(" ", JOINT) for action in shown]
    return Prose(f"{label}: {'; '.join(told)}{_more(len(actions) - len(shown), how)}")


def in_one_line(label: str, notes: Sequence[Assumption]) -> Iterator[Block]:
    """The assumptions that one line holds: with what to write if it is wrong, if there is only one."""
    if len(notes) == 1 and len(line := f"{label}: {notes[0]}") <= ONE_LINE:
        yield line
    elif notes:
        shown: list[str] = []
        for text in [note.text for note in notes]:
            if len(_some(label, [*shown, text], len(notes))) <= ONE_LINE:
                shown.append(text)
        yield _some(label, shown or [min([note.text for note in notes], key=len)], len(notes))


def _some(label: str, shown: Sequence[str], count: int) -> str:
    return f"{label}: {'; '.join(shown)}{_more(count - len(shown))}"


def _more(count: int, how: str = "check --all") -> str:
    return "; and {} more ({})".format(count, how.replace(" ", JOINT)) if count else ""


def by_kind(actions: Iterable[tuple[str, str]]) -> Iterator[Block]:
    """Legal actions, one line for each kind, shorter ones first, some of every piece.

    :param actions: pairs of kind and short text.
    """
    kinds: dict[str, list[str]] = {}
    for do, text in actions:
        kinds.setdefault(do, []).append(text)
    for do, texts in kinds.items():
        more = len(texts) - MOST_LISTED
        pieces: dict[str, list[str]] = {}
        for text in texts:
            pieces.setdefault(text.partition(" ")[0], []).append(text)
        nth = {text: n for alike in pieces.values() for n, text in enumerate(alike)}
        likely = sorted(texts, key=lambda text: (len(text.split()), nth[text]))[:MOST_LISTED]
        shown = sorted(likely, key=lambda text: (len(text.split()), texts.index(text)))
        told = "; ".join([text.replace(" ", "\N{NO-BREAK SPACE}") for text in shown])
        told += f"; and {more} more" if more > 0 else ""
        yield Prose(f"  {do}" if texts == [do] else f"  {_LABELS.get(do, do)}: {told}")


@frozen(kw_only=True)
class ActionInShort(Part):
    """A legal action.

    :param by: the player who may do it: a colour, or in setup a name.
    :param do: its kind.
    :param text: its short text.
    """

    by: str | None
    do: str
    text: str = field(metadata=column("action"))


@frozen(kw_only=True)
class PossibleAction(ActionInShort):
    """An action that may be legal, as far as can be deduced.

    :param weight: the probability that it is legal.
    """

    weight: Chance = field(metadata=column("weight", lambda one: str(one.weight), rank=-1))


@frozen(kw_only=True, repr=False)
class LegalMoves(Answer):
    """What is legal now.

    :param actions: every legal action, open choices first; actions that differ only in dice, in carries that depend on
        them, in equal characters or in the free marker are listed once.
    :param possible: in a recorded game as an observer sees it, actions that only some possible contents allow.
    :param cannot_tell: what depends on unknown characters.
    """

    kind: ClassVar[str] = "legal-moves"
    format: ClassVar[str] = FORMAT.id
    actions: tuple[ActionInShort, ...] | None = field(default=None, metadata=LAST)
    possible: tuple[PossibleAction, ...] | None = field(default=None, metadata=LAST)
    cannot_tell: tuple[Unknown, ...] | None = field(default=None, metadata=LAST)

    def blocks(self) -> Iterator[Block]:
        """The legal moves at a glance, then the reasons, then what is only possible."""
        yield from self._moves()
        if self.possible:
            yield from ("", "Possible, by what is deduced:", Listed(self.possible))

    def _moves(self) -> Iterator[Block]:
        raise NotImplementedError


def phase_of(active: str | None, phase: str, more: str = "") -> str:
    """The heading of what is legal in a game."""
    return f"{active}, {phase.capitalize()} Phase{more}"


def remarks(
    marker: str, choices: Sequence[Part], rulings: Iterable[Ruling] | None, missing: str | None
) -> Iterator[Block]:
    """Why a Legion has nothing to do, and what must be known to list more."""
    if not choices and rulings:
        yield from ("", f"{marker}:", Why(rulings))
    if missing is not None:
        yield from ("", f"Not known: {missing}")


def owed(rulings: Iterable[Ruling] | None) -> Iterator[Block]:
    """What must still be done before the phase may end."""
    if rulings:
        yield from ("", "Owed before the phase ends:", Why(rulings))
