"""The table of actions: for each its forms, how it is recognized and read, its short text, and its sentence.

The forms are what a text that is not understood is answered with, and what the documentation's table shows.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ...box.names import PlayerColor
from ...kernel.words import split_words
from .. import intents as a
from . import battle_reading as battle
from . import board_reading as board
from . import writing as w
from .sentence import OBJECTS, Sentence

if TYPE_CHECKING:
    from ...box import Box
    from ...position.battle import Battle
    from ...position.game import Game
    from .board_reading import Read
    from .naming import Naming

Reader: TypeAlias = "Callable[[Sentence, Naming | None], Read]"


@frozen
class Row:
    """One action.

    :param forms: examples, the short text first.
    :param means: what the documentation's table says.
    :param read: gives what a sentence of this action can mean.
    :param short: the short text.
    :param sentence: how people at the table say it, in a position.
    """

    kind: type[a.Action]
    forms: tuple[str, ...]
    means: str
    read: Reader
    short: "Callable[[Any, Box], str]"
    sentence: "Callable[[Any, Game | Battle], str]"


def _bare(kind: type[a.Action], means: str, sentence: str) -> Row:
    """An action of one word."""

    def read(s: Sentence, _: "Naming | None") -> "Read":
        s.understood()
        return [kind()]

    return Row(kind, (kind.do,), means, read, lambda action, box: kind.do, lambda action, position: sentence)


def _said(kind: Callable[[PlayerColor], a.Action], forms: str, means: str, verb: str, sentence: str) -> Row:
    """What a player says in a word or two."""

    def read(s: Sentence, naming: "Naming | None") -> "Read":
        by = board.speakers(s, naming, kind.do)  # type: ignore[attr-defined]
        s.understood("text", "character", "marker", "hex")
        return [kind(who) for who in by]

    def short(said: Any, box: "Box") -> str:
        return f"{w.quoted(said.by, box)} {verb}"

    return Row(kind, (forms,), means, read, short, lambda said, position: f"{said.by} {sentence}")  # type: ignore[arg-type]


_ROWS = (
    Row(a.Tower, ("Ann tower 4", '"Ann Lee" tower'), "Ann rolls for a Tower (SETUP-2)",
        board.tower, lambda x, box: w.joined(w.quoted(x.by, box), "tower", x.die),
        lambda x, _: f"{x.by} rolls for a Tower" + (f": {x.die}" if x.die else "")),
    Row(a.Color, ("Ann color Black", "Ann color Black Bk03"),
        "Ann chooses a colour, and the marker of the first Legion (SETUP-3)",
        board.color, lambda x, box: w.joined(w.quoted(x.by, box), "color", x.color, x.marker),
        lambda x, _: f"{x.by} takes {x.color}" + (f", starting with {x.marker}" if x.marker else "")),
    Row(a.Split, ("Bk01/Bk02 Ang 2 Ogr Cen", "Bk01 splits into Bk02: Angel, Ogre, Ogre, Centaur", "Bk01/Bk02 4"),
        "these leave Bk01 under the marker Bk02, or four of them, unsaid who (SPLIT-1, SPLIT-2)",
        board.split, w.split, w.split_sentence),
    _bare(a.EndSplits, "no more splits (SPLIT-4)", "End of the Commencement Phase"),
    Row(a.Roll, ("roll 4", "roll"), "the Movement Roll (ROLL-1)", board.roll,
        lambda x, box: w.joined("roll", x.die), lambda x, _: w.rolled("Movement Roll", x.die)),
    Row(a.Mulligan, ("mulligan 2",), "rolled again (ROLL-1)", board.mulligan,
        lambda x, box: w.joined("mulligan", x.die), lambda x, _: w.rolled("Mulligan", x.die)),
    Row(a.Move, ("Bk02 P105", "Bk02 to 105 from the left", "Bk02 T300 tower-teleport Ang"),
        "a move, with the entry side, the way, the Lord revealed (MOVE-1, TELE-2)",
        board.move, w.move, w.move_sentence),
    Row(a.Recombine, ("Bk02 joins Bk01",), "parts are put together, Bk01 stays (MOVE-9)", board.recombine,
        lambda x, box: f"{x.legion} joins {x.into}", lambda x, _: f"{x.legion} joins {x.into}"),
    _bare(a.EndMoves, "no more moves (MOVE-2)", "End of the Movement Phase"),
    Row(a.Engage, ("engage P105",), "this Engagement is resolved next (ENG-1)", board.engage,
        lambda x, box: f"engage {w.land_text(x.land, box)}",
        lambda x, _: f"Resolve the Engagement in {w.land_named(x.land)}"),
    _bare(a.EndEngagements, "the Engagement Phase ends", "End of the Engagement Phase"),
    _bare(a.Flee, "the defender flees (ENG-3)", "The defender flees"),
    _bare(a.Stand, "the defender stands (ENG-4)", "The defender stands"),
    Row(a.Propose, ("Red proposes attacker Ogr Cen, defender all",),
        "an agreement, with what each side loses (ENG-5)",
        board.propose, w.proposal("proposes"), w.proposal_sentence("proposes")),
    Row(a.Accept, ("Black accepts attacker nothing, defender all",),
        "a proposal of the other is accepted (ENG-5)",
        board.accept, w.proposal("accepts"), w.proposal_sentence("accepts")),
    _said(a.NoMore, "Red no-more", "Red makes no more proposals (ENG-5)", "no-more", "proposes no more"),
    _said(a.Concede, "Red concedes", "Red concedes (ENG-5, CONCEDE-1)", "concedes", "concedes"),
    _said(a.Fight, "Black fights", "the Battle starts (ENG-6)", "fights", "fights"),
    Row(a.Maneuver, ("Ogr D3-E4", "Ogre enters A3", "D3 to E4"),
        "a character moves on the Battleland, or enters it (MANEUVER-1, BATTLE-3)",
        battle.maneuver, w.maneuver, w.maneuver_sentence),
    _bare(a.EndManeuver, "the Maneuver Phase ends", "End of the Maneuver Phase"),
    Row(a.Strike, ("D3 strikes D4", "Ogre strikes Lion", "D3 strikes D4 at 5 using 4 with 6 5 1 2 carrying E3:1"),
        "the natural strike; one with a penalty, its dice and a carry of one hit to E3 (CARRY-1, CARRY-2); `declaring"
        " D4 E3` names the targets in order, `instead of 6 5 5 1` a first roll of too many dice (DICE-1)",
        battle.strike, w.strike, w.strike_sentence),
    _bare(a.EndStrikes, "the strikes, or the strikebacks, are done", "End of the strikes"),
    _said(a.AttemptConcession, "Red attempts to concede", "the other side accepts, or concedes first (CONCEDE-1)",
          "attempts to concede", "attempts to concede"),
    _said(a.AcceptConcession, "Black accepts the concession", "an attempted concession is accepted (CONCEDE-1)",
          "accepts the concession", "accepts the concession"),
    Row(a.Summon, ("summon Ang from Bk04", "summon Angel"), "an Angel comes from another Legion (SUMMON-1, SUMMON-2)",
        board.summon, w.summon,
        lambda x, _: f"Summon {x.character} from {x.origin}" + (f" to {x.legion}" if x.legion else "")),
    _bare(a.NoSummon, "the attacker does not summon", "No summons"),
    Row(a.Reinforce, ("reinforce Ogr>Ogr", "reinforce Unicorn"), "an Ogre musters an Ogre into the battle (REINF-1)",
        board.reinforce, lambda x, box: f"reinforce {w.mustering(x, box)}",
        lambda x, _: f"Reinforce with {x.character}" + (f" for {w.listed(x.with_)}" if x.with_ else "")),
    _bare(a.NoReinforce, "the defender takes no reinforcement", "No reinforcement"),
    Row(a.Acquire, ("acquire Ang", "acquire Ang Arch to Bk01", "acquire nothing"), "for the points scored (ACQUIRE-1)",
        board.acquire, w.acquire,
        lambda x, _: f"Acquire {w.listed(x.characters)}" + (f" into {x.legion}" if x.legion else "")),
    Row(a.Muster, ("Bk02 Cen,Cen>Lio", "Bk02 musters Lion with Centaur, Centaur", "Bk02 >Ogr"),
        "two Centaurs muster a Lion; in a Tower nobody is revealed (MUSTER-2, MUSTER-4)",
        board.muster, lambda x, box: f"{x.legion} {w.mustering(x, box)}",
        lambda x, _: f"{x.legion} musters {x.character}" + (f" with {w.listed(x.with_)}" if x.with_ else "")),
    _bare(a.EndTurn, "the turn is over (TURN-1)", "End of the turn"),
    _said(a.Withdraw, "Red withdraws", "Red leaves the game (WITHDRAW-1)", "withdraws", "withdraws"),
)  # fmt: skip

TABLE: Mapping[str, Row] = {row.kind.do: row for row in _ROWS}
"""Every action, by its ``do``."""

FORMS: dict[str, tuple[str, ...]] = {do: row.forms for do, row in TABLE.items()}
"""Examples of each action by its ``do``, the short text first."""

USUAL = ("move", "muster", "maneuver", "strike")
BY_PHASE: dict[str, tuple[str, ...]] = {
    "setup": ("tower", "color"),
    "commencement": ("split", "end-splits"),
    "movement": ("roll", "move", "end-moves"),
    "engagement": ("engage", "flee", "propose", "summon", "acquire"),
    "enlistment": ("muster", "end-turn"),
    "maneuver": ("maneuver", "end-maneuver"),
    "strike": ("strike", "end-strikes"),
    "strikeback": ("strike", "end-strikes"),
    "flight": ("flee", "stand"),
    "negotiation": ("propose", "accept", "no-more", "concede", "fight"),
    "summons": ("summon", "no-summon"),
    "reinforcement": ("reinforce", "no-reinforce"),
    "acquiring": ("acquire",),
}
"""What is told of a text that has the form of no action at all: by the phase, where it is known."""

ENDS = {
    "splits": "end-splits",
    "moves": "end-moves",
    "engagements": "end-engagements",
    "maneuver": "end-maneuver",
    "strikes": "end-strikes",
    "turn": "end-turn",
}
CLOSES = {
    "commencement": "end-splits",
    "movement": "end-moves",
    "engagement": "end-engagements",
    "enlistment": "end-turn",
    "maneuver": "end-maneuver",
    "strike": "end-strikes",
    "strikeback": "end-strikes",
    "summons": "no-summon",
    "reinforcement": "no-reinforce",
    "acquiring": "acquire",
    "flight": "stand",
    "negotiation": "no-more",
}
"""What ends a phase, or declines what is open in it."""


def forms_of(*kinds: str) -> str:
    """The forms of one action, or the first form of several.

    >>> forms_of("engage"), forms_of("roll", "end-moves")
    ('as in: engage P105', 'as in: roll 4; end-moves')
    """
    shown = FORMS[kinds[0]] if len(kinds) == 1 else [FORMS[kind][0] for kind in kinds]
    return "as in: " + "; ".join(shown)


# --- which action a sentence is --------------------------------------------------------------------------------------


def kind_of(s: Sentence, naming: "Naming | None") -> str | None:
    """Which action is meant, by its verbs, or by the shape of a sentence without one; None: none."""
    phase = naming.phase if naming is not None else ""
    setup = _of_setup(s, phase)
    if setup is not None:
        return setup
    verbs = s.verbs()
    markers = s.kinds("marker")
    fighting = naming is not None and naming.battle is not None
    on_map = bool(s.kinds("hex")) or fighting
    if any(item.low in ("no-more", "end-moves") for item in s.items) or s.has("no-more"):
        return "no-more"
    for test in (_of_refusals, _of_talk, _of_ends):
        found = test(s, verbs, phase, fighting)
        if found is not None:
            return found
    if ((_has_mark(s, "/") or _arrow_between(s)) and len(markers) > 1) or (
        "split" in verbs and (markers or not fighting)
    ):
        return "split"
    if "join" in verbs and len(markers) == 2:
        return "recombine"
    if "mulligan" in verbs or ("roll" in verbs and s.has("again")):
        return "mulligan"
    if "roll" in verbs and not (s.kinds("character", "hex") or "strike" in verbs or "shoot" in verbs or markers):
        return "roll"
    if "summon" in verbs:
        return "summon"
    mustering = fighting and "muster" in verbs and not markers and bool(s.kinds("character"))
    if "reinforce" in verbs or (mustering and not _both_sides(s, naming)):
        return "reinforce"
    if "acquire" in verbs or (phase == "acquiring" and "muster" in verbs):
        return "acquire"
    return _of_legions(s, verbs, phase, fighting) or _of_battle(s, verbs, naming, on_map)


def _has_mark(s: Sentence, mark: str) -> bool:
    return any(item.low == mark for item in s.items)


def _of_setup(s: Sentence, phase: str) -> str | None:
    """``Ann tower 4``: what a player does before anybody has a colour."""
    words = split_words(s.text)
    if len(words) < 2 or (s.kind(0) == "marker" and phase not in ("", "setup")):
        return None
    second = {"colour": "color"}.get(words[1].lower, words[1].lower)
    if second == "tower" and (phase in ("", "setup") or len(words) == 2 or words[2].text.isdecimal()):
        return second if len(words) < 4 or phase in ("", "setup") else None
    return second if second == "color" and len(words) > 2 else None


def _of_refusals(s: Sentence, verbs: list[str], phase: str, fighting: bool) -> str | None:
    """``no more``, ``no summons``, ``does not reinforce``."""
    if not any(item.low in ("no", "not", "without", "decline", "declines", "don't", "refuse") for item in s.items):
        return None
    if s.has("more"):
        said = next((OBJECTS[item.low] for item in s.items if item.low in OBJECTS), None)
        if said is not None:
            return ENDS["maneuver" if said == "moves" and fighting else said]
        told = s.kinds("color", "text") or phase in ("", "negotiation")
        return "no-more" if told else CLOSES.get(phase)
    if "summon" in verbs or s.has("summons"):
        return "no-summon"
    if "reinforce" in verbs:
        return "no-reinforce"
    return None


def _of_talk(s: Sentence, verbs: list[str], phase: str, fighting: bool) -> str | None:
    """What players say: proposals, concessions, flights."""
    if "propose" in verbs and "concede" not in verbs and s.kinds("role"):
        return "propose"
    if "accept" in verbs:
        return "accept-concession" if "concede" in verbs else "accept"
    if "concede" in verbs or (s.has("give", "gives") and s.has("up")):
        return "attempt-concession" if {"attempt", "propose"} & set(verbs) else "concede"
    if ("withdraw" in verbs and not s.kinds("hex")) or ("split" in verbs and s.has("game")):
        return "withdraw"
    if "flee" in verbs or (s.has("run", "runs") and s.has("away")):
        return "flee"
    if "stand" in verbs and not s.kinds("hex", "marker") and not fighting:
        return "stand"
    bare = not s.kinds("hex", "character", "number", "land", "marker")
    if bare and s.has("fight", "fights") and len(s.kinds("color", "role")) < 2:
        return "fight"
    return None


def _of_ends(s: Sentence, verbs: list[str], phase: str, fighting: bool) -> str | None:
    """``end``, ``done``, ``no more strikes``."""
    if "end" not in verbs or s.kinds("character", "hex", "marker", "number", "land"):
        return None
    said = [OBJECTS[item.low] for item in s.items if item.low in OBJECTS]
    if said:
        return ENDS["maneuver" if said[0] == "moves" and fighting else said[0]]
    return CLOSES.get(phase)


def _of_legions(s: Sentence, verbs: list[str], phase: str, fighting: bool) -> str | None:
    """Moves, musters and Engagements of Legions."""
    markers = s.kinds("marker")
    lands = bool(s.lands())
    if ("engage" in verbs or s.has("engages")) and (lands or markers or s.kinds("hex")):
        return "engage"
    if fighting and not markers:
        return None
    if "engage" in verbs or s.has("engages") or (phase == "engagement" and not fighting and "strike" in verbs):
        return "engage"
    arrow = _has_mark(s, ">") and bool(s.kinds("character"))
    if arrow and not s.kinds("hex") and not lands:
        return "muster"
    if "teleport" in verbs or s.kinds("how"):
        return "move"
    if markers:
        if "muster" in verbs and s.kinds("character"):
            return "muster"
        characters = bool(s.kinds("character", "text"))
        alone = not verbs and characters and not (lands or s.kinds("hex"))
        return "muster" if alone and len(markers) == 1 and phase == "enlistment" else "move"
    if s.kinds("hex"):
        return None
    if "muster" in verbs and s.kinds("character", "text"):
        return "muster"
    going = verbs or s.has("to") or _has_mark(s, "-") or _has_mark(s, ">") or s.kinds("land")
    if phase and going and (lands or "strike" in verbs) and not fighting:
        return "move"
    return "muster" if phase == "enlistment" and s.kinds("character") and not verbs and not fighting else None


def _of_battle(s: Sentence, verbs: list[str], naming: "Naming | None", on_map: bool) -> str | None:
    """Strikes and maneuvers."""
    hexes, characters = s.kinds("hex"), s.kinds("character")
    fighting = naming is not None and naming.battle is not None
    pointed = _has_mark(s, "x") or (_colon_between(s) and not verbs)
    if "shoot" in verbs or "strike" in verbs or pointed:
        return "strike" if characters or hexes or fighting else None
    if "muster" in verbs and fighting and characters:
        return "strike"
    if verbs and {"move", "enter", "withdraw"} & set(verbs):
        return "maneuver" if hexes or characters or s.kinds("land", "text") else None
    if len(characters) > 1 and not hexes and fighting:
        return "strike"
    if ((hexes or characters) and (_has_mark(s, "-") or _has_mark(s, ">") or s.has("to", "into", "off"))) or (
        hexes and characters and len(s.items) - len(s.kinds("mark", "joining")) == len(hexes) + len(characters)
    ):
        return "maneuver"
    if fighting and len(hexes) == 2:
        return "maneuver"
    if fighting and hexes and len(s.items) == 1 and naming is not None and naming.phase == "maneuver":
        return "maneuver"
    return "maneuver" if on_map and characters and s.has("leaves", "leave") else None


def _arrow_between(s: Sentence) -> bool:
    """Whether an arrow stands between two Legions: ``Bk01 -> Bk02: Ogre, Lion``."""
    return any(item.low == ">" and s.kind(i + 1) == "marker" for i, item in enumerate(s.items))


def _colon_between(s: Sentence) -> bool:
    """Whether a colon stands between two hexes: ``D3:D4``."""
    return any(s.kind(i - 1) == "hex" == s.kind(i + 1) and item.low == ":" for i, item in enumerate(s.items))


def _both_sides(s: Sentence, naming: "Naming | None") -> bool:
    """Whether characters of both sides of the battle are named, or one of the enemy's."""
    return naming is not None and naming.names_enemies([item.value for item in s.kinds("character")])
