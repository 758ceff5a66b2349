"""A rules-adjudication toolkit for the board game TITAN.

Every ruling names the rule that decides it, with the case's own numbers.

>>> import titan_rules as titan
>>> battle = titan.Battle.parse("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
>>> odds = titan.strike_odds(battle, "D3", "D4")
>>> str(odds.slays), odds.slays.exact
('64.88 %', Fraction(473, 729))

Positions
    ``Game``, ``Battle`` and ``Muster``: ``Game.load(path)``, ``Battle.parse("Plains: Ogre D3 / Lion D4")``;
    ``new_game``, ``load``, ``loads``, ``dump``, ``dumps``, ``render``. ``Box.load("standard")`` is the printed game.
    A position made by hand is checked when it is first asked about; ``validate`` lists its faults. ``known_to`` is what
    one player may know of a position, or of what happened.

Actions
    ``actions.Move``, ``actions.Strike`` and the like; ``parse("Bk02 P105")`` reads one, ``str(action)`` is its short
    text; ``legal_actions``, ``is_legal``, ``why``, ``apply``, ``next_choice``; ``cannot_tell`` lists what depends on
    unknown characters. Dice come from ``Dice(seed=1)``, from a ``random.Random``, or with the action.

Text instead of objects
    A position may be given as its line, and an action as its text:
    ``why("Plains: Ogre D3 / Lion D4", "D3 strikes D4")``.

Odds and battles
    ``strike_odds`` and ``duel_odds`` are exact; ``simulate`` plays a battle out many times, ``advise`` gives advice.
    ``resolve`` carries out a battle's orders, ``replay`` checks a recorded game, ``walk`` goes through it step by step,
    ``Record`` writes one. ``check`` answers what ``titan check`` does; ``rule`` and ``find_rules`` are the digest's.
    ``deduce`` works out what Legions may hold from what a player has seen, ``muster_options`` lists musters.
    ``load_save`` imports a game saved by another program.

Errors
    ``TitanError``, and below it ``DocumentError`` (every fault of a document), ``UnknownName``, ``ActionError`` (a text
    that cannot be read), ``IllegalAction`` (the rulings that forbid it), ``CannotTell`` (what is missing),
    ``ArgumentError`` (also a ``TypeError``: an argument of the wrong type, with the parameter's name).
"""

from importlib import import_module

from .kernel import ports
from .kernel.shipped import shipped_text

__version__ = "0.4.0"

ports.provide(
    {
        f"{__name__}.{asked}": f"{__name__}.{provider}"
        for asked, provider in {
            # Positions and actions are read from text and written as text.
            "actions.intents.written": "text.writing:written",
            "play.questions.read_action": "text.parsing:parse",
            "position.files.looks_like_a_line": "text.positions:looks_like_a_line",
            "position.files.read_position": "text.positions:parse_line",
            "position.position.written": "text.positions:line",
            # An answer shows itself; drawing tables takes as long to load as all rules of a battle.
            "kernel.answers.as_html": "kernel.rendering:html",
            "kernel.answers.shown": "kernel.rendering:text",
            # Positions are read and written as documents, and drawn.
            "position.position.document": "position.documents:to_json",
            "position.position.read_file": "position.files:load",
            "position.position.read_line": "position.files:parse",
            "position.position.read_text": "position.files:loads",
            "position.battle.battle_svg": "draw.battle:battle_svg",
            "position.game.game_svg": "draw.game:game_svg",
        }.items()
    }
)


def _homes() -> dict[str, str]:
    """The module of each public name, from the stub beside this file, which may be in a zip archive."""
    stub = shipped_text(f"{__path__[0]}/__init__.pyi")
    lines = [line.split() for line in stub.splitlines() if line.startswith("from ")]
    return {name: home for _, home, _, name, *_ in lines}


def __getattr__(name: str) -> object:
    """A public name, imported on first use, since most programs need few."""
    if name == "__all__":
        return [*_homes(), "__version__"]
    home = None if name.startswith("_") else _homes().get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = import_module(f".{name}", __name__) if home == "." else getattr(import_module(home, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
