"""The table in the browser: one page, and the one function that answers everything it asks."""

from typing import Any, TypeAlias

Opened: TypeAlias = dict[str, Any]
"""What the page opens on, as :func:`.page.page` takes it."""
