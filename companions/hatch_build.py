"""The READMEs of both distributions as package indexes show them: their links lead to the repository, whose address
pyproject.toml has."""

import posixpath
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(?P<picture>!?)(?P<text>\[[^][]*\])\((?!https?:|#)(?P<path>[^)]*)\)")


def absolute(readme: str, repository: str, folder: str = "") -> str:
    """The README of a folder of the repository, with addresses for links to files, and the raw files for pictures."""

    def address(link: re.Match[str]) -> str:
        kind = "raw" if link["picture"] else "blob"
        path = posixpath.normpath(posixpath.join(folder, link["path"]))
        return f"{link['picture']}{link['text']}({repository}/{kind}/main/{path})"

    return LINK.sub(address, readme)


class Readme(MetadataHookInterface):
    """Makes the field ``readme``; the hook's option ``folder`` says where in the repository the distribution lies."""

    def update(self, metadata: dict) -> None:
        """Put the README with its addresses into the metadata."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = absolute(text, metadata["urls"]["Repository"], self.config.get("folder", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
