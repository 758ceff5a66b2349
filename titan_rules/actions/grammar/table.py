"""The table of actions: for each its forms, its phases, how it is read, its short text and its sentence.

The forms are the hints for text that is not understood, and are shown in the documentation.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from attrs import frozen

from ...box import Box
from ...kernel.words import split_words
from ...position.line.spoken import ENDINGS
from .. import intents as act
from . import battle, board
from . import writing as w
from .board import Read
from .naming import names_enemies
from .words import Sentence

Reader: TypeAlias = Callable[[Sentence], Read]


@frozen
class Row:
    """One action.

    :param forms: examples, the short text first.
    :param when: its phases and stages, the phase of the turn or battle turn first.
    :param means: its meaning, for the documentation's table.
    :param read: reads every meaning of a sentence of this action.
    :param short: the short text.
    :param sentence: how people at the table say it.
    """

    kind: type[act.Action]
    forms: tuple[str, ...]
    when: str
    means: str
    read: Reader
    short: Callable[[Any, Box], str]
    sentence: Callable[[Any, w.Position], str]


def _bare(kind: type[act.Action], when: str, means: str, sentence: str) -> Row:
    """The row of an action of one word."""

    def read(s: Sentence) -> Read:
        s.understood()
        return [kind()]

    return Row(kind, (kind.do,), when, means, read, lambda action, box: kind.do, lambda action, position: sentence)


def _said(kind: Any, form: str, when: str, means: str, verb: str, sentence: str | None = None) -> Row:
    """The row of something a player says in a word or two."""

    def read(s: Sentence) -> Read:
        by = board.speakers(s)
        s.understood("text", "character", "marker", "hex")
        return [kind(who) for who in by]

    return Row(kind, (form,), when, means, read, lambda said, box: f"{w.quoted(said.by, box)} {verb}",
               lambda said, position: f"{said.by} {sentence or verb}")  # fmt: skip


_ROWS = (
    Row(act.Tower, ("Ann tower 4", '"Ann Lee" tower'), "setup", "Ann rolls for a Tower (SETUP-2)",
        board.tower, lambda x, box: w.joined(w.quoted(x.by, box), "tower", x.die),
        lambda x, _: f"{x.by} rolls for a Tower{w.also(': ', x.die)}"),
    Row(act.Color, ("Ann color Black", "Ann color Black Bk03"), "setup",
        "Ann chooses a colour, and the marker of the first Legion (SETUP-3)",
        board.color, lambda x, box: w.joined(w.quoted(x.by, box), "color", x.color, x.marker),
        lambda x, _: f"{x.by} takes {x.color}{w.also(', starting with ', x.marker)}"),
    Row(act.Split, ("Bk01/Bk02 Ang 2 Ogr Cen", "Bk01 splits into Bk02: Angel, Ogre, Ogre, Centaur", "Bk01/Bk02 4"),
        "commencement", "these leave Bk01 under the marker Bk02, or four of them, unsaid who (SPLIT-1, SPLIT-2)",
        board.split, w.split, w.split_sentence),
    _bare(act.EndSplits, "commencement", "no more splits (SPLIT-4)", "End of the Commencement Phase"),
    Row(act.Roll, ("roll 4", "roll"), "movement", "the Movement Roll (ROLL-1)", lambda s: [act.Roll(board.die(s))],
        lambda x, box: w.joined("roll", x.die), lambda x, _: w.rolled("Movement Roll", x.die)),
    Row(act.Mulligan, ("mulligan 2",), "movement", "rolled again (ROLL-1)", lambda s: [act.Mulligan(board.die(s))],
        lambda x, box: w.joined("mulligan", x.die), lambda x, _: w.rolled("Mulligan", x.die)),
    Row(act.Move, ("Bk02 P105", "Bk02 to 105 from the left", "Bk02 T300 tower-teleport Ang"), "movement",
        "a move, with the entry side, the way, the Lord revealed (MOVE-1, TELE-2)", board.move,
        lambda x, box: w.joined(x.legion, w.land_text(x.to, box), x.entry_side, x.how, w.names(x.reveal, box)),
        w.move_sentence),
    Row(act.Recombine, ("Bk02 joins Bk01",), "movement", "parts are put together, Bk01 stays (MOVE-9)",
        board.recombine, lambda x, box: f"{x.legion} joins {x.into}", lambda x, _: f"{x.legion} joins {x.into}"),
    _bare(act.EndMoves, "movement", "no more moves (MOVE-2)", "End of the Movement Phase"),
    Row(act.Engage, ("engage P105",), "engagement", "this Engagement is resolved next (ENG-1)", board.engage,
        lambda x, box: f"engage {w.land_text(x.land, box)}",
        lambda x, _: f"Resolve the Engagement in {w.land_named(x.land)}"),
    _bare(act.EndEngagements, "engagement", "the Engagement Phase ends", "End of the Engagement Phase"),
    _bare(act.Flee, "engagement flight", "the defender flees (ENG-3)", "The defender flees"),
    _bare(act.Stand, "engagement flight", "the defender stands (ENG-4)", "The defender stands"),
    Row(act.Propose, ("Red proposes attacker Ogr Cen, defender all",), "engagement negotiation",
        "an agreement, with what each side loses (ENG-5)",
        board.propose, w.proposal("proposes"), w.proposal_sentence("proposes")),
    Row(act.Accept, ("Black accepts attacker nothing, defender all",), "engagement negotiation",
        "a proposal of the other is accepted (ENG-5)",
        board.accept, w.proposal("accepts"), w.proposal_sentence("accepts")),
    _said(act.NoMore, "Red no-more", "engagement negotiation", "Red makes no more proposals (ENG-5)", "no-more",
          "proposes no more"),
    _said(act.Concede, "Red concedes", "engagement negotiation", "Red concedes (ENG-5, CONCEDE-1)", "concedes"),
    _said(act.Fight, "Black fights", "engagement negotiation", "the Battle starts (ENG-6)", "fights"),
    Row(act.Maneuver, ("Ogr D3-E4", "Ogre enters A3", "D3 to E4"), "maneuver",
        "a character moves on the Battleland, or enters it (MANEUVER-1, BATTLE-3)",
        battle.maneuver, w.maneuver, w.maneuver_sentence),
    _bare(act.EndManeuver, "maneuver", "the Maneuver Phase ends", "End of the Maneuver Phase"),
    Row(act.Strike, ("D3 strikes D4", "Ogre strikes Lion", "D3 strikes D4 at 5 using 4 with 6 5 1 2 carrying E3:1"),
        "strike strikeback",
        "the natural strike; one with a penalty, its dice and a carry of one hit to E3 (CARRY-1, CARRY-2); `declaring"
        " D4 E3` names the targets in order, `instead of 6 5 5 1` a first roll of too many dice (DICE-1);"
        " `D2 shoots D4` declares a rangestrike (RANGE-1)",
        battle.strike, w.strike, w.strike_sentence),
    _bare(act.EndStrikes, "strike strikeback", "the strikes, or the strikebacks, are done", "End of the strikes"),
    _said(act.AttemptConcession, "Red attempts to concede", "", "the other side accepts, or concedes first (CONCEDE-1)",
          "attempts to concede"),
    _said(act.AcceptConcession, "Black accepts the concession", "", "an attempted concession is accepted (CONCEDE-1)",
          "accepts the concession"),
    Row(act.Summon, ("summon Ang from Bk04", "summon Angel"), "maneuver summons",
        "an Angel comes from another Legion (SUMMON-1, SUMMON-2)", board.summon,
        lambda x, box: w.joined("summon", box.short_names[x.character], "from", x.origin, w.also("to ", x.legion)),
        lambda x, _: f"Summon {x.character} from {x.origin}{w.also(' to ', x.legion)}"),
    _bare(act.NoSummon, "maneuver summons", "the attacker does not summon", "No summons"),
    Row(act.Reinforce, ("reinforce Ogr>Ogr", "reinforce Unicorn"), "maneuver reinforcement",
        "an Ogre musters an Ogre into the battle (REINF-1)",
        board.reinforce, lambda x, box: f"reinforce {w.mustering(x, box)}",
        lambda x, _: f"Reinforce with {x.character}" + (f" for {w.listed(x.with_)}" if x.with_ else "")),
    _bare(act.NoReinforce, "maneuver reinforcement", "the defender takes no reinforcement", "No reinforcement"),
    Row(act.Acquire, ("acquire Ang", "acquire Ang Arch to Bk01", "acquire nothing"), "acquiring",
        "for the points scored (ACQUIRE-1)", board.acquire,
        lambda x, box: w.joined("acquire", w.names(x.characters, box) or w.NOBODY, w.also("to ", x.legion)),
        lambda x, _: f"Acquire {w.listed(x.characters)}{w.also(' into ', x.legion)}"),
    Row(act.Muster, ("Bk02 Cen,Cen>Lio", "Bk02 musters Lion with Centaur, Centaur", "Bk02 >Ogr"), "enlistment",
        "two Centaurs muster a Lion; in a Tower nobody is revealed (MUSTER-2, MUSTER-4)",
        board.muster, lambda x, box: f"{x.legion} {w.mustering(x, box)}",
        lambda x, _: f"{x.legion} musters {x.character}" + (f" with {w.listed(x.with_)}" if x.with_ else "")),
    _bare(act.EndTurn, "enlistment", "the turn is over (TURN-1)", "End of the turn"),
    _said(act.Withdraw, "Red withdraws", "", "Red leaves the game (WITHDRAW-1)", "withdraws"),
)  # fmt: skip

TABLE: Mapping[str, Row] = {row.kind.do: row for row in _ROWS}

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


DECLINED = ("strike", "maneuver", "move", "muster", "split", "flee", "summon", "reinforce")
"""Actions that can be declined by the action that ends their phase."""


def _declined(s: Sentence, do: str) -> str | None:
    """The action, or the one that declines it: *does not strike*, *skips its move*."""
    said = [item for item in s.items if item.kind not in ("spoken", "joining")]
    refused = [
        verb
        for no, verb in pairwise(said)
        if no.value == "decline" and verb.value not in ("carry", "reveal", "declare", "end", "decline")
        if verb.kind == "verb" or no.low != "no"
    ]
    if not refused or do.startswith(("end-", "no-")):
        return do
    others = {item.value for item in said if item.kind == "verb" and item not in refused} - {"decline", "stand"}
    if do not in DECLINED or others:
        return None
    do = "muster" if refused[0].value == "muster" else do
    s.items = []
    return closing(TABLE[do].when.split()[-1])


def _of_setup(s: Sentence, verbs: set[str], fighting: bool) -> str | None:
    """``Ann tower 4``: what a player does before anybody has a colour."""
    words = split_words(s.text)
    if len(words) < 2 or (s.kind(0) == "marker" and s.phase not in ("", "setup")):
        return None
    second = words[1].lower
    if second == "tower" and (s.phase in ("", "setup") or len(words) == 2 or words[2].text.isdecimal()):
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
    if s.has("more"):
        if (ended := _ended(s, fighting)) is not None:
            return ended
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
    if ("withdraw" in verbs and not s.kinds("hex")) or ("split" in verbs and s.has("game")):
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
    stays = s.phase == "commencement" and characters and s.has(*board.STAYS)
    if (parting and len(markers) > 1) or ("split" in verbs and (markers or not fighting)) or stays:
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
        if "muster" in verbs and characters:
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
