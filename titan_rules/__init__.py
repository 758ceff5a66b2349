"""A rules-adjudication toolkit for the board game TITAN.

Every ruling names the rule that decides it, with the case's own numbers.

>>> import titan_rules as titan
>>> battle = titan.Battle.parse("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
>>> odds = titan.strike_odds(battle, "D3", "D4")
>>> str(odds.slays), odds.slays.exact
('64.88 %', Fraction(473, 729))

Positions
    ``Game``, ``Battle`` and ``Muster``: ``Game.load(path)``, ``Battle.parse("Plains: Ogre D3 / Lion D4")``;
    ``new_game``, ``load``, ``loads``, ``dump``, ``dumps``, ``render``. ``Box.load("standard")`` is what they play with.

Actions
    ``parse("Bk02 P105")`` reads one, ``str(action)`` is its short text; ``legal_actions``, ``is_legal``, ``why``,
    ``apply``, ``next_choice``; ``cannot_tell`` lists what depends on characters that are not known. Dice come from
    ``Dice(seed=1)``, or with the action.

Odds and battles
    ``strike_odds`` and ``duel_odds`` are exact; ``simulate`` lets policies play, ``advise`` searches for what to do.
    ``resolve`` plays out a battle's orders, ``replay`` checks a recorded game, ``deduce`` says what Legions may
    hold by what a player has seen of it, ``muster_options`` what may be mustered.

Errors
    ``TitanError``, and below it ``DocumentError`` (every fault of a document), ``UnknownName``, ``ActionError`` (a text
    that is not understood), ``IllegalAction`` (the rulings that forbid it), ``CannotTell`` (what is missing).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions.grammar import parse
    from .actions.intents import Action
    from .answers.advice import Advice
    from .answers.battle_odds import BattleOdds
    from .answers.battle_result import BattleResult
    from .answers.deduction import Deduction
    from .answers.duel_odds import DuelOdds
    from .answers.moves import legal_moves
    from .answers.muster_options import MusterOptions, muster_options
    from .answers.strike_odds import StrikeOdds
    from .box.names import CharacterName, Hex, LandNo, Marker
    from .box.value import Box
    from .deduction.asking import deduce
    from .draw.asking import render
    from .kernel.dice import Dice
    from .kernel.errors import ActionError, CannotTell, DocumentError, Fault, IllegalAction, TitanError, UnknownName
    from .kernel.rulings import Ruling
    from .odds.questions import duel_odds, strike_odds
    from .play import Next, Outcome, Verdict, apply, cannot_tell, is_legal, legal_actions, next_choice, why
    from .play.new_game import new_game
    from .position.battle import Battle
    from .position.files import dump, dumps, load, loads
    from .position.game import Game
    from .position.muster import Muster
    from .replays.asking import replay
    from .replays.report import Report
    from .resolving import resolve
    from .simulation.advising import advise
    from .simulation.asking import simulate

__all__ = [
    "Action",
    "ActionError",
    "Advice",
    "Battle",
    "BattleOdds",
    "BattleResult",
    "Box",
    "CannotTell",
    "CharacterName",
    "Deduction",
    "Dice",
    "DocumentError",
    "DuelOdds",
    "Fault",
    "Game",
    "Hex",
    "IllegalAction",
    "LandNo",
    "Marker",
    "Muster",
    "MusterOptions",
    "Next",
    "Outcome",
    "Report",
    "Ruling",
    "StrikeOdds",
    "TitanError",
    "UnknownName",
    "Verdict",
    "__version__",
    "advise",
    "apply",
    "cannot_tell",
    "deduce",
    "duel_odds",
    "dump",
    "dumps",
    "is_legal",
    "legal_actions",
    "legal_moves",
    "load",
    "loads",
    "muster_options",
    "new_game",
    "next_choice",
    "parse",
    "render",
    "replay",
    "resolve",
    "simulate",
    "strike_odds",
    "why",
]

__version__ = "0.2.0"

_HOMES = {
    "actions.grammar": ("parse",),
    "actions.intents": ("Action",),
    "answers.advice": ("Advice",),
    "answers.battle_odds": ("BattleOdds",),
    "answers.battle_result": ("BattleResult",),
    "answers.deduction": ("Deduction",),
    "answers.duel_odds": ("DuelOdds",),
    "answers.moves": ("legal_moves",),
    "answers.muster_options": ("MusterOptions", "muster_options"),
    "answers.strike_odds": ("StrikeOdds",),
    "box.names": ("CharacterName", "Hex", "LandNo", "Marker"),
    "box.value": ("Box",),
    "deduction.asking": ("deduce",),
    "draw.asking": ("render",),
    "kernel.dice": ("Dice",),
    "kernel.errors": (
        "ActionError",
        "CannotTell",
        "DocumentError",
        "Fault",
        "IllegalAction",
        "TitanError",
        "UnknownName",
    ),
    "kernel.rulings": ("Ruling",),
    "odds.questions": ("duel_odds", "strike_odds"),
    "play": (
        "Next",
        "Outcome",
        "Verdict",
        "apply",
        "cannot_tell",
        "is_legal",
        "legal_actions",
        "next_choice",
        "why",
    ),
    "play.new_game": ("new_game",),
    "position.battle": ("Battle",),
    "position.files": ("dump", "dumps", "load", "loads"),
    "position.game": ("Game",),
    "position.muster": ("Muster",),
    "replays.asking": ("replay",),
    "replays.report": ("Report",),
    "resolving": ("resolve",),
    "simulation.advising": ("advise",),
    "simulation.asking": ("simulate",),
}
"""Where each name is imported from when it is first asked for: the import of this package takes no time."""

_HOME = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # or every name would be there for type checkers

    def __getattr__(name: str) -> object:
        """The name from its home, imported now."""
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found: object = getattr(import_module(f".{home}", __name__), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
