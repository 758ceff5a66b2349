"""Slugathon's saves: what happened, line by line, as far as they tell it, made into a replay.

A save has no line for a split or reinforcement that was put back, for the end of most phases, or for the hits that a
carry-over did (only for those offered). The game is followed by the adjudicator while it is read, so that such gaps
are filled as the rules fill them; where the save and the rules part, a remark says so.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import define, field, frozen

from ..actions.intents import (
    Action,
    Carry,
    Concede,
    EndEngagements,
    EndManeuver,
    EndMoves,
    EndSplits,
    EndStrikes,
    EndTurn,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    NoMore,
    Reinforce,
    Roll,
    Split,
    Stand,
    Strike,
    Summon,
    Withdraw,
)
from ..box import STANDARD
from ..box.masterboard import BOTTOM
from ..box.names import EntrySide, Hex, LandNo
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..play import is_legal
from ..play.striking import option_of
from ..position.battle import Battle
from ..position.documents import FORMAT
from ..position.game import Game
from ..replays.implied_end import closed
from ..replays.referee import header_from_json
from .following import Followed
from .saved_events import SavedEvent, read_events
from .saved_seats import Seating

RULESET = "slugathon"
ENTRY_SIDES: Mapping[int, EntrySide] = {1: "right", 3: "bottom", 5: "left"}
SIDES = ("attacker", "defender")
OFF_BOARD = ("ATTACKER", "DEFENDER")
SILENT = frozenset(
    {
        *("AssignedAllTowers", "StartManeuverBattlePhase", "DoNotSummonAngel", "DoNotAcquireAngels", "DoNotReinforce"),
        "CanAcquireAngels",
    }
)
"""Events that are no action: what they say follows from the others, or may be left out."""


@frozen
class ImportedReplay:
    """A replay made from a save.

    :param lines: the header and the actions, as JSON values.
    :param remarks: what the save leaves out or says otherwise, a sentence each.
    :param followed: how many of the actions the adjudicator found legal, one after the other, from the first.
    """

    lines: tuple[dict[str, JSON], ...]
    remarks: tuple[str, ...]
    followed: int


def import_save(rows: Iterable[tuple[int, str | DocumentError]], source: str) -> ImportedReplay:
    """A replay from the lines of a save.

    :param rows: the lines with their numbers, or why they cannot be read.
    :param source: where the save comes from, for the header.
    :raises DocumentError: a line does not belong in a save, or the players are impossible; the fault names the line.
    """
    reader = _Reader(source)
    for event in read_events(rows, reader.record.remark):
        try:
            reader.read(event)
        except UnknownName as e:
            raise event.fault(e.fault.code, f"{event.name}: {e.fault.message}", e.fault.hint) from None
    return reader.result()


@define
class _Reader:
    source: str
    seating: Seating = field(factory=Seating)
    header: dict[str, JSON] | None = None
    record: Followed = field(factory=Followed)
    phase: str = "split"
    strike: tuple[SavedEvent, list[SavedEvent]] | None = None
    unknown: Counter[str] = field(factory=Counter)

    # --- the lines -------------------------------------------------------------------------------------------------

    def read(self, event: SavedEvent) -> None:
        """Take in one line."""
        if event.name == "Carry" and self.strike is not None:
            self.strike[1].append(event)
            return
        self._finish_strike()
        if event.name in SILENT or self.seating.read(event):
            return
        handler = _HANDLERS.get(event.name)
        if handler is None:
            if not self.unknown[event.name]:
                self.record.remark(event.line, f"this reader does not know {event.name}, and leaves it out")
            self.unknown[event.name] += 1
            return
        if self.header is None:
            self._begin(event)
        handler(self, event)

    def result(self) -> ImportedReplay:
        """The replay, when all lines are read.

        :raises DocumentError: no game has begun in them.
        """
        self._finish_strike()
        if self.header is None:
            raise DocumentError([Fault("not-a-save", "the save has no line of a game that has begun")])
        remarks = tuple(self.record.remarks)
        header = {**self.header, "tags": {"missing": list(remarks)}} if remarks else self.header
        return ImportedReplay((header, *self.record.lines), remarks, self.record.legal)

    def _begin(self, event: SavedEvent) -> None:
        self.header = {
            "format": FORMAT.id,
            "kind": "replay",
            "ruleset": RULESET,
            "source": self.source,
            "players": self.seating.players(event),
        }
        try:
            self.record.game = header_from_json(self.header)[1]
        except DocumentError as e:
            raise DocumentError([evolve(f, pointer="", line=event.line) for f in e.faults]) from None

    # --- actions ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game | None:
        """Where the actions have led, as long as they are legal."""
        return self.record.game

    def do(self, event: SavedEvent, action: Action, expect: dict[str, JSON] | None = None) -> None:
        """Write an action that the event tells."""
        self.record.do(event.line, action, expect)

    def split(self, event: SavedEvent) -> None:
        leaving = event.names("child_creature_names")
        if "Unknown" in leaving:
            return  # the same split again, as the others see it
        names = tuple(map(STANDARD.character_names.canonical, leaving))
        self.do(
            event,
            Split(
                STANDARD.markers.canonical(event.text("parent_markerid")),
                STANDARD.markers.canonical(event.text("child_markerid")),
                names,
            ),
        )

    def roll(self, event: SavedEvent) -> None:
        die = event.number("movement_roll")
        if self.phase == "split":
            self.do(event, EndSplits())
            self.do(event, Roll(die))
            self.phase = "move"
        else:
            self.do(event, Mulligan(die))

    def move(self, event: SavedEvent) -> None:
        legion, to = STANDARD.markers.canonical(event.text("markerid")), event.number("hexlabel")
        if to not in STANDARD.masterboard.lands:
            raise event.fault("unknown-land", f"there is no land {to}")
        side: EntrySide | None = None
        if self.game is not None and any(player.color != self.game.active for player, _ in self.game.at(to)):
            side = BOTTOM if STANDARD.masterboard.lands[to].from_bottom else ENTRY_SIDES.get(event.number("entry_side"))
        if not event.fields.get("teleport"):
            self.do(event, Move(legion, LandNo(to), side))
            return
        lord = event.text("teleporting_lord")
        reveal = (STANDARD.character_names.canonical(lord),)
        engaging = side is not None
        self.do(event, Move(legion, LandNo(to), side, "titan-teleport" if engaging else "tower-teleport", reveal))

    def end_moves(self, event: SavedEvent) -> None:
        self.phase = "fight"
        self.do(event, EndMoves())

    def engage(self, event: SavedEvent) -> None:
        self.do(event, Engage(LandNo(event.number("hexlabel"))))

    def flee(self, event: SavedEvent) -> None:
        self.do(event, Flee())

    def stand(self, event: SavedEvent) -> None:
        if self.game is not None and is_legal(self.game, Stand()):
            self.do(event, Stand())

    def fight(self, event: SavedEvent) -> None:
        self.phase = "battle"
        engagement = self.game.engagement if self.game is not None else None
        if engagement is not None:
            attacking, defending = engagement.attacking, engagement.defending
        else:
            attacking, defending = (
                STANDARD.markers.color_of(STANDARD.markers.canonical(event.text(f"{side}_markerid"))) for side in SIDES
            )
        self.do(event, NoMore(defending))
        self.do(event, Fight(attacking))

    def maneuver(self, event: SavedEvent) -> None:
        origin = event.text("old_hexlabel")
        name = STANDARD.character_names.canonical(event.text("creature_name"))
        self.do(event, Maneuver(name, None if origin in OFF_BOARD else Hex(origin), to=Hex(event.text("new_hexlabel"))))

    def end_maneuver(self, event: SavedEvent) -> None:
        self.do(event, EndManeuver())

    def end_strikes(self, event: SavedEvent) -> None:
        self.do(event, EndStrikes())

    def strikes(self, event: SavedEvent) -> None:
        self.strike = (event, [])

    def _finish_strike(self) -> None:
        """Write a strike once all its carries are known."""
        if self.strike is None:
            return
        event, carries = self.strike
        self.strike = None
        strike = Strike(Hex(event.text("striker_hexlabel")), Hex(event.text("target_hexlabel")), event.numbers("rolls"))
        battle = self.game.battle if self.game is not None else None
        number, dice = event.number("strike_number"), event.number("num_dice")
        natural = option_of(battle, strike) if battle is not None else None
        if natural is None or (natural.strike_number, natural.dice) != (number, dice):
            strike = evolve(strike, strike_number=number, dice_count=dice)
        strike = evolve(strike, carry=self._carried(carries, event.number("carries")))
        self.do(event, strike, {"hits": event.number("hits")})

    def _carried(self, carries: list[SavedEvent], offered: int) -> tuple[Carry, ...]:
        """What was carried over: as many of the hits offered as each target could still take."""
        battle = self.game.battle if self.game is not None else None
        found, left = [], offered
        for carry in carries:
            to = carry.text("carry_target_hexlabel")
            hits = left if battle is None else min(left, _can_take(battle, to))
            if hits < left:
                self.record.remark(
                    carry.line,
                    f"the save tells of {left} hits offered to {to}, not of those carried over: "
                    f"{hits}, as many as its character could still take (CARRY-1)",
                )
            left -= hits
            if hits > 0:
                found.append(Carry(Hex(to), hits))
        return tuple(found)

    def summon(self, event: SavedEvent) -> None:
        donor, name = (
            STANDARD.markers.canonical(event.text("donor_markerid")),
            STANDARD.character_names.canonical(event.text("creature_name")),
        )
        self.do(event, Summon(donor, name))

    def recruit(self, event: SavedEvent) -> None:
        name = STANDARD.character_names.canonical(event.text("creature_name"))
        by = tuple(map(STANDARD.character_names.canonical, event.names("recruiter_names")))
        legion = STANDARD.markers.canonical(event.text("markerid"))
        self.do(event, Muster(legion, name, by) if self.phase == "muster" else Reinforce(name, by))

    def battle_over(self, event: SavedEvent) -> None:
        """The last strikeback ends, unless the battle ended before it: then the loser has conceded."""
        self.phase = "fight"
        battle = self.game.battle if self.game is not None else None
        if battle is not None and battle.phase != "strikeback":
            lost = STANDARD.markers.canonical(event.text("loser_markerid"))
            loser = battle.attacker if battle.attacker.legion == lost else battle.defender
            self.do(event, Concede(loser.player))
        else:
            self.do(event, EndStrikes())

    def start_muster(self, event: SavedEvent) -> None:
        self.phase = "muster"
        if self.game is not None and closed(self.game).phase == "engagement":
            self.do(event, EndEngagements())

    def start_turn(self, event: SavedEvent) -> None:
        self.phase = "split"
        mover = self.seating.color_of(event, "playername")
        if self.game is None or closed(self.game).active != mover:
            self.do(event, EndTurn())

    def eliminate(self, event: SavedEvent) -> None:
        """A player who is out by no battle has withdrawn."""
        loser = self.seating.color_of(event, "loser_playername")
        if self.game is None:
            return
        game = closed(self.game)
        if game.phase != "over" and not game.player(loser).out:
            self.do(event, Withdraw(loser))

    def game_over(self, event: SavedEvent) -> None:
        names = event.names("winner_names")
        colors = self.seating.colors(names)
        winner = colors[0] if len(colors) == 1 else None
        if self.game is not None:
            game = closed(self.game)
            if game.phase != "over" or game.winner != winner:
                said = f"{' and '.join(map(str, colors))} won"
                held = f"{game.winner or 'nobody'} wins" if game.phase == "over" else "the game goes on"
                self.record.remark(event.line, f"the save says that {said}; by the rules {held} (D-6)")
                return
        if self.record.lines:
            self.record.expect({"over": True, "winner": winner})

    def reveal(self, event: SavedEvent) -> None:
        """What a save shows of a Legion must be what the actions have made of it."""
        found = self.game.find(STANDARD.markers.canonical(event.text("markerid"))) if self.game is not None else None
        if found is None or found[1].characters is None:
            return
        shown = sorted(map(STANDARD.character_names.canonical, event.names("creature_names")))
        held = sorted(found[1].characters)
        if shown != held:
            self.record.remark(
                event.line,
                f"{found[1].legion} is shown with {', '.join(shown)}; by the actions before, it "
                f"holds {', '.join(held)}",
            )


def _can_take(battle: Battle, label: str) -> int:
    """How many hits slay the character in a hex; 0 if there is none, or it is slain."""
    held = battle.at(label)
    if held is None:
        return 0
    role, target = held
    score = (battle.attacker if role == "attacker" else battle.defender).score
    return max(0, STANDARD.power(target.name, score) - target.hits)


_Handler = Callable[[_Reader, SavedEvent], Any]

_HANDLERS: Mapping[str, _Handler] = {
    "SplitLegion": _Reader.split,
    "RollMovement": _Reader.roll,
    "MoveLegion": _Reader.move,
    "StartFightPhase": _Reader.end_moves,
    "RevealLegion": _Reader.reveal,
    "ResolvingEngagement": _Reader.engage,
    "Flee": _Reader.flee,
    "DoNotFlee": _Reader.stand,
    "Fight": _Reader.fight,
    "MoveCreature": _Reader.maneuver,
    "StartStrikeBattlePhase": _Reader.end_maneuver,
    "StartCounterstrikeBattlePhase": _Reader.end_strikes,
    "StartReinforceBattlePhase": _Reader.end_strikes,
    "Strike": _Reader.strikes,
    "SummonAngel": _Reader.summon,
    "RecruitCreature": _Reader.recruit,
    "BattleOver": _Reader.battle_over,
    "StartMusterPhase": _Reader.start_muster,
    "StartSplitPhase": _Reader.start_turn,
    "EliminatePlayer": _Reader.eliminate,
    "GameOver": _Reader.game_over,
}
