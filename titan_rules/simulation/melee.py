"""A battle in the mind: the tables of the rules, without rulings, in lists that change.

Who looks ahead plays hundreds of battles before moving once. That needs no ruling for any of them; what is chosen in
the end is judged by the adjudicator like anybody's action. A melee comes to the same as the adjudicator, action by
action, but for concessions, which nobody attempts in it, and what other boxes do with slowing and poison.
"""

from bisect import bisect
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from random import Random
from typing import Self

from ..box.characters import TITAN
from ..box.hexes import ALL_HEXES, HEX_NUMBER, HEXES
from ..kernel.dice import SIDES as FACES
from ..position.battle import LAST_TURN, ROLES, Battle, BattlePhase
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import deployment, entry_mask
from ..rules.engagement.reinforcement import REINFORCEMENT_TURN, options
from ..rules.engagement.summoning import summonable
from .chances import exactly
from .ground import SHIFT, Ground, Roll, ground_of

ATTACKER, DEFENDER = 0, 1
NEITHER = 2
"""The winner of a battle in which both sides are eliminated."""
OFF, GONE = -1, -2
"""Where a character is that has not entered, or has been removed."""
NOBODY = -1
PLACE_BITS = 4
PLACE = (1 << PLACE_BITS) - 1
"""Who stands in a hex is one number: the side above the bits of its place."""
FIRST_TURN = 1


@cache
def _up_to(dice: int, number: int) -> tuple[float, ...]:
    """The chance of at most 0, 1, 2 ... hits."""
    return tuple(accumulate(exactly(dice, number)))


def rolled(dice: int, number: int, random: Random) -> int:
    """How many hits a roll makes."""
    return bisect(_up_to(dice, number), random.random()) if number <= FACES else 0


class Melee:
    """A battle in the mind. Sides are 0 (attacker) and 1 (defender); a character is its place in its side's lists.

    :ivar names, worth, power: by side, of each character; worth in points, a Titan's its own alone.
    :ivar value: the same as worth, but a Titan is worth its whole Legion, since the battle is lost with it (BATTLE-6).
    :ivar at: by side, where each character is: a hex's number, :data:`OFF` or :data:`GONE`.
    :ivar who: by hex, the side and place of who stands there, or :data:`NOBODY`.
    :ivar standing, living: by side, the hexes its characters hold, with and without the slain.
    :ivar titan: by side, the place of its Titan, or :data:`NOBODY`.
    :ivar winner: a side, :data:`NEITHER`, or None while it goes on.
    :ivar summons: whom the attacker can summon, the best first; empty once it may not any more.
    :ivar may_summon: it may in its next turn.
    :ivar reinforced: the defender has had its reinforcement.
    :ivar musters: the reinforcements found so far, by who musters them.
    """

    __slots__ = (
        "at",
        "battle",
        "entry",
        "extra",
        "ground",
        "hits",
        "living",
        "may_summon",
        "moved",
        "musters",
        "names",
        "phase",
        "placed",
        "power",
        "reinforced",
        "side",
        "standing",
        "struck",
        "summons",
        "titan",
        "turn",
        "value",
        "who",
        "winner",
        "worth",
    )

    battle: Battle
    ground: Ground
    names: list[list[str]]
    worth: list[list[int]]
    value: list[list[float]]
    power: list[list[int]]
    extra: tuple[int, int]
    entry: tuple[int, int]
    placed: int
    titan: tuple[int, int]
    at: list[list[int]]
    hits: list[list[int]]
    moved: list[list[bool]]
    struck: list[list[bool]]
    who: list[int]
    standing: list[int]
    living: list[int]
    turn: int
    side: int
    phase: BattlePhase
    winner: int | None
    summons: tuple[str, ...]
    may_summon: bool
    reinforced: bool
    musters: dict[tuple[str, ...], str | None]

    @classmethod
    def of(cls, battle: Battle) -> Self:
        """The battle as it stands, at any point of a battle turn."""
        made = cls()
        made.battle, made.ground = battle, ground_of(battle)
        box, sides = battle.the_box, (battle.attacker, battle.defender)
        made.names = [[c.name for c in side.characters] for side in sides]
        made.worth = [[box.points(c.name, side.score) for c in side.characters] for side in sides]
        made.power = [[side.power(c) for c in side.characters] for side in sides]
        made.extra = sides[0].score // box.titan_step, sides[1].score // box.titan_step
        made.entry = entry_mask(battle, "attacker"), entry_mask(battle, "defender")
        made.placed = deployment(battle, "defender")
        attackers, defenders = made.names
        made.titan = _place(attackers), _place(defenders)
        made.at = [[OFF if c.hex is None else HEX_NUMBER[c.hex] for c in side.characters] for side in sides]
        made.hits = [[c.hits for c in side.characters] for side in sides]
        made.moved = [[c.moved for c in side.characters] for side in sides]
        made.struck = [[c.struck for c in side.characters] for side in sides]
        made._stand()
        made.turn, made.side, made.phase, made.winner = battle.turn, ROLES.index(battle.side), battle.phase, None
        made.may_summon = battle.attacker.may_summon and not battle.attacker.summoned
        made.summons = ()
        if made.may_summon or not (battle.attacker.summoned or battle.defender.slain):
            donated = {name for names in battle.donors.values() for name in summonable(box, names)}
            made.summons = tuple(sorted(donated, key=lambda name: (-box.points(name), name)))
        made.reinforced, made.musters = battle.defender.reinforced, {}
        made.value = [[float(w) for w in worth] for worth in made.worth]
        for side, titan in enumerate(made.titan):
            if titan != NOBODY:
                made.value[side][titan] = float(sum(made.worth[side]))
        return made

    def _stand(self) -> None:
        field = field_of(self.battle)
        self.standing = [field.standing[role] for role in ROLES]
        self.living = [field.living[role] for role in ROLES]
        self.who = [NOBODY] * len(HEXES)
        for side, places in enumerate(self.at):
            for i, n in enumerate(places):
                if n >= 0:
                    self.who[n] = side << PLACE_BITS | i

    def copy(self) -> "Melee":
        """The same battle, to go on from without changing this one."""
        made = Melee()
        made.battle, made.ground = self.battle, self.ground
        made.extra, made.entry, made.placed = self.extra, self.entry, self.placed
        made.names, made.worth, made.value, made.power = self.names, self.worth, self.value, self.power
        made.titan = self.titan
        made.at = [self.at[0][:], self.at[1][:]]
        made.hits = [self.hits[0][:], self.hits[1][:]]
        made.moved = [self.moved[0][:], self.moved[1][:]]
        made.struck = [self.struck[0][:], self.struck[1][:]]
        made.who, made.standing, made.living = self.who[:], self.standing[:], self.living[:]
        made.turn, made.side, made.phase, made.winner = self.turn, self.side, self.phase, self.winner
        made.summons, made.may_summon, made.reinforced = self.summons, self.may_summon, self.reinforced
        made.musters = self.musters
        return made

    @property
    def acting(self) -> int:
        """The side that moves or strikes now."""
        return 1 - self.side if self.phase == "strikeback" else self.side

    @property
    def free(self) -> int:
        """The hexes that nobody holds."""
        return ALL_HEXES & ~(self.standing[0] | self.standing[1])

    def left(self, side: int, i: int) -> int:
        """The hits that a character still needs to be slain."""
        return self.power[side][i] - self.hits[side][i]

    # --- maneuvers ---------------------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """The best reinforcement or summons is taken where one may be, and stands off the board (REINF-1, SUMMON-1)."""
        if any(self.moved[self.side]):
            return
        if self.side == DEFENDER:
            if self.turn == REINFORCEMENT_TURN and not self.reinforced:
                name = self._reinforcement(self._present(DEFENDER))
                if name is not None:
                    self.reinforced = True
                    self._join(DEFENDER, name)
        elif self.may_summon and self.summons and len(self._present(ATTACKER)) < MAX_HEIGHT:
            self._join(ATTACKER, self.summons[0])
            self.summons = ()

    def _reinforcement(self, names: tuple[str, ...]) -> str | None:
        """The best character that these muster in the battle's terrain."""
        if names not in self.musters:
            battle = self.battle
            found = [option.muster for option in options(battle.table, names, stock_of(battle))]
            self.musters[names] = max(found, key=battle.the_box.points, default=None)
        return self.musters[names]

    def _present(self, side: int) -> tuple[str, ...]:
        return tuple([name for name, n in zip(self.names[side], self.at[side], strict=True) if n != GONE])

    def _join(self, side: int, name: str) -> None:
        """Lists that never change are shared with copies, so they are made anew."""
        box = self.battle.the_box
        self.names = [[*names, name] if s == side else names for s, names in enumerate(self.names)]
        worth = box.points(name)
        self.worth = [[*worths, worth] if s == side else worths for s, worths in enumerate(self.worth)]
        self.value = [[*values, float(worth)] if s == side else values for s, values in enumerate(self.value)]
        power = box.base_power[name]
        self.power = [[*powers, power] if s == side else powers for s, powers in enumerate(self.power)]
        self.at[side].append(OFF)
        self.hits[side].append(0)
        self.moved[side].append(False)
        self.struck[side].append(False)

    def reach(self, side: int, i: int) -> int:
        """Where a character may go now, as a mask of hexes (MANEUVER-1 to 7, BATTLE-3, BATTLE-4)."""
        here = self.at[side][i]
        if here == GONE or self.moved[side][i]:
            return 0
        if here == OFF:
            return self.entering(side, i, self.free)
        if (
            self.turn == FIRST_TURN
            or self.ground.contact[here] & self.living[1 - side]
            or not self.living[side] >> here & 1
        ):
            return 0
        return self.ground.mobility[self.names[side][i]].reach(here, self.free)

    def entering(self, side: int, i: int, free: int) -> int:
        """Where a character off the board could enter, were these hexes the free ones."""
        if side == DEFENDER and self.placed and self.turn == FIRST_TURN:
            return self.placed & free
        return self.ground.mobility[self.names[side][i]].enter(self.entry[side], free)

    def move(self, side: int, i: int, to: int) -> None:
        """A character goes to a free hex that it may go to."""
        here = self.at[side][i]
        change = 1 << to
        if here >= 0:
            self.who[here] = NOBODY
            change |= 1 << here
        self.standing[side] ^= change
        self.living[side] ^= change
        self.at[side][i] = to
        self.who[to] = side << PLACE_BITS | i
        self.moved[side][i] = True

    def end_maneuver(self) -> None:
        """Who has not entered is left off; drift hits; the Strike Phase begins (BATTLE-5, DRIFT-1)."""
        side = self.side
        places = self.at[side]
        if OFF in places:
            self.at[side] = places = [GONE if n == OFF else n for n in places]
        self.moved[side] = [False] * len(places)
        if side == ATTACKER and self.may_summon:
            self.may_summon, self.summons = False, ()
        if self.ground.hits_anybody:
            self._drift()
        self.phase = "strike"

    def _drift(self) -> None:
        for side in (ATTACKER, DEFENDER):
            for i, n in enumerate(self.at[side]):
                if n >= 0 and self.living[side] >> n & 1 and self.ground.hitting[self.names[side][i]] >> n & 1:
                    self.hurt(side, i, 1)

    # --- strikes -----------------------------------------------------------------------------------------------------

    def hurt(self, side: int, i: int, hits: int) -> None:
        """A character takes hits, no more than slay it (STRIKE-7)."""
        need = self.power[side][i] - self.hits[side][i]
        if hits < need:
            self.hits[side][i] += hits
        else:
            self.hits[side][i] += need
            self.living[side] &= ~(1 << self.at[side][i])

    def land(self, side: int, i: int, foe: int, hits: int, carried: Iterable[tuple[int, int]]) -> None:
        """A character has struck.

        :param hits: what the roll made; those that nobody takes are lost.
        :param carried: who else takes how many of them.
        """
        self.struck[side][i] = True
        self.hurt(1 - side, foe, hits)
        for other, more in carried:
            self.hurt(1 - side, other, more)

    def strike_roll(self, side: int, i: int, foe: int) -> Roll:
        """The natural strike at an enemy in contact (STRIKE-2 to STRIKE-6)."""
        return self.roll_between(side, i, self.at[side][i], foe, self.at[1 - side][foe])

    def roll_between(self, side: int, i: int, here: int, foe: int, there: int) -> Roll:
        """The natural strike, were the two in these hexes."""
        dice, numbers = self.ground.blows[self.names[side][i]][here << SHIFT | there]
        return (dice + self.extra[side] if i == self.titan[side] else dice), numbers[self.names[1 - side][foe]]

    def rangestrike_roll(self, side: int, i: int, foe: int) -> Roll | None:
        """The rangestrike at an enemy, or None if there is no way (RANGE-2 to RANGE-8)."""
        pair = self.at[side][i] << SHIFT | self.at[1 - side][foe]
        occupied = self.standing[0] | self.standing[1]
        for blockers, dice, number in self.ground.shots[self.names[side][i], self.names[1 - side][foe], pair]:
            if not blockers & occupied:
                return self.power[side][i] // 2 + dice, number
        return None

    def targets(self, side: int, i: int) -> tuple[int, bool]:
        """The hexes of the enemies that a character may strike, and whether that is a rangestrike (STRIKE-1, RANGE-1).

        Not every enemy of a rangestriker is in sight.
        """
        here = self.at[side][i]
        if here < 0 or self.struck[side][i]:
            return 0, False
        contact = self.ground.contact[here]
        touching = contact & self.living[1 - side]
        if touching:
            return touching, False
        if self.phase == "strikeback" or contact & self.standing[1 - side]:
            return 0, False
        return (self.living[1 - side], True) if self.ground.characters[self.names[side][i]].rangestrikes else (0, False)

    def carries(self, side: int, i: int, foe: int, roll: Roll) -> list[int]:
        """The enemies to whom hits of a strike beyond what slays its target may be carried (CARRY-1, CARRY-3)."""
        here, there = self.at[side][i], self.at[1 - side][foe]
        mask = self.ground.contact[here] & self.living[1 - side] & ~(1 << there)
        found = []
        uphill = self.ground.uphill
        level = (here << SHIFT | there) not in uphill
        while mask:
            low = mask & -mask
            mask ^= low
            n = low.bit_length() - 1
            enemy = self.who[n] & PLACE
            dice, number = self.strike_roll(side, i, enemy)
            if dice >= roll[0] and number <= roll[1] and not (level and here << SHIFT | n in uphill):
                found.append(enemy)
        return found

    def end_strikes(self) -> None:
        """Strikeback follows; or the slain are removed, the end is checked, and the other side's turn begins."""
        acting = self.acting
        self.struck[acting] = [False] * len(self.struck[acting])
        if self.phase == "strike":
            self.phase = "strikeback"
            return
        for side in (ATTACKER, DEFENDER):
            slain = self.standing[side] & ~self.living[side]
            if slain and side == DEFENDER and self.summons:
                self.may_summon = True
            while slain:
                low = slain & -slain
                slain ^= low
                n = low.bit_length() - 1
                self.at[side][self.who[n] & PLACE] = GONE
                self.who[n] = NOBODY
            self.standing[side] = self.living[side]
        self._check_end()
        if self.winner is None:
            self.turn += self.side == ATTACKER
            self.side, self.phase = 1 - self.side, "maneuver"

    def beaten(self, side: int) -> bool:
        """Whether a side has no character left, or its Titan is slain (BATTLE-6)."""
        titan = self.titan[side]
        if titan != NOBODY and self.at[side][titan] == GONE:
            return True
        return not self.standing[side] and OFF not in self.at[side]

    def _check_end(self) -> None:
        beaten = self.beaten(ATTACKER), self.beaten(DEFENDER)
        if all(beaten):
            self.winner = NEITHER
        elif any(beaten):
            self.winner = DEFENDER if beaten[ATTACKER] else ATTACKER
        elif self.turn >= LAST_TURN and self.side == ATTACKER:
            self.winner = DEFENDER

    def __repr__(self) -> str:
        sides = [
            ", ".join(f"{name} {HEXES[n] if n >= 0 else n}" for name, n in zip(names, at, strict=True))
            for names, at in zip(self.names, self.at, strict=True)
        ]
        return f"<Melee turn {self.turn}, {ROLES[self.side]}'s {self.phase}: {sides[0]} / {sides[1]}>"


def _place(names: Iterable[str]) -> int:
    held = list(names)
    return held.index(TITAN) if TITAN in held else NOBODY
