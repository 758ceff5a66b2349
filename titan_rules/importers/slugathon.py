"""Slugathon's saves: turns their events into a replay.

A save has no line for a split or reinforcement taken back, for the end of most phases, or for the hits carried over
(only for those offered). The adjudicator follows the game while it is read and fills these gaps by the
rules. If the save and the rules differ, a remark says so.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from attrs import define, field

from ..actions import intents as act
from ..actions.events import Event, Recombined, Removed
from ..actions.intents import Action, action_from_json
from ..box import STANDARD
from ..box.current_box import use_box
from ..box.names import EntrySide, Hex, PlayerColor
from ..kernel.errors import DocumentError, Fault, IllegalAction, TitanError
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..play import apply_recorded, is_legal
from ..play.striking import option_of
from ..position.battle import Battle
from ..position.documents import FORMAT
from ..position.game import Game
from ..replays.documents import game_of
from ..replays.expectations import closing
from .saved import Save, SavedItem
from .slugathon_events import SavedEvent, read_events

Actions: TypeAlias = tuple[Action, ...]
RULESET = "slugathon"
OFF_BOARD = ("ATTACKER", "DEFENDER")
SILENT = frozenset(
    {
        *("AssignedAllTowers", "StartManeuverBattlePhase", "DoNotSummonAngel", "DoNotAcquireAngels", "DoNotReinforce"),
        "CanAcquireAngels",
    }
)
"""Events that are not actions: they follow from the others, or can be left out."""


def import_save(rows: Iterable[tuple[int, str | DocumentError]], source: str) -> Save:
    """A replay from the lines of a save.

    :param rows: the lines with their numbers, or why they cannot be read.
    :param source: where the save comes from, for the header.
    :raises DocumentError: a line does not belong in a save, or the players are impossible; the fault names the line.
    """
    reader = _Reader(source)
    with use_box(STANDARD):
        for event in read_events(rows, reader.remark):
            reader.read(event)
        return reader.result()


@define
class _Reader:
    """Builds a replay, and follows it as long as it is legal.

    :ivar seats: the players by name, in the save's order.
    :ivar game: the game so far; None before it begins, and after an illegal action.
    :ivar games: the game after each legal action.
    :ivar strike: the last strike, and the carries reported since.
    """

    source: str
    seats: dict[str, dict[str, Any]] = field(factory=dict)
    header: dict[str, JSON] | None = None
    lines: list[dict[str, Any]] = field(factory=list)
    remarks: list[str] = field(factory=list)
    game: Game | None = None
    games: list[Game] = field(factory=list)
    phase: str = "split"
    strike: tuple[SavedEvent, list[SavedEvent]] | None = None
    unknown: set[str] = field(factory=set)

    def remark(self, line: int, text: str) -> None:
        """Add a remark on a line of the save."""
        self.remarks.append(f"line {line}: {text}")

    # --- the lines ---------------------------------------------------------------------------------------------------

    def read(self, event: SavedEvent) -> None:
        """Process one event."""
        if event.name == "Carry" and self.strike is not None:
            self.strike[1].append(event)
            return
        self._finish_strike()
        if event.name in SILENT or self._seated(event):
            return
        actions_of = _ACTIONS.get(event.name)
        if actions_of is not None:
            if self.header is None:
                self._begin(event)
            self.do(event, *actions_of(self, event))
        elif event.name not in self.unknown:
            self.remark(event.line, f"this reader does not know {event.name}, and leaves it out")
            self.unknown.add(event.name)

    def result(self) -> Save:
        """The replay, once all lines are read.

        :raises DocumentError: no game begins in them.
        """
        self._finish_strike()
        if self.header is None:
            raise DocumentError([Fault("not-a-save", "the save has no line of a game that has begun")])
        remarks = tuple(self.remarks)
        header = {**self.header, "tags": {"missing": list(remarks)}} if remarks else self.header
        return Save(self.games[-1], (header, *self.lines), remarks, tuple(self.games))

    def _seated(self, event: SavedEvent) -> bool:
        """Process an event of the setup; False if it is not one."""
        said: dict[str, object]
        if event.name == "AssignTower":
            said = {"tower": event.number("tower_num")}
            if said["tower"] not in STANDARD.towers:
                raise event.fault("bad-tower", f"land {said['tower']} is not a Tower")
        elif event.name == "PickedColor":
            said = {"color": event.color("color")}
        elif event.name == "CreateStartingLegion":
            said = {"marker": event.marker("markerid")}
        else:
            return False
        self.seats.setdefault(event.text("playername"), {}).update(said)
        return True

    def _begin(self, event: SavedEvent) -> None:
        players: list[dict[str, JSON]] = []
        for name, seat in self.seats.items():
            if len(seat) < 3:
                raise event.fault("bad-players", f"the game begins, and {name} lacks a Tower, a colour or a Legion")
            players.append({"color": seat["color"], "name": name, "tower": seat["tower"], "marker": seat["marker"]})
        self.header = {"format": FORMAT.id, "kind": "replay", "ruleset": RULESET, "source": self.source}
        self.header["players"] = players
        try:
            self.game = game_of(self.header)
            self.games.append(self.game)
        except DocumentError as e:
            raise DocumentError([evolve(f, pointer="", line=event.line) for f in e.faults]) from None

    def _color_of(self, event: SavedEvent, key: str) -> PlayerColor:
        seat = self.seats.get(event.text(key), {})
        if "color" not in seat:
            raise event.fault("unknown-player", f"nobody is called {event.text(key)!r} in this save")
        return PlayerColor(seat["color"])

    def do(self, event: SavedItem, *actions: Action, expect: dict[str, JSON] | None = None) -> None:
        """Record the actions of an event, and carry them out as long as the record is legal.

        :param expect: expectations after the last action.
        :raises DocumentError: a name is not in the game; the fault names the line.
        """
        for action in actions:
            written = action.to_json()
            try:
                read = action_from_json(written)
            except DocumentError as e:
                raise DocumentError([evolve(fault, line=event.line) for fault in e.faults]) from None
            if expect and action is actions[-1]:
                written["expect"] = expect
            self.lines.append(written)
            if self.game is not None:
                self.game = self._followed(self.game, event.line, read)

    def _followed(self, game: Game, line: int, action: Action) -> Game | None:
        try:
            outcome = apply_recorded(game, action)
        except TitanError as e:
            why = e.rulings[0] if isinstance(e, IllegalAction) else e
            so_far = f"{action} is not legal after what the save tells before: {why}"
            self.remark(line, f"{so_far}; from here on the record is not checked")
            return None
        self.games.append(outcome.state)
        for event in outcome.events:
            if _is_left_out(event):
                self.remark(line, f"the save leaves out that {event}")
        return outcome.state

    @property
    def battle(self) -> Battle | None:
        """The current battle, as long as the record is legal."""
        return None if self.game is None else self.game.battle

    # --- the actions of an event --------------------------------------------------------------------------------------

    def split(self, event: SavedEvent) -> Actions:
        names = event.texts("child_creature_names")
        if "Unknown" in names:
            return ()  # the same split again, as the other players see it
        parent, child = event.marker("parent_markerid"), event.marker("child_markerid")
        return (act.Split(parent, child, event.characters("child_creature_names")),)

    def roll(self, event: SavedEvent) -> Actions:
        die = event.number("movement_roll")
        if self.phase != "split":
            return (act.Mulligan(die),)
        self.phase = "move"
        return act.EndSplits(), act.Roll(die)

    def move(self, event: SavedEvent) -> Actions:
        legion, to = event.marker("markerid"), event.land("hexlabel")
        side: EntrySide | None = None
        if self.game is not None and any(player.color != self.game.active for player, _ in self.game.at(to)):
            side = event.entry_side("entry_side", to)
        if not event.fields.get("teleport"):
            return (act.Move(legion, to, side),)
        lord = (event.character("teleporting_lord"),)
        return (act.Move(legion, to, side, "tower-teleport" if side is None else "titan-teleport", lord),)

    def stand(self, _: SavedEvent) -> Actions:
        return (act.Stand(),) if self.game is not None and is_legal(self.game, act.Stand()) else ()

    def fight(self, event: SavedEvent) -> Actions:
        self.phase = "battle"
        engagement = self.game.engagement if self.game is not None else None
        if engagement is not None:
            attacking, defending = engagement.attacking, engagement.defending
        else:
            markers = [event.marker(f"{side}_markerid") for side in ("attacker", "defender")]
            attacking, defending = map(STANDARD.markers.color_of, markers)
        return act.NoMore(defending), act.Fight(attacking)

    def maneuver(self, event: SavedEvent) -> Actions:
        old, new = event.text("old_hexlabel"), Hex(event.text("new_hexlabel"))
        return (act.Maneuver(event.character("creature_name"), None if old in OFF_BOARD else Hex(old), to=new),)

    def strikes(self, event: SavedEvent) -> Actions:
        self.strike = (event, [])
        return ()

    def _finish_strike(self) -> None:
        """Record a strike once all its carries are known."""
        if self.strike is None:
            return
        event, carries = self.strike
        self.strike = None
        origin, target = Hex(event.text("striker_hexlabel")), Hex(event.text("target_hexlabel"))
        strike = act.Strike(origin, target, event.numbers("rolls"))
        number, dice = event.number("strike_number"), event.number("num_dice")
        natural = option_of(self.battle, strike) if self.battle is not None else None
        if natural is None or (natural.strike_number, natural.dice) != (number, dice):
            strike = evolve(strike, strike_number=number, dice_count=dice)
        strike = evolve(strike, carry=self._carried(carries, event.number("carries")))
        self.do(event, strike, expect={"hits": event.number("hits")})

    def _carried(self, carries: list[SavedEvent], offered: int) -> tuple[act.Carry, ...]:
        """What was carried over: as many of the offered hits as each target could still take."""
        carried, left = [], offered
        for carry in carries:
            to = carry.text("carry_target_hexlabel")
            hits = left if self.battle is None else min(left, _can_take(self.battle, to))
            if hits < left:
                text = (
                    f"the save tells of {left} hits offered to {to}, not of those carried over: "
                    f"{hits}, as many as its character could still take (CARRY-1)"
                )
                self.remark(carry.line, text)
            left -= hits
            if hits > 0:
                carried.append(act.Carry(Hex(to), hits))
        return tuple(carried)

    def recruit(self, event: SavedEvent) -> Actions:
        name, by = event.character("creature_name"), event.characters("recruiter_names")
        legion = event.marker("markerid")
        return (act.Muster(legion, name, by) if self.phase == "muster" else act.Reinforce(name, by),)

    def battle_over(self, event: SavedEvent) -> Actions:
        """The last strikeback ends; if the battle ended earlier, the loser conceded."""
        self.phase, battle = "fight", self.battle
        if battle is None or battle.phase == "strikeback":
            return (act.EndStrikes(),)
        attacker_lost = battle.attacker.legion == event.marker("loser_markerid")
        return (act.Concede((battle.attacker if attacker_lost else battle.defender).player),)

    def start_fights(self, _: SavedEvent) -> Actions:
        self.phase = "fight"
        return (act.EndMoves(),)

    def start_muster(self, _: SavedEvent) -> Actions:
        self.phase = "muster"
        engaging = self.game is not None and closing(self.game).state.phase == "engagement"
        return (act.EndEngagements(),) if engaging else ()

    def start_turn(self, event: SavedEvent) -> Actions:
        self.phase, mover = "split", self._color_of(event, "playername")
        return (act.EndTurn(),) if self.game is None or closing(self.game).state.active != mover else ()

    def eliminate(self, event: SavedEvent) -> Actions:
        """A player eliminated outside a battle has withdrawn."""
        loser = self._color_of(event, "loser_playername")
        game = None if self.game is None else closing(self.game).state
        playing = game is not None and game.phase != "over" and not game.player(loser).out
        return (act.Withdraw(loser),) if playing else ()

    def game_over(self, event: SavedEvent) -> Actions:
        colors = [self.seats[name]["color"] for name in event.texts("winner_names") if name in self.seats]
        winner = colors[0] if len(colors) == 1 else None
        game = None if self.game is None else closing(self.game).state
        if game is not None and (game.phase != "over" or game.winner != winner):
            said = f"{' and '.join(map(str, colors))} won"
            held = f"{game.winner or 'nobody'} wins" if game.phase == "over" else "the game goes on"
            self.remark(event.line, f"the save says that {said}; by the rules {held} (D-6)")
        elif self.lines:
            self.lines[-1]["expect"] = {**self.lines[-1].get("expect", {}), "over": True, "winner": winner}
        return ()

    def reveal(self, event: SavedEvent) -> Actions:
        """Remark on a Legion shown with other characters than the actions gave it."""
        holder = self.game.find(event.marker("markerid")) if self.game is not None else None
        if holder is None or holder[1].characters is None:
            return ()
        shown, held = sorted(event.characters("creature_names")), sorted(holder[1].characters)
        if shown != held:
            by_rules = f"by the actions before, it holds {', '.join(held)}"
            self.remark(event.line, f"{holder[1].legion} is shown with {', '.join(shown)}; {by_rules}")
        return ()


def _is_left_out(event: Event) -> bool:
    """Whether an event happens by itself, without an event in the save."""
    return isinstance(event, Recombined) or (isinstance(event, Removed) and event.why == "not-entered")


def _can_take(battle: Battle, label: str) -> int:
    """How many hits slay the character in a hex; 0 if there is none, or it is slain."""
    held = battle.at(label)
    if held is None:
        return 0
    role, target = held
    return max(0, STANDARD.power(target.name, battle.of(role).score) - target.hits)


_ACTIONS: Mapping[str, Callable[[_Reader, SavedEvent], Actions]] = {
    "SplitLegion": _Reader.split,
    "RollMovement": _Reader.roll,
    "MoveLegion": _Reader.move,
    "StartFightPhase": _Reader.start_fights,
    "RevealLegion": _Reader.reveal,
    "ResolvingEngagement": lambda _, event: (act.Engage(event.land("hexlabel")),),
    "Flee": lambda *_: (act.Flee(),),
    "DoNotFlee": _Reader.stand,
    "Fight": _Reader.fight,
    "MoveCreature": _Reader.maneuver,
    "StartStrikeBattlePhase": lambda *_: (act.EndManeuver(),),
    "StartCounterstrikeBattlePhase": lambda *_: (act.EndStrikes(),),
    "StartReinforceBattlePhase": lambda *_: (act.EndStrikes(),),
    "Strike": _Reader.strikes,
    "SummonAngel": lambda _, event: (act.Summon(event.marker("donor_markerid"), event.character("creature_name")),),
    "RecruitCreature": _Reader.recruit,
    "BattleOver": _Reader.battle_over,
    "StartMusterPhase": _Reader.start_muster,
    "StartSplitPhase": _Reader.start_turn,
    "EliminatePlayer": _Reader.eliminate,
    "GameOver": _Reader.game_over,
}
"""By event name, the actions that an event stands for."""
