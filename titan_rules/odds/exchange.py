"""One Strike Phase of a pair: the strikes, and the strikeback of the slain too (STRIKE-8)."""

from attrs import frozen

from ..kernel.odds import Distribution, Ratio


@frozen
class ExchangeOdds:
    """What becomes of two characters in one Strike Phase, strikeback included.

    The slain strike back with all their dice, so neither roll depends on the other, and the chances
    multiply. That holds for this pair and this phase only.

    :param target_slain: the chance that the target is slain.
    :param striker_slain: the chance that the striker is.
    """

    target_slain: Ratio
    striker_slain: Ratio

    @property
    def both(self) -> Ratio:
        """The chance that both are slain."""
        return self.target_slain * self.striker_slain

    @property
    def target_only(self) -> Ratio:
        """The chance that only the target is slain."""
        return self.target_slain * self.striker_slain.complement

    @property
    def striker_only(self) -> Ratio:
        """The chance that only the striker is slain."""
        return self.target_slain.complement * self.striker_slain

    @property
    def neither(self) -> Ratio:
        """The chance that both live."""
        return self.target_slain.complement * self.striker_slain.complement


def exchange(target_left: int, on_target: Distribution, striker_left: int, on_striker: Distribution) -> ExchangeOdds:
    """The odds of an exchange.

    :param target_left: the hits that slay the target; ``striker_left`` likewise.
    :param on_target: the hits of everyone who strikes it.
    :param on_striker: the hits of everyone who strikes back.
    """
    return ExchangeOdds(on_target.at_least(target_left), on_striker.at_least(striker_left))
