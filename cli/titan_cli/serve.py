"""``titan serve``: a local page to set up a position and ask about it."""

from typing import Any

import click

from titan_rules.kernel.errors import CannotTell, DocumentError, Fault

from . import inputs, output

ADDRESS = "127.0.0.1"
"""The only address that is listened on: this machine's own."""


@click.command("serve")
@click.argument("document", required=False, metavar="[DOC]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; by default one that is free.")
@click.option("-o", "--output", "target", metavar="FILE", help="Where the page saves; by default DOC itself.")
@click.option("--open", "browse", is_flag=True, help="Open the page in the browser.")
def command(document: str | None, port: int, target: str | None, browse: bool) -> int:
    """A page on this machine to set up or edit a position by clicking, and to ask about it.

    DOC is a game or a battle to begin with, a file or - for standard input. The address that is printed holds a
    secret word: whoever does not know it gets no answer, nor does any other machine. Ctrl-C ends it.

    It needs the extra titan-rules[serve].

    \b
    titan serve
    titan serve battle.json --open
    titan serve game.json -o changed.json
    """
    data = None if document is None else _start(document)
    saved = target if target is not None or document == "-" else document
    try:
        from .serve_app import application
    except ImportError:
        message = "titan serve needs the extra 'serve': pip install 'titan-rules[serve]'"
        raise CannotTell(Fault("missing-extra", message)) from None
    _listen(application, port, data, saved, browse)
    return output.ANSWERED


def _start(path: str) -> Any:
    """The document to begin with; it may describe an impossible position, the page says what is wrong."""
    from titan_rules.position.documents import FORMAT

    return FORMAT.to_json(FORMAT.parse(inputs.read_json(path), ("game", "battle")))


def _listen(application: Any, port: int, data: Any, saved: str | None, browse: bool) -> None:
    """Answer until somebody presses Ctrl-C.

    :raises DocumentError: the port cannot be had.
    """
    import secrets
    import socket

    import uvicorn

    with socket.socket() as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            own.bind((ADDRESS, port))
        except OSError as e:
            raise DocumentError([Fault("port", f"port {port}: {e.strerror}")]) from None
        port, token = own.getsockname()[1], secrets.token_urlsafe(24)
        address = f"http://{ADDRESS}:{port}/?token={token}"
        own.listen()
        click.echo(address)
        if browse:
            click.launch(address)
        config = uvicorn.Config(
            application(token, port, data, saved),
            log_level="error",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=2,
        )
        try:
            uvicorn.Server(config).run(sockets=[own])
        except KeyboardInterrupt:  # the ordinary end
            return
