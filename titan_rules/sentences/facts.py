"""Statements that one rule decides without a position: *a Gargoyle flies*, *is an Ogre worth 12 points?*"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ..box import Box
from ..box.battle_tables import hex_cost
from ..box.characters import TITAN, Character
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of, one_off, words_of
from ..kernel.jsontext import data_file
from ..kernel.judging import Refusal
from ..position.battle import Battle
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT, Game
from ..position.line import Line, read_line
from ..position.muster import Muster
from ..rules.battle.sequence import outcome_of
from ..rules.engagement.scoring import Offer, multiples_reached
from ..rules.engagement.titans import half_scored
from .said import Item, Question

Reader: TypeAlias = Callable[[str, bool], Line]
"""Reads a position on one line about which an action is asked, as :func:`read_line` does."""
_DATA = data_file(__file__, "facts.json")
_LITTLE = any_of(_DATA["little"])


@frozen
class _Row:
    """A statement that we know, as the words that it must have and those that it may have."""

    fact: str
    rule: str
    needs: tuple[frozenset[str], ...]
    also: frozenset[str]
    true: str | None
    marked: bool

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "_Row":
        """A row of the data; a word with an @ stands for a class of words."""
        also = (_DATA["classes"].get(word, word) for word in data["also"].split())
        needs = tuple(any_of(group) for group in data["needs"])
        return cls(
            data["fact"], data["rule"], needs, any_of(" ".join(also)).union(*needs),
            data.get("true"), "marked" in data,
        )  # fmt: skip


_ROWS = tuple(map(_Row.of, _DATA["facts"]))
_OPEN = ("who ", "what ", "which ", "how ", "when ", "where ", "why ", "whose ")
"""Beginnings of questions that are not answered by yes or no."""
_NOT = any_of("not no never cannot without neither nor")
_TAG = re.compile(
    r"[,.;]? *\b(?:(?:right|correct|true|yes|ok|okay|no|agreed)"
    r"|(?:is|are|do|does|can|was|did|will|has)(?:n't| not)? (?:it|he|she|they|that|i|we)(?: so| right| not)?"
    r"|(?:isn't|doesn't|can't|don't|aren't|won't|hasn't) (?:it|he|she|they|that))[ ?.!]*$",
    re.IGNORECASE,
)
"""What only asks for a yes: *doesn't it?*, *right?*"""
_RHETORICAL = re.compile(r"^(?:can't|don't|doesn't|isn't|aren't|won't) ", re.IGNORECASE)


@frozen
class Fact:
    """A statement.

    :param holds: whether it is true; :param sentence: what is true.
    """

    rule: str
    holds: bool
    sentence: str


@frozen
class _Said:
    """What a statement names: characters, a hazard, a terrain, quantities by kind, its words."""

    box: Box
    names: tuple[CharacterName, ...]
    hazard: str | None
    terrain: str | None
    quantities: Mapping[str, int]
    text: str
    spelled: str
    words: frozenset[str]
    read: Reader

    @property
    def character(self) -> Character:
        """The first character."""
        return self.box.characters[self.names[0]]

    def number(self, *kinds: str) -> int | None:
        """The first quantity of these kinds."""
        return next((self.quantities[kind] for kind in kinds if kind in self.quantities), None)

    def position(self, line: str) -> Game | Battle | Muster:
        """A position in which a rule is asked, under the readings that apply."""
        return self.read(line, True).position


_Truth: TypeAlias = Callable[[_Said], tuple[bool, str] | Question | None]


def fact(texts: Sequence[str], items: Sequence[Item], read: Reader = read_line) -> Fact | Question | None:
    """Whether what somebody says is true, or the question that tells; None if it is no statement that we know.

    :param read: reads a position under the readings that apply.
    """
    if texts and texts[0].lower().startswith(_OPEN):
        return None
    text = _RHETORICAL.sub("", _TAG.sub("", " ".join(texts).strip().replace("’", "'")))
    quantities: dict[str, int] = {}
    for item in items:
        if item.count > 1:
            quantities["counted"] = item.count
        if isinstance(item.value, int):
            quantities.setdefault(item.kind, item.value)
        elif item.kind in ("hex", "land", "unknown", "dice"):
            return None
    named = {word for item in items if item.kind in ("character", "terrain", "hazard") for word in item.low.split()}
    words = frozenset(word.lower for word in words_of(text)) - set(',.:?;-()>+="/!')
    told = _Said(
        current(),
        tuple(CharacterName(item.value) for item in items if item.kind == "character"),
        next((str(item.value) for item in items if item.kind == "hazard"), None) or _hazard(words),
        next((str(item.value) for item in items if item.kind == "terrain"), None),
        quantities,
        text.lower(),
        " ".join(word.lower for word in words_of(text)),
        words,
        read,
    )
    left = frozenset(w for w in words if not w.endswith("n't")) - _LITTLE - _NOT
    letters = current().markers.letters
    left -= {item.low for item in items if item.kind == "name" or item.value in letters}
    figures = frozenset(word for word in left if word.isdecimal())
    marked = any(item.kind == "marker" for item in items)
    for row in _ROWS:
        if (marked and not row.marked) or not all(words & group for group in row.needs):
            continue
        if not all(known(word, row.also) for word in (left if row.true is not None else left - named - figures)):
            continue
        truth = (row.fact == "true", row.true) if row.true is not None else _TRUTHS[row.fact](told)
        denied = any(word in _NOT or word.endswith("n't") for word in words - row.also)
        if isinstance(truth, Question):
            return None if denied else truth
        if truth is not None:
            holds, sentence = truth
            return Fact(row.rule, holds != denied, sentence)
    return None


def known(word: str, words: frozenset[str]) -> bool:
    """Whether a word is among others, also with one wrong letter."""
    return word in words or (len(word) > 4 and any(one_off(word, other) for other in words))


def _hazard(words: frozenset[str]) -> str | None:
    """A hazard or hexside hazard by its name or plural."""
    box = current()
    for name in (*box.hazards, *box.hexsides):
        if words & {name.lower(), f"{name.lower()}s", name.lower().removesuffix("s")}:
            return name
    return None


# --- truths ----------------------------------------------------------------------------------------------------------


def _is(question: Callable[[Character], bool], what: str) -> _Truth:
    """A property of one character."""

    def truth(told: _Said) -> tuple[bool, str] | None:
        if len(told.names) != 1 or "counted" in told.quantities:
            return None
        holds = question(told.character)
        return holds, f"the {told.names[0]} is {'' if holds else 'not '}{what}"

    return truth


def _number(value: Callable[[_Said], int], *kinds: str, titan: bool = False, what: str) -> _Truth:
    """A number of one character, and no other number but a score where a Titan's is meant."""

    def truth(told: _Said) -> tuple[bool, str] | None:
        said, score = told.number(*kinds), titan and "score" in told.quantities
        others = len(re.findall(r"\d+", told.spelled)) - 1 - score
        if len(told.names) != 1 or said is None or others > 0 or (told.names[0] == TITAN) > titan:
            return None
        if score and told.names[0] != TITAN:
            return None
        return said == value(told), f"the {told.names[0]} {what.format(value(told))}"

    return truth


def _flies(told: _Said) -> tuple[bool, str] | None:
    if len(told.names) != 1 or (told.hazard is not None and "over" not in told.words):
        return None
    hazard = told.box.hazards.get(told.hazard or "")
    over = None if hazard is None else hazard.fly_over
    one = told.character
    holds = one.flies and (over is None or (over.native if told.hazard in one.natives else over.other))
    return holds, f"the {one.name} {'flies' if holds else 'does not fly'}{'' if over is None else ' over it'}"


def _lands(told: _Said) -> tuple[bool, str] | None:
    hazard = told.box.hazards.get(told.hazard or "")
    if hazard is None or len(told.names) > 1 or "over" in told.words:
        return None
    if not told.names:
        who = [one for one in told.box.characters.values() if hex_cost(hazard, one.natives, one.flies) is not None]
        return (False, f"nobody enters a {told.hazard}") if not who else None
    holds = hex_cost(hazard, told.character.natives, told.character.flies) is not None
    return holds, f"the {told.names[0]} {'may' if holds else 'may not'} enter a {told.hazard}"


def _native(told: _Said) -> tuple[bool, str] | None:
    if len(told.names) != 1 or told.hazard is None:
        return None
    holds = told.hazard in told.character.natives
    return holds, f"the {told.names[0]} is {'' if holds else 'not '}native to {told.hazard}"


def _musters_in(told: _Said) -> tuple[bool, str] | None:
    if len(told.names) != 1 or told.terrain is None:
        return None
    holds = told.box.table(told.terrain, None).entry(told.names[0]) is not None
    return holds, f"the {told.names[0]} is {'' if holds else 'not '}mustered in {told.terrain}"


def _time_loss(told: _Said) -> tuple[bool, str] | None:
    if told.names or told.number("turn", "number") not in (7, None):
        return None
    roles = {role for role, words in _ROLE_WORDS.items() if told.words & words}
    loses, wins = told.words & any_of("eliminated lose loses lost dies removed loser"), told.words & _WINS
    if bool(loses) == bool(wins) or not roles:
        return None
    last = told.position("Plains, turn 7, attacker's strikeback: Ogre D1 / Ogre D6")
    winner = outcome_of(last).winner if isinstance(last, Battle) else None
    said = "attacker" if loses and len(roles) == 2 else "defender" if len(roles) == 2 else roles.pop()
    return (said == winner) == bool(wins), f"after its seventh turn a battle is won by the {winner}"


_ROLE_WORDS = {"attacker": any_of("attacker attacker's attackers attacking"), "defender": any_of("defender defender's")}
_WINS = any_of("wins win won winner")
_WHOLE = re.compile(
    r"\b(?:eliminated|removed|loses? (?:everything|all\b(?! but)|the whole|(?:its|his|her|their) (?:whole|entire)))"
)
_PARTLY = re.compile(
    r"\b(?:both|neither)\b.*\b(?:survives?|keeps?|stay|eliminated)|\bonly\b|\bnobody\b|\beach\b|\bnothing\b"
)


def _agreed(told: _Said) -> Question | None:
    partly, whole = _PARTLY.search(told.text), _WHOLE.search(told.text)
    both = re.search(r"\bboth\b.*\b(?:eliminated|removed|lose everything)", told.text)
    if (partly and whole and not both) or not (partly or whole) or re.search(r"\d\d", told.spelled):
        return None
    losses = f"attacker {'all' if whole else 'Ogre'}, defender Lion"
    agreed = f"stand; Red proposes {losses}; Black accepts {losses}"
    return Question("Black's engagement: Bk01 105 2 Ogre / Rd01 105 2 Lion", agreed)


_BEFORE = re.compile(
    r"\b(?:had|have|has|from|at|stood at|was|were|score(?: is| was| of)?:?|with) (\d{1,4})"
    r"(?! ?(?:left|high|characters|in))|\b(\d{2,4})(?: points?| pts)? (?:before|so far|already)|\bscore (\d+)"
)
_GAIN = re.compile(
    r"(?:brought|brings?|plus|\+|adds?|added|gained?|gains?|scored?|scores|wins?|won|gives?|gave|worth|get|got|for)"
    r" ?(?:me |him |her |another |a further |you )?(\d+)(?! ?(?:before|so far))"
)
_AFTER = re.compile(
    r"(?:->|\b(?:to|now|reach(?:es|ed)?|total(?: of)?|makes?|made|pass(?:es|ed)?)) (?:it |have |has |at )?(\d{2,4})"
)
_HEIGHT = re.compile(
    r"(?:legion|height)(?: (?:here|still|now|then))?(?: (?:has|is|of|with))* ([1-7])\b"
    r"|\b([1-7]) (?:(?:guys|men|creatures|counters|characters|units|pieces) )?"
    r"(?:left|high|tall|strong|remain|remaining|remained|guys|men|creatures|characters)\b"
)


_SCORES = re.compile(
    r"(?:^|\bscore :? ?|\bhad )(\d{2,4})(?= ?(?:->|\+|, (?:plus|\+)|,? (?:before|the battle)|plus|and then|to))"
)


def _angel(told: _Said) -> tuple[bool, str] | None:
    """*I had 390, the battle brought 30: do I get an Angel?*, *does an Archangel come at 500?*"""
    slain = [name for name in told.names if not told.box.characters[name].summonable]
    wanted = [name for name in told.names if told.box.characters[name].summonable]
    if slain and "counted" in told.quantities:
        return None  # whose number it is, is not told
    text = told.spelled.replace("- >", "->").replace("=", "->")
    one = _BEFORE.search(text) or _SCORES.search(text)
    if one is None or len(wanted) != 1:
        return None
    before = int(next(digits for digits in one.groups() if digits))
    rest = f"{text[: one.start()]} . {text[one.end() :]}"
    height = _HEIGHT.search(rest)
    tall = int(next(digits for digits in height.groups() if digits)) if height is not None else 1
    rest = rest if height is None else f"{rest[: height.start()]} . {rest[height.end() :]}"
    gain, after = _GAIN.search(rest), _AFTER.search(rest)
    if slain and (gain is not None or after is not None):
        return None
    if gain is not None:
        to = before + int(gain[1])
    elif after is not None:
        to = int(after[1])
    else:
        to = before + sum(told.box.points(name) for name in slain)
        before -= not slain  # a score alone has just been reached
    used = {before, to, to - before, tall, told.quantities.get("counted", 1)} | (
        {int(gain[1])} if gain is not None else set()
    )
    if {int(digits) for digits in re.findall(r"\d+", text)} - used or to < before:
        return None
    reached = multiples_reached(told.box, before, to)
    offer = Offer(told.box, "Plains", reached, tall, told.box.full_stock, told.position("Plains: Ogre").rules)
    judged = offer.judge(wanted * told.quantities.get("counted", 1))
    if isinstance(judged, Refusal):
        return False, judged.rulings[0].text
    return True, f"{before} becomes {to}: {', '.join(map(str, reached))} is reached"


def _height(told: _Said) -> tuple[bool, str] | None:
    heights = [int(digits) for digits in re.findall(r"(?<!turn )\b\d+\b(?! turn)", told.spelled)]
    if len(heights) != 1 or told.names:
        return None
    start = bool(told.words & any_of("start first beginning")) and "after" not in told.words
    most = STARTING_HEIGHT if start else MAX_HEIGHT
    return heights[0] <= most, f"a Legion of {heights[0]}: it has at most {most} characters then"


def _returns(told: _Said) -> tuple[bool, str] | None:
    if len(told.names) != 1 or told.names[0] == TITAN:
        return None
    holds = told.character.returns and "pile" not in told.words
    goes = "goes back to the caretaker" if told.character.returns else "goes to the dead pile"
    return holds, f"the {told.names[0]} {goes}"


def _dead(told: _Said) -> tuple[bool, str] | None:
    hits = told.number("hits")
    if len(told.names) != 1 or hits is None or told.names[0] == TITAN:
        return None
    power = told.character.power
    return hits >= power, f"the {told.names[0]} is slain by {power} hits"


def _half_of(told: _Said) -> tuple[bool, str] | None:
    numbers = [int(digits) for digits in re.findall(r"\d+", told.text)]
    if len(numbers) != 2 or ("engaged" in told.words and "none" not in told.words):
        return None
    whole, scored = numbers
    game = told.position("Black's engagement: Bk01 105 Ogre / Rd01 109 Ogre")
    assert isinstance(game, Game), "two Legions are a game"
    half = half_scored(game, {"Black": whole}, "D-3", "", "")[0].players[0].score - game.players[0].score
    return scored == half, f"half of {whole}, rounded down, is {half}"


def _players(told: _Said) -> tuple[bool, str] | None:
    number = told.number("number")
    least, most = told.box.players[0], told.box.players[-1]
    return None if number is None else (least <= number <= most, f"{least} to {most} play")


def _reach(told: _Said) -> tuple[bool, str] | None:
    said = told.number("range", "number")
    if len(told.names) != 1 or said is None or not (told.character.rangestrikes or told.character.magic_missile):
        return None
    return (
        2 < said <= told.character.skill,
        f"the {told.names[0]} rangestrikes at a range of 3 to {told.character.skill}",
    )


def _drift(told: _Said) -> tuple[bool, str] | None:
    if told.number("hits", "number") not in (None, 1) or len(told.names) > 1:
        return None
    if not told.names:
        natives = told.words & any_of("native natives")
        return not natives, "every non-native in Drift takes one hit"
    holds = "Drift" not in told.character.natives
    return holds, f"the {told.names[0]} is {'not ' if holds else ''}native to Drift"


def _flies_over(told: _Said) -> tuple[bool, str]:
    walks = told.words & any_of("walker walkers foot walking non-flier non-fliers nonflier")
    return not walks, "only fliers pass over characters"


def _cliff(told: _Said) -> tuple[bool, str] | None:
    flier = bool(told.words & any_of("flier fliers"))
    if len(told.names) > 1 or not (told.names or flier):
        return None
    return flier or told.character.flies, "a cliff stops all but fliers"


_TRUTHS: Mapping[str, _Truth] = {
    "reach": _reach,
    "drift": _drift,
    "flies over": _flies_over,
    "cliff": _cliff,
    "flies": _flies,
    "shoots": _is(lambda one: one.rangestrikes or one.magic_missile, "a rangestriker"),
    "magic": _is(lambda one: one.magic_missile, "a thrower of magic missiles"),
    "native": _native,
    "lands": _lands,
    "lord": _is(lambda one: one.is_lord, "a Lord"),
    "demi-lord": _is(lambda one: one.rank == "Demi-Lord", "a Demi-Lord"),
    "summonable": _is(lambda one: one.summonable, "one of those that are summoned"),
    "musters in": _musters_in,
    "worth": _number(
        lambda told: told.box.points(told.names[0]), "claim", "score", "number", what="is worth {} points"
    ),
    "power": _number(
        lambda told: told.box.power(told.names[0], told.number("score") or 0),
        "count",
        "power",
        "number",
        titan=True,
        what="has Power-factor {}",
    ),
    "skill": _number(lambda told: told.character.skill, "number", titan=True, what="has Skill-factor {}"),
    "stock": _number(lambda told: told.character.count, "counted", what="is {} times in the box"),
    "agreed": _agreed,
    "angel at": _angel,
    "height": _height,
    "returns": _returns,
    "dead": _dead,
    "half of": _half_of,
    "players": _players,
    "wins at time loss": _time_loss,
    "one eighth turn": lambda told: (False, "a battle has seven turns"),
    "both titans slain": lambda told: (True, "when the last two Titans are slain together, the game is a draw"),
}
