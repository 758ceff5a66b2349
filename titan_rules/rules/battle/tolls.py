"""What happens to characters where they stand when a Strike Phase begins (DRIFT-1, BOX-5, BOX-6, BOX-7)."""

from collections.abc import Iterator

from attrs import frozen

from ...box.hazards import in_phase
from ...box.hexes import BIT
from ...kernel.names import nouns
from ...kernel.rulings import Facts, Ruling
from ...position.battle import ROLES, Combatant, Role
from .field import Field


@frozen
class Toll:
    """One thing that happens to one character.

    :param index: its place among its side's characters.
    :param hits: that it takes; less than 0: that it loses.
    :param slowed: how much slower it becomes; less than 0: how much faster.
    :param where: the hazard; None: its poison.
    :param printed: the printed game's own Drift.
    """

    role: Role
    index: int
    hits: int
    slowed: int
    where: str | None
    printed: bool = False

    def ruling(self, combatant: Combatant, power: int, step: str) -> Ruling:
        """The ruling on it.

        :param combatant: as it is afterwards; ``power`` is its Power-factor.
        """
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


def tolls(field: Field) -> Iterator[Toll]:
    """What a Strike Phase does before anybody strikes, to characters of both sides that are not slain already.

    By hazard, the attacker's first; then poison.
    """
    box = field.box
    for hazard in box.hitting(field.terrain):
        mask = field.tables.land.with_hazard(hazard.name)
        if not mask & field.occupied:
            continue
        for role in ROLES:
            living = mask & field.living[role]
            for index, c in enumerate(field.battle.of(role).characters):
                if c.hex is None or not BIT[c.hex] & living:
                    continue
                for effect in in_phase(hazard, box.characters[c.name].native_to):
                    if effect.hits:
                        yield Toll(role, index, effect.hits, 0, hazard.called, hazard.printed)
                    if effect.slowed:
                        yield Toll(role, index, 0, effect.slowed, hazard.called)
    if box.poisons:
        for role in ROLES:
            for index, c in enumerate(field.battle.of(role).characters):
                if c.poisoned and c.hex is not None and BIT[c.hex] & field.living[role]:
                    yield Toll(role, index, c.poisoned, 0, None)
