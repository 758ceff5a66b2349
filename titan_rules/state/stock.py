"""What the caretaker has left (MUSTER-3), where a document does not say."""

from collections import Counter

from ..catalog.characters import FULL_STOCK
from .game import Game


def stock(game: Game) -> dict[str, int]:
    """The caretaker's stock, in counters of each character.

    What the document lists counts; every other character is what the box holds less those known
    to be on the Masterboard, in the dead pile or on their way back. The content of unknown Legions is not
    taken off, so their characters make the numbers upper bounds.
    """
    away: Counter[str] = Counter(game.dead)
    away.update(game.returning)
    for _, legion in game.legions():
        away.update(legion.characters or legion.revealed)
    left = {name: count - away[name] for name, count in FULL_STOCK.items()}
    if game.caretaker is not None:
        left.update(game.caretaker)
    return left
