"""Games in the middle of an Engagement, put together in a line or two, and what actions make of them."""

from collections.abc import Iterable

from battles import side
from titan_rules.actions.events import Event
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import Action
from titan_rules.box import STANDARD
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import apply
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, Legion, Player
from titan_rules.position.stock import complete_game


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


def rules(events: Iterable[Ruling | Event]) -> list[str]:
    """The rule ids of events, in order."""
    return [event.rule for event in events]


def steps(events: Iterable[Ruling | Event]) -> set[str | None]:
    """The steps of the Complete Sequence of Play at which events happen."""
    return {event.step for event in events}


def at_battle(game: Game, land: int, attackers: Iterable[str], defenders: Iterable[str], **more: object) -> Game:
    """The game in the battle of a land, its characters placed: ``Ogre D3 2`` as in :func:`battles.side`.

    Hits and places only: the names must be those of the two Legions.
    """
    game, _ = said(game, [f"engage {land}"])
    assert game.engagement is not None
    if game.engagement.stage == "flight":
        game, _ = said(game, ["stand"])
    defending, attacking = game.engagement.defending, game.engagement.attacking
    game, _ = said(game, [f"{defending} no-more", f"{attacking} fights"])
    begun = game.battle
    assert begun is not None
    attacker, defender = side("", "", *attackers).characters, side("", "", *defenders).characters
    attacker_side = evolve(begun.attacker, characters=attacker, began=True)
    defender_side = evolve(begun.defender, characters=defender)
    return evolve(game, battle=evolve(begun, attacker=attacker_side, defender=defender_side, **more))
