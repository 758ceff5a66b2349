"""``titan companion cloudspire QUESTION``: the game that still stands on the older layer, one subcommand a question."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from titan_rules.kernel.blocks import Table
from titan_rules.kernel.jsontext import JSON

from . import inputs, output
from .app import NearestGroup

if TYPE_CHECKING:
    from titan_rules.kernel.companions import Answer, Companion, Parameter, Question
    from titan_rules.kernel.errors import Fault


Typed: TypeAlias = str | int | tuple[str, ...] | None
"""The value of an option or an argument of a question."""


_HEADINGS = ("question", "about")


class _Game(NearestGroup):
    """One game: its questions, each made when it is asked for, and what every game has."""

    def __init__(self, game: "Companion", **settings: Any) -> None:  # as click has it
        super().__init__(**settings)
        self._questions = {question.name: question for question in game.questions}
        self._game = game

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The questions, in the game's order, and the rest."""
        return [*self._questions, *_COMMON]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name in self._questions:
            return _question_command(self._game, self._questions[name])
        return _COMMON[name](self._game) if name in _COMMON else None


def game_command(game: "Companion") -> click.Group:
    """The group of one game."""

    def listing() -> None:
        if not click.get_current_context().invoked_subcommand:
            output.emit(_catalogue(game), lambda: [Table([(q.name, q.about) for q in game.questions], _HEADINGS)])

    settings = {"name": game.name, "help": f"Rulings for {game.title}.", "invoke_without_command": True}
    group: click.Group = output.with_format(_Game(game, callback=listing, **settings))
    return group


def _catalogue(game: "Companion") -> dict[str, JSON]:
    questions = [{"question": q.name, "about": q.about, "example": q.example} for q in game.questions]
    return {"kind": "questions", "game": game.name, "title": game.title, "questions": questions}


def _question_command(game: "Companion", question: "Question") -> click.Command:
    if question.wants:

        def reply(document: str, lines: bool, **typed: Typed) -> int:
            values = _values(question, typed)

            def answer(data: JSON) -> "Answer":
                return _ask(game, question, inputs.overridden(data, game.rulesets), values)

            if lines:
                return inputs.answer_lines(document, answer)
            return _print(
                answer(_read_record(document, values) if _takes_lines(question) else inputs.read_json(document))
            )
    else:

        def reply(**typed: Typed) -> int:  # type: ignore[misc]  # the same command without a document
            return _print(_ask(game, question, None, _values(question, typed)))

    made: Callable[..., object] = output.with_format(reply)
    if question.wants:
        made = inputs.with_lines(inputs.with_ruleset(made))
    for parameter in reversed([p for p in question.parameters if p.either]):
        made = click.argument(_either(parameter), required=False, metavar=f"[{parameter.name.upper()}]")(made)
    for parameter in reversed(question.parameters):
        made = _with_parameter(parameter)(made)
    if question.wants:
        made = click.argument("document", metavar="DOC")(made)
    example = f"titan companion {game.name} {question.name} {question.example}"
    about = f"{question.about}\n\n\b\n{example}"
    hexes = {"ignore_unknown_options": any(p.name == "action" for p in question.parameters)}  # words such as -1,0
    return click.command(question.name, context_settings=hexes, help=about, short_help=question.about)(made)


def _takes_lines(question: "Question") -> bool:
    return any(parameter.kind == "lines" for parameter in question.parameters)


def _either(parameter: "Parameter") -> str:
    """The key of an option's value where it is given as an argument."""
    return f"{parameter.key}_argument"


def _read_record(path: str, values: dict[str, object]) -> JSON:
    """A document; where further lines follow the one that it stands on, they are the actions."""
    data, actions = _parted(inputs.read_text(path))
    if actions:
        values.setdefault("actions", actions)
    return data


def _parted(text: str) -> tuple[JSON, tuple[tuple[int, str], ...]]:
    """A document, and the lines after the one that it stands on, if there are any, with their numbers.

    :raises DocumentError: it is no JSON.
    """
    from titan_rules.kernel import jsontext
    from titan_rules.kernel.errors import DocumentError

    first, _, rest = text.lstrip().partition("\n")
    try:
        return jsontext.loads(text), ()
    except DocumentError:
        if not rest.strip() or not first.rstrip().endswith("}"):
            raise
    return jsontext.loads(first, 1), tuple((i, line) for i, line in enumerate(rest.split("\n"), 2) if line.strip())


def _ask(game: "Companion", question: "Question", data: JSON, values: dict[str, object]) -> "Answer":
    from titan_rules.kernel.companions import ask

    return ask(game, question.name, data, **values)


def _print(answer: "Answer") -> int:
    from titan_rules.kernel.companions.asking import NEGATIVE_VERDICTS

    output.emit(answer, lambda: [answer])
    return output.NEGATIVE if answer.get("verdict") in NEGATIVE_VERDICTS else output.ANSWERED


def _with_parameter(parameter: "Parameter") -> Callable[[output.Body], output.Body]:
    kind: click.ParamType[object] = click.STRING
    if parameter.kind == "number":
        kind = click.IntRange(parameter.least, parameter.most)
    elif parameter.choices:
        kind = click.Choice(parameter.choices, case_sensitive=False)
    metavar = {"dice": "DICE", "number": "N", "lines": "FILE"}.get(parameter.kind)
    if parameter.required:
        label = metavar or parameter.name.upper()
        nargs = -1 if parameter.many else 1
        return click.argument(parameter.key, type=kind, nargs=nargs, required=True, metavar=label)
    flag = f"--{parameter.name}"
    if parameter.kind == "flag":
        return click.option(flag, parameter.key, is_flag=True, help=parameter.about)
    return click.option(flag, parameter.key, type=kind, multiple=parameter.many, metavar=metavar, help=parameter.about)


def _values(question: "Question", typed: Mapping[str, Typed]) -> dict[str, object]:
    """The values of a question's parameters as its answer wants them; those not typed are left out."""
    values = {}
    for parameter in question.parameters:
        value = typed[parameter.key]
        if parameter.either and value is None:
            value = typed[_either(parameter)]
        if value is None or value == ():
            continue
        values[parameter.key] = _meant(parameter, value)
    return values


def _meant(parameter: "Parameter", value: Typed) -> object:
    """What a value is to the answer: the dice and the lines of a file are still text."""
    if parameter.kind == "dice" and isinstance(value, tuple):
        return tuple(map(_dice, value))
    if isinstance(value, str):
        return {"dice": _dice, "lines": _lines}.get(parameter.kind, str)(value)
    return value


def _dice(text: str) -> tuple[int, ...]:
    from titan_rules.kernel.dice import dice_faults
    from titan_rules.kernel.errors import DocumentError

    dice = [int(die) if die.strip().isdecimal() and len(die) < 4 else die for die in text.split(",")]
    faults = dice_faults(dice)
    if faults:
        raise DocumentError(faults)
    return tuple(int(die) for die in dice)


def _lines(path: str) -> tuple[tuple[int, str], ...]:
    from titan_rules.kernel.errors import DocumentError

    found = []
    for number, text in inputs.json_lines(path):
        if isinstance(text, DocumentError):
            raise text
        found.append((number, text))
    return tuple(found)


def _new_command(game: "Companion") -> click.Command:
    @click.command("new", help="A starting document.")
    @output.with_format
    def new() -> None:
        output.emit(game.new())

    return new


def _validate_command(game: "Companion") -> click.Command:
    def sheet(raw: bytes) -> "tuple[str, Sequence[Fault]] | None":
        from titan_rules.kernel.companions.answering import sheet_faults
        from titan_rules.kernel.jsontext import decode

        text = decode(raw)
        if game.play is not None and text.lstrip()[:1] not in ("{", "[", ""):
            return "score sheet", tuple(game.play.sheet_faults(enumerate(text.split("\n"), 1)))  # of a start elsewhere
        start, lines = _parted(text)
        return ("score sheet", sheet_faults(game, start, lines)) if lines else None

    @click.command("validate", help=_VALIDATE)
    @click.argument("files", nargs=-1, required=True, metavar="FILE...")
    @inputs.with_lines
    @output.with_format
    def command(files: tuple[str, ...], lines: bool) -> int:
        from .commands.validate import validate

        return validate(files, lines, lambda data: game.warnings(game.format.read(data)), sheet)

    return command


_VALIDATE = "Is each document or score sheet well-formed, and its position possible? Every fault is listed."


def _schema_command(game: "Companion") -> click.Command:
    @click.command("schema", help="The JSON Schema (2020-12) of a KIND of document; without one, the kinds.")
    @click.argument("kind", required=False)
    @output.with_format
    def schema(kind: str | None) -> None:
        from titan_rules.kernel.jsontext import pretty
        from titan_rules.kernel.names import Names
        from titan_rules.kernel.schema import schema_of

        actions = {} if game.play is None else {"action": game.play.actions.schema(f"{game.format.id} action")}
        if kind is None:
            click.echo("\n".join((*game.format.kinds, *actions)))
            return
        if kind.casefold() in actions:
            click.echo(pretty(actions["action"]), nl=False)
            return
        found = game.format.kinds[Names("kind", game.format.kinds).canonical(kind)]
        click.echo(pretty(schema_of(game.format, found)), nl=False)

    return schema


def _rules_command(game: "Companion") -> click.Command:
    @click.command("rules", help="The rule digest: one RULE, a CHAPTER, those that a search finds, or all.")
    @click.argument("names", nargs=-1, metavar="[RULE|CHAPTER]...")
    @click.option("--search", metavar="WORDS", help="Only rules in which all these words stand.")
    @output.with_format
    def rules(names: tuple[str, ...], search: str | None) -> None:
        from .commands.rules import print_rules

        print_rules(game.digest(), game.rulesets.options.values(), names, search)

    return rules


_COMMON: dict[str, Callable[["Companion"], click.Command]] = {
    "new": _new_command,
    "validate": _validate_command,
    "schema": _schema_command,
    "rules": _rules_command,
}
"""What every game has besides its questions."""
