"""Documents: versioned kinds of JSON objects, each read into a frozen attrs class.

Reading has three steps: *parse* (is it a document of this kind?), *validate* (is its position possible?) and *complete*
(fill in derived values).
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

from attrs import frozen

from . import jsontext
from .errors import DocumentError, Fault
from .jsontext import JSON
from .names import nearest
from .reading import describe, read
from .writing import write

D = TypeVar("D")


@frozen
class DocumentKind:
    """A kind of document.

    :param name: as in the document's ``kind``.
    :param type: the attrs class it is read into.
    :param faults: what makes the position impossible.
    :param about: one line for a person.
    :param complete: fills in the derived values of a possible position.
    :param within: the context for reading the body, for kinds whose names the document itself defines.
    """

    name: str
    type: type[Any]
    faults: Callable[[Any], list[Fault]]
    about: str
    complete: Callable[[Any], Any] = lambda document: document
    within: Callable[[JSON], AbstractContextManager[None]] = lambda _: nullcontext()


@frozen
class Draft(Generic[D]):
    """A parsed document that is not validated; :meth:`believed` returns the valid one.

    :param unchecked: the document, for showing it with its faults.
    """

    unchecked: D
    kind: DocumentKind

    def faults(self) -> list[Fault]:
        """Everything that makes it impossible."""
        return self.kind.faults(self.unchecked)

    def believed(self) -> D:
        """The document, completed.

        :raises DocumentError: with everything that makes it impossible.
        """
        faults = self.faults()
        if faults:
            raise DocumentError(faults)
        complete: D = self.kind.complete(self.unchecked)
        return complete


class Format:
    """A versioned family of kinds.

    :param name: without the version (``titan-rules``).
    :param version: the version read and written.
    """

    def __init__(self, name: str, version: int, kinds: Iterable[DocumentKind]) -> None:
        self.name, self.version = name, version
        self.id = f"{name}/{version}"
        self.kinds = {kind.name: kind for kind in kinds}
        self._by_type = {kind.type: kind for kind in self.kinds.values()}

    def header_faults(self, data: JSON) -> list[Fault]:
        """What is wrong with a document's ``format`` and ``kind``."""
        if not isinstance(data, dict):
            return [Fault("not-a-document", f"expected a JSON object, got {describe(data)}")]
        faults: list[Fault] = []
        given = data.get("format")
        if given is None:
            hint = f'"format": "{self.id}"'
            faults.append(Fault("missing-key", "the key 'format' is missing", hint=hint))
        elif given != self.id:
            code = "wrong-version" if str(given).startswith(self.name + "/") else "wrong-format"
            faults.append(Fault(code, f"expected format {self.id}, got {describe(given)}", "/format"))
        kind = data.get("kind")
        if kind is None:
            hint = "one of: " + ", ".join(self.kinds)
            faults.append(Fault("missing-key", "the key 'kind' is missing", hint=hint))
        elif type(kind) is not str or kind not in self.kinds:
            near = nearest(kind, self.kinds) if isinstance(kind, str) else None
            hint = near or "one of: " + ", ".join(self.kinds)
            faults.append(Fault("unknown-kind", f"unknown kind of document: {describe(kind)}", "/kind", hint=hint))
        return faults

    def parse(self, data: JSON, wanted: Iterable[str] | None = None) -> Draft[Any]:
        """Parse a JSON value without validating it.

        :param wanted: the kinds accepted; any by default.
        :raises DocumentError: with every fault.
        """
        faults = self.header_faults(data)
        if faults:
            raise DocumentError(faults)
        assert isinstance(data, dict), "else there was a fault"
        kind = self.kinds[str(data["kind"])]
        if wanted is not None and kind.name not in wanted:
            listed = " or ".join(f"{w!r}" for w in wanted)
            raise DocumentError(
                [Fault("wrong-kind", f"expected a document of kind {listed}, got {kind.name!r}", "/kind")]
            )
        body = {key: value for key, value in data.items() if key != "format" and key != "kind"}
        with kind.within(body):
            return Draft(read(body, kind.type), kind)

    def draft(self, document: D) -> Draft[D]:
        """A draft of a document made in code."""
        return Draft(document, self._by_type[type(document)])

    def validate(self, document: Any) -> list[Fault]:
        """Everything that makes a document's position impossible."""
        return self.draft(document).faults()

    def complete(self, document: Any) -> Any:
        """A possible position, with its derived values filled in."""
        return self._by_type[type(document)].complete(document)

    def read(self, data: JSON, wanted: Iterable[str] | None = None) -> Any:
        """Parse, validate and complete a JSON value.

        :raises DocumentError: with every fault of structure, or else of the position.
        """
        return self.parse(data, wanted).believed()

    def loads(self, text: str, wanted: Iterable[str] | None = None, line: int | None = None) -> Any:
        """Read JSON text; see :meth:`read`."""
        return self.read(jsontext.loads(text, line), wanted)

    def to_json(self, document: object) -> dict[str, JSON]:
        """A document as a JSON object with its header."""
        kind = self._by_type[type(document)]
        return {"format": self.id, "kind": kind.name, **write(document)}

    def known_json(self, value: object) -> dict[str, JSON] | None:
        """As :meth:`to_json`, or None for anything but a document of this format."""
        return self.to_json(value) if type(value) in self._by_type else None

    def dumps(self, document: object) -> str:
        """Canonical text, byte for byte the same for equal documents."""
        return jsontext.pretty(self.to_json(document))
