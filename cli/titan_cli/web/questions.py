"""What the table may ask: each question with what it holds."""

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from titan_rules.actions.intents import Carry
from titan_rules.box.types import Die
from titan_rules.kernel.jsontext import JSON


@frozen(kw_only=True)
class Load:
    """Any text: a document, a position on one line, a recorded game, a save of another program."""

    text: str


@frozen(kw_only=True)
class Draw:
    """A position: what it looks like, what is wrong with it, whose choice is next, what is legal."""

    position: JSON


@frozen(kw_only=True)
class Legal(Draw):
    """What one character (by its hex or its name) or one Legion may do, with reasons, costs, numbers."""

    about: str
    roll: Die | None = None


@frozen(kw_only=True)
class Why(Draw):
    """Whether an action is legal and which rules say so."""

    action: JSON


@frozen(kw_only=True)
class Act(Why):
    """An action carried out, with its dice and what is carried over, if they are not in its text."""

    dice: tuple[Die, ...] = ()
    carry: tuple[Carry, ...] = ()


@frozen(kw_only=True)
class Odds(Draw):
    """The exact odds of a strike; with ``roll``, what that roll does and where its hits may be carried."""

    strikers: str = field(metadata={"key": "from", "always": True})
    target: str = field(metadata={"key": "to", "always": True})
    strike_number: int | None = None
    dice_count: int | None = None
    carry_to: str | None = None
    roll: tuple[Die, ...] = ()


@frozen(kw_only=True)
class Simulate(Draw):
    """Some more battles fought out by policies.

    :param first: the number of the first trial.
    :param so_far: what the answer before said under that key.
    """

    first: int = 0
    count: int = 50
    seed: str = "1"
    attacker: str = "greedy"
    defender: str = "greedy"
    so_far: Mapping[str, JSON] | None = None


@frozen(kw_only=True)
class Outlook(Draw):
    """What each ending of an Engagement would be worth to both players."""

    land: int
    trials: int = 100


@frozen(kw_only=True)
class Rules:
    """A rule's text, its sources, and the catalogue's cases on it."""

    rule: str


@frozen(kw_only=True)
class New:
    """An empty battle, or a new game whose Towers and colours a seed gives out.

    :param box: a shipped box, the file of one that the page holds, or a box.
    """

    kind: Literal["game", "battle"] = "game"
    box: JSON = "standard"
    players: tuple[str, ...] = ("Ann", "Ben")
    seed: int = 1


@frozen(kw_only=True)
class Boxed:
    """What the pieces and maps of a box are drawn with."""

    box: JSON


@frozen(kw_only=True)
class At:
    """The position after a step of a recorded game, whose text is given; step 0 is its beginning."""

    record: str
    step: int


@frozen(kw_only=True)
class Played:
    """What was played: from a position on, or on from a step of a recorded game.

    :param record: the text of the game; the first ``step`` actions of it were played.
    :param played: the actions since, as texts or as objects with ``action`` and ``comment``.
    """

    position: JSON = None
    record: str | None = None
    step: int = 0
    played: tuple[JSON, ...] = ()


@frozen(kw_only=True)
class Deduce(Played):
    """What a player, or ``nobody``, can know of the Legions after what was played."""

    viewer: str = field(default="nobody", metadata={"key": "as"})


@frozen(kw_only=True)
class Export(Played):
    """A position as ``json``, ``svg`` or ``line``; what was played as ``replay``, ``sheet`` or ``orders``."""

    form: str = field(default="json", metadata={"key": "as"})
