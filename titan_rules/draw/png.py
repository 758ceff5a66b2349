"""PNG pictures, with the extra ``titan-rules[png]``."""

from ..kernel.errors import CannotTell, Fault

WIDTH = 1000  # pixels


def png(svg: str, width: int = WIDTH) -> bytes:
    """An SVG picture as PNG, ``width`` pixels wide.

    :raises CannotTell: the extra ``png`` is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        hint = "pip install 'titan-rules[png]', or write an .svg file"
        raise CannotTell(Fault("missing-extra", "PNG needs the extra png", hint=hint)) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
