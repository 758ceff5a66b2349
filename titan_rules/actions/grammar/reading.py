"""Words as actions: which action is meant, and how each is read."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ...box.names import CharacterName, PlayerColor
from ...kernel.names import shortened
from .. import intents as a
from .battle_reading import GOES, STRIKES, maneuver, strike
from .forms import BY_PHASE, USUAL, forms_of
from .words import POSITION_NEEDED, Words
from .writing import BARE, LAND_LETTERS

if TYPE_CHECKING:
    from ...position.battle import Battle
    from ...position.game import Game
    from .naming import Naming

Reader: TypeAlias = Callable[[Words, "Naming | None"], a.Action]

_TWO_LETTERS = tuple(letters.lower() for letters in LAND_LETTERS.values() if len(letters) == 2)
_SIDES = ("left", "right", "bottom")
_HOW = ("normal", "tower-teleport", "titan-teleport")


def _tower(words: Words, _: "Naming | None") -> a.Action:
    by = words.name()
    words.expect("tower")
    return a.Tower(by, words.number("a die") if len(words) else None)


def _color(words: Words, _: "Naming | None") -> a.Action:
    by = words.name()
    words.expect("color", "colour")
    return a.Color(by, words.color(), words.marker() if len(words) else None)


def _roll(words: Words, _: "Naming | None") -> a.Action:
    words.expect("roll", "rolls")
    return a.Roll(words.number("a die") if len(words) else None)


def _mulligan(words: Words, _: "Naming | None") -> a.Action:
    words.expect("mulligan")
    return a.Mulligan(words.number("a die") if len(words) else None)


def _split(words: Words, naming: "Naming | None") -> a.Action:
    legion = words.marker()
    into = None
    if words.take("/"):
        into = words.marker()
    else:
        words.expect("splits", "split")
        if words.take("into", "off") and words.is_marker():
            into = words.marker()
    words.take(":")
    words.take("with")
    count = words.number() if words.is_number() and words.peek(1) in ("", "into", "characters") else None
    words.take("characters")
    characters = words.characters("into") if count is None else None
    if words.take("into"):
        into = words.marker()
    if into is None:
        into = (
            naming.free_marker(words, legion)
            if naming
            else words.fail("the new Legion's marker is missing", POSITION_NEEDED)
        )
    return a.Split(legion, into, characters, count)


def _move(words: Words, _: "Naming | None") -> a.Action:
    legion = words.marker()
    words.take("moves", "move", "goes", "go")
    words.take("to")
    to = words.land(LAND_LETTERS)
    side: Any = None
    how: Any = None
    reveal: tuple[CharacterName, ...] = ()
    while len(words):
        if words.take(",", "the", "from", "by"):
            continue
        if side is None and words.peek() in _SIDES:
            side = words.next("a side").lower
        elif how is None and words.peek() in _HOW:
            how = words.next("how").lower
        elif how is None and f"{words.peek()}-{words.peek(1)}" in _HOW:
            how = f"{words.next('how').lower}-{words.next('how').lower}"
        else:
            words.take("revealing", "reveals", "reveal")
            reveal = words.characters()
            break
    return a.Move(legion, to, side, how, reveal)


def _recombine(words: Words, _: "Naming | None") -> a.Action:
    legion = words.marker()
    words.expect("joins", "join")
    return a.Recombine(legion, words.marker())


def _muster(words: Words, naming: "Naming | None") -> a.Action:
    legion = words.marker()
    words.take("musters", "muster", "recruits", "recruit")
    character, with_ = _mustered(words, "with", "from", "by")
    if with_ is None:
        with_ = naming.musterers(legion, character) if naming else ()
    return a.Muster(legion, character, with_)


def _mustered(words: Words, *joining: str) -> tuple[CharacterName, tuple[CharacterName, ...] | None]:
    """Who is mustered, and with whom (None where nobody is named): ``Cen,Cen>Lio`` or ``Lion with 2 Centaur``."""
    if any(word.text == ">" for word in words.all()):
        with_ = words.characters(">")
        words.expect(">")
        return words.character(), with_
    character = words.character()
    return character, words.characters() if words.take(*joining) else None


def _engage(words: Words, naming: "Naming | None") -> a.Action:
    words.expect("engage", "engages")
    words.take("in")
    if naming is not None and words.is_marker() and words.peek()[:2] not in _TWO_LETTERS:
        return a.Engage(naming.land_of(words, words.marker()))
    return a.Engage(words.land(LAND_LETTERS))


def _propose(words: Words, _: "Naming | None") -> a.Action:
    by = words.player()
    words.expect("proposes", "propose")
    return a.Propose(PlayerColor(by), *_losses(words))


def _accept(words: Words, naming: "Naming | None") -> a.Action:
    by = words.player()
    words.expect("accepts", "accept")
    if not len(words) and naming is not None:
        offered = naming.offered_to(words, by)
        return a.Accept(PlayerColor(by), *offered) if offered is not None else a.AcceptConcession(by)
    return a.Accept(PlayerColor(by), *_losses(words))


def _losses(words: Words) -> tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]]:
    words.take("that")
    words.expect("attacker")
    words.take("loses")
    attacker = _loss(words, "defender")
    words.expect("defender")
    words.take("loses")
    return attacker, _loss(words)


def _loss(words: Words, *until: str) -> tuple[CharacterName, ...]:
    if words.take("all"):
        while words.take(",", "and"):
            pass
        return a.ALL
    found = words.characters(*until)
    while words.take(",", "and"):
        pass
    return found


def _said(kind: Callable[[PlayerColor], a.Action], *verbs: str) -> Reader:
    """A reader of what a player says in a word or two."""

    def read(words: Words, _: "Naming | None") -> a.Action:
        by = words.player()
        for verb in verbs:
            words.expect(*verb.split("|"))
        return kind(PlayerColor(by))

    return read


def _accept_concession(words: Words, _: "Naming | None") -> a.Action:
    by = words.player()
    words.expect("accepts", "accept")
    words.take("the")
    words.expect("concession")
    return a.AcceptConcession(by)


def _no_more(words: Words, _: "Naming | None") -> a.Action:
    by = words.player()
    if not words.take("no-more"):
        words.expect("no")
        words.expect("more")
    return a.NoMore(PlayerColor(by))


def _summon(words: Words, naming: "Naming | None") -> a.Action:
    words.expect("summon", "summons")
    character = words.character()
    origin = words.marker() if words.take("from") else None
    legion = words.marker() if words.take("to") else None
    if origin is None:
        question = f"from which Legion does the {character} come?"
        origin = naming.donor(words, character) if naming else words.fail(question, POSITION_NEEDED)
    return a.Summon(origin, character, legion)


def _reinforce(words: Words, naming: "Naming | None") -> a.Action:
    words.expect("reinforce", "reinforces")
    words.take("with", "by")
    character, with_ = _mustered(words, "with", "from", "by")
    if with_ is None:
        with_ = naming.reinforcers(character) if naming else ()
    return a.Reinforce(character, with_)


def _acquire(words: Words, _: "Naming | None") -> a.Action:
    words.expect("acquire", "acquires")
    if not len(words):
        words.fail("what is acquired is missing")
    characters = words.characters("to")
    return a.Acquire(characters, words.marker() if words.take("to") else None)


_READERS: dict[str, Reader] = {
    "tower": _tower,
    "color": _color,
    "split": _split,
    "roll": _roll,
    "mulligan": _mulligan,
    "move": _move,
    "recombine": _recombine,
    "engage": _engage,
    "propose": _propose,
    "accept": _accept,
    "no-more": _no_more,
    "concede": _said(a.Concede, "concedes|concede"),
    "fight": _said(a.Fight, "fights|fight"),
    "maneuver": maneuver,
    "strike": strike,
    "attempt-concession": _said(a.AttemptConcession, "attempts|attempt", "to", "concede"),
    "accept-concession": _accept_concession,
    "summon": _summon,
    "reinforce": _reinforce,
    "acquire": _acquire,
    "muster": _muster,
    "withdraw": _said(a.Withdraw, "withdraws|withdraw"),
}

_BY_PLAYER = {
    "tower": "tower",
    "color": "color",
    "colour": "color",
    "proposes": "propose",
    "propose": "propose",
    "accepts": "accept",
    "accept": "accept",
    "no-more": "no-more",
    "no": "no-more",
    "fights": "fight",
    "fight": "fight",
    "concedes": "concede",
    "concede": "concede",
    "attempts": "attempt-concession",
    "attempt": "attempt-concession",
    "withdraws": "withdraw",
    "withdraw": "withdraw",
}
"""What the second word says where the first is a player."""

_FIRST = {"roll": "roll", "mulligan": "mulligan", "engage": "engage", "summon": "summon"}
_FIRST |= {"reinforce": "reinforce", "acquire": "acquire"}
_SYNONYMS = {"flees": "flee", "stands": "stand", "no-summons": "no-summon", "no-reinforcement": "no-reinforce"}


def read(words: Words, naming: "Naming | None", position: "Game | Battle | None") -> a.Action:
    """The action that words mean.

    :param naming: who is meant where no hex is named; None where no position is known.
    :raises ActionError: they mean none.
    """
    bare = "-".join(word.lower for word in words.all())
    kind = BARE.get(_SYNONYMS.get(bare, bare))
    if kind is not None:
        return kind()
    do = _kind_of(words)
    if do is None:
        words.fail(f"no action is written {shortened(words.text.strip())!r}", hint=forms_of(*_likely(position)))
    words.hint = forms_of(do)
    action = _READERS[do](words, naming)
    words.end()
    return action


def _kind_of(words: Words) -> str | None:
    """Which action is meant, by the words that only it has."""
    first, second = words.peek(), words.peek(1)
    if second == "no" and words.peek(2) != "more":
        second = ""
    if second in _BY_PLAYER:
        concession = second in ("accepts", "accept") and "concession" in (words.peek(2), words.peek(3))
        return "accept-concession" if concession else _BY_PLAYER[second]
    if words.is_marker():
        return _of_a_legion(words, second)
    for verb in (first, first.removesuffix("s")):
        if verb in _FIRST:
            return _FIRST[verb]
    said = [word.lower for word in words.all()]
    if any(word in STRIKES for word in said[1:]):
        return "strike"
    return "maneuver" if any(word in GOES for word in said[1:]) else None


def _of_a_legion(words: Words, verb: str) -> str:
    if verb in ("/", "splits", "split"):
        return "split"
    if verb in ("joins", "join"):
        return "recombine"
    musters = verb in ("musters", "muster", "recruits", "recruit")
    return "muster" if musters or any(word.text == ">" for word in words.all()) else "move"


def _likely(position: "Game | Battle | None") -> tuple[str, ...]:
    """The actions of the moment, for a text that has the form of none."""
    battle = getattr(position, "battle", None) or position
    return BY_PHASE.get(getattr(battle, "phase", ""), USUAL)
