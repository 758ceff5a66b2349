"""What one piece may do, whether an action is legal, and what happens."""

from collections.abc import Mapping
from typing import Any, Literal

from attrs import field, frozen

from titan_rules.actions.intents import Action, Carry, Maneuver, Strike
from titan_rules.answers.battle_moves import Target, maneuvers_of, strikes_of
from titan_rules.answers.checking import Check, Judged, judge
from titan_rules.answers.legal_moves import legal_moves
from titan_rules.answers.legion_moves import MovementMoves, RollMoves
from titan_rules.answers.parts import distance_from
from titan_rules.box.names import Hex
from titan_rules.box.types import Die
from titan_rules.draw.overlays import pick
from titan_rules.kernel.answers import Part, copied
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS, FLAT, key
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.odds import percent
from titan_rules.kernel.rulings import Ruling
from titan_rules.odds.carry import hits_of
from titan_rules.odds.cases import Declaration
from titan_rules.odds.strikes import StrikeAnswer, battle_answer
from titan_rules.play import plan
from titan_rules.position.battle import Battle, Combatant, Role, other
from titan_rules.position.game import battle_in
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.strike_tables import StrikeOption
from titan_rules.text.parsing import action_of, parse, sentence, written

from .positions import Draw, Drawn, LegalAction, Position, arrow, drawn, listed, read

MOST_INSTEAD = 60
"""At most this many legal actions are suggested instead of an illegal one."""

# --- what one piece may do -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Legal(Draw):
    """What one character (a hex or name) or one Legion may do, with reasons, costs and numbers."""

    about: str
    roll: Die | None = None


@frozen(kw_only=True)
class HexInReach(Part):
    """A hex that a character may go to, with the action's short text, its cost, and why."""

    text: str
    cost: int | None = None
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class RollChoice(StrikeOption):
    """One way to roll a strike, with its short text and its chance to slay."""

    text: str
    slays: str


@frozen(kw_only=True)
class Aim(Target):
    """An enemy that a character may strike; ``needs``: the hits that slay it."""

    options: tuple[RollChoice, ...]
    needs: int


@frozen(kw_only=True)
class Reach(Part):
    """What one piece may do in this phase.

    :param about: the piece as asked for.
    :param character, origin: the character meant, and its hex.
    :param to: the hexes that it may go to.
    :param targets: the hexes that it may strike; ``must``: it has to.
    :param rolls: for a Legion, its moves with the Movement Roll, or with each of the six.
    """

    about: str
    character: str | None = None
    origin: str | None = field(default=None, metadata=key("from"))
    to: Mapping[str, HexInReach] | None = None
    targets: Mapping[str, Aim] | None = None
    must: bool = False
    rulings: tuple[Ruling, ...] = ()
    rolls: tuple[RollMoves, ...] | None = None


def legal(asked: Legal) -> Reach:
    """What a character or a Legion may do in this phase.

    :raises UnknownName, CannotTell, DocumentError: there is no such piece, or it is not its turn.
    """
    position = read(asked.position)
    battle = battle_in(position)
    if battle is None:
        if asked.roll is not None:
            position = evolve(position, roll=asked.roll)
        moves = legal_moves(position, legion=asked.about, ahead=True)
        if isinstance(moves, MovementMoves):
            return Reach(about=asked.about, rolls=moves.by_roll)
        return Reach(about=asked.about, rulings=tuple([r for one in moves.legal for r in getattr(one, "rulings", ())]))
    role, combatant = pick(battle, asked.about)
    piece = Reach(about=asked.about, character=combatant.name, origin=combatant.hex)
    return (_maneuvers if battle.phase == "maneuver" else _strikes)(piece, battle, role, combatant)


def _maneuvers(piece: Reach, battle: Battle, role: Role, combatant: Combatant) -> Reach:
    """The hexes it may go to, each judged as if it went there."""
    entry, to = maneuvers_of(field_of(battle), role, combatant), dict[str, HexInReach]()
    for label in entry.to:
        action = Maneuver(combatant.name, combatant.hex, to=Hex(label))
        rulings = plan(battle, action).rulings
        cost = next((ruling.facts["cost"] for ruling in rulings if "cost" in ruling.facts), None)
        to[label] = HexInReach(text=written(action), cost=cost, rulings=rulings)
    return evolve(piece, to=to, rulings=entry.rulings)


def _strikes(piece: Reach, battle: Battle, role: Role, combatant: Combatant) -> Reach:
    """The targets, each with the ways to roll, their short texts and their chances to slay."""
    field, targets = field_of(battle), dict[str, Aim]()
    entry = strikes_of(field, role, combatant)
    for target in entry.targets:
        struck = battle.of(other(role)).at(target.to)
        assert struck is not None
        left = field.left(other(role), struck)
        options = list[RollChoice]()
        for option in target.options:
            declared = (option.strike_number, option.dice) if options else (None, None)  # the first is the natural one
            text = written(Strike(combatant.hex or Hex(""), Hex(target.to), None, *declared))
            slays = percent(hits_of(option.dice, option.strike_number).at_least(left), 1)
            options.append(copied(RollChoice, option, text=text, slays=slays))
        targets[target.to] = copied(Aim, target, options=tuple(options), needs=left)
    return evolve(piece, targets=targets, must=entry.must, rulings=entry.rulings)


# --- judging and carrying out ----------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Whether(Draw):
    """Whether an action is legal and which rules say so."""

    action: JSON


@frozen(kw_only=True)
class Act(Whether):
    """An action to carry out, with its dice and carries if they are not in its text."""

    dice: tuple[Die, ...] = ()
    carry: tuple[Carry, ...] = ()


@frozen(kw_only=True)
class Tried(Part):
    """What ``titan check`` answers about an action, and what it did.

    :param says: its sentence.
    :param instead: if it is illegal, legal actions, the nearest first, in place of their short texts.
    :param events: what happened.
    :param arrow: its kind, from where, to where; None if it is legal and was not carried out.
    :param after: the position after it; None if it was not carried out.
    """

    kind: Literal["check"] = field(default="check", metadata=ALWAYS)
    check: Check = field(metadata=key(FLAT))
    says: str
    instead: tuple[LegalAction, ...] | None = None
    events: tuple[Ruling, ...] | None = None
    arrow: tuple[str, ...] | None = None
    after: Drawn | None = None


def why(asked: Whether) -> Tried:
    """Whether an action is legal, with the rules that say so."""
    position, action = _meant(asked)
    return _tried(position, action, judge(position, action))


def act(asked: Act) -> Tried:
    """Carry out an action: how many dice it needs, why it is refused, or the position after it."""
    position, action = _meant(asked)
    if asked.dice:
        action = _rolled(action, asked.dice)
    if asked.carry and isinstance(action, Strike):
        action = evolve(action, carry=asked.carry)
    judged = judge(position, action)
    tried = _tried(position, action, judged)
    if judged.after is None or judged.answer.dice is not None:
        return tried
    events = tuple([event.ruling for event in judged.events])
    return evolve(tried, events=events, arrow=arrow(action, position), after=drawn(judged.after))


def _tried(position: Position, action: Action, judged: Judged[Any]) -> Tried:
    answer, says = judged.answer, sentence(action, position)
    if answer.verdict == "legal":
        return Tried(check=answer, says=says)
    distance = distance_from(answer.text)
    nearest = sorted([listed(one, position) for one in judged.instead], key=lambda one: distance(one.text))
    instead = tuple(nearest[:MOST_INSTEAD])
    return Tried(check=evolve(answer, legal=None), says=says, instead=instead, arrow=arrow(action, position))


def _meant(asked: Whether) -> tuple[Position, Action]:
    position, given = read(asked.position), asked.action
    return position, parse(given, position) if isinstance(given, str) else action_of(given, position)


def _rolled(action: Action, dice: tuple[Die, ...]) -> Action:
    """The action with the dice rolled for it.

    :raises DocumentError: it takes no dice, or only one.
    """
    if isinstance(action, Strike):
        return evolve(action, dice=dice)
    if not hasattr(action, "die") or len(dice) > 1:
        message = f"{written(action)!r} takes {'one die' if hasattr(action, 'die') else 'no dice'}"
        raise DocumentError([Fault("too-many-dice", message, "/dice")])
    return evolve(action, die=dice[0])


# --- the odds of a strike --------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Odds(Draw):
    """The exact odds of a strike; with ``roll``, its effect and where its hits may be carried."""

    strikers: str = field(metadata={"key": "from", "always": True})
    target: str = field(metadata={"key": "to", "always": True})
    strike_number: int | None = None
    dice_count: int | None = None
    carry_to: str | None = None
    roll: tuple[Die, ...] = ()


def odds(asked: Odds) -> StrikeAnswer:
    """The odds of a strike."""
    battle = battle_in(read(asked.position))
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now", "/position/battle"))
    carried = (asked.carry_to or "").replace(",", " ").split()
    declared = Declaration(strike_number=asked.strike_number, dice_count=asked.dice_count, carry_to=carried)
    return battle_answer(battle, [asked.strikers], asked.target, declared, roll=list(asked.roll) or None)
