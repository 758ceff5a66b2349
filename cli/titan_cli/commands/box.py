"""``titan box``: what boxes there are, what is in one, whether your own is valid."""

import os
from collections.abc import Sequence

import click

from titan_rules.answers.boxes import BoxContents, CharacterInBox, TerrainInBox, box_contents, box_list
from titan_rules.box.validating import believed
from titan_rules.box.value import named
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.wording import nouns

from .. import inputs, output
from .validate import validate as report


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
    """Every shipped box with its players, and how it differs from the printed game."""
    found = box_list()
    output.emit(found, lambda: "\n".join(f"{b.name:14} {b.least}-{b.most:<3} {b.about}" for b in found.boxes))


@command.command()
@click.argument("name", shell_complete=inputs.offering("boxes"))
@output.with_format
def show(name: str) -> None:
    """What is in a box: characters, mustering tables, and what differs from the standard box.

    \b
    titan box show titan-plus
    titan box show my-box.json
    """
    found = box_contents(named(name))
    output.emit(found, lambda: contents(found))


@command.command()
@click.argument("file", type=click.Path())
@output.with_format
def validate(file: str) -> int:
    """Whether a box of your own can be played with; if not, everything that is wrong with it.

    \b
    titan box validate my-box.json
    """
    return report([file], False, lambda data: _read(data, file))


def _read(data: JSON, file: str) -> Sequence[Fault]:
    believed(data, os.path.dirname(file), (os.path.abspath(file),))
    return ()


@command.command()
@click.argument("name")
@click.option("--extends", default="standard", help="The box that it changes.", shell_complete=inputs.offering("boxes"))
def new(name: str, extends: str) -> None:
    """A box document to begin with: it changes nothing yet.

    \b
    titan box new mine --extends standard > mine.json
    """
    named(extends)
    document: dict[str, JSON] = {
        "format": "titan-rules/1",
        "kind": "box",
        "name": name,
        "extends": extends,
        "about": "",
    }
    click.echo(jsontext.pretty(document), nl=False)


# --- for people ------------------------------------------------------------------------------------------------------


def contents(box: BoxContents) -> str:
    """What is in a box; a star marks what is not as in the standard box."""
    towers = ", ".join(map(str, box.towers))
    lines = [
        f"{box.name}: {box.about}",
        f"{box.least} to {box.most} players, {box.lands} lands, Towers {towers}",
        f"Each begins with {', '.join(box.starting)}",
        f"A Titan has Power-factor {box.titan_power}, one more for each {box.titan_step} points,"
        f" and teleports from {box.teleport_score} points on",
        "",
        "Characters (* differs from standard; F flies, R rangestrikes, M magic missiles, S can be summoned)",
        *map(_character, box.characters),
    ]
    if box.gone:
        lines += ["", f"Not in this box: {', '.join(box.gone)}"]
    return "\n".join([*lines, "", "Mustering", *map(_terrain, box.terrains)])


def _character(c: CharacterInBox) -> str:
    star = "*" if c.differs else " "
    natives = f"  native to {', '.join(c.native_to)}" if c.native_to else ""
    return f"{star} {c.name:20} {c.power:>2}-{c.skill} {c.marks:3} {c.rank:9} {c.count:>3}{natives}".rstrip()


def _terrain(t: TerrainInBox) -> str:
    star = "*" if t.differs else " "
    rows = [f"{m.muster} ({' or '.join(m.by)})" if m.by else f"{m.muster} (any Legion)" for m in t.musters]
    return f"{star} {t.name}, {t.lands} {nouns('land', t.lands)}: {'; '.join(rows)}"
