"""What an assistant may ask, each question a class with its fields, each answer one of the library's.

A tool reads no file, writes none and keeps nothing. A position is a text: a line, the JSON of a document, or a whole
recorded game.
"""

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, TypeAlias

import click
from attrs import field, frozen

from titan_rules.answers.documents import Validation
from titan_rules.answers.found_rules import rules_about, rules_by_id
from titan_rules.answers.muster_options import muster_options
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import opening
from titan_rules.box.value import named
from titan_rules.deduction.recorded import recorded
from titan_rules.digest.rows import digest
from titan_rules.draw import render
from titan_rules.draw.svg import png
from titan_rules.kernel.answers import Answer, shown
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.fields import Between
from titan_rules.kernel.jsontext import JSON, pointer
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.reading import read
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged
from titan_rules.simulation.simulation import simulate
from titan_rules.text.parsing import parse

from .. import inputs, output
from ..commands import check as checking
from ..commands import legal_moves, strike_odds
from ..commands.validate import VALIDATOR
from ..opening import opened_text
from ..positions import blocks
from ..recorded import record_in

MOST_TRIALS = 2_000
"""A simulation plays at most this many battles: some ten seconds."""

LONGEST_TEXT = 4 * 1024 * 1024
"""The longest argument, in characters."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with what is done and what there is to do; it may raise to stop the work."""


# --- the questions ---------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Arguments:
    """What every question may say.

    :param ruleset: the reading of the rules in place of the position's own: standard, law, summary, ...
    :param options: single readings by name, as the resource titan://rulesets lists them.
    :param box: the box, if the position names none: standard, titan-plus, abyssal-6, ...
    """

    ruleset: str | None = None
    options: Mapping[str, str | bool] = field(factory=dict)
    box: str | None = None


@frozen(kw_only=True)
class PositionArguments(Arguments):
    """A question about a position.

    :param position: a line, a JSON document, or the text of a recorded game.
    :param viewer: answer only from what this colour, or nobody, can know.
    :param step: in a recorded game, after this many actions; by default after the last.
    """

    position: str
    viewer: str | None = None
    step: Annotated[int, Between(0, 99_999)] | None = None


@frozen(kw_only=True)
class CheckArguments(PositionArguments):
    """Whether an action is legal, why, and what happens.

    :param action: what is done: D3 strikes D4, Bk02 P105, Black concedes. Dice that are not given are not rolled.
        Leave it out only if the position's text says it, too.
    """

    action: str | None = None


@frozen(kw_only=True)
class MovesArguments(PositionArguments):
    """Every legal action.

    :param legion: in a game, only this Legion's.
    :param character: in a battle, only this character's, by name or hex.
    :param roll: the Movement Roll in place of the position's.
    """

    legion: str | None = None
    character: str | None = None
    roll: Annotated[int, Between(1, 6)] | None = None


@frozen(kw_only=True)
class OddsArguments(Arguments):
    """The exact odds of a strike, between named characters on level ground or between hexes of a position.

    :param strikers: characters by name, or their hexes in the position.
    :param target: a character by name, or its hex in the position.
    :param position: a battle, or a game in which one is fought.
    :param strike_number: a higher Strike-number, taken to carry over (CARRY-2).
    :param carry_to: hexes to carry over to, in order.
    :param exchange: add the strikeback.
    :param duel: both strike in every Strike Phase to the end.
    :param hits: hits that a named target has taken.
    :param score: the score of a named Titan's player.
    """

    strikers: tuple[str, ...]
    target: str
    position: str | None = None
    strike_number: Annotated[int, Between(1, 6)] | None = None
    carry_to: tuple[str, ...] = ()
    exchange: bool = False
    duel: bool = False
    hits: Annotated[int, Between(0, 999)] | None = None
    score: Annotated[int, Between(0, 99_999)] | None = None


@frozen(kw_only=True)
class MusterArguments(PositionArguments):
    """What a Legion may muster.

    :param position: a Legion in a land, as in Jungle: 2 Gargoyle, Ogre, or a game with the Legion named.
    :param legion: in a game, the Legion Marker.
    """

    legion: str | None = None


@frozen(kw_only=True)
class SimulateArguments(PositionArguments):
    """How a battle is likely to go: both sides are played many times.

    :param trials: the number of battles.
    :param seed: the same seed gives the same answer.
    """

    trials: Annotated[int, Between(1, MOST_TRIALS)] = 200
    seed: str = "0"


@frozen(kw_only=True)
class ReplayArguments(Arguments):
    """Whether a recorded game is legal to the end.

    :param record: the text of the record: JSON Lines or a score sheet.
    :param to: stop after this many actions.
    :param keep_going: go past what is not legal and can be skipped.
    """

    record: str
    to: Annotated[int, Between(0, 99_999)] | None = None
    keep_going: bool = False


@frozen(kw_only=True)
class DeduceArguments(Arguments):
    """What each hidden Legion of a recorded game can hold.

    :param record: the text of the record.
    :param viewer: the colour that looks, or nobody.
    :param legion: only this Legion.
    :param step: after this many actions; by default after the last.
    :param could: was this action possible then?
    """

    record: str
    viewer: str = "nobody"
    legion: str | None = None
    step: Annotated[int, Between(0, 99_999)] | None = None
    could: str | None = None


@frozen(kw_only=True)
class RulesArguments(Arguments):
    """The rules that a question may be about, or a rule by its id, or what the box says about a name.

    :param words: a question in any words, a rule's id as CARRY-1, or a character, terrain, hazard or land.
    """

    words: str


@frozen(kw_only=True)
class ShowArguments(PositionArguments):
    """A position for people to look at.

    :param picture: add a picture.
    :param masterboard: draw the Masterboard even while a battle is fought.
    """

    picture: bool = True
    masterboard: bool = False


@frozen(kw_only=True)
class ValidateArguments(Arguments):
    """Whether a document is well-formed and its position possible: every fault.

    :param text: a position on a line, a JSON document of any kind, or a recorded game.
    """

    text: str


# --- the answers -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Reply:
    """What a tool answers.

    :param content: the JSON object, as its schema says.
    :param text: what the command prints.
    :param svg: a picture.
    """

    content: dict[str, JSON]
    text: str
    svg: str | None = None

    def png(self) -> bytes | None:
        """The picture as PNG; None without the extra ``png``."""
        try:
            return None if self.svg is None else png(self.svg)
        except CannotTell:
            return None


def _said(answer: Answer) -> Reply:
    return Reply(content=answer.to_json(), text=str(answer))


def check(asked: CheckArguments, _: Progress) -> Reply:
    """Judges an action in a position."""
    return _said(checking.judged_text(asked.position, asked.action, asked.viewer, asked.step))


def list_moves(asked: MovesArguments, _: Progress) -> Reply:
    """Lists the legal actions."""
    held = opened_text(asked.position, ("game", "battle"), asked.viewer, asked.step)
    wanted = {"legion": asked.legion, "character": asked.character, "roll": asked.roll}
    return _said(legal_moves.moves_of(held, None, **wanted, ahead=False))


def odds(asked: OddsArguments, _: Progress) -> Reply:
    """The odds between names, or in a position."""
    given: dict[str, Any] = {
        "strike-number": asked.strike_number, "carry-to": ",".join(asked.carry_to) or None,
        "exchange": asked.exchange or None, "hits": asked.hits, "score": asked.score,
    }  # fmt: skip
    given = {name: value for name, value in given.items() if value is not None}
    if not asked.strikers:
        raise CannotTell(Fault("usage", "nobody strikes", "/strikers", hint="name the strikers, or their hexes"))
    if asked.position is None:
        return _said(strike_odds.odds_of_names([*asked.strikers, asked.target], asked.duel, given))
    battle = inputs.battle_of(opened_text(asked.position).position)
    given |= {"from": ",".join(asked.strikers), "to": asked.target}
    return _said(strike_odds.odds_asked(asked.duel, given)(battle))


def list_musters(asked: MusterArguments, _: Progress) -> Reply:
    """What a Legion may muster, alone or in a game."""
    position = opened_text(asked.position, ("muster", "game"), asked.viewer, asked.step).position
    if isinstance(position, Game) and asked.legion is None:
        raise CannotTell(Fault("usage", "a game has many Legions", "/legion", hint="name one: Bk02"))
    return _said(muster_options(position, asked.legion))


def play_battles(asked: SimulateArguments, progress: Progress) -> Reply:
    """Plays a battle many times."""
    battle = opened_text(asked.position, ("game", "battle"), asked.viewer, asked.step).position
    done = simulate(battle, asked.trials, seed=asked.seed, progress=lambda number: progress(number, asked.trials))
    return _said(done)


def check_record(asked: ReplayArguments, _: Progress) -> Reply:
    """Judges a recorded game."""
    record = _record(asked.record)
    lines, start = record.lines(), record.game()
    return _said(judged(lines, start, to=asked.to, keep_going=asked.keep_going, warnings=record.warnings))


def deduce(asked: DeduceArguments, _: Progress) -> Reply:
    """What a viewer can know of a recorded game."""
    record = _record(asked.record)
    history = recorded(record.lines(), record.game(), asked.step)
    viewer = inputs.observer(history.game, asked.viewer)
    if asked.could is not None:
        return _said(history.could(parse(asked.could, history.game), viewer))
    legion = None if asked.legion is None else history.game.the_box.markers.canonical(asked.legion)
    return _said(history.deduce(viewer, legion=legion))


def find_rules(asked: RulesArguments, _: Progress) -> Reply:
    """The rules named, or those the words may be about."""
    named = digest().named(asked.words.split()) if asked.words.split() else None
    return _said(rules_about(asked.words) if named is None else rules_by_id(named))


def show(asked: ShowArguments, _: Progress) -> Reply:
    """The document of a position, its tables, and a picture."""
    held = opened_text(asked.position, ("game", "battle", "muster"), asked.viewer, asked.step)
    position = held.position
    drawable = asked.picture and isinstance(position, Game | Battle)
    picture = render(position, masterboard=asked.masterboard) if drawable else None
    return Reply(content=FORMAT.to_json(position), text=shown(blocks(position)), svg=picture)


def validate(asked: ValidateArguments, _: Progress) -> Reply:
    """Every fault of a document."""
    report = VALIDATOR.report("text", asked.text.encode(errors="surrogatepass"))
    return _said(Validation(valid=report.valid, documents=(report,)))


def _record(text: str) -> RecordedGame:
    return record_in(rows_in(io.BytesIO(text.encode())))


# --- asking ----------------------------------------------------------------------------------------------------------


@contextmanager
def circumstances(asked: Arguments) -> Iterator[None]:
    """Within it, names are those of the box, the chosen readings apply, and no document opens a file."""
    options = tuple(
        f"{name}={str(value).lower() if value in (True, False) else value}" for name, value in asked.options.items()
    )
    settings = output.Settings(format="table", ruleset=asked.ruleset, options=options)
    with opening(_no_file), click.Context(click.Command("mcp"), obj=settings) as context:
        if asked.box is not None:
            context.with_resource(use_box(named(asked.box)))
        yield


def _no_file(path: str) -> JSON:
    hint = "give the whole document of the box in place of its name"
    raise DocumentError([Fault("no-file", f"no file is opened here: {path[:60]}", "/box", hint=hint)])


@frozen(kw_only=True)
class Tool:
    """A tool.

    :param question: the class of its arguments.
    :param kinds: the kinds of its answers, as ``titan schema`` names them.
    :param about: when to use it, and examples, each on a line that begins with ``>``: its arguments as JSON.
    """

    title: str
    question: type[Arguments]
    answer: Callable[[Any, Progress], Reply]
    kinds: tuple[str, ...]
    about: str


POSITIONS = """\
A position is one text. A battle: Plains: Ogre D3 / Lion D4 3 hits (attacker first, hexes A1 to F4). A moment goes \
behind the terrain: Plains, turn 3, attacker's maneuver: Ogre D3 / Lion E5. A game: turn 5, Black's movement, roll 4: \
\
Black tower 600 score 120: Bk01 3 Titan Ogre, Bk02 109 2 Centaur / Red tower 300: Rd01 13 height 6 (a Legion Marker, \
its land, its characters, or its height if nobody has seen them). A Legion that may muster: Jungle: 2 Gargoyle, Ogre. \
JSON documents and whole recorded games do, too. Never invent what nobody said: write height 6, not six guesses."""

TOOLS: Mapping[str, Tool] = {
    "check": Tool(
        title="Is it legal?",
        question=CheckArguments,
        answer=check,
        kinds=("check",),
        about=f"""\
Rules on one action in a position: legal or illegal, by which rules, and what happens. Use it for every dispute about \
a concrete situation, and quote the ruling. {POSITIONS}
Actions: D3 strikes D4, Ogre strikes Lion with 6 6 5 4 2 1, D3 to E4, Bk02 P105, Bk02 Cen,Cen>Lio, Black concedes.
What you leave out is filled in, and "assumptions" lists it: repeat that to the players. "cannot-tell" means that the \
answer depends on what nobody knows: "missing" says whose characters, "ways" what is possible.
> {{"position": "Plains: Ogre D3 / Lion D4", "action": "D3 strikes D4"}}
> {{"position": "Plains, turn 3, attacker's maneuver: Ogre D3 / Lion D4", "action": "D3 to D2"}}""",
    ),
    "legal_moves": Tool(
        title="Every legal action",
        question=MovesArguments,
        answer=list_moves,
        kinds=("legal-moves",),
        about="""\
Lists every legal action of a position, each with its rules. Use it if somebody asks what may be done, or whether \
something was overlooked. The position is written as for check.
> {"position": "Plains, turn 3, attacker's maneuver: Ogre D2 / Lion D5", "character": "Ogre"}""",
    ),
    "strike_odds": Tool(
        title="The odds of a strike",
        question=OddsArguments,
        answer=odds,
        kinds=("strike-odds", "duel-odds"),
        about="""\
The exact odds of a strike, an exchange or a duel: dice, Strike-number, chance to slay. Give names alone for level \
ground, or a position with hexes: hazards and what may be carried over count only there.
> {"strikers": ["Ogre"], "target": "Centaur"}
> {"position": "Brush: Ogre D3 / Centaur D2", "strikers": ["D3"], "target": "D2", "exchange": true}""",
    ),
    "muster_options": Tool(
        title="What may be mustered",
        question=MusterArguments,
        answer=list_musters,
        kinds=("recruit-options",),
        about="""\
What a Legion may muster in a land, and with whom. Give a terrain with the Legion's characters, or a game and the \
Legion Marker.
> {"position": "Jungle: 2 Gargoyle, Ogre"}""",
    ),
    "simulate": Tool(
        title="How a battle is likely to go",
        question=SimulateArguments,
        answer=play_battles,
        kinds=("battle-odds",),
        about="""\
Plays a battle many times and says who wins how often. It is an estimate, no ruling, and takes seconds.
> {"position": "Plains: 2 Ogre D3 C3 / Lion D4", "trials": 50}""",
    ),
    "replay": Tool(
        title="Check a recorded game",
        question=ReplayArguments,
        answer=check_record,
        kinds=("replay-report",),
        about="""\
Judges a recorded game to its end, and stops at the first action that is not legal. Use it for records only; a \
single action is for check.""",
    ),
    "deduce": Tool(
        title="What a hidden Legion may hold",
        question=DeduceArguments,
        answer=deduce,
        kinds=("deduction", "possibility"),
        about="""\
What each hidden Legion of a recorded game can hold, from what a player has seen: counting, not guessing. With could \
it says whether an action was possible.""",
    ),
    "find_rules": Tool(
        title="Find the rule",
        question=RulesArguments,
        answer=find_rules,
        kinds=("rules",),
        about="""\
The three rules that a question is most likely about, each with a settled dispute as an example, or a rule by its id, \
or what the box says about a character, terrain, hazard or land. It rules nothing: the verdict of an example is not \
the answer to the question. For a ruling, ask check with a position.
> {"words": "can I run away with my Titan"}
> {"words": "CARRY-1"}
> {"words": "how many points is a Hydra worth"}""",
    ),
    "show": Tool(
        title="Look at a position",
        question=ShowArguments,
        answer=show,
        kinds=("game", "battle", "muster"),
        about="""\
A position as its whole document, as a table and as a picture. Use it to see how a text was read.
> {"position": "Plains: Ogre D3 / Lion D4 3 hits"}""",
    ),
    "validate": Tool(
        title="Is it well-formed and possible?",
        question=ValidateArguments,
        answer=validate,
        kinds=("validation",),
        about="""\
Every fault of a document, each with its place. Use it if a document is refused.
> {"text": "Plains: Ogre D3 / Lion D3"}""",
    ),
}
"""The tools by name."""


def call(name: str, arguments: Mapping[str, JSON], progress: Progress) -> Reply:
    """The answer of a tool.

    :raises TitanError: the arguments cannot be read, or there is no answer to them.
    """
    tool = TOOLS[name]
    for key, value in arguments.items():
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise DocumentError([Fault("too-large", f"{key} is too long", pointer(key))])
    asked: Arguments = read(dict(arguments), tool.question)
    with circumstances(asked):
        return tool.answer(asked, progress)
