"""What makes a battle impossible: all faults at once, each with its place."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ...box import Box
from ...box.battle_tables import hex_cost
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...box.types import MAX_HEIGHT
from ...digest.rulesets import RULESETS
from ...kernel.errors import Fault
from ...kernel.wording import article
from ..battle import ROLES, Battle, Combatant, Role, other
from . import each, fault
from .height import too_high

REINFORCEMENT_TURN = 4
"""The earliest battle turn in which a reinforcement may enter (REINF-1)."""


def battle_faults(battle: Battle, at: str = "") -> list[Fault]:
    """Everything that makes a battle impossible, with JSON Pointers.

    :param at: JSON Pointer of the battle in its document.
    """
    one, two, deploys = battle.attacker, battle.defender, battle.the_box.deploys(battle.terrain)
    entry = {
        "tower-entry-side": deploys and one.entry_side not in (None, "bottom"),
        "no-entry-side": not deploys and one.entry_side is None,
        "defender-entry-side": two.entry_side is not None,
    }
    sharing = {"same-player": one.player == two.player, "same-marker": one.legion == two.legion}
    return [
        *RULESETS.faults(battle.ruleset, battle.options, at),
        *each(entry, at),
        *[fault for role in ROLES for fault in _side(battle, role, f"{at}/{role}")],
        *_too_soon(battle, at),
        *_shared_hexes(battle, at),
        *each(sharing, at, player=one.player, marker=one.legion),
        *_donors(battle, at),
        *_stock(battle, at),
    ]


def _side(battle: Battle, role: Role, at: str) -> Iterator[Fault]:
    side = battle.of(role)
    names = [c.name for c in side.characters]
    if len(names) > MAX_HEIGHT:
        yield too_high(battle.the_box, side.legion, names, len(names), at)
    if names.count(TITAN) > 1:
        yield fault("two-titans", f"{at}/characters/{names.index(TITAN, names.index(TITAN) + 1)}")
    for i, combatant in enumerate(side.characters):
        yield from _combatant(battle, role, combatant, f"{at}/characters/{i}")
    yield from _off_board(battle, role, at)
    for fact in ("reinforced", "declined") if role == "attacker" else ("summoned", "may_summon", "began"):
        if getattr(side, fact):
            yield fault("wrong-side", at, fact=fact, other=other(role))


def _combatant(battle: Battle, role: Role, combatant: Combatant, at: str) -> Iterator[Fault]:
    name, box = combatant.name, battle.the_box
    if combatant.hex is None:
        for fact in ("hits", "moved", "struck"):
            if getattr(combatant, fact):
                yield fault("off-board", at, name=name, fact=fact)
        return
    character, land = box.characters[name], box.battlelands[battle.terrain]
    hazard = land.hazards[land[combatant.hex].hazard]
    if hex_cost(hazard, character.natives, character.flies) is None:
        natives = any(hazard.name in each.natives for each in box.characters.values())
        why = f"{article(name)} can never be in it" if natives else "nobody can be in it"
        yield fault("closed-hex", at, hex=combatant.hex, hazard=hazard.name, why=why)
    if battle.phase == "maneuver" and battle.pending is None and battle.of(role).is_slain(combatant):
        yield fault("slain", at, name=name)
    if battle.turn == 1 and role == "attacker" and battle.side == "defender":
        yield fault("entered-early", at)


def _off_board(battle: Battle, role: Role, at: str) -> Iterator[Fault]:
    """Characters off the board that should have entered or be gone (BATTLE-5, REINF-1, SUMMON-1)."""
    names = {i: c.name for i, c in enumerate(battle.of(role).characters) if c.hex is None}
    if not names or battle.outcome is not None:
        return
    entering = battle.phase == "maneuver" and battle.side == role
    if battle.turn <= 1:
        able = len(names) if entering or (role == "attacker" and battle.side == "defender") else 0
    else:
        able = 1 if entering and (role == "attacker" or battle.turn == REINFORCEMENT_TURN) else 0
    yield from (fault("off-board gone", at, name=name, i=i) for i, name in [*names.items()][able:])
    if battle.turn > 1 and role == "attacker" and able == len(names):
        yield from _not_summonable(battle.the_box, *names.values(), at=f"{at}/characters/{next(iter(names))}/name")


def _not_summonable(box: Box, name: CharacterName, *, at: str) -> Iterator[Fault]:
    if not box.characters[name].summonable:
        able = [each for each, c in box.characters.items() if c.summonable]
        them = " or ".join([article(able[0]), *able[1:]]) if able else "nobody"
        yield fault("not-summonable", at, able=them, name=article(name))


def _too_soon(battle: Battle, at: str) -> Iterator[Fault]:
    """Defenders slain before anybody could strike them (SUMMON-1), unless a hazard of another box did it."""
    attacker, box = battle.attacker, battle.the_box
    begun = battle.side == "attacker" and (battle.phase != "maneuver" or battle.outcome is not None)
    if battle.turn > 1 or begun or not (battle.defender.slain or attacker.may_summon):
        return
    most = sum(effect.hits for hazard in box.hitting(battle.terrain) for effect in hazard.each_strike_phase.values())
    if all(box.power(name, battle.defender.score) > most for name in battle.defender.slain or box.characters):
        yield fault("slain-too-soon", at, where="attacker/may_summon" if attacker.may_summon else "defender/slain")


def _shared_hexes(battle: Battle, at: str) -> Iterator[Fault]:
    holders: dict[str, str] = {}
    for role in ROLES:
        for i, combatant in enumerate(battle.of(role).characters):
            if combatant.hex in holders:
                holder = holders[combatant.hex]
                yield fault("hex-taken", f"{at}/{role}/characters/{i}", hex=combatant.hex, holder=holder)
            elif combatant.hex is not None:
                holders[combatant.hex] = f"{role}'s {combatant.name}"


def _donors(battle: Battle, at: str) -> Iterator[Fault]:
    one, two = battle.attacker, battle.defender
    for marker, names in battle.donors.items():
        if marker in (one.legion, two.legion):
            yield fault("same-marker donor", at, marker=marker)
        for i, name in enumerate(names):
            yield from _not_summonable(battle.the_box, name, at=f"{at}/donors/{marker}/{i}")


def _stock(battle: Battle, at: str) -> Iterator[Fault]:
    """More of a character than the box holds, counting both sides, their slain, the donors and the caretaker."""
    seen: Counter[CharacterName] = Counter()
    kinds, full = battle.the_box.characters, battle.the_box.full_stock
    everybody: dict[str, Sequence[CharacterName]] = {}
    for role in ROLES:
        side = battle.of(role)
        everybody[f"{role}/characters"] = [c.name for c in side.characters]
        everybody |= {f"{role}/slain": side.slain, f"{role}/left_off": side.left_off}
    everybody |= {f"donors/{marker}": names for marker, names in battle.donors.items()}
    for where, names in everybody.items():
        for i, name in enumerate(names):
            seen[name] += 1
            if kinds[name].stock is None and seen[name] == kinds[name].count + 1:
                yield fault("too-many", f"{at}/{where}/{i}", count=kinds[name].count, name=name)
    for name, given in (battle.caretaker or {}).items():
        where = f"{at}/caretaker/{name}"
        if name == TITAN:
            yield fault("titan-stock", where)
        elif kinds[name].stock is None and given + seen[name] > full[name]:
            here = f", {seen[name]} of them here" if seen[name] else ""
            yield fault("too-many caretaker", where, count=full[name], name=name, here=here, given=given)
