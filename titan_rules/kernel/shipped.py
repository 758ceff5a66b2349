"""Files that ship with the package, which may lie in a folder or in a zip archive."""

from typing import Any


def shipped_text(path: str) -> str:
    """The text of a file beside a module.

    :param path: made from the module's ``__file__``.
    :raises OSError: there is no such file.
    """
    loader: Any = __spec__.loader  # of this module, and so of the package; importlib.resources is slow to import
    data: bytes = loader.get_data(path)
    return data.decode()
