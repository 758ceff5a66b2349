"""A position as one line."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby

from ...box.names import CharacterName
from ...box.reading import current
from ...box.reading import reading as box_reading
from ...box.value import STANDARD
from ...kernel.evolving import evolve
from ...kernel.jsontext import compact
from ...kernel.names import in_quotes
from ...kernel.writing import write
from ..battle import ROLES, Battle, BattleSide, Combatant, Role
from ..game import Game, Legion, Player
from ..muster import Muster
from ..stock import complete_game
from .battle_line import says_something, usual_phase


def line(position: Game | Battle | Muster) -> str:
    """The line that :func:`titan_rules.position.line.parse_line` reads as the same position.

    >>> from titan_rules.position.muster import Muster
    >>> line(Muster("Jungle", ("Gargoyle", "Gargoyle", "Ogre")))
    'Jungle: 2 Gargoyle, Ogre'
    """
    with box_reading(position.the_box):
        if isinstance(position, Battle):
            return _with_extras(_battle(position), _battle_extras(position))
        if isinstance(position, Muster):
            return _with_extras(_muster(position), _muster_extras(position))
        return _with_extras(_game(position), _game_extras(position))


def _with_extras(text: str, extras: Iterable[str]) -> str:
    behind = ", ".join(extras)
    return f"{text} | {behind}" if behind else text


def _said(text: str) -> str:
    """A name as one word, in quotes where it would be read as something else."""
    known = current().markers.colors.find(text)
    plain = text.isalpha() and text.lower() not in _WORDS and known in (None, text)
    return text if plain and (known is not None or not says_something(text)) else in_quotes(text)


_WORDS = ("nobody", "nothing", "none")


def _names(names: Iterable[CharacterName], between: str = " ") -> str:
    parts = []
    for name, group in groupby(names):
        count = sum(1 for _ in group)
        parts.append(f"{count} {name}" if count > 1 else name)
    return between.join(parts) or "nobody"


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name} {count}" for name, count in sorted(counts)) or "nothing"


def _readings(position: Game | Battle | Muster) -> Iterator[str]:
    box = position.the_box.reference
    if box != STANDARD.reference:
        plain = isinstance(box, str) and box.replace("-", "").isalnum()
        yield f"box {box if plain else compact(box)}"
    if position.ruleset != "standard":
        yield f"ruleset {position.ruleset}"
    for name, value in sorted(position.options.items()):
        yield f"option {name}={json.dumps(value) if isinstance(value, bool) else value}"


# --- musters and battles ---------------------------------------------------------------------------------------------


def _muster(muster: Muster) -> str:
    return f"{muster.terrain}: {_names(muster.characters, ', ')}"


def _muster_extras(muster: Muster) -> Iterator[str]:
    if muster.caretaker is not None:
        yield f"caretaker {_counts(muster.caretaker.items())}"
    if muster.land is not None:
        yield f"land {muster.land}"
    if muster.tower_scores:
        yield f"tower-scores {_counts(muster.tower_scores.items())}"
    yield from _readings(muster)


def _battle(battle: Battle) -> str:
    there = [any(c.hex for c in battle.of(role).characters) for role in ROLES]
    head = [battle.terrain]
    if battle.turn != (2 if any(there) else 1):
        head.append(f"turn {battle.turn}")
    if (battle.side, battle.phase) != usual_phase(*there):
        head.append(f"{battle.side}'s {battle.phase}")
    sides = [_battle_side(battle, role, color) for role, color in zip(ROLES, ("Black", "Red"), strict=True)]
    return f"{', '.join(head)}: {' / '.join(sides)}"


def _battle_side(battle: Battle, role: Role, color: str) -> str:
    side = battle.of(role)
    prefix = []
    if side.player != current().markers.color_of(side.legion):
        prefix.append(_said(side.player))
    if prefix or side.legion != current().markers.of(color)[0]:
        prefix.append(side.legion)
    if role == "attacker" and side.entry_side not in (None, _usual_entry(battle)):
        prefix.append(side.entry_side or "")
    if side.score:
        prefix.append(str(side.score))
    return f"{' '.join(prefix)}: {_combatants(side)}" if prefix else _combatants(side)


def _usual_entry(battle: Battle) -> str:
    return "bottom" if battle.the_box.deploys(battle.terrain) else "left"


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


def _battle_extras(battle: Battle) -> Iterator[str]:
    for role in ROLES:
        side = battle.of(role)
        if role == "defender" and side.entry_side is not None:
            yield f"entry-side defender {side.entry_side}"
        if role == "attacker" and side.entry_side is None:
            yield "entry-side attacker none"
        for key in ("slain", "left_off"):
            if getattr(side, key):
                yield f"{key.replace('_', '-')} {role} {_names(getattr(side, key))}"
        for key in ("reinforced", "declined", "summoned", "may_summon", "began"):
            if getattr(side, key):
                yield f"{key.replace('_', '-')} {role}"
    for legion, names in sorted(battle.donors.items()):
        yield f"donors {legion} {_names(names)}"
    if battle.caretaker is not None:
        yield f"caretaker {_counts(battle.caretaker.items())}"
    if battle.pending is not None:
        yield f"pending {battle.pending}"
    if battle.outcome is not None:
        outcome = battle.outcome
        yield " ".join(
            ["outcome", outcome.winner, outcome.how, *([outcome.conceded_by] if outcome.conceded_by else [])]
        )
    yield from _readings(battle)


# --- games -----------------------------------------------------------------------------------------------------------


def _game(game: Game) -> str:
    head = [f"turn {game.turn}", f"{game.active}'s {game.phase}" if game.active else game.phase]
    if game.roll is not None:
        head.append(f"roll {game.roll}")
    if game.mulligan:
        head.append("mulligan")
    body = " / ".join(map(_player, game.players))
    return f"{', '.join(head)}: {body}" if body else f"{', '.join(head)}:"


def _player(player: Player) -> str:
    prefix = f"{player.color} {player.tower}" + (f" {player.score}" if player.score else "")
    legions = ", ".join(map(_legion, player.legions))
    return f"{prefix}: {legions}" if legions else prefix


def _legion(legion: Legion) -> str:
    if legion.characters is None:
        return f"{legion.legion} {legion.land} height {legion.height or 0}"
    return f"{legion.legion} {legion.land} {_names(legion.characters)}"


def _game_extras(game: Game) -> Iterator[str]:
    usual = complete_game(evolve(game, caretaker=None, players=tuple(evolve(p, markers=None) for p in game.players)))
    for player, other in zip(game.players, usual.players, strict=True):
        yield from _player_extras(player, other)
    for _, legion in game.legions():
        yield from _legion_extras(legion)
    stock = dict(game.caretaker or {})
    changed = {name: count for name, count in stock.items() if (usual.caretaker or {}).get(name) != count}
    if changed:
        yield f"caretaker {_counts(changed.items())}"
    for key in ("dead", "returning"):
        if getattr(game, key):
            yield f"{key} {_counts(getattr(game, key).items())}"
    if game.winner is not None:
        yield f"winner {game.winner}"
    yield from _readings(game)
    for key in ("engagement", "battle"):
        if getattr(game, key) is not None:
            yield f"{key} {compact(write(getattr(game, key)))}"
    if game.seats:
        yield f"seats {compact([write(seat) for seat in game.seats])}"


def _player_extras(player: Player, usual: Player) -> Iterator[str]:
    if player.name:
        yield f"name {player.color} {_said(player.name)}"
    if player.markers is not None and player.markers != usual.markers:
        yield f"markers {player.color} {' '.join(player.markers) or 'none'}"
    for key in ("out", "teleported", "summoned", "mulliganed"):
        if getattr(player, key):
            yield f"{key} {player.color}"


def _legion_extras(legion: Legion) -> Iterator[str]:
    name = legion.legion
    for flag in ("moved", "recombined"):
        if getattr(legion, flag):
            yield f"{flag} {name}"
    if legion.characters is not None and legion.height is not None:
        yield f"height {name} {legion.height}"
    for key in ("entry_side", "split_from", "came_from", "mustered"):
        if getattr(legion, key) is not None:
            yield f"{key.replace('_', '-')} {name} {getattr(legion, key)}"
    if legion.revealed:
        yield f"revealed {name} {_names(legion.revealed)}"
    for color, names in sorted(legion.seen.items()):
        yield f"seen {name} {color} {_names(names)}"
