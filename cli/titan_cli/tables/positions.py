"""Positions as tables for people."""

from collections.abc import Iterator, Mapping
from functools import singledispatch

from titan_rules.box.characters import TITAN
from titan_rules.box.names import CharacterName
from titan_rules.box.reading import current, place
from titan_rules.kernel.names import in_numbers
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.game import Engagement, Game, Legion, Player
from titan_rules.position.muster import Muster
from titan_rules.rules.masterboard.setup import turn_order

from .. import output
from . import words


@singledispatch
def table(position: object) -> str:
    """A position as text for people."""
    raise NotImplementedError(type(position).__name__)


@table.register
def _(game: Game) -> str:
    return "\n\n".join(block for block in _game_blocks(game) if block)


def _game_blocks(game: Game) -> Iterator[str]:
    yield _heading(game)
    yield _readings(game.ruleset, game.options)
    if game.seats:
        seats = [(seat.name, seat.tower, seat.color, seat.marker) for seat in game.seats]
        yield output.grid(seats, ("Player", "Tower", "Color", "First marker"))
    if game.players:
        players = [game.player(color) for color in turn_order(game.players)]
        rows = [_player_row(game, player) for player in players]
        yield output.grid(rows, ("Player", "Name", "Tower", "Score", "Titan", "Free markers", ""))
        legions = [_legion_row(player, legion) for player in players for legion in player.legions]
        yield output.grid(legions, ("Player", "Legion", "Land", "Height", "Characters", ""))
    if game.caretaker is not None:
        yield _stock(game.caretaker)
    for label, pile in (("Dead", game.dead), ("On the way back to the caretaker", game.returning)):
        if any(pile.values()):
            yield f"{label}: {words.stock(pile)}"
    if game.engagement is not None:
        yield _engagement(game.engagement)
    if game.battle is not None:
        yield table(game.battle)


def _heading(game: Game) -> str:
    if game.phase == "setup":
        return "Setup"
    if game.phase == "over":
        return f"The game is over: {game.winner} has won" if game.winner else "The game is over: a draw"
    roll = "" if game.roll is None else f", Movement Roll {game.roll}" + (" (mulligan)" if game.mulligan else "")
    return f"Turn {game.turn}: {game.active}, {game.phase.capitalize()} Phase{roll}"


def _readings(ruleset: str, options: Mapping[str, str | bool]) -> str:
    changed = "".join(f", {name}={output.word(value)}" for name, value in sorted(options.items()))
    return f"Ruleset: {ruleset}{changed}" if changed or ruleset != "standard" else ""


def _player_row(game: Game, player: Player) -> tuple[object, ...]:
    notes = [
        ("out of the game", player.out),
        ("has teleported", player.teleported),
        ("has summoned", player.summoned),
        ("has taken its mulligan", player.mulliganed and game.turn == 1),
    ]
    said = ", ".join(note for note, holds in notes if holds)
    power = "" if player.out else _titan_power(player.score)
    return player.color, player.name, player.tower, player.score, power, words.markers(player.free_markers), said


def _titan_power(score: int) -> str:
    from titan_rules.box.reading import current

    return f"{current().power(TITAN, score)}-{current().characters[TITAN].skill}"


def _legion_row(player: Player, legion: Legion) -> tuple[object, ...]:
    if legion.characters is None:
        known = in_numbers(legion.revealed)
        content = f"unknown, with {known}" if known else "unknown"
    else:
        content = in_numbers(legion.characters)
    notes = [
        ("moved", legion.moved),
        (f"enters from {legion.entry_side}", legion.entry_side is not None),
        (f"split from {legion.split_from}", legion.split_from is not None),
        (f"mustered {legion.mustered}", legion.mustered is not None),
    ]
    said = ", ".join(note for note, holds in notes if holds)
    return player.color, legion.legion, place(legion.land), legion.size, content, said


def _stock(caretaker: Mapping[CharacterName, int]) -> str:
    names = [name for name in current().full_stock if name in caretaker]
    rows = [(name, caretaker[name]) for name in names]
    columns = 4
    height = -(-len(rows) // columns)
    lines = [[cell for pair in rows[i::height] for cell in pair] for i in range(height)]
    return output.grid(lines, ("Caretaker", "Left", *(("", "Left") * (columns - 1))))


def _engagement(engagement: Engagement) -> str:
    return (
        f"Engagement in {place(engagement.land)}: {engagement.attacker} ({engagement.attacking}) against "
        f"{engagement.defender} ({engagement.defending}), {engagement.stage}; {engagement.to_act} decides"
    )


@table.register
def _(battle: Battle) -> str:
    return "\n\n".join(block for block in _battle_blocks(battle) if block)


def _battle_blocks(battle: Battle) -> Iterator[str]:
    if battle.outcome is not None:
        yield f"Battle in {battle.terrain}: over, {battle.outcome.winner} by {battle.outcome.how}"
    else:
        phase = "Strikeback" if battle.phase == "strikeback" else f"{battle.phase.capitalize()} Phase"
        yield f"Battle in {battle.terrain}, battle turn {battle.turn} of the {battle.side}, {phase}"
    yield _readings(battle.ruleset, battle.options)
    for role, side in (("Attacker", battle.attacker), ("Defender", battle.defender)):
        entry = f", enters from {side.entry_side}" if side.entry_side else ""
        yield f"{role}: {side.player}, {side.legion}, score {side.score}{entry}"
        rows = [_combatant_row(battle, side, combatant) for combatant in side.characters]
        if rows:
            yield output.grid(rows, ("Character", "Hex", "Hazard", "Hits", "Power-factor", ""))
        if side.slain or side.left_off:
            yield f"Slain: {in_numbers((*side.slain, *side.left_off))}"


def _combatant_row(battle: Battle, side: BattleSide, combatant: Combatant) -> tuple[object, ...]:
    hazard = "" if combatant.hex is None else current().battlelands[battle.terrain][combatant.hex].hazard
    notes = [("slain", side.is_slain(combatant)), ("moved", combatant.moved), ("struck", combatant.struck)]
    said = ", ".join(note for note, holds in notes if holds)
    where = "off the board" if combatant.hex is None else combatant.hex
    return combatant.name, where, hazard, combatant.hits, side.power(combatant), said


@table.register
def _(muster: Muster) -> str:
    lines = [f"In {muster.terrain}: {in_numbers(muster.characters)}", _readings(muster.ruleset, muster.options)]
    if muster.caretaker:
        lines.append(f"Left with the caretaker: {words.stock(muster.caretaker)}")
    return "\n".join(line for line in lines if line)
