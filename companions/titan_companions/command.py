"""``titan companion GAME ...``: other games on the same kernel."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, TypeAlias

import click
from click.decorators import pass_meta_key

from titan_cli import arguments, keeper, output
from titan_cli.app import NearestGroup
from titan_cli.files import only_writer, write_whole
from titan_cli.rulebook import Rulebook
from titan_rules.kernel import jsontext
from titan_rules.kernel.answers import shown
from titan_rules.kernel.blocks import Block, Table
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import Names
from titan_rules.kernel.schema import schema_of
from titan_rules.kernel.wording import glossed

from . import GAMES, companion, game_names, is_file
from .protocol import answers, records, views
from .protocol.actions import Action
from .protocol.game import Ending, Game, Next, plain
from .protocol.lines import actions_in, is_json
from .protocol.records import FileFormat, after, parted
from .protocol.rendering import rendered
from .protocol.words import split

AnyGame: TypeAlias = Game[Any]
Words: TypeAlias = str | list[str]

LONG_LINE = 1000
"""A position's line of this many characters takes more than half a screen."""

MOST_DICE = 4
"""If an action needs no more dice than this, its odds are shown at once."""

_HEXES = {"ignore_unknown_options": True}
"""Words such as -1,0 are not options."""

_GAME = "titan_cli.game"
_with_game = pass_meta_key(_GAME)
"""Gives a command the game of its group."""


class _Games(NearestGroup):
    """The games, each imported when named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every game."""
        return list(GAMES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A game's group, by its name in any case, its first letters, or the path of a game's Python file."""
        if is_file(name):
            return game_command(companion(name))
        game = game_names().find(name)
        return None if game is None else _shipped(game)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the games, without importing them."""
        with formatter.section("Games"):
            formatter.write_dl([*GAMES.items()])


@cache
def _shipped(name: str) -> click.Command:
    return game_command(companion(name))


@click.group("companion", cls=_Games, invoke_without_command=True)
@output.with_format
@click.pass_context
def command(ctx: click.Context) -> None:
    """Companions: other games on the same kernel, and your own.

    \b
    titan companion                                       lists the games
    titan companion ./nim.py                              a game of your own, in a Python file
    titan companion lords-of-xidit                        what you can ask
    titan companion lords-of-xidit new > year.sheet
    titan companion lords-of-xidit check year.sheet "A recruits"
    titan companion lords-of-xidit play year.sheet "A recruits"
    """
    if ctx.invoked_subcommand is None:
        games: list[dict[str, JSON]] = [{"game": name, "title": title} for name, title in GAMES.items()]
        output.emit({"kind": "companions", "games": games}, lambda: rendered({"games": games}))


class _Game(NearestGroup):
    """The commands of a game, whose code may be anybody's."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; code that ends the program is a fault of the game."""
        try:
            return super().invoke(ctx)
        except SystemExit as e:
            message = f"the code of {self.name} ended the program: {type(e).__name__}: {e}"
            raise DocumentError([Fault("no-answer", message)]) from e


def game_command(game: AnyGame) -> click.Group:
    """The group of one game."""
    questions, actions = game.questions.kinds, game.actions.kinds
    about = {word: kind.about for word, kind in {**actions, **questions}.items()}
    asked = {word: f"{about[word].rstrip('.')}, asked as if it were your turn." for word in actions}
    commands = [
        *[_asking(game, name, *row) for name, row in ASKED.items()],
        _replay, _play, _new, _validate, _schema, _rules, _explain,
        *[_asking(game, word, about[word], "") for word in questions],
        *[_asking(game, word, asked[word], "") for word in actions if word not in questions],
    ]  # fmt: skip
    rows = [(each.name or "", each.get_short_help_str(100)) for each in commands]

    @click.pass_context
    def listing(ctx: click.Context) -> None:
        ctx.meta[_GAME] = game
        if not ctx.invoked_subcommand:
            listed = [{"question": name, "about": about} for name, about in rows]
            head: dict[str, JSON] = {"kind": "questions", "game": game.name, "title": game.title}
            output.emit({**head, "questions": listed}, lambda: [Table(rows, ["question", "about"])])

    named = {each.name or "": each for each in commands}
    help = f"Rulings for {game.title}."
    if game.dispute is not None:
        position, action = game.dispute
        help += f'\n\n\b\ntitan companion {game.name} check \\\n  "{position}" \\\n  "{action}"'
    made = _Game(game.name, named, callback=listing, invoke_without_command=True, help=help)
    group: click.Group = output.with_format(made)
    return group


# --- questions about a position --------------------------------------------------------------------------------------

ASKED: dict[str, tuple[str, str | None]] = {
    "check": ("Is this action legal, what happens, and if it is not legal, why?", "ACTION"),
    "legal": ("What may be done now, and whose choice is it?", None),
    "odds": ("What can the dice of an action bring, as if it were your turn?", "ACTION"),
    "show": ("The position at a glance, and on one line.", None),
}
"""The questions of every game, each with an example of the words it takes; None: it takes none."""


def _read(game: AnyGame, source: str, kinds: Sequence[str] = ("position",)) -> tuple[Any, Sequence[tuple[int, JSON]]]:
    """A position and the numbered lines after it, from a file, ``-``, or text on one line."""
    line = game.head is not None and source != "-" and " " in source and not os.path.exists(source)
    head, rows = (source, ()) if line else parted(arguments.read_text(source))
    return _document(game, game.position_json(head), kinds), rows


def _document(game: AnyGame, data: JSON, kinds: Sequence[str] = ("position",)) -> Any:
    return game.format.read(arguments.overridden(data, game.rulesets), kinds)


def _words(words: Sequence[str]) -> Words:
    """An action as JSON, or as words; ``--side US`` is ``side=US``."""
    if len(words) == 1:
        return words[0]
    joined: list[str] = []
    for word in words:
        if word.startswith("--") and len(word) > 2:
            joined.append(word[2:] if "=" in word else word[2:] + "=")
        elif joined and joined[-1].endswith("=") and len(joined[-1]) > 1:
            joined[-1] += word
        else:
            joined.append(word)
    return [word.removesuffix("=") for word in joined]


def _glossed(game: AnyGame, blocks: Iterable[Block]) -> str:
    return glossed(shown(blocks), game.glossary if output.settings().language == "ja" else {})


def _for_people(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer with the next choice and the end of the game in words."""
    following, ending = answer.get("next"), answer.get("game_over")
    said = {"next": following and str(Next(**following)), "game_over": ending and str(Ending(**ending))}
    return answer | {name: text for name, text in said.items() if text}


def _print(game: AnyGame, answer: dict[str, JSON]) -> int:
    return output.emit(answer, lambda: _glossed(game, rendered(_for_people(answer))))


def _asking(game: AnyGame, name: str, about: str, words: str | None) -> click.Command:
    """A command that asks about a position.

    :param words: an example of the words it takes; None: it takes none.
    """

    def reply(position: str, lines: bool, said: tuple[str, ...] = ()) -> int:
        def answered(document: object) -> dict[str, JSON]:
            return answers.answer(game, name, _asked(game, name, document, _words(said)), document)

        if lines:
            return arguments.answer_lines(position, lambda data: answered(_document(game, data)))
        start, rows = _read(game, position)
        return _print(game, answered(after(game, start, rows) if rows else start))

    made = output.with_format(arguments.with_lines(arguments.with_readings(reply)))
    if words is not None:
        made = click.argument("said", nargs=-1, required=words != "", metavar="WORDS...")(made)
    made = click.argument("position", metavar="POSITION")(made)
    help = f"{about}\n\n\b\ntitan companion {game.name} {name} POSITION {words}" if words else about
    return click.command(name, context_settings=_HEXES, help=help, short_help=about)(made)


def _asked(game: AnyGame, name: str, document: object, words: Words) -> Callable[[object], object]:
    """What answers a question, or judges an action as if it were its turn (except for ``check``).

    The words are read once, whatever readings the answer is then compared under.
    """
    if name in ("legal", "show"):
        return partial(views.legal if name == "legal" else views.glance, game)
    said = split(words) if isinstance(words, str) else words
    if name in game.questions.kinds:
        question = game.questions.read([name, *said], "", game.known(document))
        return lambda at: views.ask(game, at, question)
    json = isinstance(words, str) and is_json(words)
    asks = name in ASKED or json
    action = game.read_action(words, document) if asks else game.actions.read_as(name, said, game.known(document))
    return lambda at: _judged(game, name, at, action)


def _judged(game: AnyGame, name: str, at: object, action: Action) -> views.Checked:
    here = at if name == "check" else game.as_if(at, action)
    if name == "odds":
        return views.odds(game, here, action)
    answer = views.check(game, here, action)
    return views.odds(game, here, action) if name != "check" and 0 < (answer.dice or 0) <= MOST_DICE else answer


# --- records ---------------------------------------------------------------------------------------------------------


@click.command("replay", short_help="Carry out a record's actions one by one.")
@click.argument("record")
@click.option("--actions", metavar="FILE", help="The actions, one a line, if the record is only a position.")
@click.option("--states", is_flag=True, help="Show the position after each action.")
@arguments.with_readings
@output.with_format
@_with_game
def _replay(game: AnyGame, record: str, actions: str | None, states: bool) -> int:
    """Carry out a record's actions one by one, with each ruling, up to the first illegal one."""
    document, rows = _read(game, record, ("position", game.record))
    rows = list(enumerate(getattr(document, "actions", ()), 1)) or rows
    if actions is not None:
        if rows:
            message = "the document has its own actions; leave the file out"
            raise DocumentError([Fault("two-lists", message, "/actions")])
        rows = list(enumerate(arguments.read_text(actions).split("\n"), 1))
    ask: Callable[[object], object] = lambda at: records.replay(game, game.start_of(at), rows, states)  # noqa: E731
    return _print(game, answers.answer(game, "replayed", ask, document))


@click.command("play", context_settings=_HEXES, short_help="Keep a game in FILE.")
@click.argument("file")
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option("--start", metavar="POSITION", help="Make the file: the position it starts from, or new.")
@keeper.with_playing
@output.with_format
@_with_game
def _play(game: AnyGame, /, file: str, actions: tuple[str, ...], start: str | None, **kept: Any) -> int:
    """Keep a game in FILE: judge each ACTION, roll its dice, record it, and say whose choice is next.

    FILE is what new writes, or a score sheet. A refused action changes nothing. Without ACTION a terminal is asked line
    by line; - reads actions from standard input.
    """
    with only_writer(file):
        if start is not None:
            if os.path.exists(file):
                raise DocumentError([Fault("exists", f"{file} is there already", hint="play on without --start")])
            at = game.start() if start == "new" else _read(game, start)[0]
            write_whole(file, (jsontext.compact(game.format.to_json(at)) + "\n").encode(), durable=True)
        return keeper.keep(partial(GameKeeper, game, file, FileFormat(game)), actions, **kept)


class GameKeeper(keeper.Keeper[Any]):
    """A game of any kind in a file."""

    def __init__(self, game: AnyGame, *kept: Any) -> None:
        self.game = game
        super().__init__(*kept)

    def parts(self, text: str) -> list[str]:
        """The actions in a typed line, separated by semicolons; a remark belongs to the last."""
        said, hash, remark = text.partition("#")
        *before, last = actions_in(said)
        return [text] if is_json(text) else [*before, f"{last} #{remark}" if hash else last]

    def understood(self, text: str, state: object) -> object:
        """The action in a text, without the remark after it."""
        return self.game.read_action(text if is_json(text) else text.partition("#")[0], state)

    def answer(self, attempt: keeper.Attempt[Any]) -> views.Played:
        """The result of typed actions, and whose choice is next."""
        refused: dict[str, Any] = {}
        if attempt.refused is not None:
            action, rulings = attempt.refused
            other = views.instead(self.game, self.state, action)
            refused = {"refused": self.game.text(action, self.state), "instead": other, "rulings": rulings}
        return views.Played(
            verdict="legal" if attempt.refused is None else "illegal", taken_back=attempt.taken_back,
            played=tuple([views.DoneNow(self.game.text(action, after), tuple([told.ruling for told in rulings]))
                          for action, after, rulings in attempt.happened]),
            untried=attempt.untried, fault=attempt.fault, actions=len(self.record.places),
            **self.game.next_of(self.state), **refused,
        )  # fmt: skip

    def emit(self, answer: views.Played) -> None:
        """Print an answer of the command."""
        json = {"format": self.game.format.id, "kind": "played", **plain(answer)}
        output.emit(json, lambda: _glossed(self.game, answer.blocks()))

    def say(self, answer: views.Played) -> None:
        """Print an answer at the prompt."""
        output.say(_glossed(self.game, answer.blocks()))

    def whose(self) -> str:
        """Whose choice is next; the game's name if everyone chooses."""
        return self.game.turn(self.state).who or self.game.name

    def legal(self) -> list[str]:
        """What is legal now."""
        return [one.action for _, one in views.possible(self.game, self.state)]

    def shown(self, *, whole: bool) -> list[Block]:
        """Whose choice is next, and the position: on one line, at a glance if that is long, or whole."""
        glance = _for_people(plain(views.glance(self.game, self.state)))
        if not whole and "line" in glance:
            del glance["facts" if len(glance["line"]) < LONG_LINE else "line"]
        return [*rendered(glance)]

    def help(self) -> Iterator[str]:
        """What may be done."""
        yield "Type an action in words, several in a line with ; between them, for example:"
        legal = {one.do: f"  {one.action}" for _, one in views.possible(self.game, self.state)}
        yield from legal.values()


# --- documents and rules ---------------------------------------------------------------------------------------------


@click.command("new", help="A starting position, for check, replay and play.")
@output.with_format
@_with_game
def _new(game: AnyGame) -> None:
    start = game.new()
    output.emit(start if isinstance(start, dict) else game.format.to_json(start))


@click.command("validate", help="Is each document or score sheet well-formed, and its position possible?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@arguments.with_lines
@output.with_format
@_with_game
def _validate(game: AnyGame, files: tuple[str, ...], lines: bool) -> int:
    from titan_cli.validating import Validator, validate  # noqa: PLC0415 (it imports TITAN's positions, half as much again)

    odd = lambda data: game.warnings(game.start_of(game.format.read(data)))  # noqa: E731
    return validate(files, lines, Validator(odd, partial(records.sheet_faults, game)))


@click.command("schema", help="The JSON Schema (2020-12) of a KIND of document or answer; without one, the kinds.")
@click.argument("kind", required=False)
@output.with_format
@_with_game
def _schema(game: AnyGame, kind: str | None) -> None:
    documents, title = game.format.kinds, f"{game.format.id} action"
    kinds = [*documents, "action", *answers.answers(game)]
    if kind is None:
        click.echo("\n".join(kinds))
        return
    kind = Names("kind", kinds).canonical(kind)
    document = schema_of(game.format, documents[kind]) if kind in documents else None
    schema = document or (game.actions.schema(title) if kind == "action" else answers.answer_schema(game, kind))
    click.echo(jsontext.pretty(schema), nl=False)


@click.command("rules", help="The rules: one RULE, a CHAPTER, those that a search finds, or all.")
@click.argument("names", nargs=-1, metavar="[RULE|CHAPTER]...")
@click.option("--search", metavar="WORDS", help="Only rules that contain all these words.")
@output.with_format
@_with_game
def _rules(game: AnyGame, names: tuple[str, ...], search: str | None) -> None:
    options = tuple(game.rulesets.options.values())
    Rulebook(game.digest, options, command=f"titan companion {game.name} rules").show((*names, *(search or "").split()))


@click.command("explain", help="A rule: its text, where it is written, and its readings.")
@click.argument("rule")
@output.with_format
@_with_game
def _explain(game: AnyGame, rule: str) -> int:
    return _print(game, {"format": game.format.id, "kind": "explain", **plain(answers.explain(game, rule))})
