"""Counts habits of the prose, per 1,000 words: ``python docs/habits.py [FILE_OR_FOLDER ...]``.

It reads the README and the hand-written pages under ``docs/``, or the Markdown and reStructuredText that you name, like
the docs of a project whose prose you admire. Code, tables, headings, list labels and addresses of links are left out.
"""

import re
import sys
from pathlib import Path

GENERATED = {"api.md", "commands.md", "disputes.md", "rules.md", "where-rules-live.md", "glossary.md"}

LABEL = r"^ *[-*+] +(?:\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|`[^`]+`|[ ,]|and|or)+:"
CODE = r"(?s:```.*?```|~~~.*?~~~)|^(?: {4}|\t).*$|``[^`]*``|`[^`\n]*`|<[^>\n]*>|\]\([^)\n]*\)"
MARKUP = r"^\(.*\)=$|^\.\. .*$|^ *:[\w-]+:.*$|^:::.*$|^ *\|.*$|^#.*$"
LEFT_OUT = re.compile(f"{LABEL}|{CODE}|{MARKUP}", re.MULTILINE)
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
    """A page without everything that is not a sentence."""
    return LEFT_OUT.sub(" ", text)


def pages(paths: list[Path]) -> list[Path]:
    """The pages that people wrote, of these files and folders."""
    inside = [page for path in paths for page in ([path] if path.is_file() else sorted(path.rglob("*.*")))]
    prose = [page for page in inside if page.suffix in {".md", ".rst"} and page.name not in GENERATED]
    return [page for page in prose if page.parent.name != "suite"]  # those pages are made of the catalogue


def counts(texts: list[str]) -> tuple[int, dict[str, float]]:
    """How many words there are, and each habit per 1,000 of them."""
    text = "\n".join(map(prose, texts))
    words = len(WORD.findall(text))
    return words, {
        name: 1000 * len(re.findall(pattern, text, re.IGNORECASE)) / words for name, pattern in HABITS.items()
    }


def main(paths: list[Path]) -> None:
    """Print the counts of some pages."""
    words, rates = counts([page.read_text(encoding="utf-8") for page in pages(paths)])
    print(f"{words:,} words")
    for name, rate in rates.items():
        print(f"{name:26} {rate:5.1f}")


if __name__ == "__main__":
    docs = Path(__file__).parent
    main([Path(path) for path in sys.argv[1:]] or [docs.parent / "README.md", docs])
