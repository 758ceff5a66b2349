"""What makes a position impossible: every fault at once, each with its pointer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ...kernel.games import Fault
from ...kernel.jsontext import pointer
from .building import in_play
from .facts import BOX
from .hexes import written
from .state import Chip, Position

MOST_DICE_FACES = 20


def position_faults(at: Position) -> list[Fault]:
    """What makes a position impossible beyond what its fields say, chapter by chapter."""
    chips = [fault for chip, where in _chips(at) for fault in _chip(chip, where)]
    return [*_names(at), *_factions(at), *chips, *_upgrades_and_dice(at), *_map(at), *_occupation(at)]


def warnings(at: Position) -> list[Fault]:
    """What is odd about a position that is possible: units on terrain that they could not enter (CS-MOVE-10)."""
    sentence = "{} stands on {}, its allowance ends at {} (CS-MOVE-10)"
    return [
        Fault("invalid-hex", sentence.format(unit.id, at.ground[unit.at].terrain, unit.allowance), f"{where}/at")
        for unit, where in _listed(at.units, "units") if not at.suits(unit.allowance, unit.at)
    ]  # fmt: skip


def _listed(pieces: Sequence[Any], *keys: str | int) -> list[tuple[Any, str]]:
    """Pieces with their pointers."""
    return [(piece, pointer(*keys, i)) for i, piece in enumerate(pieces)]


def _chips(at: Position) -> Iterator[tuple[Chip, str]]:
    tops = _listed(at.units, "units")
    tops += [top for i, gate in enumerate(at.gates) for top in _listed(gate.stack, "gates", i, "stack")]
    for top, where in tops:
        yield top, where
        yield from ((chip, f"{where}/under{place}") for chip, place in _listed(top.under))


def _names(at: Position) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for piece, where in [*_chips(at), *_listed(at.spires, "spires")]:
        name, place = piece.id, where + "/id"
        if not name or ":" in name or name != name.strip():
            yield Fault("bad-id", f"an id is a name without a colon or blanks around it, not {name[:40]!r}", place)
        elif name in seen:
            yield Fault("same-id", f"the id {name!r} stands at {seen[name]} already", place)
        elif name in at.defeated:
            yield Fault("same-id", f"{name!r} has been defeated", place)
        seen.setdefault(name, place)


def _factions(at: Position) -> Iterator[Fault]:
    if not at.factions:
        yield Fault("no-faction", "there is no faction", "/factions")
    for unit, where in _listed(at.units, "units"):
        if (unit.faction is None) != (unit.kind == "landmark-minion"):
            owner = "no faction" if unit.kind == "landmark-minion" else "a faction"
            yield Fault("wrong-faction", f"a {unit.kind} belongs to {owner}", where + "/faction")
    owners = Counter(gate.faction for gate in at.gates)
    for gate, where in _listed(at.gates, "gates"):
        if owners[gate.faction] > 1:
            yield Fault("two-gates", f"{gate.faction} has {owners[gate.faction]} gates", where + "/faction")
    for name, faction in at.factions.items():
        mark, where = faction.mark, pointer("factions", name, "mark")
        movers = [unit.id for unit in at.units if unit.faction == name]
        movers += [chip.id for gate in at.gates if gate.faction == name for chip in gate.stack]
        if mark is None and movers:
            message = f"{name} has no mark, so nobody knows where {movers[0]} heads for (CS-GEN-4)"
            yield Fault("missing-mark", message, where, hint='like "gate:FACTION" or "hex:2,-1"')
        elif mark == f"gate:{name}":
            yield Fault("bad-mark", f"{name} cannot head for its own gate", where)
        elif mark is not None and mark not in at.marks:
            hint = "gate:FACTION, spire:ID, unit:ID or hex:q,r"
            yield Fault("bad-mark", f"there is no {mark[:40]!r} on the map", where, hint=hint)


def _chip(chip: Chip, where: str) -> Iterator[Fault]:
    stack, name = [chip, *chip.under], chip.id
    grouped = len(stack) > 1
    for holds, code, message, place in (
        (chip.life > chip.health, "bad-number", f"{name} has {chip.health} HP at most, not {chip.hp}", "hp"),
        (chip.attack is None and chip.upgrades.attack, "no-icon",
         f"{name} has no attack icon, so no attack upgrade lies on it (CS-UP-1)", "upgrades/attack"),
        (chip.kind == "hero" and chip.range is None and chip.upgrades.range, "no-range",
         f"{name} has no talent Range, so no range upgrade lies on it (CS-UP-2)", "upgrades/range"),
        (grouped and any(one.kind != "minion" for one in stack), "not-a-group",
         "only minions of a faction are grouped (CS-GRP-1)", "under"),
        (any(one.under for one in chip.under), "not-a-group",
         "a group is one stack: those under the top one have none of their own (CS-GRP-1)", "under"),
    ):  # fmt: skip
        if holds:
            yield Fault(code, message, f"{where}/{place}")
    for i, (over, under) in enumerate(pairwise(stack)):
        if under.movement < over.movement:
            message = f"{under.id} (movement {under.movement}) lies under {over.id} (movement {over.movement}), "
            yield Fault("group-order", message + "but low movement goes on top (CS-GRP-1)", f"{where}/under/{i}")


def _upgrades_and_dice(at: Position) -> Iterator[Fault]:
    used, supply = in_play(at), at.supply or {}
    for kind, stock in BOX.items():
        count = supply.get(kind, 0) + used[kind]
        if count > stock:
            message = f"{count} {kind} upgrades in the document, the box holds {stock}"
            yield Fault("too-many-upgrades", message, "/supply" if supply else "")
    faces, most = at.die.faces, at.die.max
    if faces is not None and not 2 <= len(faces) <= MOST_DICE_FACES:
        yield Fault("bad-dice", f"a die has 2 to {MOST_DICE_FACES} faces, not {len(faces)}", "/dice/faces")
    elif faces is not None and most not in (None, max(faces)):
        yield Fault("bad-dice", f"the greatest face is {max(faces)}, but max says {most}", "/dice/max")


def _map(at: Position) -> Iterator[Fault]:
    if not at.hexes:
        yield Fault("no-map", "the map has no hexes", "/hexes")
    seen: dict[Any, str] = {}
    for h, where in _listed(at.hexes, "hexes"):
        if h.at in seen:
            yield Fault("same-hex", f"the hex {written(h.at)} stands at {seen[h.at]} already", where)
        seen.setdefault(h.at, where)
        if h.face_down and h.chip is None:
            yield Fault("no-landmark", "no landmark lies face down here, for there is none", where + "/face_down")
    for gate, where in _listed(at.gates, "gates"):
        if gate.at in seen:
            message = f"the gate hex {written(gate.at)} belongs to the fortress, but stands at {seen[gate.at]}, too"
            yield Fault("same-hex", message, where + "/at")
    given = at.group_adjacent or {}
    for group, others in given.items():
        for other, where in _listed(others, "group_adjacent", group):
            if other == group:
                yield Fault("bad-adjacency", f"the hex group {group} cannot be adjacent to itself", where)
            elif group not in given.get(other, ()):
                message = f"{group} is adjacent to {other}, but {other} is not to {group}"
                yield Fault("bad-adjacency", message, where)


def _occupation(at: Position) -> Iterator[Fault]:
    held = {h.at: where + "/chip" for h, where in _listed(at.hexes, "hexes") if h.chip is not None}
    held |= {gate.at: where for gate, where in _listed(at.gates, "gates")}
    for piece, where in [*_listed(at.units, "units"), *_listed(at.spires, "spires")]:
        if piece.at in held:
            message = f"{piece.id} stands on {written(piece.at)}, but so does the chip at {held[piece.at]}"
            yield Fault("two-chips", message, where + "/at")
        elif piece.at not in at.ground:
            yield Fault("off-the-map", f"the hex {written(piece.at)} is not on the map", where + "/at")
        held.setdefault(piece.at, where)
