"""What makes a position impossible: every fault at once, each with its pointer."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from titan_rules.kernel.jsontext import pointer

from ..protocol import Fault
from .building import in_play
from .facts import BOX
from .hexes import written
from .state import Chip, Position

Placed: TypeAlias = list[tuple[Any, str]]
"""Parts of a position with their pointers."""

MOST_DICE_FACES = 20


def position_faults(at: Position) -> Iterator[Fault]:
    """What makes a position impossible beyond what its fields say."""
    tops, gates, hexes = _listed(at.units, "units"), _listed(at.gates, "gates"), _listed(at.hexes, "hexes")
    on_map = [*tops, *_listed(at.spires, "spires")]
    tops += [chip for i, gate in enumerate(at.gates) for chip in _listed(gate.stack, "gates", i, "stack")]
    chips = [*tops]
    for top, where in tops:
        chips += [(chip, f"{where}/under{place}") for chip, place in _listed(top.under)]
    for name, what in (("factions", "faction"), ("hexes", "hex")):
        if not getattr(at, name):
            yield Fault(f"no-{what}", f"there is no {what}", f"/{name}")
    yield from _ids(at, [*chips, *on_map[len(at.units) :]])
    for chip, where in chips:
        yield from _chip(chip, where)
    yield from _factions(at)
    yield from _twice("two-gates", "a gate of", [(gate.faction, where + "/faction") for gate, where in gates])
    standing = [(gate.at, where + "/at") for gate, where in gates]
    yield from _twice("same-hex", "the hex", [*((h.at, where) for h, where in hexes), *standing])
    standing = [*((h.at, where + "/chip") for h, where in hexes if h.chip is not None), *standing]
    yield from _twice("two-chips", "a chip on", [*standing, *((piece.at, where + "/at") for piece, where in on_map)])
    for piece, where in on_map:
        if piece.at not in at.ground and piece.at not in at.gate_at:
            yield Fault("off-the-map", f"the hex {written(piece.at)} is not on the map", where + "/at")
    for h, where in hexes:
        if h.face_down and h.chip is None:
            yield Fault("no-landmark", "no landmark lies face down here, for there is none", where + "/face_down")
    yield from _adjacency(at)
    yield from _upgrades_and_dice(at)


def warnings(at: Position) -> list[Fault]:
    """What is odd about a position that is possible: units on terrain that they could not enter (CS-MOVE-10)."""
    sentence = "{} stands on {}, its allowance ends at {} (CS-MOVE-10)"
    return [
        Fault("invalid-hex", sentence.format(unit.id, at.ground[unit.at].terrain, unit.allowance), f"{where}/at")
        for unit, where in _listed(at.units, "units") if not at.suits(unit.allowance, unit.at)
    ]  # fmt: skip


def _listed(parts: Sequence[Any], *keys: str | int) -> Placed:
    return [(part, pointer(*keys, i)) for i, part in enumerate(parts)]


def _twice(code: str, what: str, placed: Iterable[tuple[Any, str]]) -> Iterator[Fault]:
    """Faults for duplicates of unique things."""
    seen: dict[Any, str] = {}
    for one, where in placed:
        if one in seen:
            name = one if isinstance(one, str) else written(one)
            yield Fault(code, f"{what} {name} stands at {seen[one]} already", where)
        seen.setdefault(one, where)


def _ids(at: Position, pieces: Placed) -> Iterator[Fault]:
    for piece, where in pieces:
        if not piece.id or ":" in piece.id or piece.id != piece.id.strip():
            message = f"an id is a name without a colon or blanks around it, not {piece.id[:40]!r}"
            yield Fault("bad-id", message, where + "/id")
        elif piece.id in at.defeated:
            yield Fault("same-id", f"{piece.id!r} has been defeated", where + "/id")
    yield from _twice("same-id", "the id", [(piece.id, where + "/id") for piece, where in pieces])


def _factions(at: Position) -> Iterator[Fault]:
    for unit, where in _listed(at.units, "units"):
        if (unit.faction is None) != (unit.kind == "landmark-minion"):
            owner = "no faction" if unit.kind == "landmark-minion" else "a faction"
            yield Fault("wrong-faction", f"a {unit.kind} belongs to {owner}", where + "/faction")
    for name, faction in at.factions.items():
        mark, where = faction.mark, pointer("factions", name, "mark")
        movers = [*at.units_of(name), *(chip for gate in at.gates if gate.faction == name for chip in gate.stack)]
        if mark is None and movers:
            message = f"{name} has no mark, so nobody knows where {movers[0].id} heads for (CS-GEN-4)"
            yield Fault("missing-mark", message, where, hint='like "gate:FACTION" or "hex:2,-1"')
        elif mark == f"gate:{name}":
            yield Fault("bad-mark", f"{name} cannot head for its own gate", where)
        elif mark is not None and mark not in at.marks:
            hint = "gate:FACTION, spire:ID, unit:ID or hex:q,r"
            yield Fault("bad-mark", f"there is no {mark[:40]!r} on the map", where, hint=hint)


def _chip(chip: Chip, where: str) -> Iterator[Fault]:
    stack, name = [chip, *chip.under], chip.id
    for holds, code, message, place in (
        (chip.life > chip.health, "bad-number", f"{name} has {chip.health} HP at most, not {chip.hp}", "hp"),
        (chip.attack is None and chip.upgrades.attack, "no-icon",
         f"{name} has no attack icon, so no attack upgrade lies on it (CS-UP-1)", "upgrades/attack"),
        (chip.kind == "hero" and chip.range is None and chip.upgrades.range, "no-range",
         f"{name} has no talent Range, so no range upgrade lies on it (CS-UP-2)", "upgrades/range"),
        (chip.under and any(one.kind != "minion" for one in stack), "not-a-group",
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


def _adjacency(at: Position) -> Iterator[Fault]:
    given = at.group_adjacent or {}
    for group, others in given.items():
        for other, where in _listed(others, "group_adjacent", group):
            if other == group:
                yield Fault("bad-adjacency", f"the hex group {group} cannot be adjacent to itself", where)
            elif group not in given.get(other, ()):
                yield Fault("bad-adjacency", f"{group} is adjacent to {other}, but {other} is not to {group}", where)


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
