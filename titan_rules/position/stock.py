"""The caretaker's stock (MUSTER-3), and the characters elsewhere."""

from collections import Counter
from collections.abc import Mapping

from ..box.characters import TITAN
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from .battle import Battle
from .game import Game, Legion, Player


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


# --- what a Legion holds ---------------------------------------------------------------------------------------------


def unseen(legion: Legion) -> int:
    """How many characters of a Legion are not known."""
    return 0 if legion.characters is not None else legion.size - len(legion.revealed)


def count_of(game: Game, legion: Legion, name: CharacterName) -> tuple[int, int]:
    """How many of a character a Legion holds, at least and at most.

    The hidden ones are counted off: what the box holds less the caretaker's, less those known to be elsewhere. Where
    that leaves exactly as many as there are hidden characters, it is certain who they are, if not where. A player has
    one Titan; one that is elsewhere may as well be in a listed Legion of unknown content.

    :param legion: one of the game's.

    >>> game = Game.parse("Black: Bk01 12 Titan Ogre, Bk02 41 height 4 / Red: Rd01 13 height 6")
    >>> count_of(game, game.players[0].legions[1], "Titan"), count_of(game, game.players[0].legions[1], "Ogre")
    ((0, 0), (0, 4))
    """
    have, hidden = legion.known.count(name), unseen(legion)
    if not hidden:
        return have, have
    masked = [(player, other) for player, other in game.legions() if unseen(other)]
    if name == TITAN:
        owner = next(player for player, other in masked if other.legion == legion.legion)
        others = sum(map(unseen, owner.legions)) - hidden
        titans = int(not _titan_is_seen(game, evolve(owner, elsewhere=False)))
        return have + (0 if owner.elsewhere else max(0, titans - others)), have + titans
    least, most = (count - legion.known.count(TITAN) for count in count_of(game, legion, TITAN))
    left = full_stock(game).get(name, 0) - elsewhere(game)[name]
    if not adds_up(game):
        return have, have + max(0, min(hidden - least, left))
    left -= (game.caretaker or {}).get(name, 0)
    titans = len({player.color for player, _ in masked if not _titan_is_seen(game, player)})
    others = sum(unseen(other) for _, other in masked) - hidden - (titans - most)  # hidden elsewhere, Titans apart
    return have + max(0, left - others), have + min(hidden - least, left)


def adds_up(game: Game) -> bool:
    """Whether a game says where every counter is: as many are missing as characters are hidden.

    A position made by hand may leave them with the caretaker, whose stock is then an upper limit (MUSTER-3).
    """
    masked = [(player, legion) for player, legion in game.legions() if unseen(legion)]
    if not masked or any(player.elsewhere for player in game.players):
        return not masked
    away, listed, full = elsewhere(game), game.caretaker or {}, full_stock(game)
    missing = sum([count - away[name] - listed.get(name, 0) for name, count in full.items()])
    titans = {player.color for player, _ in masked if not _titan_is_seen(game, player)}
    return missing + len(titans) == sum(unseen(legion) for _, legion in masked)


def _titan_is_seen(game: Game, player: Player) -> bool:
    """Whether a player's Titan is known to be in one of its Legions or out of the way, or is slain."""
    slain = () if game.engagement is None else game.engagement.slain_titans
    return player.elsewhere or player.color in slain or any(legion.has_titan for legion in player.legions)
