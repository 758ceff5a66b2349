"""What a side may choose from: the adjudicator's legal actions, listed only as far as somebody asks."""

from attrs import frozen

from ..actions.intents import Carry, EndManeuver, EndStrikes, Maneuver, Reinforce, Strike, Summon
from ..box.characters import TITAN
from ..box.hexes import HEXES, numbers_in
from ..box.names import OFF_MAP
from ..play.battle_listing import arrivals
from ..position.battle import Battle, Combatant, Role, other
from ..rules.battle.carry import StrikeOption
from ..rules.battle.field import Field, field_of
from ..rules.battle.maneuver import destinations
from ..rules.battle.rangestrike import rangestrike_targets
from ..rules.battle.strike import contacts, dice_and_number, strike_options


@frozen
class Blow:
    """One strike or rangestrike that may be made.

    :param option: the dice and the Strike-number; the natural ones or a penalty's (CARRY-2).
    :param natural: it is the natural strike.
    :param must: the striker must strike somebody.
    """

    striker: Combatant
    target: Combatant
    option: StrikeOption
    natural: bool
    must: bool

    def action(self, dice: tuple[int, ...] | None = None, carry: tuple[Carry, ...] = ()) -> Strike:
        """The action; ``dice`` None: not rolled yet."""
        if self.natural:
            return Strike(self.striker.hex or OFF_MAP, self.target.hex or OFF_MAP, dice, None, None, carry)
        option = self.option
        return Strike(
            self.striker.hex or OFF_MAP, self.target.hex or OFF_MAP, dice, option.strike_number, option.dice, carry
        )


class Choices:
    """The choices of the side that acts.

    :ivar battle: the battle as it stands; it waits for no answer.
    :ivar field: the view of it that the rules use.
    :ivar role: the side that chooses.
    """

    __slots__ = ("battle", "field", "role")

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.field: Field = field_of(battle)
        self.role: Role = battle.acting

    @property
    def enemy(self) -> Role:
        """The other side."""
        return other(self.role)

    def arrivals(self) -> list[Reinforce | Summon]:
        """Reinforcements or summonses that may be taken now; who takes none lets them pass (REINF-1, SUMMON-1)."""
        return [action for action in arrivals(self.battle, self.battle) if isinstance(action, Reinforce | Summon)]

    def reach(self, combatant: Combatant) -> int:
        """Where one of the side's characters may maneuver to, as a mask of hexes (MANEUVER-1 to MANEUVER-7)."""
        return 0 if combatant.moved else destinations(self.field, self.role, combatant)

    def maneuvers(self) -> list[tuple[Combatant, int]]:
        """Everybody who may maneuver, and where to."""
        field, role = self.field, self.role
        found = []
        for combatant in self.battle.of(role).characters:
            if not combatant.moved:
                mask = destinations(field, role, combatant)
                if mask:
                    found.append((combatant, mask))
        return found

    def targets(self, striker: Combatant) -> tuple[list[Combatant], bool]:
        """Whom a character may strike or rangestrike, and whether it must (STRIKE-1, RANGE-1)."""
        if striker.struck or striker.hex is None:
            return [], False
        field = self.field
        touching = contacts(field, self.role, striker)
        if touching:
            return [field.who[number] for number in numbers_in(touching)], True
        if self.battle.phase == "strikeback":
            return [], False
        return [target for target, _ in rangestrike_targets(field, self.role, striker)], False

    def strikers(self) -> list[tuple[Combatant, list[Combatant], bool]]:
        """Everybody who may strike, with its targets, and whether it must."""
        found = []
        for combatant in self.battle.of(self.role).characters:
            targets, must = self.targets(combatant)
            if targets:
                found.append((combatant, targets, must))
        return found

    def blows(self, striker: Combatant, target: Combatant, must: bool = False) -> list[Blow]:
        """The ways to roll a strike, the natural one first (CARRY-2)."""
        options = strike_options(self.field, self.role, striker, target)
        return [Blow(striker, target, option, i == 0, must) for i, option in enumerate(options)]

    def natural(self, striker: Combatant, target: Combatant) -> tuple[int, int]:
        """Dice and Strike-number of the natural strike at an enemy in contact (STRIKE-2 to STRIKE-6)."""
        return dice_and_number(self.field, self.role, striker, target)

    def extra_dice(self, role: Role, combatant: Combatant) -> int:
        """The dice that a Titan has beyond those of the strike tables, by its owner's score (STRIKE-2)."""
        if combatant.name != TITAN:
            return 0
        return self.battle.of(role).score // self.battle.the_box.titan_step

    def left(self, combatant: Combatant) -> int:
        """The hits that an enemy still needs to be slain."""
        return self.field.left(self.enemy, combatant)


def move(combatant: Combatant, number: int) -> Maneuver:
    """The maneuver of a character to a hex, by number."""
    return Maneuver(combatant.name, combatant.hex, to=HEXES[number])


END_MANEUVER = EndManeuver()
END_STRIKES = EndStrikes()
