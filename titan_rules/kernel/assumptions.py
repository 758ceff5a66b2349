"""Assumptions that a reader made, reported with the answer."""

from attrs import frozen

from .writing import Part


@frozen
class Assumption(Part):
    """Something that nobody said and that was taken for granted.

    :param text: one sentence for a person.
    :param otherwise: how to say it otherwise; None where there is no shorter way than to say it.
    """

    text: str
    otherwise: str | None = None

    def __str__(self) -> str:
        return f"{self.text} (otherwise: {self.otherwise})" if self.otherwise else self.text
