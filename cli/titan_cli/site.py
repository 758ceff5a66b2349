"""``titan site``: the table in the browser with nothing to install."""

from pathlib import Path

import click

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault

from . import output

PYODIDE = "node_modules/pyodide"


@click.command("site")
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("--single", "target", metavar="FILE", help="One HTML file that opens from a disk, in place of a folder.")
@click.option(
    "--pyodide",
    "runtime",
    default=PYODIDE,
    show_default=True,
    metavar="DIR",
    help="The npm package pyodide, unpacked: the Python that runs in browsers.",
)
def command(folder: str | None, target: str | None, runtime: str) -> int:
    """The table for a web space: the library itself in the browser, with nothing to install.

    DIR gets the files; any web server will do, none of them needs to be computed. After one visit the page works
    without a network. The page says what it is doing while the rules load; the board is there at once.

    \b
    npm install pyodide
    titan site public
    titan site --single table.html
    """
    if (folder is None) == (target is None):
        raise click.UsageError("name a folder, or a file with --single")
    from .files import write_whole
    from .web.site import read_runtime, single, site

    held = read_runtime(Path(runtime))
    if target is not None:
        write_whole(target, single(held).encode())
        return output.ANSWERED
    place = Path(str(folder))
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise DocumentError([Fault("file", f"{place}: {e.strerror}")]) from None
    if not place.is_dir():
        raise CannotTell(Fault("no-folder", f"{place} is not a folder"))
    for name, content in site(held).items():
        write_whole(str(place / name), content)
    return output.ANSWERED
