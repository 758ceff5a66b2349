"""Battles and games for tests, typed as a player would say them; what actions make of them, and what is said."""

from collections.abc import Iterable
from typing import Any

from titan_rules.actions.events import Event
from titan_rules.actions.intents import Action
from titan_rules.box import STANDARD
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import apply, violations
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.documents import FORMAT, complete_game
from titan_rules.position.game import Game, Legion, Player
from titan_rules.text.parsing import parse

# --- battles ----------------------------------------------------------------------------------------------------------


def characters(*said: str) -> tuple[Combatant, ...]:
    """``"Ogre D3 2 moved"``: a name, a hex or ``-`` (the default), and perhaps hits and what it has done."""
    found = []
    for text in said:
        name, _, rest = text.partition(" ")
        place, *more = rest.split() or ["-"]
        hits = next((int(word) for word in more if word.isdigit()), 0)
        hex_ = None if place == "-" else place
        found.append(Combatant(name, hex_, hits, "moved" in more, "struck" in more))
    return tuple(found)


def side(player: str, legion: str, *said: str, **more: Any) -> BattleSide:
    """One side of a battle; each character as :func:`characters` reads it."""
    return BattleSide(player=player, legion=legion, characters=characters(*said), **more)


def battle(attackers: Iterable[str], defenders: Iterable[str], terrain: str = "Plains", **more: Any) -> Battle:
    """A battle of Black (attacker, from the left) against Red.

    :param more: anything else of the battle; of a side, ``attacker_score`` and the like.
    """
    attacker_more = {k[9:]: more.pop(k) for k in list(more) if k.startswith("attacker_")}
    defender_more = {k[9:]: more.pop(k) for k in list(more) if k.startswith("defender_")}
    attacker_more = {"began": True, "entry_side": "left", **attacker_more}
    attacker = side("Black", "Bk01", *attackers, **attacker_more)
    defender = side("Red", "Rd01", *defenders, **defender_more)
    return Battle(terrain=terrain, attacker=attacker, defender=defender, **more)


def strike_phase(attackers: Iterable[str], defenders: Iterable[str], **more: Any) -> Battle:
    """The same in the attacker's second Strike Phase."""
    return battle(attackers, defenders, **{"turn": 2, "side": "attacker", "phase": "strike", **more})


def strike_document(attackers: Iterable[str], defenders: Iterable[str], **more: Any) -> dict[str, Any]:
    """The same as the JSON of its document."""
    return FORMAT.to_json(strike_phase(attackers, defenders, **more))


# --- games on the Masterboard -----------------------------------------------------------------------------------------

LETTERS = {"Black": "Bk", "Red": "Rd", "Gold": "Gd"}
TOWERS = {"Black": 100, "Red": 200, "Gold": 300}


def board_document(
    *,
    phase: str = "movement",
    roll: int | None = None,
    turn: int = 5,
    ruleset: str = "standard",
    options: Any = None,
    **sides: Any,
) -> dict[str, Any]:
    """A game document; ``black={"Bk01": (105, "Titan Ogre")}`` gives Legions their land and content.

    Black is to move. ``black_is={"score": 400}`` sets anything else of a player, and a third item of a
    Legion anything else of it.
    """
    players = []
    for color in LETTERS:
        side = sides.get(color.lower())
        if side is None:
            continue
        legions = [
            {"legion": marker, "land": land, "characters": content.split() if content else None, **dict(*more)}
            for marker, (land, content, *more) in side.items()
        ]
        player = {"color": color, "tower": TOWERS[color], "legions": legions}
        players.append(player | sides.get(f"{color.lower()}_is", {}))
    found = {"format": "titan-rules/1", "kind": "game", "ruleset": ruleset, "turn": turn, "phase": phase}
    if options:
        found["options"] = options
    return found | {"active": "Black", "roll": roll, "players": players}


FAR_AWAY = {"Rd01": (4000, "Titan Angel")}
"""Red, where it is in nobody's way."""


def board(*, red: Any = FAR_AWAY, **given: Any) -> Game:
    """A game read from :func:`board_document`."""
    data = board_document(red=red, **given)
    position: Game = FORMAT.read({key: value for key, value in data.items() if key != "roll" or value is not None})
    return position


def refused(judged: object) -> list[Ruling]:
    """The rulings of a refusal; none if something is meant."""
    return list(judged.rulings) if isinstance(judged, Refusal) else []


def meant(judged: Any) -> Any:
    """Where a judged move leads; None if it is refused."""
    return None if isinstance(judged, Refusal) else judged[1]


# --- games put together of their parts --------------------------------------------------------------------------------


def rules(told: Iterable[Ruling | Event]) -> list[str]:
    """The rules that rulings or events cite, in order."""
    return [each.rule for each in told]


def legion(marker: str, land: int, *names: str, **more: object) -> Legion:
    """A Legion with those characters."""
    return Legion(marker, land, tuple(names), **more)


def player(color: str, tower: int, *legions: Legion, score: int = 0, **more: object) -> Player:
    """A player with those Legions and all other markers of its colour."""
    used = {x.legion for x in legions}
    free = tuple(m for m in STANDARD.markers.of(color) if m not in used)
    return Player(color, color, tower, score, free, tuple(legions), **more)


def game(*players: Player, phase: str = "engagement", active: str = "Black", turn: int = 5, **more: object) -> Game:
    """A game at that point."""
    made = Game(players=players, phase=phase, active=active, turn=turn, **more)
    return complete_game(made)


def engaged(
    attacker: str, defender: str, *others: Legion, scores: tuple[int, int] = (0, 0), third: bool = False, **more: Any
) -> Game:
    """Black's Bk01 attacks Red's Rd01 in 105, Plains; both keep a Titan elsewhere, unless one is in their Legion.

    :param third: Gold plays, too, far away.
    """
    black = [legion("Bk01", 105, *attacker.split(), moved=True, entry_side="left", came_from=104)]
    red = [legion("Rd01", 105, *defender.split())]
    black += [] if "Titan" in attacker else [legion("Bk02", 1, "Titan", "Ogre")]
    red += [] if "Titan" in defender else [legion("Rd02", 20, "Titan", "Ogre")]
    black += [x for x in others if x.legion.startswith("Bk")]
    red += [x for x in others if x.legion.startswith("Rd")]
    two = player("Black", 100, *black, score=scores[0]), player("Red", 200, *red, score=scores[1])
    gold = [player("Gold", 300, legion("Gd01", 5000, "Titan"))] if third else []
    return game(*two, *gold, **more)


def said(game: Game, texts: Iterable[str | Action]) -> tuple[Game, list[Event]]:
    """The game after actions in short text, and all that happened."""
    events: list[Event] = []
    for text in texts:
        outcome = apply(game, parse(text) if isinstance(text, str) else text)
        game = outcome.state
        events += outcome.events
    return game, events


def fought(battle: Battle, texts: Iterable[str | Action]) -> tuple[Battle, list[Event]]:
    """The battle after actions in short text, and all that happened."""
    events: list[Event] = []
    for text in texts:
        outcome = apply(battle, parse(text) if isinstance(text, str) else text)
        battle = outcome.state
        events += outcome.events
    return battle, events


def why(position: Game | Battle, action: str | Action) -> list[str]:
    """The rules against an action; none if it is legal."""
    return rules(violations(position, parse(action) if isinstance(action, str) else action))


def texts(position: Game | Battle, action: str | Action) -> list[str]:
    """What is said against an action."""
    return [ruling.text for ruling in violations(position, parse(action) if isinstance(action, str) else action)]


def steps(events: Iterable[Ruling | Event]) -> set[str | None]:
    """The steps of the Complete Sequence of Play at which events happen."""
    return {event.step for event in events}


def at_battle(game: Game, land: int, attackers: Iterable[str], defenders: Iterable[str], **more: object) -> Game:
    """The game in the battle of a land, its characters placed: ``Ogre D3 2`` as in :func:`characters`.

    Hits and places only: the names must be those of the two Legions.
    """
    game, _ = said(game, [f"engage {land}"])
    if game.engagement.stage == "flight":
        game, _ = said(game, ["stand"])
    defending, attacking = game.engagement.defending, game.engagement.attacking
    game, _ = said(game, [f"{defending} no-more", f"{attacking} fights"])
    begun = game.battle
    attacker, defender = side("", "", *attackers).characters, side("", "", *defenders).characters
    attacker_side = evolve(begun.attacker, characters=attacker, began=True)
    defender_side = evolve(begun.defender, characters=defender)
    return evolve(game, battle=evolve(begun, attacker=attacker_side, defender=defender_side, **more))


def at_the_titan(**more: Any) -> Game:
    """Black's Lions attack Red's Titan in 105; Gold looks on."""
    lions = legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left")
    black = player("Black", 100, lions, legion("Bk02", 3, "Titan", "Angel"))
    red = player("Red", 200, legion("Rd01", 105, "Titan", "Ogre"), legion("Rd02", 20, "Troll"), score=100)
    return game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan")), **more)
