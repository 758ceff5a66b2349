"""A battle in the mind: the tables of the rules, without rulings, in lists that change.

Who looks ahead, or plays a battle a thousand times, needs no ruling for what happens in it. A melee comes to the same
as the adjudicator, action by action, in every box; a test holds the two against each other. Nobody concedes in it.

Sides are 0 (attacker) and 1 (defender); a character is its place in its side's lists.
"""

from collections.abc import Sequence
from typing import TypeVar

from ..box.battle_tables import Mobility
from ..box.hexes import ALL_HEXES, HEXES
from ..box.names import CharacterName
from ..position.battle import LAST_TURN, ROLES, Battle, BattlePhase, How
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.engagement.reinforcement import REINFORCEMENT_TURN, options
from .ground import Ground, Roll

ATTACKER, DEFENDER = 0, 1
NEITHER = 2
"""The winner of a battle in which both sides are eliminated."""
OFF, GONE, LEFT_OFF, BACK = -1, -2, -3, -4
"""Where a character is that has not entered; was slain and removed; was left off; went back where it came from."""
_ELSEWHERE = {OFF: "off", GONE: "slain", LEFT_OFF: "left off", BACK: "gone back"}
NOBODY = -1
PLACE_BITS = 4
PLACE = (1 << PLACE_BITS) - 1
"""Who stands in a hex is one number: the side above the bits of its place."""
FIRST_TURN = 1

M = TypeVar("M", bound="Melee")


class Melee:
    """A battle in the mind; :func:`~titan_rules.simulation.from_battle.melee_of` makes one.

    :ivar battle: the battle that it began with.
    :ivar names, worth, power: by side, of each character; worth in points, a Titan's its own alone.
    :ivar value: the same as worth, but a Titan is worth its whole Legion, since the battle is lost with it (BATTLE-6).
    :ivar extra: by side, the dice of its Titan beyond those of the tables (STRIKE-2).
    :ivar entry, placed: by side, over which hexes it enters; where the defender is placed (BATTLE-3, BATTLE-4).
    :ivar at: by side, where each character is: a hex's number, :data:`OFF`, :data:`GONE` or the like.
    :ivar slowed, poisoned: by side, of each character (BOX-6, BOX-7).
    :ivar who: by hex, the side and place of who stands there, or :data:`NOBODY`.
    :ivar standing, living: by side, the hexes its characters hold, with and without the slain.
    :ivar titan: by side, the place of its Titan, or :data:`NOBODY`.
    :ivar winner: a side, :data:`NEITHER`, or None while it goes on.
    :ivar donated: whom the attacker's other Legions could give, the best first (SUMMON-1).
    :ivar lost_before: by side, the points of those slain or left off before the melee began.
    :ivar bled: a defender that had entered has been slain and removed, so the right to summon was opened.
    :ivar musters: the reinforcements found so far, by who musters them.
    """

    __slots__ = (
        "at",
        "battle",
        "bled",
        "donated",
        "entry",
        "extra",
        "ground",
        "hits",
        "living",
        "lost_before",
        "may_summon",
        "moved",
        "musters",
        "names",
        "phase",
        "placed",
        "poisoned",
        "power",
        "reinforced",
        "side",
        "slowed",
        "standing",
        "struck",
        "summoned",
        "titan",
        "turn",
        "value",
        "who",
        "winner",
        "worth",
    )

    battle: Battle
    ground: Ground
    names: list[list[CharacterName]]
    worth: list[list[int]]
    value: list[list[float]]
    power: list[list[int]]
    extra: tuple[int, int]
    entry: tuple[int, int]
    placed: int
    titan: tuple[int, int]
    at: list[list[int]]
    hits: list[list[int]]
    slowed: list[list[int]]
    poisoned: list[list[int]]
    moved: list[list[bool]]
    struck: list[list[bool]]
    who: list[int]
    standing: list[int]
    living: list[int]
    turn: int
    side: int
    phase: BattlePhase
    winner: int | None
    donated: tuple[CharacterName, ...]
    lost_before: tuple[int, int]
    bled: bool
    may_summon: bool
    summoned: bool
    reinforced: bool
    musters: dict[tuple[CharacterName, ...], tuple[CharacterName, ...]]

    def copy(self) -> "Melee":
        """The same battle, to go on from without changing this one."""
        return self.copy_to(Melee())

    def copy_to(self, made: M) -> M:
        """Make another melee the same battle. What never changes, or is made anew when it does, is shared."""
        made.battle, made.ground = self.battle, self.ground
        made.extra, made.entry, made.placed, made.titan = self.extra, self.entry, self.placed, self.titan
        made.names, made.worth, made.value, made.power = self.names, self.worth, self.value, self.power
        made.at = [self.at[0][:], self.at[1][:]]
        made.hits = [self.hits[0][:], self.hits[1][:]]
        made.slowed = [self.slowed[0][:], self.slowed[1][:]]
        made.poisoned = [self.poisoned[0][:], self.poisoned[1][:]]
        made.moved = [self.moved[0][:], self.moved[1][:]]
        made.struck = [self.struck[0][:], self.struck[1][:]]
        made.who, made.standing, made.living = self.who[:], self.standing[:], self.living[:]
        made.turn, made.side, made.phase, made.winner = self.turn, self.side, self.phase, self.winner
        made.donated, made.bled, made.may_summon = self.donated, self.bled, self.may_summon
        made.lost_before = self.lost_before
        made.summoned, made.reinforced, made.musters = self.summoned, self.reinforced, self.musters
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

    def arrivals(self) -> tuple[CharacterName, ...]:
        """Whom the side may muster as a reinforcement or summon now, the most valuable first (REINF-1, SUMMON-1)."""
        if self.side == DEFENDER:
            if self.turn != REINFORCEMENT_TURN or self.reinforced or any(self.moved[DEFENDER]):
                return ()
            return self._reinforcements(self.present(DEFENDER))
        if not self.may_summon or self.summoned or not self.donated or len(self.present(ATTACKER)) >= MAX_HEIGHT:
            return ()
        late = self.ground.rules.summons_in_phase == "at_start" and any(self.moved[ATTACKER])
        return () if late else self.donated

    def _reinforcements(self, names: tuple[CharacterName, ...]) -> tuple[CharacterName, ...]:
        if names not in self.musters:
            battle = self.battle
            found = [option.muster for option in options(battle.table, names, stock_of(battle))]
            self.musters[names] = tuple(sorted(found, key=battle.the_box.points, reverse=True))
        return self.musters[names]

    def present(self, side: int) -> tuple[CharacterName, ...]:
        """The names of a side's characters that are neither slain nor left off."""
        return tuple([name for name, n in zip(self.names[side], self.at[side], strict=True) if n >= OFF])

    def join(self, name: CharacterName) -> None:
        """A reinforcement or a summoned character joins the side, off the board."""
        side, box = self.side, self.battle.the_box
        if side == DEFENDER:
            self.reinforced = True
        else:
            self.summoned = True
        worth = box.points(name)
        # These are shared with copies.
        self.names = [[*old, name] if s == side else old for s, old in enumerate(self.names)]
        self.worth = [[*old, worth] if s == side else old for s, old in enumerate(self.worth)]
        self.value = [[*old, float(worth)] if s == side else old for s, old in enumerate(self.value)]
        self.power = [[*old, box.base_power[name]] if s == side else old for s, old in enumerate(self.power)]
        self.at[side].append(OFF)
        for counts in (self.hits, self.slowed, self.poisoned):
            counts[side].append(0)
        for done in (self.moved, self.struck):
            done[side].append(False)

    def reach(self, side: int, i: int) -> int:
        """Where a character may go now, as a mask of hexes (MANEUVER-1 to 7, BATTLE-3, BATTLE-4)."""
        here = self.at[side][i]
        if here < OFF or self.moved[side][i]:
            return 0
        free = ALL_HEXES & ~(self.standing[0] | self.standing[1])
        if here == OFF:
            return self.entering(side, i, free)
        if (
            self.turn == FIRST_TURN
            or self.ground.contact[here] & self.living[1 - side]
            or not self.living[side] >> here & 1
        ):
            return 0
        return self.mobility(side, i).reach(here, free)

    def mobility(self, side: int, i: int) -> Mobility:
        """How a character moves, with what slows it (BOX-6)."""
        slowed, name = self.slowed[side][i], self.names[side][i]
        return self.ground.slowed[name, slowed] if slowed else self.ground.mobility[name]

    def entering(self, side: int, i: int, free: int) -> int:
        """Where a character off the board could enter, were these hexes the free ones."""
        if side == DEFENDER and self.placed and self.turn == FIRST_TURN:
            return self.placed & free
        return self.mobility(side, i).enter(self.entry[side], free)

    def move(self, i: int, to: int) -> None:
        """A character of the side goes to a free hex that it may go to."""
        side = self.side
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
        """Who has not entered is left off or goes back; the tolls are taken; the Strike Phase begins (BATTLE-5)."""
        side = self.side
        places = self.at[side]
        if OFF in places:
            self._not_entered(side, places)
        self.moved[side] = [False] * len(places)
        if side == ATTACKER:
            self.may_summon = False
        if self.ground.takes_tolls:
            self._take_tolls()
        self.phase = "strike"

    def _not_entered(self, side: int, places: list[int]) -> None:
        end = LEFT_OFF if self.turn == FIRST_TURN else BACK
        self.at[side] = [end if n == OFF else n for n in places]
        if end == BACK and side == DEFENDER:
            self.reinforced = False
        elif end == BACK:
            self.summoned = False

    def _take_tolls(self) -> None:
        """What a Strike Phase begins with for those who are not slain already (DRIFT-1, BOX-5 to BOX-7)."""
        for side in (ATTACKER, DEFENDER):
            for i, n in enumerate(self.at[side]):
                if n < 0 or not self.living[side] >> n & 1:
                    continue
                hits = self.poisoned[side][i]
                for hexes, more, slower in self.ground.tolls[self.names[side][i]]:
                    if hexes >> n & 1:
                        hits += more
                        self.slowed[side][i] += slower
                if hits > 0:
                    self.hurt(side, i, hits)
                elif hits:
                    self.hits[side][i] = max(0, self.hits[side][i] + hits)

    # --- strikes -----------------------------------------------------------------------------------------------------

    def hurt(self, side: int, i: int, hits: int) -> None:
        """A character takes hits, no more than slay it (STRIKE-7)."""
        need = self.power[side][i] - self.hits[side][i]
        if hits < need:
            self.hits[side][i] += hits
        else:
            self.hits[side][i] += need
            self.living[side] &= ~(1 << self.at[side][i])

    def strike(self, i: int, foe: int, roll: Roll, hits: int, carried: Sequence[tuple[int, int]] = ()) -> None:
        """A character of the acting side has struck.

        :param hits: what the roll made; those that nobody takes are lost.
        :param carried: who else takes how many of them, in order (CARRY-1).
        """
        side = self.acting
        enemy = 1 - side
        self.struck[side][i] = True
        if not hits:
            return
        self.hurt(enemy, foe, hits)
        poison = self.ground.poison and self.ground.poison[self.names[side][i]]
        if poison and self.left(enemy, foe):
            self.poisoned[enemy][foe] += poison
        for other, more in carried:
            self.hurt(enemy, other, more)

    def end_strikes(self) -> None:
        """Strikeback follows; or the slain are removed, the end is checked, and the other side's turn begins."""
        self.struck = [[False] * len(struck) for struck in self.struck]
        if self.phase == "strike":
            self.phase = "strikeback"
            return
        for side in (ATTACKER, DEFENDER):
            slain = self.standing[side] & ~self.living[side]
            if slain and side == DEFENDER and not self.bled:
                self.bled = True
                self.may_summon = self.may_summon or not self.summoned
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

    # --- the end -----------------------------------------------------------------------------------------------------

    def beaten(self, side: int) -> bool:
        """Whether a side has no character left, or its Titan is slain (BATTLE-6)."""
        return self._titan_slain(side) or (not self.standing[side] and OFF not in self.at[side])

    def _titan_slain(self, side: int) -> bool:
        titan = self.titan[side]
        return titan != NOBODY and self.at[side][titan] < OFF

    def _check_end(self) -> None:
        beaten = self.beaten(ATTACKER), self.beaten(DEFENDER)
        if all(beaten):
            self.winner = NEITHER
        elif any(beaten):
            self.winner = DEFENDER if beaten[ATTACKER] else ATTACKER
        elif self.turn >= LAST_TURN and self.side == ATTACKER:
            self.winner = DEFENDER

    @property
    def how(self) -> How:
        """How a battle that is over ended (BATTLE-6, BATTLE-7)."""
        if self.winner is None or self.winner == NEITHER:
            return "mutual"
        loser = 1 - self.winner
        if not self.beaten(loser):
            return "time-loss"
        return "titan" if self._titan_slain(loser) else "elimination"

    @property
    def points(self) -> int:
        """What the winner of a battle that is over scores (SCORE-2): nothing by time loss or mutual elimination."""
        if self.winner is None or self.winner == NEITHER or self.how == "time-loss":
            return 0
        loser = 1 - self.winner
        lost = [w for w, n in zip(self.worth[loser], self.at[loser], strict=True) if n in (GONE, LEFT_OFF)]
        return self.lost_before[loser] + sum(lost)

    def __repr__(self) -> str:
        sides = [
            ", ".join(f"{name} {HEXES[n] if n >= 0 else _ELSEWHERE[n]}" for name, n in zip(names, at, strict=True))
            for names, at in zip(self.names, self.at, strict=True)
        ]
        return f"<Melee turn {self.turn}, {ROLES[self.side]}'s {self.phase}: {sides[0]} / {sides[1]}>"
