"""Pictures as PNG, with the extra ``titan-rules[png]``."""

from ..kernel.errors import CannotTell, Fault

WIDTH = 1000
"""Pixels across, where nothing else is asked for."""


def png(svg: str, width: int = WIDTH) -> bytes:
    """A picture as PNG.

    :param svg: as :func:`.battle.battle_svg` and :func:`.game.game_svg` make it.
    :param width: in pixels; the height follows.
    :raises CannotTell: the extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        hint = "pip install 'titan-rules[png]', or write an .svg file"
        raise CannotTell(Fault("missing-extra", "PNG needs the extra png", hint=hint)) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
