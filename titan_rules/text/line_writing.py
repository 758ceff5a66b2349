"""A position as one line."""

from itertools import groupby

from ..box.current_box import current
from ..box.current_box import use_box as box_reading
from ..kernel.evolving import evolve
from ..kernel.names import in_quotes
from ..position.battle import ROLES, Battle, BattleSide, Combatant, Role
from ..position.documents import complete_game
from ..position.game import Game, Legion, Player
from ..position.muster import Muster
from .bar_keys import in_words, written_keys
from .battle_reader import usual_phase
from .reader import USUAL_COLORS


def line(position: Game | Battle | Muster) -> str:
    """The line that :func:`titan_rules.text.positions.parse_line` reads back as the same position.

    >>> from titan_rules.position.muster import Muster
    >>> line(Muster("Jungle", ("Gargoyle", "Gargoyle", "Ogre")))
    'Jungle: 2 Gargoyle, Ogre'
    """
    usual = None
    with box_reading(position.the_box):
        if isinstance(position, Battle):
            text = _battle(position)
        elif isinstance(position, Muster):
            text = f"{position.terrain}: {in_words(position.characters, ', ')}"
        else:
            text = _game(position)
            unsaid = tuple([evolve(player, markers=None) for player in position.players])
            usual = complete_game(evolve(position, caretaker=None, players=unsaid))
        behind = ", ".join(written_keys(position, usual))
    return f"{text} | {behind}" if behind else text


def _battle(battle: Battle) -> str:
    there = [any(c.hex for c in battle.of(role).characters) for role in ROLES]
    head = [battle.terrain]
    if battle.turn != (2 if any(there) else 1):
        head.append(f"turn {battle.turn}")
    if (battle.side, battle.phase) != usual_phase(*there):
        head.append(f"{battle.acting}'s {battle.phase}")
    one, two = [_side(battle, role, color) for role, color in zip(ROLES, USUAL_COLORS, strict=True)]
    return " ".join(filter(None, [", ".join(head) + ":", one, "/", two]))


def _side(battle: Battle, role: Role, color: str) -> str:
    side, markers = battle.of(role), current().markers
    entry = "bottom" if battle.the_box.deploys(battle.terrain) else "left"
    prefix = []
    if side.player != markers.color_of(side.legion):
        prefix.append(side.player if side.player in markers.letters else in_quotes(side.player))
    if prefix or side.legion != markers.of(color)[0]:
        prefix.append(side.legion)
    if role == "attacker" and side.entry_side not in (None, entry):
        prefix.append(str(side.entry_side))
    if side.score:
        prefix.append(str(side.score))
    return f"{' '.join(prefix)}: {_combatants(side)}".rstrip() if prefix else _combatants(side)


def _combatants(side: BattleSide) -> str:
    parts = []
    for one, group in groupby(side.characters):
        count = len(list(group))
        parts += [_combatant(one, count)] if one == Combatant(one.name) else [_combatant(one, 1)] * count
    return ", ".join(parts)


def _combatant(one: Combatant, count: int) -> str:
    words = [str(count)] if count > 1 else []
    words += [one.name, one.hex or "off"]
    if one.hits:
        words.append("1 hit" if one.hits == 1 else f"{one.hits} hits")
    words += [flag for flag in ("moved", "struck") if getattr(one, flag)]
    words += [f"{key} {getattr(one, key)}" for key in ("slowed", "poisoned") if getattr(one, key)]
    return " ".join(words)


def _game(game: Game) -> str:
    head = [f"turn {game.turn}", f"{game.active}'s {game.phase}" if game.active else game.phase]
    if game.roll is not None:
        head.append(f"roll {game.roll}")
    if game.mulligan:
        head.append("mulligan")
    players = [_player(player, unmoved=_has_not_moved(game, player)) for player in game.players]
    return f"{', '.join(head)}: {' / '.join(players)}".rstrip()


def _has_not_moved(game: Game, player: Player) -> bool:
    """Whether it is said that no Legion of a player who may muster has moved, as that would be taken for granted."""
    musters = game.phase == "enlistment" and player.color == game.active
    return musters and not any(legion.moved for _, legion in game.legions())


def _player(player: Player, *, unmoved: bool) -> str:
    prefix = f"{player.color} tower {player.tower}" + (f" score {player.score}" if player.score else "")
    legions = ", ".join([_legion(legion) + " not moved" * unmoved for legion in player.legions])
    return f"{prefix}: {legions}" if legions else prefix


def _legion(legion: Legion) -> str:
    content = f"height {legion.size}" if legion.characters is None else in_words(legion.characters)
    return f"{legion.legion} {legion.land} {content}"
