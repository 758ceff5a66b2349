"""The caretaker's stock (MUSTER-3), and the characters elsewhere."""

from collections import Counter
from collections.abc import Mapping

from ..box.names import CharacterName
from ..kernel.evolving import evolve
from .battle import Battle
from .game import Game, Player
from .muster import Muster


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


def muster_stock(muster: Muster) -> Mapping[CharacterName, int]:
    """The stock for a muster question; characters it does not name are in full stock (MUSTER-3, BOX-12)."""
    grown = muster.the_box.grown({int(tower): score for tower, score in muster.tower_scores.items()})
    return {**grown, **(muster.caretaker or {})}


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


def complete_game(game: Game) -> Game:
    """The game with its free markers, full stock and battle's ruleset filled in if they were left out.

    A player's free markers are those of its colour that no Legion bears and no player has (SETUP-4); a player who is
    out has none (D-5).
    """
    if any(player.markers is None for player in game.players):
        game = evolve(game, players=_with_markers(game))
    battle = game.battle
    if battle is not None:
        battle = evolve(battle, ruleset=game.ruleset, options=game.options)
    return evolve(game, caretaker=stock(game), battle=battle)


def _with_markers(game: Game) -> tuple[Player, ...]:
    taken = {legion.legion for _, legion in game.legions()}
    for player in game.players:
        taken.update(player.markers or ())
    return tuple(
        evolve(
            player,
            markers=() if player.out else tuple(m for m in game.the_box.markers.of(player.color) if m not in taken),
        )
        if player.markers is None
        else player
        for player in game.players
    )
