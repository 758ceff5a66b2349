"""``titan box``: the boxes, their contents, and whether your own is valid."""

from functools import partial

import click

from titan_rules.answers.boxes import box_contents, box_list
from titan_rules.box.loading import shipped
from titan_rules.box.value import named

from .. import output
from ..arguments import offering
from ..validating import Validator
from ..validating import validate as report
from .validate import read

NAMES = offering(shipped, files=True)


@click.group("box")
def command() -> None:
    """The boxes that games are played with: the printed one, the variants that ship, and your own files.

    \b
    titan box list
    titan box show titan-plus
    titan box new my-box --extends standard > my-box.json
    titan box show my-box.json
    """


@command.command("list")
@output.with_format
def list_boxes() -> None:
    """Every box that ships.

    Each is shown with its players, and with how it differs from the printed game.
    """
    output.emit(box_list())


@command.command()
@click.argument("name", shell_complete=NAMES)
@output.with_format
def show(name: str) -> None:
    """What is in a box.

    You see its characters, its mustering tables, and what differs from the standard box.

    \b
    titan box show titan-plus
    titan box show my-box.json
    """
    output.emit(box_contents(named(name)))


@command.command()
@click.argument("file", type=click.Path())
@output.with_format
def validate(file: str) -> int:
    """Can a box of your own be played with?

    If not, every fault is listed.

    \b
    titan box validate my-box.json
    """
    return report([file], False, Validator(partial(read, wanted=("box",))))


@command.command()
@click.argument("name")
@click.option("--extends", default="standard", help="The box that it changes.", shell_complete=NAMES)
def new(name: str, extends: str) -> None:
    """A box document to start from: it changes nothing yet.

    \b
    titan box new mine --extends standard > mine.json
    """
    named(extends)
    output.emit({"format": "titan-rules/1", "kind": "box", "name": name, "extends": extends, "about": ""})
