"""Counts habits of the prose, per 1,000 words: ``python docs/habits.py [FOLDER]``.

Reads the README and the pages under ``docs/`` (generated ones are left out), without code, tables' rules and links'
addresses. Compare two checkouts, or this one with the pages of a project whose prose you like.
"""

import re
import sys
from pathlib import Path

GENERATED = {"api.md", "commands.md", "disputes.md", "rules.md", "where-rules-live.md", "glossary.md"}

CODE = re.compile(r"```.*?```|~~~.*?~~~|^(?: {4}|\t).*$|`[^`\n]*`|<[^>\n]*>|\]\([^)\n]*\)", re.DOTALL | re.MULTILINE)
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")

HABITS = {
    "you": r"\b(you|your|yours|you're|you'll|you've)\b",
    "contractions": r"\b\w+(n't|'re|'ll|'ve|'d)\b|\b(it|that|there|here|what)'s\b",
    "relatives without a noun": r"\b(what|who|whatever) (is|are|was|were|has|have|can|may|must)\b(?![^.!\n]*\?)",
    "semicolons": r";",
    "colons that join clauses": r":(?= [a-z])",
    "where for if or when": r"\bwhere (?=(it|they|he|no|nothing|nobody|both|one|there|two|that|this|a|an|the)\b)",
    "stand, lie, tell": r"\b(stands?|stood|lies|lay|tells?|told)\b",
    "somebody, whoever, one": r"\b(somebody|someone|whoever|one's)\b",
    "archaic": r"\b(mended|foretold|anew|nonetheless|is wanted|held against|of one's own|thereof|wherein)\b",
    "coy nouns": r"\b(the house|storeys?|tempers?|in the mind|doors?)\b",
}
"""Each habit with its pattern; the first two are good ones."""


def prose(text: str) -> str:
    """A page without its code, its HTML and the addresses of its links."""
    return CODE.sub(" ", text)


def pages(folder: Path) -> list[Path]:
    """The README and the pages of a checkout that people wrote."""
    written = [page for page in sorted((folder / "docs").rglob("*.md")) if page.name not in GENERATED]
    return [folder / "README.md", *written]


def counts(texts: list[str]) -> tuple[int, dict[str, float]]:
    """How many words there are, and each habit per 1,000 of them."""
    text = "\n".join(map(prose, texts))
    words = len(WORD.findall(text))
    return words, {
        name: 1000 * len(re.findall(pattern, text, re.IGNORECASE)) / words for name, pattern in HABITS.items()
    }


def main(folder: Path) -> None:
    """Print the counts of a checkout."""
    words, found = counts([page.read_text(encoding="utf-8") for page in pages(folder)])
    print(f"{words:,} words")
    for name, rate in found.items():
        print(f"{name:26} {rate:5.1f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1])
