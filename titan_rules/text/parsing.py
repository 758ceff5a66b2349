"""Typed actions, both ways: ``parse(written(action)) == action``.

What players write by e-mail (``Bk02 P105``, ``Bk02 Cen,Cen>Lio``, ``D3 strikes D4 with 6 5 1``) and what they say (*can
the Ogre hit the Lion?*) is read in the same forms. If the position is known, names can replace hexes.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile

from ..actions.intents import Action, action_from_json, in_words_of
from ..box import Box
from ..box.current_box import current
from ..box.current_box import use_box as use_box
from ..kernel.errors import ActionError, DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON, pointer
from ..kernel.names import nearest, shortened
from ..position.battle import ROLES, Battle
from ..position.game import Game
from .actions import Claim, Reading, do_of, is_of_the_board
from .completing import POSITION_NEEDED, Scene
from .forms import FORMS, TABLE, actions_of, forms_of, phase_of
from .lexer import LONGEST_TEXT, Token, TokenKind, tokens
from .lexicon import LAND_LETTERS, Deed, Kind
from .mentions import Mentions, What, mentions_of
from .moments import reading_at_its_moment
from .refusal import NOT_UNDERSTOOD, Unread
from .words import Word, short_name, words
from .writing import land_text, quoted, sentence, written


def parse(text: str, position: Game | Battle | None = None) -> Action:
    """The action that a text means.

    :param position: where it is played; names can then replace hexes if they are unambiguous.
    :raises ActionError: it is not read, with examples of the likeliest action as a hint; or it is ambiguous, with the
        readings as a hint.

    >>> parse("Bk02 moves to 105")
    Move(legion='Bk02', to=105, entry_side=None, how=None, reveal=())
    """
    actions = ways(text, position)
    if len({evolve(action, by="") if hasattr(action, "by") else action for action in actions}) > 1:
        raise ActionError(ambiguous("this can mean several actions", actions, position), text, (0, len(text)))
    return actions[0]  # the likeliest of those who could be saying it


MOST_LISTED = 6
"""At most so many actions are listed."""


def ambiguous(message: str, actions: Sequence[Action], position: Game | Battle | None) -> Fault:
    """The fault of a text that can mean several actions, which lists them."""
    box = _box_of(position)
    listed = [written(action, box) for action in actions[:MOST_LISTED]] + ["..."] * (len(actions) > MOST_LISTED)
    return Fault("ambiguous-action", message, hint=f"say which: {' or '.join(listed)}")


def ways(text: str, position: Game | Battle | None = None) -> tuple[Action, ...]:
    """Every action that a text can mean, as with two ways to muster, or two Ogres beside the Lion.

    :raises ActionError: it is not read.
    """
    return understood(text, position)[0]


def understood(
    text: str, position: Game | Battle | None = None, unsaid: frozenset[str] = frozenset()
) -> tuple[tuple[Action, ...], tuple[Claim, ...]]:
    """Every action that a text can mean, and its claims about the result: ``= 2 hits``, *dead*.

    :param unsaid: of ``phase``, ``side`` and ``active``: what the position leaves open.
    :raises ActionError: it is not read.
    """
    box = _box_of(position)
    with use_box(box):
        _, reading = reading_of(text, Scene(position, unsaid=unsaid))
        return tuple([in_words_of(box, action) for action in reading.actions]), reading.claims


def reading_of(text: str, scene: Scene) -> tuple[Scene, Reading]:
    """What a text means in a scene, and before it the scene at its moment.

    :raises ActionError: it is not read.
    """
    if len(text) > LONGEST_TEXT:
        message = f"an action is said in at most {LONGEST_TEXT:,} characters, not {len(text):,}"
        raise ActionError(Fault("too-long", message), text[:100], (0, 100))
    said: Mentions | None = None
    try:
        found = _without_its_number(words(text, people_of(scene.position)))
        _refuse_pictures_of_nobody(found, scene)
        if not found:
            raise Unread(None, f"{shortened(text.strip())!r} is not an action")
        _anybody_acts(found, scene)
        fought = is_fought(found, scene.position)
        said = mentions_of(found, fought)
        return reading_at_its_moment(said, scene, fought=fought)
    except Unread as e:
        raise _refusal(e, text, scene, said) from None
    except UnknownName as e:
        raise ActionError(e.fault, text, (0, len(text))) from None


def _refuse_pictures_of_nobody(found: Sequence[Word], scene: Scene) -> None:
    """A picture's name is that of a Legion Marker only if somebody plays its colour."""
    if scene.game is None:
        return
    colors = {player.color for player in scene.game.players}
    for word in found:
        pictured = word.kind is Kind.MARKER and word.token.kind is TokenKind.WORD
        if pictured and current().markers.color_of(str(word.value)) not in colors:
            raise Unread(word.token, NOT_UNDERSTOOD)


def is_fought(found: Sequence[Word], position: object) -> bool:
    """Whether words are about a battle: one is being fought, or they name a hex."""
    if isinstance(position, Battle) or (isinstance(position, Game) and position.battle is not None):
        return True
    kinds = {word.kind for word in found}
    if isinstance(position, Game) or any(is_of_the_board(word.value) for word in found):
        return False
    strikes = any(word.value in (Deed.STRIKE, Deed.SHOOT) for word in found)
    return bool(strikes or kinds & {Kind.HEX, Kind.OFF}) and not kinds & {Kind.MARKER, Kind.LEGION, Kind.LAND}


def people_of(position: object) -> Mapping[str, object]:
    """What the players of a position are called, in lower case, and their colours or names."""
    if isinstance(position, Game):
        seats = {seat.name.casefold(): seat.name for seat in position.seats or ()}
        return seats | {player.name.casefold(): str(player.color) for player in position.players if player.name}
    if isinstance(position, Battle):
        names = [position.of(role).player for role in ROLES]
        return {name.casefold(): name for name in names if current().markers.colors.find(name) is None
                and name not in ROLES}  # fmt: skip
    return {}


def _refusal(error: Unread, text: str, scene: Scene, said: Mentions | None) -> ActionError:
    """A refusal as an error with the place of its word, and the forms of what seems to be meant."""
    partial = said or (error.read if isinstance(error.read, Mentions) else Mentions())
    hint: str | None = error.hint or _forms_meant(partial, scene)
    token = error.token
    place = (token.start, token.end) if token is not None else (len(text), len(text))
    fault: Fault = error.fault
    if token is not None and error.why == NOT_UNDERSTOOD and token.kind is TokenKind.WORD:
        names = current().character_names
        if len(names.fitting(token.text)) > 1:
            fault = names.fault(token.text)
        hint = fault.hint or nearest(token.text, names.names) or hint
    return ActionError(evolve(fault, hint=hint), text, place)


def _forms_meant(said: Mentions, scene: Scene) -> str:
    """The forms of the action that seems to be meant, or of those of the phase."""
    try:
        return forms_of(do_of(said, scene, fought=scene.battle is not None or _has_hex(said)))
    except Unread:
        return forms_of(*actions_of(scene.phase))


def _has_hex(said: Mentions) -> bool:
    places = [str(mention.value) for mention in said.of(What.PLACE)]
    return any(mention.hexes for mention in said.mentions) or any(place[0].isalpha() for place in places)


_OF_PLAYERS = (
    Deed.PROPOSE, Deed.ACCEPT, Deed.NO_MORE, Deed.CONCEDE, Deed.ATTEMPT, Deed.FIGHT, Deed.WITHDRAW,
)  # fmt: skip


def _anybody_acts(found: Sequence[Word], scene: Scene) -> None:
    """Where no players are known, the first word may be the name of one; in the setup it is: *Lion color Red*."""
    if len(found) < 2 or scene.phase not in ("", "setup") or found[0].kind in _NO_NAMES:
        return
    name, verb = found[:2]
    rest = [word for word in found[2:] if word.kind not in (Kind.COMMA, Kind.COLON, Kind.STOP, Kind.ASKED)]
    if (verb.kind is Kind.ROLL and scene.phase == "setup") or (verb.value == "Tower" and len(rest) < 2):
        verb.kind, verb.value = Kind.DEED, Deed.TOWER
    elif verb.value is Deed.MUSTER and scene.phase == "setup":
        verb.value = Deed.TAKE_COLOR
    unknown = name.kind is Kind.UNKNOWN and verb.value in _OF_PLAYERS
    if unknown or verb.value in (Deed.TOWER, Deed.TAKE_COLOR):
        name.kind, name.value = Kind.PLAYER, name.value if name.kind in _PEOPLE else name.token.text


_PEOPLE = (Kind.PERSON, Kind.PLAYER)
_NO_NAMES = (Kind.MARKER, Kind.HEX, Kind.NUMBER, Kind.TERRAIN)


def _without_its_number(found: list[Word]) -> list[Word]:
    """Without the number of a move: *1. d2-d4*, *1... d5-d4*."""
    if len(found) > 1 and found[0].kind is Kind.NUMBER and found[1].kind is Kind.STOP and found[1].token.glued:
        return [*dropwhile(lambda word: word.kind is Kind.STOP, found[1:])]
    return found


# --- several actions -------------------------------------------------------------------------------------------------


def action_of(data: JSON, position: Game | Battle) -> Action:
    """An action from a line of a record, as a JSON object or ``{"text": ...}``.

    :raises DocumentError: it is not an action, or its keys are wrong.
    :raises ActionError: its text is not read.
    """
    if isinstance(data, dict) and "text" in data and "do" not in data:
        faults = [Fault("unknown-key", f"unknown key {key!r}", pointer(key)) for key in data if key != "text"]
        text = data["text"]
        if not isinstance(text, str):
            raise DocumentError([*faults, Fault("wrong-type", "expected a string", "/text")])
        if faults:
            raise DocumentError(faults)
        return parse(text, position)
    with use_box(position.the_box):
        return in_words_of(position.the_box, action_from_json(data))


def parse_actions(text: str, position: Game | Battle | None = None) -> tuple[Action, ...]:
    """The actions on one line, all read in the same position; ``Bk02 P105 Cen>Lio`` is a move and a muster.

    :raises ActionError: see :func:`parse`.

    >>> [written(action) for action in parse_actions("Bk02 P105 Cen>Lio; end-moves")]
    ['Bk02 P105', 'Bk02 Cen>Lio', 'end-moves']
    """
    return tuple([parse(part, position) for part in split_actions(text, position)])


_GOES_ON = (Kind.DICE, Kind.ROLL, Kind.WITH, Kind.CARRY)


def split_actions(text: str, position: Game | Battle | None = None) -> tuple[str, ...]:
    """The text of each action on a line, to be read and applied one by one.

    :param position: where they are played; in the Enlistment Phase ``Bk02 2 Ogr>Tro`` is no move to land 2.

    >>> split_actions("engage 3; flee"), split_actions("Bk02 to 105 and musters Lion")
    (('engage 3', 'flee'), ('Bk02 to 105', 'Bk02 musters Lion'))
    """
    with use_box(_box_of(position)):
        parts = [part.strip() for part in _divided(text) if part.strip()]
        if isinstance(position, Game) and position.phase == "enlistment":
            return tuple(parts) or (text,)
        return tuple([piece for part in parts for piece in _move_and_muster(part)]) or (text,)


def _divided(text: str) -> Iterator[str]:
    """The actions of a text, parted by semicolons and *then*, but not before what only tells more."""
    found, start = tokens(text), 0
    for n, token in enumerate(found):
        if token.low != "then" and (token.text != ";" or _goes_on(found[n + 1 : n + 2])):
            continue
        joined = token.low == "then" and n and found[n - 1].low in ("and", ",")
        yield text[start : found[n - 1 if joined else n].start]
        start = token.end
    yield text[start:]


def _goes_on(found: Sequence[Token]) -> bool:
    """Whether a word only tells more of the action before it."""
    return any(word.kind in _GOES_ON for token in found for word in words(token.text))


def _move_and_muster(text: str) -> list[str]:
    """The text of an action, or two texts if it has both a Legion's move and its muster: ``Bk02 P105 Cen,Cen>Lio``."""
    found = words(text)
    if found[:1] and found[0].kind is not Kind.MARKER:
        return [text]
    place = next((n for n, word in enumerate(found) if word.kind in _LANDS), len(found))
    begins = next((n for n in range(place + 1, len(found)) if _musters(found, n)), len(found))
    while begins < len(found) and found[begins].value is not Deed.MUSTER and found[begins].token.glued:
        begins -= 1
    if not place < begins < len(found):
        return [text]
    last = begins - 1
    while last > place and found[last].kind in (Kind.AND, Kind.COMMA, Kind.COLON):
        last -= 1
    return [text[: found[last].token.end], f"{found[0].token.text} {text[found[begins].token.start :]}"]


_LANDS = (Kind.LAND, Kind.NUMBER, Kind.HEX)


def _musters(found: Sequence[Word], n: int) -> bool:
    """Whether a word says that somebody musters: the verb, or the arrow before a name."""
    arrow = found[n].kind is Kind.TO and found[n + 1 : n + 2] and found[n + 1].kind is Kind.NAME
    return bool(arrow) or found[n].value is Deed.MUSTER


def _box_of(position: Game | Battle | None) -> Box:
    return current() if position is None else position.the_box


__all__ = [
    "FORMS", "LAND_LETTERS", "POSITION_NEEDED", "TABLE", "Claim", "action_of", "forms_of", "land_text", "parse",
    "parse_actions", "phase_of", "quoted", "sentence", "short_name", "split_actions", "understood", "ways", "written",
]  # fmt: skip
