"""Engagements before the battle: who meets whom, flight, negotiation (ENG-1 to ENG-8)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from ...box import Box
from ...box.names import CharacterName, LandNo, PlayerColor
from ...kernel.errors import CannotTell, Fault
from ...kernel.judging import Refusal, refusal, unless
from ...kernel.rulings import Ruling, illegal
from ...kernel.wording import listed as name_list
from ...position.battle import Role
from ...position.game import Engagement, Game, Legion, Player, Proposal

EVERYTHING: tuple[CharacterName, ...] = (CharacterName("all"),)


def engaged_lands(game: Game) -> list[LandNo]:
    """The lands with Legions of two players, in order (ENG-1)."""
    holder: dict[int, str] = {}
    lands = []
    for player in game.players:
        for legion in player.legions:
            other_color = holder.setdefault(legion.land, player.color)
            if other_color != player.color:
                lands.append(legion.land)
    return sorted(set(lands))


def unresolved(game: Game) -> list[Ruling]:
    """A ruling for each unresolved Engagement (ENG-1)."""
    sentence = "the Engagement in land {land} is not resolved"
    return [illegal("ENG-1", sentence, land=land, step="2.5") for land in engaged_lands(game)]


def engaged_pair(game: Game, land: int) -> tuple[tuple[Player, Legion], tuple[Player, Legion]]:
    """Attacker and defender in a land; the attacker is the player whose turn it is (ENG-1).

    :raises ValueError: there is no Engagement.
    """
    there = game.at(land)
    mine = [pair for pair in there if pair[0].color == game.active]
    theirs = [pair for pair in there if pair[0].color != game.active]
    if not mine or not theirs:
        raise ValueError(f"no Engagement in land {land}")
    return mine[0], theirs[0]


def opponent_in(game: Game, land: int, color: str) -> PlayerColor | None:
    """The player engaged with a colour's Legion in a land, if any."""
    return next((player.color for player, _ in game.at(land) if player.color != color), None)


def judge_engage(game: Game, land: LandNo) -> LandNo | Refusal:
    """The land whose Engagement is resolved next, or why it cannot be now (ENG-1)."""
    lands = engaged_lands(game)
    if game.engagement is not None:
        sentence = "the Engagement in land {land} is resolved first"
        return refusal("ENG-1", sentence, land=game.engagement.land, step="2.5")
    if land not in lands:
        there = name_list(lands, ",")
        return refusal("ENG-1", "no Engagement in land {land}; open: {open}", land=land, open=there, step="2.5")
    return land


def content(legion: Legion) -> tuple[CharacterName, ...]:
    """A Legion's characters.

    :raises CannotTell: they are unknown.
    """
    if legion.characters is None:
        raise UnknownContent(legion.legion)
    return legion.characters


class UnknownContent(CannotTell):
    """It depends on unknown characters of a Legion; ``legion``: its marker."""

    def __init__(self, legion: str) -> None:
        self.legion = legion
        super().__init__(Fault("unknown-content", f"the characters of {legion} are not known"))


def may_flee(box: Box, legion: Legion) -> list[Ruling]:
    """Why a defending Legion cannot flee: it holds a Lord (ENG-3)."""
    lords = box.lords(legion.known)
    if not lords:
        content(legion)
        return []
    sentence = "{legion} holds a Lord ({lords})"
    return [illegal("ENG-3", sentence, legion=legion.legion, lords=name_list(lords, ","), step="2.5.3")]


def flight_unknown(box: Box, game: Game, engagement: Engagement) -> bool:
    """Whether unknown characters decide if the defender, who has not acted yet, can still flee.

    To outsiders the flight decision and a negotiation that has not begun look alike (ENG-2, ENG-3).
    """
    if engagement.stage != "negotiation" or engagement.stood or engagement.proposals or engagement.no_more:
        return False
    defender = legion_of(game, engagement, "defender")
    if engagement.to_act != engagement.defending or defender.characters is not None:
        return False
    return not box.lords(defender.known)


def role_of(engagement: Engagement, color: str) -> Role | None:
    """The side a player is on in the Engagement."""
    if color == engagement.attacking:
        return "attacker"
    return "defender" if color == engagement.defending else None


def word_step(engagement: Engagement, by: str) -> str:
    """The step at which a player speaks (ENG-5, ENG-6)."""
    if engagement.no_more:
        return "2.5.5"
    return "2.5.4.1" if by == engagement.defending else "2.5.4.2"


def everything(losses: Iterable[CharacterName], legion: Legion) -> bool:
    """Whether a proposal takes a whole Legion.

    :raises CannotTell: it names as many characters as the Legion has, and those are unknown.
    """
    names = tuple(losses)
    return names == EVERYTHING or (len(names) == legion.size and Counter(names) == Counter(content(legion)))


def listed(losses: Iterable[CharacterName], legion: Legion) -> tuple[CharacterName, ...]:
    """The characters that a proposal takes from a Legion."""
    names = tuple(losses)
    return content(legion) if names == EVERYTHING else names


Agreement: TypeAlias = tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]]
"""The losses of attacker and defender: ``EVERYTHING``, or sorted names."""


def agreement(proposal: Proposal, attacker: Legion, defender: Legion) -> Agreement:
    """A proposal's effect, in a form that can be compared (ENG-5).

    :raises CannotTell: as :func:`everything`.
    """
    attackers, defenders = proposal.attacker_loses, proposal.defender_loses
    return (
        EVERYTHING if everything(attackers, attacker) else tuple(sorted(attackers)),
        EVERYTHING if everything(defenders, defender) else tuple(sorted(defenders)),
    )


def judge_proposal(game: Game, engagement: Engagement, proposal: Proposal) -> Proposal | Refusal:
    """The proposal, or why it cannot be made (ENG-5, ENG-7)."""
    attacker, defender = _legions(game, engagement)
    against: list[Ruling] = []
    for losses, legion in ((proposal.attacker_loses, attacker), (proposal.defender_loses, defender)):
        if losses == EVERYTHING:
            continue
        if losses and len(losses) <= legion.size:
            content(legion)
        absent = name_list(sorted((Counter(losses) - Counter(legion.known)).elements()), ",", none="")
        if absent:
            against.append(illegal("ENG-7", "{legion} does not hold {names}", names=absent, legion=legion.legion))
    if against:
        return Refusal(tuple(against))
    agreed = agreement(proposal, attacker, defender)
    if EVERYTHING not in agreed:
        sentence = "an agreement eliminates {a} or {d} whole"
        against.append(illegal("ENG-7", sentence, a=attacker.legion, d=defender.legion))
    if any(agreement(earlier, attacker, defender) == agreed for earlier in engagement.proposals):
        place = word_step(engagement, proposal.by)
        against.append(illegal("ENG-5", "the same was proposed before", step=place))
    return unless(against, proposal)


def judge_acceptance(game: Game, engagement: Engagement, proposal: Proposal) -> Proposal | Refusal:
    """The accepted proposal, or a refusal if the other player did not make it (ENG-5, ENG-6)."""
    attacker, defender = _legions(game, engagement)
    for losses, legion in ((proposal.attacker_loses, attacker), (proposal.defender_loses, defender)):
        if losses != EVERYTHING and 0 < len(losses) <= legion.size:
            content(legion)
    agreed = agreement(proposal, attacker, defender)
    if any(p.by != proposal.by and agreement(p, attacker, defender) == agreed for p in engagement.proposals):
        return proposal
    rule, place = "ENG-6" if engagement.no_more else "ENG-5", word_step(engagement, proposal.by)
    return refusal(rule, "the other player has made no such proposal", step=place)


def agreements(engagement: Engagement, attacker: Legion, defender: Legion) -> Iterator[Agreement]:
    """Every agreement not proposed yet: one whole Legion, and none, all or some of the other (ENG-5, ENG-7)."""
    try:
        proposed = {agreement(earlier, attacker, defender) for earlier in engagement.proposals}
    except CannotTell:
        return
    every: list[Agreement] = [((), EVERYTHING), (EVERYTHING, ()), (EVERYTHING, EVERYTHING)]
    every += [(some, EVERYTHING) for some in _some_of(attacker)] + [(EVERYTHING, some) for some in _some_of(defender)]
    yield from (losses for losses in every if (tuple(sorted(losses[0])), tuple(sorted(losses[1]))) not in proposed)


def _some_of(legion: Legion) -> Iterator[tuple[CharacterName, ...]]:
    """Every distinct proper part of a Legion's known characters, small ones first."""
    have = Counter(legion.characters or ())
    parts = [
        tuple([name for name, count in zip(have, counts, strict=True) for _ in range(count)])
        for counts in product(*(range(count + 1) for count in have.values()))
    ]
    yield from (part for part in sorted(parts, key=len) if 0 < len(part) < legion.size)


def _legions(game: Game, engagement: Engagement) -> tuple[Legion, Legion]:
    return legion_of(game, engagement, "attacker"), legion_of(game, engagement, "defender")


def legion_of(game: Game, engagement: Engagement, role: Role) -> Legion:
    """The Legion on one side of the Engagement."""
    marker = engagement.attacker if role == "attacker" else engagement.defender
    return game.player(color_of_role(engagement, role)).held(marker)


def color_of_role(engagement: Engagement, role: Role) -> str:
    """The player on one side of the Engagement."""
    return engagement.attacking if role == "attacker" else engagement.defending


def opponent_of(engagement: Engagement, color: str) -> PlayerColor:
    """The other player of the Engagement."""
    return engagement.defending if color == engagement.attacking else engagement.attacking
