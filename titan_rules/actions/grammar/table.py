"""The table of actions: for each its forms, its phases, how it is read, its short text and its sentence.

The forms are the hints for text that is not understood, and are shown in the documentation.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import fields_dict, frozen

from ...box.vocabulary import one_off
from ...kernel.jsontext import data_file
from ...kernel.words import split_words
from ...position.line.spoken import ENDINGS
from .. import intents as act
from . import battle, board
from .board import Read
from .naming import names_enemies
from .words import Sentence

Reader: TypeAlias = Callable[[Sentence], Read]


def _said(kind: Any) -> Reader:
    """The reader of an action without choices: one word, or something that a player says."""

    def read(s: Sentence) -> Read:
        if "by" not in fields_dict(kind):
            board.check_decider(s, kind)
            s.understood()
            return [kind()]
        by = board.speakers(s)
        s.understood("text", "character", "marker", "hex")
        return [kind(who) for who in by]

    return read


def _die(kind: type[act.Roll | act.Mulligan]) -> Reader:
    return lambda s: [kind(board.die(s))]


READERS: dict[str, Reader] = {
    "tower": board.tower,
    "color": board.color,
    "split": board.split,
    "roll": _die(act.Roll),
    "mulligan": _die(act.Mulligan),
    "move": board.move,
    "recombine": board.recombine,
    "engage": board.engage,
    "propose": board.propose,
    "accept": board.accept,
    "maneuver": battle.maneuver,
    "strike": battle.strike,
    "summon": board.summon,
    "reinforce": board.reinforce,
    "acquire": board.acquire,
    "muster": board.muster,
}


@frozen
class Row:
    """One action.

    :param forms: examples, the short text first.
    :param when: its phases and stages, the phase of the turn or battle turn first.
    :param means: its meaning, for the documentation's table.
    :param short: the template of its short text.
    :param sentence: the template of what people at the table say.
    :param read: reads every meaning of a sentence of this action.
    """

    kind: type[act.Action]
    forms: tuple[str, ...]
    when: str
    means: str
    short: str
    sentence: str
    read: Reader


def _row(do: str, forms: list[str], **texts: str) -> Row:
    kind = act.ACTIONS[do]
    return Row(kind, tuple(forms), **texts, read=READERS.get(do) or _said(kind))


TABLE: Mapping[str, Row] = {do: _row(do, **row) for do, row in data_file(__file__, "actions.json").items()}

FORMS: dict[str, tuple[str, ...]] = {do: row.forms for do, row in TABLE.items()}
"""Examples of each action by its ``do``, the short text first."""

USUAL = ("move", "muster", "maneuver", "strike")


def phase_of(action: act.Action) -> str | None:
    """The phase of the turn or battle turn in which an action exists; None: any."""
    return next(iter(TABLE[action.do].when.split()), None)


def actions_of(phase: str) -> tuple[str, ...]:
    """The actions of a phase or stage, as a hint for text that has the form of no action.

    >>> actions_of("movement")
    ('roll', 'mulligan', 'move', 'recombine', 'end-moves')
    """
    stage = tuple(do for do, row in TABLE.items() if row.when.split()[-1:] == [phase])
    return stage or tuple(do for do, row in TABLE.items() if phase and phase in row.when.split()) or USUAL


def closing(phase: str) -> str | None:
    """The action that ends a phase or declines its open choice."""
    able = actions_of(phase) if phase else ()
    return next((do for do in able if do.startswith(("end-", "no-"))), able[-1] if able else None)


def forms_of(*kinds: str) -> str:
    """The forms of one action, or the first form of several.

    >>> forms_of("engage"), forms_of("roll", "end-moves")
    ('as in: engage P105', 'as in: roll 4; end-moves')
    """
    shown = FORMS[kinds[0]] if len(kinds) == 1 else [FORMS[kind][0] for kind in kinds]
    return "as in: " + "; ".join(shown)


# --- which action a sentence is --------------------------------------------------------------------------------------


def kind_of(s: Sentence) -> str | None:
    """The action meant, by its verbs, or by the shape of a sentence without one; None: none."""
    for family in (_of_setup, _of_refusals, _of_talk, _of_ends, _of_legions, _of_moves, _of_battle):
        do = family(s, set(s.verbs()), s.battle is not None)
        if do is not None:
            return _declined(s, do)
    return None


def _declined(s: Sentence, do: str) -> str | None:
    """The action, but none that somebody declines: *does not strike*."""
    said = [item for item in s.items if item.kind not in ("spoken", "joining")]
    refused = [
        verb.value
        for no, verb in pairwise(said)
        if no.value == "decline" and verb.value not in ("carry", "reveal", "declare", "end", "decline")
        if verb.kind == "verb" or no.low != "no"
    ]
    if "muster" in refused or (do == "muster" and s.kinds("nothing") and not s.kinds("character")):
        s.items = []
        return closing("enlistment")
    return do if not refused or do.startswith(("end-", "no-")) else None


def _of_setup(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """``Ann tower 4``: what a player does before anybody has a colour."""
    words = split_words(s.text)
    if len(words) < 2 or (s.kind(0) == "marker" and s.phase not in ("", "setup")):
        return None
    second = words[1].lower
    if (second == "tower" or (one_off(second, "tower") and s.phase == "setup")) and (
        s.phase in ("", "setup") or len(words) == 2 or words[2].text.isdecimal()
    ):
        return "tower" if len(words) < 4 or s.phase in ("", "setup") else None
    choosing = second in ("color", "colour")
    choosing |= s.phase == "setup" and (bool(s.kinds("color")) or second in ("takes", "chooses", "picks"))
    return "color" if choosing and len(words) > 2 else None


def _of_refusals(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """``no more``, ``no summons``, ``does not reinforce``."""
    if s.has("no-more", "end-moves"):
        return "no-more"
    if not s.has("no", "not", "without", "decline", "declines", "don't", "refuse"):
        return None
    if not s.kinds("character", "hex", "marker", "number") and (ended := _ended(s, fighting)) is not None:
        return ended
    if s.has("more"):
        return "no-more" if s.kinds("color", "text") or s.phase in ("", "negotiation") else closing(s.phase)
    return "no-summon" if "summon" in verbs else "no-reinforce" if "reinforce" in verbs else None


def _ended(s: Sentence, fighting: bool) -> str | None:
    """The action that ends something: *no more strikes*, *done moving*."""
    said = next((ENDINGS[item.low] for item in s.items if item.low in ENDINGS), None)
    return "end-maneuver" if said == "end-moves" and fighting else said


def _of_talk(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """Proposals, concessions and flights."""
    if "propose" in verbs and "concede" not in verbs and s.kinds("role"):
        return "propose"
    if "accept" in verbs:
        return "accept-concession" if "concede" in verbs else "accept"
    if "concede" in verbs or (s.has("give", "gives") and s.has("up")):
        return "attempt-concession" if {"attempt", "propose"} & verbs else "concede"
    leaving = s.has("game") or (s.has("leaves", "leave") and {item.kind for item in s.items} == {"color", "verb"})
    if ("withdraw" in verbs and not s.kinds("hex")) or ("split" in verbs and leaving):
        return "withdraw"
    if "flee" in verbs or (s.has("run", "runs") and s.has("away")):
        return "flee"
    if "stand" in verbs and not s.kinds("hex", "marker") and not fighting and s.phase != "commencement":
        return "stand"
    bare = not s.kinds("hex", "character", "number", "land", "marker")
    return "fight" if bare and s.has("fight", "fights") and len(s.kinds("color", "role")) < 2 else None


def _of_ends(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """``end``, ``done``, ``no more strikes``."""
    if "end" not in verbs or s.kinds("character", "hex", "marker", "number", "land"):
        return None
    return _ended(s, fighting) or closing(s.phase)


def _of_legions(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """Actions of a Legion with a verb or mark of their own."""
    markers, characters = s.kinds("marker"), s.kinds("character")
    parting = s.has("/") or any(item.low == ">" and s.kind(i + 1) == "marker" for i, item in enumerate(s.items))
    stays = s.phase == "commencement" and s.has(*board.STAYS)
    if stays and s.kinds("all"):
        s.items = []
        return "end-splits"
    if (parting and len(markers) > 1) or ("split" in verbs and (markers or not fighting)) or (stays and characters):
        return "split"
    if "join" in verbs and len(markers) == 2:
        return "recombine"
    if "mulligan" in verbs or ("roll" in verbs and s.has("again")):
        return "mulligan"
    if "roll" in verbs and not (s.kinds("character", "hex", "marker") or {"strike", "shoot"} & verbs):
        return "roll"
    if "summon" in verbs:
        return "summon"
    mustering = fighting and "muster" in verbs and characters and not markers and not names_enemies(s)
    if "reinforce" in verbs or mustering:
        return "reinforce"
    return "acquire" if "acquire" in verbs or (s.phase == "acquiring" and "muster" in verbs) else None


def _of_moves(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """Moves, musters and Engagements of Legions."""
    markers, characters, hexes, lands = s.kinds("marker"), s.kinds("character"), s.kinds("hex"), s.lands()
    engaging = "engage" in verbs or s.has("engages")
    if engaging and (lands or markers or hexes):
        return "engage"
    if fighting and not markers:
        return None
    if engaging or (s.phase == "engagement" and not fighting and "strike" in verbs):
        return "engage"
    if s.has(">") and characters and not hexes and not lands:
        return "muster"
    if "teleport" in verbs or s.kinds("how"):
        return "move"
    named = characters or s.kinds("text")
    if markers:
        if "muster" in verbs and (characters or s.kinds("nothing")):
            return "muster"
        alone = not verbs and named and not lands and not hexes and len(markers) == 1
        return "muster" if alone and s.phase == "enlistment" else "move"
    if hexes:
        return None
    if "muster" in verbs and named:
        return "muster"
    going = verbs or s.has("to", "-", ">") or s.kinds("land")
    if s.phase and (going or s.phase == "movement") and (lands or "strike" in verbs):
        return "move"
    return "muster" if s.phase == "enlistment" and characters and not verbs else None


def _of_battle(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """Strikes and maneuvers."""
    hexes, characters = s.kinds("hex"), s.kinds("character")
    colon = any(s.kind(i - 1) == "hex" == s.kind(i + 1) and item.low == ":" for i, item in enumerate(s.items))
    if {"shoot", "strike"} & verbs or s.has("x") or (colon and not verbs):
        return "strike" if characters or hexes or fighting else None
    if "muster" in verbs and fighting and characters:
        return "strike"
    if {"move", "enter", "withdraw"} & verbs:
        return "maneuver" if hexes or characters or s.kinds("land", "text") else None
    if len(characters) > 1 and not hexes and fighting:
        return "strike"
    alone = len(s.items) - len(s.kinds("mark", "joining")) == len(hexes) + len(characters)
    if (s.has("-", ">", "to", "into", "off") and (hexes or characters)) or (hexes and characters and alone):
        return "maneuver"
    if fighting and (len(hexes) == 2 or (hexes and len(s.items) == 1 and s.phase == "maneuver")):
        return "maneuver"
    return "maneuver" if (hexes or fighting) and characters and s.has("leaves", "leave") else None
