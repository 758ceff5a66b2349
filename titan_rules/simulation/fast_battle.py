"""A mutable battle without rulings, for look-ahead and mass simulation.

The rules work on it as on a position, so each action has the same result as in the adjudicator. Nobody concedes.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeVar

from ..box.hexes import HEXES
from ..box.names import CharacterName
from ..position.battle import ROLES, Battle, BattleOutcome, Role, other
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.battle.drift import paid, tolls
from ..rules.battle.field import FastSide as FastSide
from ..rules.battle.field import Field, Piece, field_of, tables_of
from ..rules.battle.field import Fighter as Fighter
from ..rules.battle.maneuver import FIRST_TURN
from ..rules.battle.sequence import (
    end_holds,
    hits_after,
    opens_summons,
    outcome_of,
    points_of,
    poison_taken,
)
from ..rules.engagement import reinforcement, summoning

Roll: TypeAlias = tuple[int, int]  # dice and Strike-number
B = TypeVar("B", bound="FastBattle")


class FastBattle(Field[Fighter]):
    """A battle in progress; policies act through its methods.

    :ivar donated: the characters that other Legions could give the attacker, the best first (SUMMON-1).
    :ivar musters: known reinforcements, by musterers.
    :ivar stock: the caretaker's when it began.
    """

    __slots__ = ("attacker", "begun", "defender", "donated", "musters", "outcome", "stock", "who")

    who: dict[int, Fighter]
    standing: dict[Role, int]
    living: dict[Role, int]

    def __init__(self, battle: Battle) -> None:
        super().__init__(tables_of(battle))
        self.begun = battle
        self.attacker, self.defender = FastSide(battle.attacker, "attacker"), FastSide(battle.defender, "defender")
        self.turn, self.side, self.phase = battle.turn, battle.side, battle.phase
        self.outcome: BattleOutcome | None = battle.outcome
        donated = {name for names in battle.donors.values() for name in summoning.summonable(self.box, names)}
        self.donated = tuple(sorted(donated, key=lambda name: (-self.box.points(name), name)))
        self.stock = stock_of(battle)
        self.musters: dict[tuple[CharacterName, ...], tuple[CharacterName, ...]] = {}
        view = field_of(battle)
        self.standing, self.living = dict(view.standing), dict(view.living)
        self.occupied, self.free = view.occupied, view.free
        self.who = self._placed()
        self._take_turns()

    def _placed(self) -> dict[int, Fighter]:
        return {f.number: f for side in (self.attacker, self.defender) for f in side.characters if f.number >= 0}

    def _take_turns(self) -> None:
        self.mover = self.striker = None
        if self.phase == "maneuver":
            self.mover = self.side
        else:
            self.striker = self.acting

    def copy(self) -> "FastBattle":
        """An independent copy."""
        return self.copy_to(object.__new__(FastBattle))

    def copy_to(self, made: B) -> B:
        """Copy this battle's state to another object; constants are shared."""
        made.box, made.rules, made.terrain = self.box, self.rules, self.terrain
        made.tables, made.sights, made.strikes, made.volleys = self.tables, self.sights, self.strikes, self.volleys
        made.begun, made.donated, made.musters, made.outcome = self.begun, self.donated, self.musters, self.outcome
        made.stock = self.stock
        made.turn, made.side, made.phase = self.turn, self.side, self.phase
        made.mover, made.striker = self.mover, self.striker
        made.occupied, made.free = self.occupied, self.free
        made.standing, made.living = self.standing.copy(), self.living.copy()
        made.attacker, made.defender = self.attacker.copy(), self.defender.copy()
        made.who = made._placed()
        return made

    @property
    def acting(self) -> Role:
        """The side that moves or strikes now."""
        return other(self.side) if self.phase == "strikeback" else self.side

    @property
    def mine(self) -> FastSide:
        """The characters of that side."""
        return self.of(self.acting)

    def of(self, role: Role) -> FastSide:
        """One of the two sides."""
        return self.attacker if role == "attacker" else self.defender

    def power(self, role: Role, character: Piece) -> int:
        """The Power-factor of a side's character, fixed for the whole battle (STRIKE-2)."""
        assert isinstance(character, Fighter)
        return character.power

    # --- maneuvers ---------------------------------------------------------------------------------------------------

    def arrivals(self) -> tuple[CharacterName, ...]:
        """The characters that can join now as reinforcement or summons, the most valuable first (REINF-1, SUMMON-1)."""
        if self.side == "defender":
            return () if reinforcement.hindrance(self) else self._reinforcements(self.defender.names)
        if not self.donated or len(self.attacker.characters) >= MAX_HEIGHT or summoning.hindrance(self):
            return ()
        return self.donated

    def _reinforcements(self, names: tuple[CharacterName, ...]) -> tuple[CharacterName, ...]:
        if names not in self.musters:
            options = [option.muster for option in reinforcement.options(self.begun.table, names, self.stock)]
            self.musters[names] = tuple(sorted(options, key=self.box.points, reverse=True))
        return self.musters[names]

    def join(self, name: CharacterName) -> None:
        """Add a reinforcement or a summoned character, off the board."""
        side = self.of(self.side)
        if self.side == "defender":
            side.reinforced = True
        else:
            side.summoned = True
        made = Fighter(self.side, len(side.everyone), name, self.box.base_power[name], self.box.points(name))
        side.everyone.append(made)
        side.characters.append(made)

    def move(self, fighter: Fighter, to: int) -> None:
        """Move a character of the side to a free hex within its reach."""
        change = 1 << to
        if fighter.number >= 0:
            del self.who[fighter.number]
            change |= 1 << fighter.number
        role = fighter.role
        self.standing[role] ^= change
        self.living[role] ^= change
        self.occupied ^= change
        self.free ^= change
        fighter.number, fighter.hex, fighter.moved = to, HEXES[to], True
        self.who[to] = fighter

    def end_maneuver(self) -> None:
        """End the Maneuver Phase: remove those off the board, take the tolls, begin the Strike Phase (BATTLE-5)."""
        side = self.of(self.side)
        outside = [f for f in side.characters if f.hex is None]
        if outside and self.turn == FIRST_TURN:
            side.left_off += [f.name for f in outside]
            side.dismiss(outside, "left off")
        elif outside:
            side.dismiss(outside, "gone back")
            side.reinforced = side.summoned = False
        for fighter in side.characters:
            fighter.moved = False
        side.may_summon = side.declined = False
        for role, fighter, due in tolls(self):
            hits, fighter.slowed = paid(fighter, fighter.power, due)
            self._hurt(role, fighter, hits)
        self.phase = "strike"
        self._take_turns()

    # --- strikes -----------------------------------------------------------------------------------------------------

    def _hurt(self, role: Role, fighter: Fighter, hits: int) -> None:
        fighter.hits = hits
        if hits >= fighter.power:
            self.living[role] &= ~(1 << fighter.number)

    def strike(
        self, fighter: Fighter, foe: Fighter, roll: Roll, hits: int, carried: Sequence[tuple[Fighter, int]] = ()
    ) -> None:
        """Record a strike.

        :param roll: the dice and the Strike-number.
        :param hits: the hits rolled; those that nobody takes are lost.
        :param carried: the other enemies that take hits, with their number, in order (CARRY-1).
        """
        fighter.struck = True
        if not hits:
            return
        self._hurt(foe.role, foe, hits_after(foe, foe.power, hits))
        if self.box.poisons:
            foe.poisoned += poison_taken(self, fighter.name, hits, slays=foe.left <= 0)
        for victim, more in carried:
            self._hurt(victim.role, victim, hits_after(victim, victim.power, more))

    def end_strikes(self) -> None:
        """Go on to the strikeback; after it, remove the slain and, unless the battle is over, begin the next turn."""
        for side in (self.attacker, self.defender):
            for fighter in side.characters:
                fighter.struck = False
        if self.phase == "strike":
            self.phase = "strikeback"
            self._take_turns()
            return
        for role in ROLES:
            if self.standing[role] != self.living[role]:
                self._remove_slain(role)
        if end_holds(self):
            self.outcome = outcome_of(self)
        else:
            self.turn += self.side == "attacker"
            self.side, self.phase = other(self.side), "maneuver"
            self._take_turns()

    def _remove_slain(self, role: Role) -> None:
        side = self.of(role)
        slain = [f for f in side.characters if f.hits >= f.power]
        if role == "defender" and opens_summons(self.attacker, side):
            self.attacker.may_summon = True
        side.slain += [f.name for f in slain]
        for fighter in slain:
            del self.who[fighter.number]
        side.dismiss(slain, "slain")
        gone = self.standing[role] ^ self.living[role]
        self.standing[role] = self.living[role]
        self.occupied ^= gone
        self.free ^= gone

    # --- the end -----------------------------------------------------------------------------------------------------

    @property
    def winner(self) -> Literal["attacker", "defender", "none"] | None:
        """The winner; ``none`` if both sides are eliminated, None while the battle goes on."""
        return None if self.outcome is None else self.outcome.winner

    @property
    def points(self) -> int:
        """What the winner scores (SCORE-2): nothing by time loss or mutual elimination."""
        return points_of(self)

    def __repr__(self) -> str:
        sides = " / ".join([", ".join(map(repr, side.everyone)) for side in (self.attacker, self.defender)])
        return f"<FastBattle turn {self.turn}, {self.side}'s {self.phase}: {sides}>"
