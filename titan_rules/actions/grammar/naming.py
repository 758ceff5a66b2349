"""Resolve names to every hex, Legion or musterer that they could mean.

Nothing here judges legality, but if several fit, the plausible ones are preferred: strikers in contact, Legions that
have not moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...box.characters import TITAN
from ...box.hexes import HEX_NUMBER
from ...box.names import CharacterName, EntrySide, Hex, LandNo, Marker
from ...kernel.wording import article
from ...position.battle import ROLES, Battle, Combatant, other
from ...position.game import Game, Legion, Player
from ...position.stock import count_of, stock, stock_of
from ...rules.battle.field import field_of
from ...rules.battle.strike import strike_options
from ...rules.engagement import reinforcement, summoning
from ...rules.masterboard.commencement import free_markers, splits
from ...rules.masterboard.destinations import How
from ...rules.masterboard.mustering import MusterOption, legion_options, possible_ways, sufficient
from .words import Sentence, Token

Who: TypeAlias = tuple[CharacterName | None, Hex | None]
"""A character's name, its hex, or both."""

Names: TypeAlias = tuple[CharacterName, ...]


def names_here(position: Game | Battle) -> frozenset[CharacterName]:
    """Who fights in the battle, or what could be mustered; these names may be abbreviated further."""
    battle = position if isinstance(position, Battle) else position.battle
    if battle is not None:
        return frozenset(c.name for role in ROLES for c in battle.of(role).characters)
    assert isinstance(position, Game), "a battle or a game"
    legions = () if position.active is None else position.mover.legions
    known = [x for x in legions if x.characters is not None and x.moved]
    return frozenset(option.muster for x in known for option in legion_options(position, x))


# --- Legions ---------------------------------------------------------------------------------------------------------


def _mover(s: Sentence) -> Player | None:
    return None if s.game is None or s.game.active is None else s.game.mover


def held(s: Sentence, marker: str) -> tuple[Player, Legion] | None:
    """A Legion with its holder, if any."""
    return None if s.game is None else s.game.find(marker)


def legions(s: Sentence, do: str, land: LandNo | None = None, names: Iterable[CharacterName] = ()) -> list[Marker]:
    """The Legions that could be meant if no marker is given.

    :param land: where the Legion is, if given.
    :param names: characters that the Legion holds.
    """
    if s.position is None:
        s.unclear("which Legion?")
    player = _mover(s)
    if player is None:
        s.fail("which Legion?")
    known = [x for x in player.legions if x.characters is not None] or list(player.legions)
    if land is not None:
        known = [x for x in player.legions if x.land == land]
        if not known:
            s.fail(f"{player.color} has no Legion in {land}", code="no-legion")
    if do == "move":
        known = [x for x in known if set(names) <= set(x.known)]
    fit = [x for x in known if _fits(x, do)] or known
    return [x.legion for x in fit] or s.fail("which Legion?", code="no-legion")


def _fits(legion: Legion, do: str) -> bool:
    if do == "move":
        return not legion.moved
    return legion.moved and legion.mustered is None if do == "muster" else legion.size > 3


def free_marker(s: Sentence, legion: str) -> Marker:
    """The first marker that a part of the Legion could get."""
    if s.position is None:
        s.unclear("the new Legion's marker is missing")
    holding = held(s, legion)
    player = holding[0] if holding else _mover(s)
    free = free_markers(player, s.game) if player is not None and s.game is not None else ()
    return free[0] if free else s.fail("the new Legion's marker is missing")


def parts(s: Sentence, legion: str) -> list[Names]:
    """The sets of characters that could leave a Legion."""
    holding = held(s, legion)
    if s.game is None or holding is None or holding[1].characters is None:
        s.fail("who leaves?")
    return splits(holding[0], holding[1], s.game) or [holding[1].characters[:2]]


def others(s: Sentence, legion: str, kept: Names) -> Names:
    """Who leaves a Legion if it is said who stays."""
    holding = held(s, legion)
    left = Counter(holding[1].known if holding is not None else ()) - Counter(kept)
    return tuple(left.elements()) or s.fail("who leaves?")


def land_of(s: Sentence, legion: str) -> LandNo:
    """The land of a Legion."""
    holding = held(s, legion)
    return holding[1].land if holding else s.fail(f"{legion} is not on the Masterboard", code="no-legion")


def is_enemy(s: Sentence, legion: str) -> bool:
    """Whether a Legion's holder is not the player whose turn it is."""
    holding, active = held(s, legion), _mover(s)
    return holding is not None and active is not None and holding[0].color != active.color


def _holds_enemies(s: Sentence, land: LandNo) -> bool:
    """Whether an enemy Legion stands in a land."""
    active = _mover(s)
    players = () if s.game is None else s.game.players
    return any(x.land == land for player in players if player is not active for x in player.legions)


def teleport(s: Sentence, legion: Marker, to: LandNo) -> How | None:
    """How a Legion may teleport to a land, if it may at all; None if no position is known."""
    holding = held(s, legion)
    if s.game is None or holding is None:
        return None
    from_tower = s.game.the_box.masterboard.lands[holding[1].land].is_tower
    enemies = _holds_enemies(s, to)
    if from_tower and not (enemies and TITAN in holding[1].known):
        return "tower-teleport"
    return "titan-teleport" if enemies or s.game.rules.titan_teleport != "law" else "tower-teleport"


def entry_side(s: Sentence, land: LandNo, before: Sequence[LandNo]) -> EntrySide | None:
    """The entry side against an enemy in a land, by the land before it; None if that is not told, or nobody is met."""
    if s.game is None or not before or not _holds_enemies(s, land):
        return None
    entrances = s.game.the_box.masterboard.lands[land].entrances
    return next((one.entry_side for one in entrances if one.came_from == before[0]), None)


def owner(s: Sentence, legion: str) -> str | None:
    """The player who holds a Legion, on the Masterboard or in the battle."""
    holding = held(s, legion)
    if holding is not None:
        return holding[0].color
    sides = () if s.battle is None else (s.battle.attacker, s.battle.defender)
    return next((side.player for side in sides if side.legion == legion), None)


def battle_of(s: Sentence) -> Battle:
    """The battle being fought.

    :raises ActionError: there is none.
    """
    return s.battle if s.battle is not None else s.fail("there is no battle")


def who(s: Sentence, items: Sequence[Token]) -> Who | None:
    """A character by its name, its hex or both."""
    name = next((item.value for item in items if item.kind == "character"), None)
    where = next((s.hex(item) for item in items if item.kind in ("hex", "land")), None)
    return (name, where) if name or where else None


def placed(s: Sentence, one: Who | None) -> Hex:
    """The hex of a character, which must be told without a position."""
    name, where = one or (None, None)
    return where if where is not None else s.unclear(f"in which hex does the {name or 'target'} stand?")


def movers(s: Sentence, name: CharacterName | None, label: Hex | None, to: Hex | None) -> list[Who]:
    """Who can move: characters of the side whose turn it is, each with its hex (None: it enters)."""
    battle = battle_of(s)
    if label is not None:
        who = _standing(s, battle, name, label)
        return [who] if who[0] is not None else s.fail(f"who stands in {label}?")
    if name is None:
        able = [c for c in battle.of(battle.acting).characters if not c.moved and c.hex != to]
        return [(c.name, c.hex) for c in able] or s.fail("who goes?")
    sides = [[c for c in battle.of(r).characters if c.name == name] for r in (battle.acting, other(battle.acting))]
    named = sides[0] or sides[1] or _nobody(s, battle, name)
    hexes = {c.hex for c in named if not c.moved} or {c.hex for c in named}
    return [(name, where) for where in sorted(hexes, key=str)]


def entering(s: Sentence) -> list[CharacterName]:
    """The characters still to enter."""
    battle = battle_of(s)
    names = sorted({c.name for c in battle.of(battle.acting).characters if c.hex is None})
    return names or s.fail("who enters?")


def waits(s: Sentence, name: CharacterName) -> bool:
    """Whether somebody of that name is still to enter, or stands nowhere."""
    named = [c for role in ROLES for c in battle_of(s).of(role).characters if c.name == name]
    return not named or any(c.hex is None for c in named)


def pairs(s: Sentence, striker: Who | None, target: Who | None) -> list[tuple[Hex, Hex]]:
    """Striker and target as hexes: if several fit, those in contact, or to shoot, the others."""
    battle = battle_of(s)
    acting = battle.acting
    if striker is not None and striker[1] is not None and (there := battle.at(striker[1])) is not None:
        acting = there[0]
    strikers = _candidates(s, battle, striker, battle.of(acting).characters)
    targets = _candidates(s, battle, target, battle.of(other(acting)).characters)
    both = [(x, y) for x in strikers for y in targets]
    both = [(x, y) for x, y in both if not x.struck] or both
    shot = any(item.value == "shoot" for item in s.items)
    both = [(x, y) for x, y in both if _touch(battle, x.hex, y.hex) != shot] or both
    return sorted({(x.hex or Hex(""), y.hex or Hex("")) for x, y in both})


def enemy(s: Sentence, who: Who) -> Hex:
    """The hex of an enemy that takes a carry."""
    name, label = who
    if s.position is None:
        return label or s.unclear(f"in which hex does the {name} stand?")
    battle = battle_of(s)
    able = _candidates(s, battle, who, battle.of(other(battle.acting)).characters)
    hexes = sorted({c.hex or Hex("") for c in able})
    if len(hexes) != 1:
        s.fail(f"which {name}?", code="ambiguous-character", hint=" or ".join(hexes))
    return hexes[0]


def other_target(s: Sentence, origin: Hex, to: Hex) -> Hex:
    """The other enemy in contact with a striker."""
    if s.battle is None:
        return to
    there = s.battle.at(origin)
    foes = s.battle.of(other(there[0] if there else s.battle.acting)).characters
    near = [c.hex for c in foes if c.hex and c.hex != to and _touch(s.battle, origin, c.hex)]
    return near[0] if near else to


def excess(s: Sentence, origin: Hex, to: Hex, dice: Iterable[int], number: int | None) -> int:
    """The hits left after a strike slays its target (CARRY-1)."""
    battle = battle_of(s)
    striker, target = battle.at(origin), battle.at(to)
    if striker is None or target is None:
        return 0
    options = strike_options(field_of(battle), *striker, target[1])
    wanted = number or (options[0].strike_number if options else 7)
    left = battle.of(target[0]).power(target[1]) - target[1].hits
    return max(0, sum(die >= wanted for die in dice) - left)


def _candidates(s: Sentence, battle: Battle, who: Who | None, side: Iterable[Combatant]) -> list[Combatant]:
    name, label = who or (None, None)
    if label is not None:
        _standing(s, battle, name, label, must=name is not None)
        there = battle.at(label)
        return [Combatant(name or CharacterName(""), label) if there is None else there[1]]
    return [c for c in side if (name is None or c.name == name) and c.hex is not None] or _nobody(s, battle, name)


def _standing(s: Sentence, battle: Battle, name: CharacterName | None, label: Hex, must: bool = True) -> Who:
    """A hex and its character, which must match the name given with it."""
    there = battle.at(label)
    if there is None:
        if name is None and must:
            s.fail(f"nobody stands in {label}", code="no-character")
        return name, label
    if name is not None and there[1].name != name:
        s.fail(f"no {name} stands in {label}, but {article(there[1].name)}", code="no-character")
    return there[1].name, label


def _nobody(s: Sentence, battle: Battle, name: CharacterName | None) -> list[Combatant]:
    side = next((role for role in ROLES if any(c.name == name for c in battle.of(role).characters)), None)
    message = "nobody stands there" if name is None else f"no {name} fights"
    if name is not None and side is not None:
        message = f"the {name} is the {side}'s, and this is the {battle.acting}'s action"
    s.fail(message, code="no-character")


def _touch(battle: Battle, one: Hex | None, two: Hex | None) -> bool:
    return HEX_NUMBER[two or ""] in battle.the_box.battlelands[battle.terrain][one or ""].neighbours


def names_enemies(s: Sentence) -> bool:
    """Whether the attacker has any of the named characters; a reinforced defender alone does not count."""
    foes = {c.name for c in s.battle.attacker.characters} if s.battle is not None else set()
    return any(item.value in foes for item in s.items)


# --- musters, summons, agreements ------------------------------------------------------------------------------------


def musterers(s: Sentence, marker: str, character: CharacterName) -> list[Names]:
    """The musterers with which a Legion could muster; empty if it cannot."""
    holding, game = held(s, marker), s.game
    if holding is None or game is None:
        return [()]
    legion = holding[1]
    return _ways(legion_options(game, legion), character, _hidden(game, legion, legion.land, character))


def reinforcers(s: Sentence, character: CharacterName) -> list[Names]:
    """The musterers with which the defender could be reinforced; empty if it cannot."""
    battle, game = s.battle, s.game
    if battle is not None:
        left = stock(game) if game is not None else stock_of(battle)
        return _ways(reinforcement.options(battle.table, [c.name for c in battle.defender.living()], left), character)
    holding = held(s, game.engagement.defender) if game is not None and game.engagement is not None else None
    if game is None or holding is None:
        return [()]
    legion = holding[1]
    known = reinforcement.options(game.the_box.table_of(legion.land), legion.known, stock(game))
    return _ways(known, character, _hidden(game, legion, legion.land, character))


def _ways(options: Iterable[MusterOption], character: CharacterName, hidden: Sequence[Names] = ()) -> list[Names]:
    return [way for option in options if option.muster == character for way in option.ways] or [*hidden[:1]] or [()]


def _hidden(game: Game, legion: Legion, land: LandNo, character: CharacterName) -> list[Names]:
    """The ways in which a Legion may muster, for all that is known of it."""
    if legion.characters is not None:
        return []
    needed = sufficient(game.the_box.table_of(land), character)
    return possible_ways(needed, lambda name: count_of(game, legion, name))


def donors(s: Sentence, character: CharacterName | None, legion: Marker | None) -> list[tuple[Marker, CharacterName]]:
    """The Legions from which a character could be summoned."""
    available = dict(s.battle.donors) if s.battle is not None else {}
    if s.game is not None and s.game.engagement is not None:
        available = summoning.donors(s.game, s.game.engagement)
    able = [(marker, name) for marker, names in available.items() for name in dict.fromkeys(names)]
    able = [(marker, name) for marker, name in able if character in (None, name) and legion in (None, marker)]
    return able or s.fail(f"no {character or 'Angel'} can be summoned from any Legion", code="no-character")


# --- players ---------------------------------------------------------------------------------------------------------


def player_of(s: Sentence, role: str) -> str:
    """The player of a side, or the role itself if nobody fights."""
    if s.battle is not None:
        return s.battle.attacker.player if role == "attacker" else s.battle.defender.player
    engagement = s.game.engagement if s.game is not None else None
    if engagement is None:
        return role
    return engagement.attacking if role == "attacker" else engagement.defending


def speakers(s: Sentence) -> list[str]:
    """Who could be speaking, the likeliest first."""
    if s.battle is not None:
        return [s.battle.of(role).player for role in (s.battle.acting, other(s.battle.acting))]
    if s.game is None:
        s.unclear("which player?")
    engagement = s.game.engagement
    if engagement is not None:
        return list(dict.fromkeys((engagement.to_act, engagement.attacking, engagement.defending)))
    if s.game.active is None:
        return [s.game.seats[0].name] if s.game.seats else s.fail("which player?")
    return [s.game.active]
