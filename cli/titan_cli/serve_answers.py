"""The questions of the page that ``titan serve`` shows: the same answers as the command line's, as JSON."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from attrs import field, frozen

from titan_rules.box.places import HexLabel
from titan_rules.box.types import Die
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.documents import structure
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT

Answer = dict[str, Any]
POSITIONS = ("game", "battle")


@frozen(kw_only=True)
class Show:
    """A picture, with what may be drawn over it: see ``titan render``."""

    moves: str | None = None
    targets: str | None = None
    sight: tuple[HexLabel, ...] = ()
    legion: str | None = None
    roll: Die | None = None


@frozen(kw_only=True)
class Legal:
    """What is legal, or why something is: see ``titan legal-moves``."""

    legion: str | None = None
    character: str | None = None
    roll: Die | None = None
    ahead: bool = False
    why: str | None = None


@frozen(kw_only=True)
class Odds:
    """The odds of a strike, an exchange or a duel: see ``titan strike-odds``."""

    strikers: str = field(metadata={"key": "from", "always": True})
    target: str = field(metadata={"key": "to", "always": True})
    strike_number: int | None = None
    dice_count: int | None = None
    carry_to: str | None = None
    best: Literal["slain", "points"] | None = None
    exchange: bool = False
    duel: bool = False


@frozen(kw_only=True)
class Musters:
    """What a Legion may muster: see ``titan recruit-options``."""

    legion: str


@frozen(kw_only=True)
class Check:
    """Whether an action is legal, and the position after it: see ``titan check``."""

    action: str
    seed: str | None = None


@frozen(kw_only=True)
class New:
    """A game to begin with: see ``titan new``."""

    players: tuple[str, ...] = ("Ann", "Ben")
    seed: int = 1


@frozen
class Save:
    """The document as text, saved where the command line said."""


def answer(name: str, asked: JSON, saved: str | None = None) -> Answer:
    """The answer to a question.

    :param name: one of :data:`QUESTIONS`.
    :param asked: its ``document`` and what else it takes.
    :param saved: where documents are saved, if anywhere.
    :raises TitanError: the question or the document is bad, or it cannot be told.
    """
    if type(asked) is not dict:
        raise DocumentError([Fault("wrong-type", "a question is a JSON object")])
    kind, reply = QUESTIONS[name]
    question = structure({key: value for key, value in asked.items() if key != "document"}, kind)
    if name != "new" and "document" not in asked:
        raise DocumentError([Fault("missing-key", "the key 'document' is missing")])
    if name == "save":
        return _save(asked["document"], saved)
    return reply(asked.get("document"), question)


def _show(document: JSON, asked: Show) -> Answer:
    """The picture of a position and its faults; what is to be drawn over it waits until it has none."""
    from .commands.render import battle_of

    position = FORMAT.parse(document, POSITIONS)
    faults = FORMAT.validate(position)
    if not faults:
        position = FORMAT.complete(position)
    battle = battle_of(position)
    svg = _battle_svg(battle, asked, bool(faults)) if battle is not None else _game_svg(position, asked, bool(faults))
    return {"svg": svg, "faults": [fault.to_json() for fault in faults]}


def _battle_svg(battle: Battle, asked: Show, bare: bool) -> str:
    from titan_rules.draw import battle_overlays as draw
    from titan_rules.draw.battle import battle_svg

    overlays = []
    if asked.moves is not None and not bare:
        overlays.append(draw.moves_overlay(battle, asked.moves))
    if asked.targets is not None and not bare:
        overlays.append(draw.targets_overlay(battle, asked.targets))
    if len(asked.sight) == 2 and not bare:
        overlays.append(draw.sight_overlay(battle, *asked.sight))
    return battle_svg(battle, *overlays)


def _game_svg(game: Any, asked: Show, bare: bool) -> str:
    from titan_rules.draw.game import game_svg

    if asked.legion is None or bare:
        return game_svg(game)
    from titan_rules.draw.game_overlays import destinations_overlay

    return game_svg(game, destinations_overlay(game, asked.legion, asked.roll))


def _legal(document: JSON, asked: Legal) -> Answer:
    from .commands.legal_moves import answer as moves
    from .commands.legal_moves import table

    found = moves(
        FORMAT.read(document, POSITIONS),
        legion=asked.legion,
        character=asked.character,
        roll=asked.roll,
        ahead=asked.ahead,
        why=asked.why,
    )
    return {"answer": found.to_json(), "text": table(found)}


def _odds(document: JSON, asked: Odds) -> Answer:
    from .commands.render import battle_of
    from .commands.strike_odds import asking
    from .tables.odds import table

    given = {
        "strikers": asked.strikers,
        "target": asked.target,
        "strike_number": asked.strike_number,
        "dice_count": asked.dice_count,
        "carry_to": asked.carry_to,
        "best": asked.best,
        "exchange": asked.exchange or None,
    }
    battle = battle_of(FORMAT.read(document, POSITIONS))
    if battle is None:
        raise DocumentError([Fault("no-battle", "no battle is fought in this game", "/document/battle")])
    found = asking(asked.duel, {key: value for key, value in given.items() if value is not None})(battle)
    return {"answer": found.to_json(), "text": table(found)}


def _musters(document: JSON, asked: Musters) -> Answer:
    from .commands.recruit_options import of_document, table

    found = of_document(document, asked.legion)
    return {"answer": found.to_json(), "text": table(found)}


def _check(document: JSON, asked: Check) -> Answer:
    from titan_rules.answers.checking import check

    from .commands.check import actions_of, table

    position = FORMAT.read(document, POSITIONS)
    dice = None if asked.seed is None else Seeded(asked.seed)
    found, after = check(position, actions_of(asked.action, position), dice)
    shown = {"answer": found.to_json(), "text": table(found)}
    return {**shown, "after": None if after is None else FORMAT.to_json(after)}


def _new(_: JSON, asked: New) -> Answer:
    from titan_rules.rules.masterboard.setup import starting_game

    return {"document": FORMAT.to_json(starting_game(asked.players, Seeded(asked.seed)))}


def _save(document: JSON, saved: str | None) -> Answer:
    from .files import write_whole

    text = FORMAT.dumps(FORMAT.read(document, POSITIONS))
    if saved is not None:
        write_whole(saved, text.encode())
    return {"saved": saved, "text": text}


QUESTIONS: Mapping[str, tuple[type[Any], Callable[[JSON, Any], Answer]]] = {
    "show": (Show, _show),
    "legal": (Legal, _legal),
    "odds": (Odds, _odds),
    "musters": (Musters, _musters),
    "check": (Check, _check),
    "new": (New, _new),
    "save": (Save, lambda document, _: _save(document, None)),
}
"""What may be asked: what a question holds, and its answer."""
