"""Small changes to frozen positions: the same object with one part replaced."""

from collections.abc import Iterable, Mapping

from ..box.names import CharacterName
from ..kernel.evolving import FrozenMap, evolve
from .battle import Battle, BattleSide, Combatant, Role
from .game import Game, Legion, Player


def put_player(game: Game, player: Player) -> Game:
    """The game with the player of the same colour replaced."""
    color = player.color
    after = evolve(game, players=tuple([player if p.color == color else p for p in game.players]))
    return _with_grown_stock(game, after, player) if game.the_box.growing else after


def _with_grown_stock(before: Game, after: Game, player: Player) -> Game:
    """The stock after a score has changed, with the characters that the score adds (BOX-12)."""
    old = before.player(player.color)
    if old.score == player.score or after.caretaker is None:
        return after
    box = after.the_box
    was, now = (box.grown({player.tower: score}) for score in (old.score, player.score))
    more = {name: after.caretaker.get(name, 0) + now[name] - was[name] for name in now}
    return evolve(after, caretaker=FrozenMap({**after.caretaker, **more}))


def put_legion(player: Player, legion: Legion) -> Player:
    """The player with the Legion of the same marker replaced."""
    marker = legion.legion
    return evolve(player, legions=tuple([legion if x.legion == marker else x for x in player.legions]))


def put_legion_in(game: Game, player: Player, legion: Legion) -> Game:
    """The game with one Legion of a player replaced."""
    return put_player(game, put_legion(player, legion))


def drop_legion(player: Player, marker: str) -> Player:
    """The player without a Legion; its marker is free again (SPLIT-3)."""
    return evolve(
        player,
        legions=tuple([x for x in player.legions if x.legion != marker]),
        markers=tuple(sorted((*player.free_markers, marker))),
    )


def put_side(battle: Battle, role: Role, side: BattleSide) -> Battle:
    """The battle with one side replaced."""
    if role == "attacker":
        return evolve(battle, attacker=side)
    return evolve(battle, defender=side)


def put_combatant(side: BattleSide, old: Combatant, new: Combatant) -> BattleSide:
    """The side with the very object ``old`` replaced by ``new``."""
    return evolve(side, characters=tuple([new if c is old else c for c in side.characters]))


def added(stock: Mapping[CharacterName, int] | None, names: Iterable[CharacterName]) -> FrozenMap[CharacterName, int]:
    """The stock with characters added, sorted by name."""
    out = dict(stock or {})
    for name in names:
        out[name] = out.get(name, 0) + 1
    return FrozenMap(sorted(out.items()))


def taken(stock: Mapping[CharacterName, int] | None, names: Iterable[CharacterName]) -> FrozenMap[CharacterName, int]:
    """The stock with characters removed; a count of 0 stays."""
    out = dict(stock or {})
    for name in names:
        out[name] = out.get(name, 0) - 1
    return FrozenMap(out)


def without(names: Iterable[CharacterName], less: Iterable[CharacterName]) -> tuple[CharacterName, ...]:
    """The names less some others, each removed as often as it is given; the order stays.

    :raises ValueError: a name is missing.
    """
    out = list(names)
    for name in less:
        out.remove(name)
    return tuple(out)
