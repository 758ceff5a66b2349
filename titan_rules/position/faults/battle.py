"""What makes a battle impossible: all faults at once, each with its place."""

from collections import Counter
from collections.abc import Iterator

from ...box import Box
from ...box.battle_tables import hex_cost
from ...box.characters import TITAN
from ...box.names import CharacterName
from ...box.types import MAX_HEIGHT
from ...digest.rulesets import RULESETS
from ...kernel.errors import Fault
from ...kernel.wording import article, listed
from ..battle import ROLES, Battle, Combatant, Role, other
from .height import surplus

REINFORCEMENT_TURN = 4
"""The earliest battle turn in which a reinforcement may enter (REINF-1)."""


def battle_faults(battle: Battle, at: str = "") -> list[Fault]:
    """Everything that makes a battle impossible, with JSON Pointers.

    :param at: JSON Pointer of the battle in its document.
    """
    return [
        *RULESETS.faults(battle.ruleset, battle.options, at),
        *_entry_sides(battle, at),
        *[fault for role in ROLES for fault in _side(battle, role, f"{at}/{role}")],
        *_too_soon(battle, at),
        *_shared_hexes(battle, at),
        *_sharing(battle, at),
        *_stock(battle, at),
    ]


def _entry_sides(battle: Battle, at: str) -> Iterator[Fault]:
    """Only the attacker has an entry side, and in a Tower it is the bottom (BATTLE-3, BATTLE-4)."""
    side, where = battle.attacker.entry_side, f"{at}/attacker/entry_side"
    if battle.the_box.deploys(battle.terrain):
        if side not in (None, "bottom"):
            yield Fault("tower-entry-side", "a Tower is always entered from the bottom", where, hint='"bottom"')
    elif side is None:
        yield Fault("no-entry-side", "the attacker's entry side is missing", where, hint="left, right or bottom")
    if battle.defender.entry_side is not None:
        yield Fault("defender-entry-side", "only the attacker has an entry side", f"{at}/defender/entry_side")


def _side(battle: Battle, role: Role, at: str) -> Iterator[Fault]:
    side = battle.of(role)
    names = [c.name for c in side.characters]
    if len(names) > MAX_HEIGHT:
        lost = listed(surplus(battle.the_box, names, MAX_HEIGHT))
        message = f"{len(names)} characters: a Legion has at most {MAX_HEIGHT}; it loses {lost} (HEIGHT-1)"
        yield Fault("too-high", message, f"{at}/characters")
    if names.count(TITAN) > 1:
        second = names.index(TITAN, names.index(TITAN) + 1)
        yield Fault("two-titans", "a Legion has one Titan at most", f"{at}/characters/{second}")
    for i, combatant in enumerate(side.characters):
        yield from _combatant(battle, role, combatant, f"{at}/characters/{i}")
    yield from _off_board(battle, role, at)
    for fact in ("reinforced", "declined") if role == "attacker" else ("summoned", "may_summon", "began"):
        if getattr(side, fact):
            yield Fault("wrong-side", f"{fact!r} is only told of the {other(role)}", f"{at}/{fact}")


def _combatant(battle: Battle, role: Role, combatant: Combatant, at: str) -> Iterator[Fault]:
    name, box = combatant.name, battle.the_box
    if combatant.hex is None:
        for flag in ("hits", "moved", "struck"):
            if getattr(combatant, flag):
                yield Fault("off-board", f"the {name} is off the board and cannot have {flag}", f"{at}/{flag}")
        return
    character, land = box.characters[name], box.battlelands[battle.terrain]
    hazard = land.hazards[land[combatant.hex].hazard]
    if hex_cost(hazard, character.natives, character.flies) is None:
        natives = any(hazard.name in each.natives for each in box.characters.values())
        why = f"{article(name)} can never be in it" if natives else "nobody can be in it"
        yield Fault("closed-hex", f"{combatant.hex} is {hazard.name}: {why}", f"{at}/hex", hint="MANEUVER-5")
    if battle.phase == "maneuver" and battle.pending is None and battle.of(role).is_slain(combatant):
        yield Fault("slain", f"the {name} is slain and was removed when the last battle turn ended", f"{at}/hits")
    if battle.turn == 1 and role == "attacker" and battle.side == "defender":
        yield Fault("entered-early", "the attacker enters in its own first turn", f"{at}/hex", hint="BATTLE-2")


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
    for i, name in [*names.items()][able:]:
        message = f"the {name} can no longer enter: it would have been slain"
        yield Fault("off-board", message, f"{at}/characters/{i}/hex", hint="BATTLE-5")
    if battle.turn > 1 and role == "attacker" and able == len(names):
        yield from _not_summonable(battle.the_box, *names.values(), at=f"{at}/characters/{next(iter(names))}/name")


def _not_summonable(box: Box, name: CharacterName, *, at: str) -> Iterator[Fault]:
    if not box.characters[name].summonable:
        able = [each for each, c in box.characters.items() if c.summonable]
        them = " or ".join([article(able[0]), *able[1:]]) if able else "nobody"
        yield Fault("not-summonable", f"only {them} can be summoned, not {article(name)}", at)


def _too_soon(battle: Battle, at: str) -> Iterator[Fault]:
    """Defenders slain before anybody could strike them (SUMMON-1), unless a hazard of another box did it."""
    attacker, box = battle.attacker, battle.the_box
    begun = battle.side == "attacker" and (battle.phase != "maneuver" or battle.outcome is not None)
    if battle.turn > 1 or begun or not (battle.defender.slain or attacker.may_summon):
        return
    most = sum(effect.hits for hazard in box.hitting(battle.terrain) for effect in hazard.each_strike_phase.values())
    if all(box.power(name, battle.defender.score) > most for name in battle.defender.slain or box.characters):
        where = "/attacker/may_summon" if attacker.may_summon else "/defender/slain"
        message = "nobody of the defender can be slain before the attacker's first Strike Phase (SUMMON-1)"
        yield Fault("slain-too-soon", message, f"{at}{where}")


def _shared_hexes(battle: Battle, at: str) -> Iterator[Fault]:
    holders: dict[str, str] = {}
    for role in ROLES:
        for i, combatant in enumerate(battle.of(role).characters):
            if combatant.hex in holders:
                message = f"{combatant.hex} is held by the {holders[combatant.hex]} already"
                yield Fault("hex-taken", message, f"{at}/{role}/characters/{i}/hex")
            elif combatant.hex is not None:
                holders[combatant.hex] = f"{role}'s {combatant.name}"


def _sharing(battle: Battle, at: str) -> Iterator[Fault]:
    """Markers and players on both sides, and donors that cannot exist."""
    one, two = battle.attacker, battle.defender
    if one.player == two.player:
        yield Fault("same-player", f"{two.player} fights against itself", f"{at}/defender/player")
    if one.legion == two.legion:
        yield Fault("same-marker", f"both Legions bear {two.legion}", f"{at}/defender/legion")
    for marker, names in battle.donors.items():
        where = f"{at}/donors/{marker}"
        if marker in (one.legion, two.legion):
            yield Fault("same-marker", f"{marker} is in this battle and cannot be summoned from", where)
        for i, name in enumerate(names):
            yield from _not_summonable(battle.the_box, name, at=f"{where}/{i}")


def _stock(battle: Battle, at: str) -> Iterator[Fault]:
    """More of a character than the box holds, counting both sides, their slain, the donors and the caretaker."""
    seen: Counter[CharacterName] = Counter()
    kinds, full = battle.the_box.characters, battle.the_box.full_stock
    for where, names in _everybody(battle):
        for i, name in enumerate(names):
            seen[name] += 1
            if kinds[name].stock is None and seen[name] == kinds[name].count + 1:
                yield Fault("too-many", f"the box holds only {kinds[name].count} of {name}", f"{at}/{where}/{i}")
    for name, count in (battle.caretaker or {}).items():
        where = f"{at}/caretaker/{name}"
        if name == TITAN:
            yield Fault("titan-stock", "Titans belong to the players, not to the caretaker", where)
        elif kinds[name].stock is None and count + seen[name] > full[name]:
            here = f", {seen[name]} of them here" if seen[name] else ""
            message = f"the box holds {full[name]} of {name}{here}: the caretaker cannot have {count}"
            yield Fault("too-many", message, where)


def _everybody(battle: Battle) -> Iterator[tuple[str, tuple[CharacterName, ...]]]:
    """The battle's lists of characters, by JSON Pointer."""
    for role in ROLES:
        side = battle.of(role)
        yield f"{role}/characters", tuple([c.name for c in side.characters])
        yield f"{role}/slain", side.slain
        yield f"{role}/left_off", side.left_off
    for marker, names in battle.donors.items():
        yield f"donors/{marker}", names
