"""Positions as tables for people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from titan_rules.box.characters import TITAN
from titan_rules.box.current_box import current, place
from titan_rules.box.names import CharacterName
from titan_rules.draw.plain import battle_text, masterboard_text
from titan_rules.kernel.blocks import Block, Prose, Table
from titan_rules.kernel.layout import JOINT, at_most
from titan_rules.kernel.names import in_numbers
from titan_rules.kernel.wording import several
from titan_rules.play import next_choice
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.game import Game, Legion, Player, battle_in
from titan_rules.position.muster import Muster
from titan_rules.rules.masterboard.setup import turn_order
from titan_rules.text.positions import Position

MOST_LINES = 21
"""If ``show`` would have more lines than this, it prints two Legions a line."""
STOCK_COLUMNS = 4
"""Columns of the caretaker's stock, each with the numbers left."""


def blocks(position: Position) -> Iterator[Block]:
    """A position for people."""
    match position:
        case Game():
            yield from _game(position)
        case Battle():
            yield from _battle(position)
        case Muster():
            yield f"In {position.terrain}: {in_numbers(position.characters)}"
            yield from _readings(position.ruleset, position.options)
            if position.caretaker:
                yield f"Left with the caretaker: {_counted(position.caretaker)}"


def map_of(position: Position, **given: int) -> str:
    """The Battleland of a battle as text, with its characters; empty if there is no battle."""
    battle = None if isinstance(position, Muster) else battle_in(position)
    return "" if battle is None else battle_text(battle, at_most(78) // 6, **given)


def board_of(position: Position) -> str:
    """The Masterboard of a game as text, with its Legions; empty if it is no game."""
    return masterboard_text(position, max(5, at_most(106) // 15)) if isinstance(position, Game) else ""


def _readings(ruleset: str, options: Mapping[str, str | bool]) -> Iterator[Block]:
    changed = [f", {name}={str(value).lower()}" for name, value in sorted(options.items())]
    if changed or ruleset != "standard":
        yield f"Ruleset: {ruleset}{''.join(changed)}"


def _counted(counts: Mapping[CharacterName, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count)


def _notes(*notes: object) -> str:
    return ", ".join(str(note) for note in notes if note)


# --- games -----------------------------------------------------------------------------------------------------------


def _game(game: Game) -> Iterator[Block]:
    yield from (_heading(game), "", *_readings(game.ruleset, game.options), "")
    if game.seats:
        seats = [(seat.name, seat.tower, seat.color, seat.marker) for seat in game.seats]
        yield from (Table(seats, ("Player", "Tower", "Color", "First marker")), "")
    if game.players:
        players = [game.player(color) for color in turn_order(game.players)]
        headings = ("Player", "Name", "Tower", "Score", "Titan", "Free markers", "")
        yield from (Table([_player_row(game, player) for player in players], headings), "")
        legions = [_legion_row(player, legion) for player in players for legion in player.legions]
        yield from (Table(legions, ("Player", "Legion", "Land", "Height", "Characters", "")), "")
    if game.caretaker is not None:
        yield from (_stock(game.caretaker), "")
    for label, pile in (("Dead", game.dead), ("On the way back to the caretaker", game.returning)):
        if any(pile.values()):
            yield from (f"{label}: {_counted(pile)}", "")
    yield from _engagement(game)
    if game.battle is not None:
        yield from _battle(game.battle)


def brief(state: Game | Battle) -> Iterator[Block]:
    """A game on one screen: a line for each player, Legion and Engagement, or the battle alone."""
    battle = state if isinstance(state, Battle) else state.battle
    if isinstance(state, Game) and battle is None:
        yield from _brief_game(state)
    elif battle is not None:
        yield from _brief_battle(battle)


def _brief_game(game: Game) -> Iterator[Block]:
    yield _heading(game)
    yield from (f"{seat.name}: Tower {seat.tower or '-'}, {seat.color or 'no colour yet'}" for seat in game.seats)
    crowded = sum(1 + len(player.legions) for player in game.players) > MOST_LINES
    for color in turn_order(game.players):
        player = game.player(color)
        *_, tower, score, titan, markers, notes = _player_row(game, player)
        said = _notes(
            f"Tower {tower}", f"score {score}", titan and f"Titan {titan}", markers and f"free {markers}", notes
        )
        yield f"{color}: {said}"
        rows = [_legion_row(player, legion)[1:] for legion in player.legions]
        if crowded:
            short = [(row[0], legion.land, _in_short(legion)) for row, legion in zip(rows, player.legions, strict=True)]
            pairs = zip_longest(short[::2], short[1::2], fillvalue=("", "", ""))
            yield Table([(*one, *other) for one, other in pairs], ("",) * 6, indent=2)
        else:
            yield Table([(name, land, content, notes) for name, land, _, content, notes in rows], ("",) * 4, indent=2)
    yield from _engagement(game)


def _engagement(game: Game) -> Iterator[Block]:
    if e := game.engagement:
        sides = f"{e.attacker} ({e.attacking}) against {e.defender} ({e.defending})"
        yield from (f"Engagement in {place(e.land)}: {sides}, {e.stage}; {next_choice(game).by} decides", "")


def _heading(game: Game) -> str:
    if game.phase == "setup":
        return "Setup"
    if game.phase == "over":
        return f"The game is over: {game.winner} has won" if game.winner else "The game is over: a draw"
    roll = "" if game.roll is None else f", Movement Roll {game.roll}" + (" (mulligan)" if game.mulligan else "")
    return f"Turn {game.turn}: {game.active}, {game.phase.capitalize()} Phase{roll}"


def _player_row(game: Game, player: Player) -> tuple[object, ...]:
    notes = _notes(
        player.out and "out of the game",
        player.teleported and "has teleported",
        player.summoned and "has summoned",
        player.mulliganed and game.turn == 1 and "has taken its mulligan",
    )
    box = current()
    titan = "" if player.out else f"{box.power(TITAN, player.score)}-{box.characters[TITAN].skill}"
    return player.color, player.name, player.tower, player.score, titan, ranges_of(player.free_markers), notes


def ranges_of(markers: Iterable[str]) -> str:
    """Legion Markers, with three or more in a row as a range: *Bk02-Bk04, Bk07, Rd08*."""
    runs: list[list[str]] = []
    for name in markers:
        if runs and name == f"{runs[-1][-1][:2]}{int(runs[-1][-1][2:]) + 1:02d}":
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _legion_row(player: Player, legion: Legion) -> tuple[object, ...]:
    content = in_numbers(legion.known)
    if legion.characters is None:
        content = f"unknown, with {content}" if content else "unknown"
    notes = _notes(
        legion.moved and "moved",
        legion.entry_side and f"enters from {legion.entry_side}",
        legion.split_from and f"split from {legion.split_from}",
        legion.mustered and f"mustered {legion.mustered}",
    )
    return player.color, current().markers.shown(legion.legion), place(legion.land), legion.size, content, notes


def _in_short(legion: Legion) -> str:
    """A Legion's content in few letters: *Tit 2 Gar*."""
    short = current().short_names
    named = [f"{number} {short[name]}" if number > 1 else short[name] for name, number in Counter(legion.known).items()]
    unknown = [f"{legion.size} unknown"] if legion.characters is None else []
    return " ".join([*unknown, *named, *(["moved"] if legion.moved else [])])


def _stock(caretaker: Mapping[CharacterName, int]) -> Table:
    rows = [(name, caretaker[name]) for name in current().full_stock if name in caretaker]
    height = -(-len(rows) // STOCK_COLUMNS)
    lines = [[cell for pair in rows[i::height] for cell in pair] for i in range(height)]
    return Table(lines, ("Caretaker", "Left", *(("", "Left") * (STOCK_COLUMNS - 1))))


# --- battles ---------------------------------------------------------------------------------------------------------


def _battle(battle: Battle) -> Iterator[Block]:
    yield _battle_heading(battle)
    yield from ("", *_readings(battle.ruleset, battle.options), "")
    for role, side in (("Attacker", battle.attacker), ("Defender", battle.defender)):
        entry = f", enters from {side.entry_side}" if side.entry_side else ""
        yield from (f"{role}: {side.player}, {side.legion}, score {side.score}{entry}", "")
        rows = [_combatant_row(battle, side, combatant) for combatant in side.characters]
        yield from (Table(rows, ("Character", "Hex", "Hazard", "Hits", "Power-factor", "")), "")
        if side.slain or side.left_off:
            yield from (f"Slain: {in_numbers((*side.slain, *side.left_off))}", "")


def _battle_heading(battle: Battle) -> str:
    if battle.outcome is not None:
        return f"Battle in {battle.terrain}: over, {battle.outcome.winner} by {battle.outcome.how}"
    phase = "Strikeback" if battle.phase == "strikeback" else f"{battle.phase.capitalize()} Phase"
    return f"Battle in {battle.terrain}, battle turn {battle.turn} of the {battle.side}, {phase}"


def _brief_battle(battle: Battle) -> Iterator[Block]:
    yield _battle_heading(battle)
    for role, side in (("Attacker", battle.attacker), ("Defender", battle.defender)):
        rows = [_combatant_row(battle, side, combatant) for combatant in side.characters]
        said = Counter([_notes(f"{row[0]} {row[1]}", row[3] and several(row[3], "hit"), row[5]) for row in rows])
        counted = [f"{n} × {text}" if n > 1 else text for text, n in said.items()]
        listed = "; ".join([text.replace(" ", JOINT) for text in counted])
        yield Prose(f"{role}, {side.player} {side.legion}: {listed}")


def _combatant_row(battle: Battle, side: BattleSide, combatant: Combatant) -> tuple[str, str, str, int, int, str]:
    hazard = "" if combatant.hex is None else current().battlelands[battle.terrain][combatant.hex].hazard
    notes = _notes(side.is_slain(combatant) and "slain", combatant.moved and "moved", combatant.struck and "struck")
    where = combatant.hex or "off the board"
    return combatant.name, where, hazard, combatant.hits, side.power(combatant), notes
