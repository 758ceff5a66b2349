"""The one grammar of actions, both ways: ``parse(written(action)) == action``.

It reads what players write by e-mail (``Bk02 P105``, ``Bk02 Cen,Cen>Lio``, ``D3 strikes D4 with 6 5 1``) and what they
say (*can the Ogre hit the Lion?*). If the position is known, names can replace hexes.
"""

from collections.abc import Iterator

from ...box import Box
from ...box.current_box import current
from ...box.current_box import use_box as names_of
from ...box.vocabulary import any_of
from ...kernel.errors import ActionError, DocumentError, Fault
from ...kernel.evolving import evolve
from ...kernel.jsontext import JSON, pointer
from ...kernel.names import shortened
from ...kernel.words import Word
from ...position.battle import Battle
from ...position.game import Game
from ...position.line.spoken import LAND_LETTERS
from ..intents import Action, action_from_json, in_words_of
from .naming import names_here
from .readers import Claim, Read, read, setup
from .table import FORMS, MOVE_AND_MUSTER, TABLE, actions_of, compiled, forms_of, meant, phase_of, said, signed
from .words import POSITION_NEEDED, Sentence, sentence_words
from .writing import land_text, quoted, short_name, short_text, spoken_text

__all__ = [
    "FORMS",
    "LAND_LETTERS",
    "POSITION_NEEDED",
    "TABLE",
    "Claim",
    "action_of",
    "forms_of",
    "land_text",
    "parse",
    "parse_actions",
    "phase_of",
    "quoted",
    "sentence",
    "short_name",
    "split_actions",
    "understood",
    "ways",
    "written",
]

_ALSO = {"stands": "stand", "no-summons": "no-summon", "no-reinforcement": "no-reinforce"}


def parse(text: str, position: Game | Battle | None = None) -> Action:
    """The action that a text means.

    :param position: where it is played; names can then replace hexes if they are unambiguous.
    :raises ActionError: it is not understood, with examples of the likeliest action as a hint; or it is ambiguous, with
        the readings as a hint.

    >>> parse("Bk02 moves to 105")
    Move(legion='Bk02', to=105, entry_side=None, how=None, reveal=())
    """
    actions = ways(text, position)
    if len({evolve(action, by="") if hasattr(action, "by") else action for action in actions}) > 1:
        box = _box_of(position)
        listed = " or ".join(written(action, box) for action in actions[:6]) + (" or ..." if len(actions) > 6 else "")
        fault = Fault("ambiguous-action", "this can mean several actions", hint=f"say which: {listed}")
        raise ActionError(fault, text, (0, len(text)))
    return actions[0]  # the likeliest of those who could be saying it


def ways(text: str, position: Game | Battle | None = None) -> tuple[Action, ...]:
    """Every action that a text can mean, as with two ways to muster, or two Ogres beside the Lion.

    :raises ActionError: it is not understood.
    """
    return understood(text, position)[0]


def understood(text: str, position: Game | Battle | None = None) -> tuple[tuple[Action, ...], tuple[Claim, ...]]:
    """Every action that a text can mean, and its claims about the result: ``= 2 hits``, *dead*.

    :raises ActionError: it is not understood.
    """
    box = _box_of(position)
    with names_of(box):
        words = sentence_words(text)
        bare = "-".join(word.lower for word in words)
        bare = _ALSO.get(bare, bare)
        if bare in TABLE and TABLE[bare].forms == (bare,):
            return (in_words_of(box, TABLE[bare].kind()),), ()
        s = Sentence(text, words, position, names_here(position) if position is not None else ())
        actions, claims = _read(s)
        return tuple([in_words_of(box, action) for action in dict.fromkeys(actions)]), claims


def _read(s: Sentence) -> tuple[Read, tuple[Claim, ...]]:
    """Every action that a sentence can mean, and its claims."""
    s.hint = forms_of("tower")
    if first := setup(s):
        return first, ()
    for meaning in said(s):
        s.hint = forms_of(meaning.do)
        actions, claims = read(s, meaning)
        if actions:
            return actions, claims
    do, wrong = meant(s)
    s.hint = forms_of(do) if do is not None else forms_of(*actions_of(s.phase))
    if do is not None and wrong is not None:
        s.wrong(wrong, do)
    whole = Word(s.text, s.words[0].start, s.words[-1].end) if s.words else None
    return s.fail(f"{shortened(s.text.strip())!r} is not an action", whole)


def action_of(data: JSON, position: Game | Battle) -> Action:
    """An action from a line of a record, as a JSON object or ``{"text": ...}``.

    :raises DocumentError: it is not an action, or its keys are wrong.
    :raises ActionError: its text is not understood.
    """
    if isinstance(data, dict) and "text" in data and "do" not in data:
        faults = [Fault("unknown-key", f"unknown key {key!r}", pointer(key)) for key in data if key != "text"]
        text = data["text"]
        if not isinstance(text, str):
            raise DocumentError([*faults, Fault("wrong-type", "expected a string", "/text")])
        if faults:
            raise DocumentError(faults)
        return parse(text, position)
    with names_of(position.the_box):
        return in_words_of(position.the_box, action_from_json(data))


def parse_actions(text: str, position: Game | Battle | None = None) -> tuple[Action, ...]:
    """The actions on one line, all read in the same position; ``Bk02 P105 Cen>Lio`` is a move and a muster.

    :raises ActionError: see :func:`parse`.

    >>> [written(action) for action in parse_actions("Bk02 P105 Cen>Lio; end-moves")]
    ['Bk02 P105', 'Bk02 Cen>Lio', 'end-moves']
    """
    return tuple([parse(part, position) for part in split_actions(text, position)])


def split_actions(text: str, position: Game | Battle | None = None) -> tuple[str, ...]:
    """The text of each action on a line, to be read and applied one by one.

    :param position: where they are played; in the Enlistment Phase ``Bk02 2 Ogr>Tro`` is no move to land 2.
    :raises ActionError: a quote is not closed.

    >>> split_actions("engage 3; flee"), split_actions("Bk02 to 105 and musters Lion")
    (('engage 3', 'flee'), ('Bk02 to 105', 'Bk02 musters Lion'))
    """
    parts = list(_divided(sentence_words(text)))
    if isinstance(position, Game) and position.phase == "enlistment":
        return tuple([text[some[0].start : some[-1].end] for some in parts]) or (text,)
    return tuple([part for some in parts for part in _move_and_muster(text, some)]) or (text,)


_GOES_ON = any_of("dice die rolls rolled with carry carries carrying")


def _divided(words: list[Word]) -> Iterator[list[Word]]:
    """Split the words at semicolons and *then*, but not before what only tells more of an action."""
    part: list[Word] = []
    for i, word in enumerate(words):
        if word.text == ";" and i + 1 < len(words) and words[i + 1].lower in _GOES_ON:
            continue
        if word.text == ";" or (word.lower == "then" and part):
            if part:
                yield part[:-1] if part[-1].lower in ("and", ",") else part
            part = []
        else:
            part.append(word)
    if part:
        yield part


def _move_and_muster(text: str, words: list[Word]) -> list[str]:
    """The text of an action, or two texts if it has both a Legion's move and its muster."""
    s = Sentence(text, words)
    items = signed(s, commas=True)
    match = compiled(MOVE_AND_MUSTER).fullmatch("".join([item.sign for item in items]))
    if match is None:
        return [text[words[0].start : words[-1].end]]
    moved, mustered = (items[match.start(part) : match.end(part)] for part in ("move", "muster"))
    muster = text[mustered[0].word.start : words[-1].end]
    return [text[words[0].start : moved[-1].word.end], f"{words[0].text} {muster}"]


def written(action: Action, box: Box | None = None) -> str:
    """The short text of an action.

    :param box: the source of its names; None: the box of the position in which it was listed, read or played, or of the
        document being read.
    """
    return short_text(TABLE[action.do].short, action, box or getattr(action, "spoken_in", None) or current())


def sentence(action: Action, position: Game | Battle) -> str:
    """An action as people at the table say it.

    :param position: where it is declared; it shows which character is in which hex.
    """
    with names_of(position.the_box):
        return spoken_text(TABLE[action.do].sentence, action, position)


def _box_of(position: Game | Battle | None) -> Box:
    return current() if position is None else position.the_box
