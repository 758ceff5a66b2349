"""The effects of hazards and poison at the start of a Strike Phase (DRIFT-1, BOX-5, BOX-6, BOX-7)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias, cast

from attrs import frozen

from ...box import Box
from ...box.battlelands import in_phase
from ...box.hexes import BIT, labels_in
from ...box.names import CharacterName
from ...kernel.rulings import Facts, Ruling
from ...kernel.wording import nouns
from ...position.battle import ROLES, Combatant, Role
from .field import C, Field, Piece


@frozen
class Toll:
    """One effect on one character; negative values heal or speed up.

    :param where: the hazard; None: its poison.
    :param printed: it is the printed game's Drift.
    """

    hits: int
    slowed: int
    where: str | None
    printed: bool = False

    def ruling(self, combatant: Combatant, power: int, step: str) -> Ruling:
        """The ruling on it; ``combatant`` is the character afterwards, ``power`` its Power-factor."""
        facts: Facts = {"character": combatant.name, "hex": combatant.hex, "hits": combatant.hits, "power": power}
        facts |= {"by": abs(self.hits or self.slowed), "hazard": self.where, "slowed": combatant.slowed}
        how = f"{{by}} {nouns('hit', abs(self.hits))}"
        if self.where is None:
            sentence = f"{{character}} in {{hex}} is poisoned: {how}, {{hits}} of {{power}}"
            return Ruling("BOX-7", "consequence", sentence, facts, step)
        if self.hits > 0:
            how = "one hit" if self.hits == 1 else how
            rule = "DRIFT-1" if self.printed else "BOX-5"
            return Ruling(
                rule,
                "consequence",
                f"{{character}} in {{hex}} stands in {{hazard}}: {how}, {{hits}} of {{power}}",
                facts,
                step,
            )
        if self.hits < 0:
            sentence = f"{{character}} in {{hex}} stands in {{hazard}} and loses up to {how}: {{hits}} of {{power}}"
            return Ruling("BOX-5", "consequence", sentence, facts, step)
        more = "slower" if self.slowed > 0 else "faster"
        sentence = f"{{character}} in {{hex}} stands in {{hazard}} and is {{by}} {more}: slowed by {{slowed}}"
        return Ruling("BOX-6", "consequence", sentence, facts, step)


Due: TypeAlias = tuple[Role, C, tuple[Toll, ...]]
"""A side, one of its characters, and the effects on it."""


def tolls(field: Field[C]) -> list[Due[C]]:
    """The effects on each living character of both sides before the strikes."""
    box = field.box
    if not (box.poisons or _harms(box, field.terrain)):
        return []
    due_now = []
    for role in ROLES:
        living = field.living[role]
        for character in cast("Sequence[C]", field.of(role).characters):
            label = character.hex
            if label is None or not BIT[label] & living:
                continue
            due = _tolls(box, field.terrain, character.name).get(label, ())
            if character.poisoned and box.poisons:
                due = (*due, Toll(character.poisoned, 0, None))
            if due:
                due_now.append((role, character, due))
    return due_now


def paid(character: Piece, power: int, due: Iterable[Toll]) -> tuple[int, int]:
    """A character's hits, capped at its Power-factor and never negative, and slowing after all effects."""
    hits, slowed = character.hits, character.slowed
    for toll in due:
        hits += toll.hits
        slowed += toll.slowed
    return max(0, min(hits, power)), slowed


@lru_cache(512)
def _harms(box: Box, terrain: str) -> bool:
    return bool(box.hitting(terrain))


@lru_cache(4096)
def _tolls(box: Box, terrain: str, name: CharacterName) -> dict[str, tuple[Toll, ...]]:
    """By hex, what its hazard does to a character in each Strike Phase (DRIFT-1, BOX-5, BOX-6)."""
    by_hex: dict[str, tuple[Toll, ...]] = {}
    land = box.battlelands[terrain]
    for hazard in box.hitting(terrain):
        due: list[Toll] = []
        for effect in in_phase(hazard, box.characters[name].natives):
            if effect.hits:
                due.append(Toll(effect.hits, 0, hazard.said, hazard.printed))
            if effect.slowed:
                due.append(Toll(0, effect.slowed, hazard.said))
        if due:
            by_hex.update({label: tuple(due) for label in labels_in(land.with_hazard(hazard.name))})
    return by_hex
