"""What cannot be told to be legal or not, for characters that are not known."""

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from ..actions.intents import Action, Summon
from ..position.game import Engagement, Game
from ..rules.engagement import summoning
from ..rules.engagement.meeting import UnknownContent


@frozen
class Unknown:
    """Actions that may be legal, but for characters that are not known.

    :param by: who would do it.
    :param do: what; ``any`` where everything that follows is unknown.
    :param text: what depends on whom, in a sentence.
    :param missing: the Legions whose characters would have to be known.
    """

    by: str | None
    do: str
    text: str
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """As answers have it."""
        return {"by": self.by, "do": self.do, "text": self.text, "missing": list(self.missing)}


ANYTHING = "any"
"""The ``do`` of what cannot be told whatever the action is."""

Listed: TypeAlias = Action | Unknown


def whatever_follows(error: UnknownContent) -> Unknown:
    """Everything that follows, which depends on characters that are not known."""
    return Unknown(None, ANYTHING, f"what follows depends on the characters of {error.legion}", (error.legion,))


def unknown_donors(game: Game, engagement: Engagement) -> Iterator[Unknown]:
    """Whom the attacker may summon from Legions whose characters are not known (SUMMON-2)."""
    for marker in summoning.unknown_donors(game, engagement):
        text = f"whom {engagement.attacking} can summon from {marker} depends on its characters"
        yield Unknown(engagement.attacking, Summon.do, text, (marker,))
