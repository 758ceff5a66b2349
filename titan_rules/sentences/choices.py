"""Concessions and reinforcements in a battle that is told without its hexes: the battle is sketched."""

from collections.abc import Sequence

from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import MAX_HEIGHT
from .concepts import Concept
from .said import Question
from .statements import Asked

_COLORS = {"attacker": "Black", "defender": "Red"}
_ME, _OTHER = any_of("i i'm im i'd me my our mine we as"), any_of("he he's she she's his her him they their")
_OWN = any_of("his her its their own")
_ENDS = frozenset(".;?!:")
_TRIES = any_of("attempt attempts attempted attempting try tries tried offer offers")
_TAKES = any_of("take takes taking took get gets want wants")
_NEAR = 4  # words


def conceded(told: Asked) -> Question | None:
    """*May the attacker concede before his strikeback?*"""
    tokens = told.said.tokens
    verbs = [n for n, token in enumerate(tokens) if "concede" in token.concepts]
    who = _subject(tokens, verbs[0]) if len(verbs) == 1 else None
    if who is None:
        return None
    moment = _moment_before(tokens, who)
    if moment is not None:
        return Question(moment, f"{_COLORS[who]} concedes")
    owner = _owner_of_turn(tokens, who)
    if owner is None or "strikeback" in told.concepts:
        return None
    phase = "strike" if any(token.low.startswith("strike") for token in tokens) else "maneuver"
    tries = any(token.low in _TRIES for token in tokens)
    line = f"Plains, turn 2, {owner}'s {phase}: Ogre D3, Ogre E3 / Lion D4, Lion E4"
    return Question(line, f"{_COLORS[who]} {'attempts to concede' if tries else 'concedes'}")


def _moment_before(tokens: Sequence[Concept], who: str) -> str | None:
    """A battle before its beginning, or before somebody's strikeback, if that is when he concedes."""
    before = next((n for n, token in enumerate(tokens) if token.low == "before"), len(tokens))
    for token in tokens[before : before + _NEAR]:
        if "strikeback" in token.concepts:
            return f"Plains, turn 2, {who}'s strikeback: Ogre D3 / Lion D4"
        if token.concepts & {"first_turn", "battle"}:
            return "Plains, turn 1, defender's maneuver: Ogre off / Lion off"
    return None


def _role(token: Concept) -> str | None:
    return next((role for role in ROLES if role in token.concepts), None)


def _mine(tokens: Sequence[Concept]) -> str | None:
    """The side that the speaker has: *I am the attacker*, *as the defender*; the attacker's if no side is named."""
    for n, token in enumerate(tokens):
        role, before = _role(token), [x.low for x in tokens[max(0, n - _NEAR) : n]]
        if role is not None and _ME.intersection(before) and not _OTHER.intersection(before):
            return role
    return ROLES[0] if all(_role(token) is None for token in tokens) else None


def _meant(token: Concept, mine: str | None) -> str | None:
    """The side that a word names; a pronoun or an opponent, if it is told which side the speaker has."""
    role = _role(token)
    if role is not None or mine is None:
        return role
    if token.low in _ME:
        return mine
    return ROLES[mine == ROLES[0]] if token.low in _OTHER or "enemy" in token.concepts else None


def _subject(tokens: Sequence[Concept], verb: int) -> str | None:
    """The side that does something: named last before the verb, in its sentence."""
    mine = _mine(tokens)
    for token in reversed(tokens[:verb]):
        if token.low in _ENDS:
            return None
        if (side := _meant(token, mine)) is not None or token.low in _ME | _OTHER - _OWN:
            return side
    return None


def _owner_of_turn(tokens: Sequence[Concept], who: str) -> str | None:
    """The side whose turn, maneuvers or strikes are named: *the attacker's strikes*, *in his own turn*."""
    mine = _mine(tokens)
    for n, token in enumerate(tokens):
        if not token.concepts & {"turn", "phase", "strike", "maneuver"}:
            continue
        around = tokens[max(0, n - _NEAR) : n]
        of = n + 1 < len(tokens) and tokens[n + 1].low == "of"
        behind = next(filter(None, map(_role, tokens[n + 2 : n + _NEAR])), None) if of else None
        named = [role for x in around if (role := _role(x)) is not None and x.low.endswith("'s")]
        if named or behind is not None:
            return named[-1] if named else behind
        told = [side for x in around if _role(x) is None and (side := _meant(x, mine)) is not None]
        if told and mine is not None:
            return told[-1]
        if any(x.low in _OWN for x in around):
            return who
    return None


def reinforced(told: Asked) -> Question | None:
    """*Swamp, battle turn 4, I defend with 5, one of them a Troll: may I take another Troll?*"""
    tokens = told.said.tokens
    turns = {token.number for token in tokens if "turn" in token.concepts and token.number is not None}
    numbers = {x.number for x in tokens if x.number is not None and "turn" not in x.concepts} - {1}
    if len(turns) != 1 or len(numbers) > 1 or told.concepts.isdisjoint({"reinforce", "defender", "maneuver"}):
        return None
    height = numbers.pop() if numbers else None
    held, wanted = _held_and_wanted(tokens)
    if wanted is None:
        return _sketch("Plains", "Centaur", ["Centaur"] * min(height or 2, MAX_HEIGHT), turns.pop())
    filled = [*held, *["Angel"] * ((height or 0) - len(held))]
    return None if told.said.terrain is None else _sketch(told.said.terrain, wanted, filled, turns.pop())


def _held_and_wanted(tokens: Sequence[Concept]) -> tuple[list[CharacterName], CharacterName | None]:
    """The defender's characters, and the one that is to come: the first behind the verb, else the last."""
    mine, takes = _mine(tokens), False
    side: str = ROLES[1]
    held, behind = list[CharacterName](), list[CharacterName]()
    for token in tokens:
        side = _meant(token, mine) or side
        takes = takes or token.low in _TAKES or bool(token.concepts & {"reinforce", "muster"})
        if token.name is not None and (takes or side == ROLES[1]):
            (behind if takes and not behind else held).extend([token.name] * token.count)
    wanted = behind[0] if behind else held.pop() if held else None
    return held, wanted


def _sketch(terrain: str, wanted: str, held: Sequence[str], turn: int | None) -> Question | None:
    """A battle with these defenders where there is room, one attacker, and a reinforcement."""
    land = current().battlelands[terrain]
    room = [str(x.label) for x in land.hexes if x.hazard in (terrain, "Plains", "Tower") and x.label]
    if not 0 < len(held) <= MAX_HEIGHT or len(room) <= MAX_HEIGHT:
        return None
    listed = ", ".join(f"{name} {label}" for name, label in zip(held, reversed(room), strict=False))
    return Question(f"{terrain}, turn {turn}, defender's maneuver: Ogre {room[0]} / {listed}", f"reinforce {wanted}")
