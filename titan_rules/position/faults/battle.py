"""What makes a battle's position impossible: every fault with its name and place, all at once."""

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
from ..battle import ROLES, Battle, BattleSide, Combatant, Role, other
from .height import surplus

REINFORCEMENT_TURN = 4
"""The battle turn in which a reinforcement may enter (REINF-1)."""


def battle_faults(battle: Battle, at: str = "") -> list[Fault]:
    """Everything that makes a battle's position impossible, with its pointers.

    :param at: JSON Pointer of the battle in its document.
    """
    found = RULESETS.faults(battle.ruleset, battle.options, at)
    found += _entry_sides(battle, at)
    for role in ROLES:
        found += _side(battle, role, f"{at}/{role}")
    found += _too_soon(battle, at)
    found += _shared_hexes(battle, at)
    found += _sharing(battle, at)
    found += _stock(battle, at)
    return found


def _entry_sides(battle: Battle, at: str) -> Iterator[Fault]:
    """The entry side is the attacker's to have, and a Tower's is always bottom (BATTLE-3, BATTLE-4)."""
    side = battle.attacker.entry_side
    where = f"{at}/attacker/entry_side"
    if battle.the_box.deploys(battle.terrain):
        if side not in (None, "bottom"):
            yield Fault("tower-entry-side", "a Tower is always entered from the bottom", where, hint='"bottom"')
    elif side is None:
        yield Fault("no-entry-side", "the attacker's entry side is missing", where, hint="left, right or bottom")
    if battle.defender.entry_side is not None:
        yield Fault("defender-entry-side", "only the attacker has an entry side", f"{at}/defender/entry_side")


def _side(battle: Battle, role: Role, at: str) -> Iterator[Fault]:
    """What is wrong with one side by itself."""
    side = battle.of(role)
    if len(side.characters) > MAX_HEIGHT:
        yield Fault(
            "too-high",
            f"{len(side.characters)} characters: a Legion has at most {MAX_HEIGHT};"
            f" it loses {listed(surplus(battle.the_box, [c.name for c in side.characters], MAX_HEIGHT))} (HEIGHT-1)",
            f"{at}/characters",
        )
    if [c.name for c in side.characters].count(TITAN) > 1:
        places = [i for i, c in enumerate(side.characters) if c.name == TITAN]
        yield Fault("two-titans", "a Legion has one Titan at most", f"{at}/characters/{places[1]}")
    for i, combatant in enumerate(side.characters):
        yield from _combatant(battle, role, combatant, f"{at}/characters/{i}")
    yield from _off_board(battle, role, at)
    yield from _rights(side, role, at)


def _too_soon(battle: Battle, at: str) -> Iterator[Fault]:
    """A defender slain before anybody could strike it (SUMMON-1): only a hazard of another box does that."""
    attacker, box = battle.attacker, battle.the_box
    begun = battle.side == "attacker" and (battle.phase != "maneuver" or battle.outcome is not None)
    if battle.turn > 1 or begun or not (battle.defender.slain or attacker.may_summon):
        return
    most = sum(effect.hits for hazard in box.hitting(battle.terrain) for effect in hazard.each_phase.values())
    if all(box.power(name, battle.defender.score) > most for name in battle.defender.slain or box.characters):
        where = "/attacker/may_summon" if attacker.may_summon else "/defender/slain"
        message = "nobody of the defender can be slain before the attacker's first Strike Phase (SUMMON-1)"
        yield Fault("slain-too-soon", message, f"{at}{where}")


def _rights(side: BattleSide, role: Role, at: str) -> Iterator[Fault]:
    """What only the other side can have done."""
    wrong = ("reinforced", "declined") if role == "attacker" else ("summoned", "may_summon")
    for name in wrong:
        if getattr(side, name):
            yield Fault("wrong-side", f"only the {other(role)} can be {name.replace('_', ' ')}", f"{at}/{name}")


def _combatant(battle: Battle, role: Role, combatant: Combatant, at: str) -> Iterator[Fault]:
    """What is wrong with one character."""
    name = combatant.name
    if combatant.hex is None:
        for flag in ("hits", "moved", "struck"):
            if getattr(combatant, flag):
                yield Fault("off-board", f"the {name} is off the board and cannot have {flag}", f"{at}/{flag}")
        return
    box = battle.the_box
    character, land = box.characters[name], box.battlelands[battle.terrain]
    hazard = land.hazards[land[combatant.hex].hazard]
    if hex_cost(hazard, character.native_to, character.flies) is None:
        natives = any(hazard.name in other.native_to for other in box.characters.values())
        why = f"{article(name)} can never be in it" if natives else "nobody can be in it"
        yield Fault("closed-hex", f"{combatant.hex} is {hazard.name}: {why}", f"{at}/hex", hint="MANEUVER-5")
    if battle.phase == "maneuver" and battle.pending is None and battle.of(role).is_slain(combatant):
        yield Fault("slain", f"the {name} is slain and was removed when the last battle turn ended", f"{at}/hits")
    if battle.turn == 1 and role == "attacker" and battle.side == "defender":
        yield Fault("entered-early", "the attacker enters in its own first turn", f"{at}/hex", hint="BATTLE-2")


def _off_board(battle: Battle, role: Role, at: str) -> Iterator[Fault]:
    """Characters off the board that should have entered, or be gone (BATTLE-5, REINF-1, SUMMON-1)."""
    off = [i for i, c in enumerate(battle.of(role).characters) if c.hex is None]
    if not off or battle.outcome is not None:
        return
    entering = battle.phase == "maneuver" and battle.side == role
    if battle.turn <= 1:
        waiting = role == "attacker" and battle.side == "defender"
        excess = [] if entering or waiting else off
    elif entering and (role == "attacker" or battle.turn == REINFORCEMENT_TURN):
        excess = off[1:]
    else:
        excess = off
    for i in excess:
        name = battle.of(role).characters[i].name
        yield Fault(
            "off-board",
            f"the {name} can no longer enter: it would have been slain",
            f"{at}/characters/{i}/hex",
            hint="BATTLE-5",
        )
    if battle.turn > 1 and role == "attacker" and not excess:
        name = battle.of(role).characters[off[0]].name
        if not battle.the_box.characters[name].summonable:
            yield _not_summonable(battle.the_box, name, f"{at}/characters/{off[0]}/name")


def _not_summonable(box: Box, name: CharacterName, at: str) -> Fault:
    able = [other for other, c in box.characters.items() if c.summonable]
    listed = " or ".join([article(able[0]), *able[1:]]) if able else "nobody"
    return Fault("not-summonable", f"only {listed} can be summoned, not {article(name)}", at)


def _shared_hexes(battle: Battle, at: str) -> Iterator[Fault]:
    holder: dict[str, tuple[Role, Combatant]] = {}
    for role in ROLES:
        for i, combatant in enumerate(battle.of(role).characters):
            if combatant.hex is None:
                continue
            if combatant.hex in holder:
                side, first = holder[combatant.hex]
                where = f"{at}/{role}/characters/{i}/hex"
                yield Fault("hex-taken", f"{combatant.hex} is held by the {side}'s {first.name} already", where)
            else:
                holder[combatant.hex] = role, combatant


def _sharing(battle: Battle, at: str) -> Iterator[Fault]:
    """Markers and players that stand on both sides, and donors that cannot be."""
    if battle.attacker.player == battle.defender.player:
        yield Fault("same-player", f"{battle.defender.player} fights against itself", f"{at}/defender/player")
    if battle.attacker.legion == battle.defender.legion:
        yield Fault("same-marker", f"both Legions bear {battle.defender.legion}", f"{at}/defender/legion")
    for marker, names in battle.donors.items():
        if marker in (battle.attacker.legion, battle.defender.legion):
            yield Fault(
                "same-marker", f"{marker} is in this battle and cannot be summoned from", f"{at}/donors/{marker}"
            )
        for i, name in enumerate(names):
            if not battle.the_box.characters[name].summonable:
                yield _not_summonable(battle.the_box, name, f"{at}/donors/{marker}/{i}")


def _stock(battle: Battle, at: str) -> Iterator[Fault]:
    """More of a kind than the box holds, counted over both sides, their slain, the donors and the caretaker."""
    seen: Counter[CharacterName] = Counter()
    full = battle.the_box.full_stock
    for role in ROLES:
        side = battle.of(role)
        for i, combatant in enumerate(side.characters):
            yield from _count(battle.the_box, seen, combatant.name, f"{at}/{role}/characters/{i}")
        for list_name, names in (("slain", side.slain), ("left_off", side.left_off)):
            for i, name in enumerate(names):
                yield from _count(battle.the_box, seen, name, f"{at}/{role}/{list_name}/{i}")
    for marker, names in battle.donors.items():
        for i, name in enumerate(names):
            yield from _count(battle.the_box, seen, name, f"{at}/donors/{marker}/{i}")
    for name, count in (battle.caretaker or {}).items():
        where = f"{at}/caretaker/{name}"
        if name == TITAN:
            yield Fault("titan-stock", "Titans belong to the players, not to the caretaker", where)
        elif battle.the_box.characters[name].stock is None and count + seen[name] > full[name]:
            here = f", {seen[name]} of them here" if seen[name] else ""
            yield Fault(
                "too-many",
                f"the box holds {full[name]} of {name}{here}: the caretaker cannot have {count}",
                where,
            )


def _count(box: Box, seen: Counter[CharacterName], name: CharacterName, at: str) -> Iterator[Fault]:
    """Count one more; a fault for the first that the box does not hold."""
    seen[name] += 1
    if box.characters[name].stock is None and seen[name] == box.characters[name].count + 1:
        yield Fault("too-many", f"the box holds only {box.characters[name].count} of {name}", at)
