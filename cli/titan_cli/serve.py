"""``titan serve``: a local page to set up a position and ask about it."""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import click

from titan_rules.box.loading import beside, read_json, shipped
from titan_rules.box.value import named
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, compact

from . import arguments, output
from .web import Opened
from .web.loading import Load, load
from .web.positions import empty_battle

ADDRESS = "127.0.0.1"
"""The server listens on this machine only."""


@click.command("serve")
@click.argument("document", required=False, metavar="[POSITION]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; by default one that is free.")
@click.option("-o", "--output", "target", metavar="FILE", help="Where the page saves; by default POSITION itself.")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
def command(document: str | None, port: int, target: str | None, browse: bool) -> int:
    """The table in the browser, on this machine: set up a position, ask by touching, play on, read a recorded game.

    POSITION is a game, a battle or a recorded game to begin with: a file, or - for standard input. The printed address
    holds a secret token; requests without it, or from another machine, are refused. Ctrl-C ends it.

    It needs the extra titan-rules[serve].

    \b
    titan serve
    titan serve battle.json --open
    titan serve game.json -o changed.json
    """
    opened = {} if document is None else _start(document)
    try:
        from .serve_app import answer_on  # noqa: PLC0415 (an optional extra)
    except ImportError:
        message = "titan serve needs the extra 'serve': pip install 'titan-rules[serve]'"
        raise CannotTell(Fault("missing-extra", message)) from None
    saved = target if target is not None or document in (None, "-") else document
    with listening(port) as (own, port):
        token = secrets.token_urlsafe(24)
        address = f"http://{ADDRESS}:{port}/?token={token}"
        click.echo(address)
        if browse:
            click.launch(address)
        answer_on(own, token, port, opened, None if "record" in opened else saved)
    return output.ANSWERED


def _start(path: str) -> Opened:
    """What the page opens on, possibly an impossible position: the page lists its faults.

    :raises DocumentError: it is neither a position nor a recorded game.
    """
    text, folder = arguments.read_text(path), os.path.dirname(path)
    with beside(folder):
        loaded = load(Load(text=text)).to_json()
        if loaded["kind"] == "box":
            empty = compact(empty_battle(named(os.path.basename(path))))
            loaded = {"opened": False, **load(Load(text=empty)).to_json()}
        position = loaded if loaded["kind"] == "record" else loaded["position"]
        reference = position.get("box", "standard") if isinstance(position, dict) else "standard"
        opened = {"box": named(reference), "boxes": _files(reference, folder)}
    if loaded["kind"] == "record":
        return {"record": loaded, **opened}
    return {"first": {"held": loaded, "opened": loaded.pop("opened", True)}, **opened}


def _files(reference: JSON, folder: str) -> dict[str, JSON]:
    """The files of a box by name, because the page cannot open files."""
    files: dict[str, JSON] = {}
    while isinstance(reference, str) and reference not in shipped():
        path = os.path.join(folder, reference)
        document = files[os.path.basename(reference)] = read_json(path)
        reference, folder = isinstance(document, dict) and document.get("extends"), os.path.dirname(path)
    return files


@contextmanager
def listening(port: int, host: str = ADDRESS) -> Iterator[tuple[socket.socket, int]]:
    """A socket that listens, and its port.

    :raises DocumentError: the address is not available.
    """
    with socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            own.bind((host, port))
        except OSError as e:
            raise DocumentError([Fault("port", f"{host}:{port}: {e.strerror or e}")]) from None
        own.listen()
        yield own, own.getsockname()[1]
