"""Documents of kind ``box``."""

from typing import Any

from ..kernel.jsontext import JSON


def whole(own: JSON, folder: str, within: tuple[str, ...]) -> dict[str, Any]:
    raise NotImplementedError
