"""The caretaker's stock (MUSTER-3), and the characters elsewhere."""

from collections import Counter
from collections.abc import Mapping

from ..box.names import CharacterName
from .battle import Battle
from .game import Game


def in_battle(battle: Battle, name: CharacterName) -> int:
    """How many of a character a battle holds: fighting, slain, left off, or available to summon."""
    names = [*battle.donors.values()]
    for side in (battle.attacker, battle.defender):
        names += [tuple(c.name for c in side.characters), side.slain, side.left_off]
    return sum(part.count(name) for part in names)


def stock_of(battle: Battle) -> dict[CharacterName, int]:
    """The caretaker's stock in a battle: as listed, else full, but no more than the box has left."""
    listed, box = battle.caretaker or {}, battle.the_box
    left = {
        name: max(0, min(listed.get(name, count), count - in_battle(battle, name)))
        for name, count in box.full_stock.items()
    }
    return left | {character.name: listed.get(character.name, 0) for character in box.growing}


def full_stock(game: Game) -> Mapping[CharacterName, int]:
    """The caretaker's stock when nothing is elsewhere: the box's counters and those that scores add (BOX-12)."""
    box = game.the_box
    if not box.growing:
        return box.full_stock
    return {**box.full_stock, **box.grown({player.tower: player.score for player in game.players})}


def elsewhere(game: Game) -> Counter[CharacterName]:
    """How many of each character are known to be away from the caretaker.

    That is the known characters of the Legions, the dead pile, and the characters on their way back. A Legion in
    battle counts with its losses, which are removed when the Engagement ends (SCORE-5).
    """
    away = Counter(game.dead)
    away.update(game.returning)
    battle = game.battle
    fighting = () if battle is None else (battle.attacker, battle.defender)
    in_battle = [side.legion for side in fighting]
    for player in game.players:
        for legion in player.legions:
            if legion.legion not in in_battle:
                away.update(legion.revealed if legion.characters is None else legion.characters)
    for side in fighting:
        away.update(combatant.name for combatant in side.characters)
        away.update(side.slain)
        away.update(side.left_off)
    return away


def stock(game: Game) -> dict[CharacterName, int]:
    """The caretaker's stock, in counters of each character.

    A character that the document does not list has the box's counters less those known to be elsewhere: an upper
    bound if a Legion's content is unknown.
    """
    listed, full = game.caretaker, full_stock(game)
    if listed is not None and listed.keys() >= full.keys():
        return dict(listed)
    away = elsewhere(game)
    left = {name: max(0, count - away[name]) for name, count in full.items()}
    return {**left, **(listed or {})}
