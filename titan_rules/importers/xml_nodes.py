"""Reads untrusted XML safely: no document types, entities or outside resources, and bounded size."""

from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from attrs import define, field
from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

from ..kernel.errors import DocumentError, Fault
from ..kernel.names import shortened
from .saved import Item

DEEPEST = 32
"""The deepest nesting that is read; the deepest known save has five levels."""

MOST_ELEMENTS = 500_000
"""The most elements that are read; the largest known save has 2,000."""


TEXT = ""
"""The attribute key of an element's own text."""


@define
class Node(Item):
    """An element: its name, attributes, child elements and line."""

    attributes: dict[str, str]
    children: list["Node"] = field(factory=list)

    def all(self, name: str) -> list["Node"]:
        """The child elements of a name."""
        return [child for child in self.children if child.name == name]

    def only(self, name: str) -> "Node":
        """The only child element of a name."""
        named = self.all(name)
        if len(named) != 1:
            raise self.fault("not-a-save", f"a save has one <{name}>, this has {len(named)}")
        return named[0]

    def text(self, key: str) -> str:
        """An attribute."""
        value = self.attributes.get(key)
        if value is None:
            raise self.fault("missing-attribute", f"<{self.name}> lacks the attribute {key!r}")
        return value

    def number(self, key: str) -> int:
        """A non-negative integer attribute; with :data:`TEXT` as key, the element's own text."""
        text = self.attributes.get(TEXT, "") if key == TEXT else self.text(key)
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            what = f"{key!r} of <{self.name}>" if key else f"<{self.name}>"
            raise self.fault("bad-value", f"{what} is a whole number, not {shortened(text)!r}")
        return int(text)

    def truth(self, key: str) -> bool:
        """An attribute that is ``true`` or ``false``."""
        value = self.text(key)
        if value not in ("true", "false"):
            raise self.fault("bad-value", f"{key!r} of <{self.name}> is true or false, not {shortened(value)!r}")
        return value == "true"


class _Builder(ContentHandler):
    """Builds the elements, keeping the text of those without child elements."""

    def __init__(self) -> None:
        super().__init__()
        self.root: Node | None = None
        self._open: list[Node] = []
        self._count = 0
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 (the name that SAX gives it)
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        node = Node(name, self._locator.getLineNumber(), dict(attrs.items()))
        self._count += 1
        if len(self._open) >= DEEPEST or self._count > MOST_ELEMENTS:
            raise node.fault("too-large", f"the XML is nested more than {DEEPEST} deep or has too many elements")
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def characters(self, content: str) -> None:
        if self._open and content.strip():
            kept = self._open[-1].attributes
            kept[TEXT] = kept.get(TEXT, "") + content.strip()

    def endElement(self, name: str) -> None:  # noqa: N802
        self._open.pop()


def read_xml(raw: bytes) -> Node:
    """The root of an XML document.

    :raises DocumentError: it is not XML, or uses what no save needs; the fault names the line.
    """
    if not raw.strip():
        raise DocumentError([Fault("empty", "the input is empty")])
    builder = _Builder()
    try:
        parseString(raw, builder, forbid_dtd=True)
    except SAXParseException as e:
        message = f"not XML: {e.getMessage()} at column {(e.getColumnNumber() or 0) + 1}"
        raise DocumentError([Fault("not-xml", message, line=e.getLineNumber())]) from None
    except DefusedXmlException:
        message = "the XML has a document type or entities; a save has none, and they are not read"
        raise DocumentError([Fault("unsafe-xml", message)]) from None
    except (ValueError, LookupError) as e:
        raise DocumentError([Fault("not-xml", f"not XML: {shortened(str(e))}")]) from None
    if builder.root is None:
        raise DocumentError([Fault("not-xml", "not XML: there is no element")])
    return builder.root
