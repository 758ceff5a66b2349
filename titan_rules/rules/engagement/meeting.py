"""Engagements before the battle: who meets whom, flight, negotiation (ENG-1 to ENG-8)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from ...box.characters import TITAN
from ...box.names import CharacterName, LandNo, PlayerColor
from ...kernel.judging import Objection, refuse_if, until_stopped
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import article
from ...kernel.wording import listed as name_list
from ...position.battle import Role
from ...position.game import Engagement, Game, Legion, Player, Proposal, Stage
from ...position.stock import count_of, unseen
from ..objections import UnknownContent, against_holding, against_outsider, against_phase

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


def against_ending(game: Game) -> Iterator[Objection]:
    """Objections to the end of the Engagement Phase (ENG-1)."""
    current = game.engagement
    waits = () if current is None else against_stage(game, current)
    return until_stopped(against_phase(game, "engagement", "ENG-1"), unresolved(game), waits)


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


_STAGES: Mapping[Stage, str] = {
    "battle": "the Battle",
    "summons": "the winner's summons",
    "reinforcement": "the winner's reinforcement",
    "acquiring": "the winner's Angels",
}


def against_engagement(game: Game, rule: str = "ENG-1") -> Iterator[Objection]:
    """Objections to any action within an Engagement: another phase, or none is being resolved (ENG-1)."""
    return until_stopped(against_phase(game, "engagement", rule), _against_no_engagement(game))


def _against_no_engagement(game: Game) -> Iterator[Ruling]:
    if game.engagement is None:
        yield illegal("ENG-1", "the mover first chooses an Engagement", step="2.5")


def against_stage(game: Game, engagement: Engagement, *stages: Stage) -> Iterator[Ruling]:
    """The objection that an Engagement has come to another stage, with who acts (ENG-1)."""
    if engagement.stage in stages:
        return
    acts: str = engagement.to_act
    if game.battle is not None:
        acts = game.battle.of(game.battle.acting).player
    facts: Facts = {"land": engagement.land, "acts": acts}
    if engagement.stage in _STAGES:
        sentence = "the Engagement in land {land} has come to {stage}, and it is {acts}'s turn"
        yield illegal("ENG-1", sentence, stage=_STAGES[engagement.stage], **facts)
    else:  # third players do not see whether the defender still decides to flee or stand
        yield illegal("ENG-1", "in the Engagement in land {land} it is {acts}'s turn to speak", **facts)


def against_fighting(game: Game, do: str) -> Iterator[Objection]:
    """Objections to an action of a battle, ``do``, when none is fought (BATTLE-1)."""
    current = game.engagement
    elsewhere = () if current is None else against_stage(game, current, "battle")
    none_fought = illegal("BATTLE-1", "{do} belongs to a battle, and none is fought", do=do)
    return until_stopped(against_engagement(game), elsewhere, [none_fought])


def against_engaging(game: Game, land: LandNo) -> Iterator[Objection]:
    """Objections to resolving the Engagement in a land next (ENG-1)."""
    return until_stopped(against_phase(game, "engagement", "ENG-1"), _against_engaging(game, land))


def _against_engaging(game: Game, land: LandNo) -> Iterator[Ruling]:
    lands = engaged_lands(game)
    if game.engagement is not None:
        sentence = "the Engagement in land {land} is resolved first"
        yield illegal("ENG-1", sentence, land=game.engagement.land, step="2.5")
    elif land not in lands:
        there = name_list(lands, ",", none="none")
        yield illegal("ENG-1", "no Engagement in land {land}; open: {open}", land=land, open=there, step="2.5")


def content(legion: Legion) -> tuple[CharacterName, ...]:
    """A Legion's characters.

    :raises CannotTell: they are unknown.
    """
    if legion.characters is None:
        raise UnknownContent(legion.legion)
    return legion.characters


def against_lords(game: Game, legion: Legion) -> Iterator[Objection]:
    """Objections to the flight of a Legion: the Lords that it holds, or may hold (ENG-3)."""
    possible = False
    for name, character in game.the_box.characters.items():
        if character.is_lord:
            least, most = count_of(game, legion, name)
            if least:
                facts: Facts = {"legion": legion.legion, "lord": "the Titan" if name == TITAN else article(name)}
                yield Ruling("ENG-3", "illegal", "{legion} holds {lord}, a Lord, and may not flee", facts, "2.5.3")
            possible = possible or most > least
    if possible:
        yield UnknownContent(legion.legion, "whether it holds a Lord")


def may_flee(game: Game, legion: Legion) -> bool:
    """Whether a defending Legion holds no Lord (ENG-3).

    :raises UnknownContent: it may hold one.
    """
    return refuse_if(against_lords(game, legion), None) is None


def flight_unknown(game: Game, engagement: Engagement) -> bool:
    """Whether it is unknown if the defender, who has not acted yet, still decides to flee or stand.

    To outsiders the flight decision and a negotiation that has not begun look alike (ENG-2, ENG-3).
    """
    if not _unspoken(engagement):
        return False
    defender = legion_of(game, engagement, "defender")
    return bool(unseen(defender)) and not any(isinstance(one, Ruling) for one in against_lords(game, defender))


def _unspoken(engagement: Engagement) -> bool:
    """Whether the negotiation has not begun, and no decision to stand came before it."""
    begun = engagement.stood or engagement.proposals or engagement.no_more
    return engagement.stage == "negotiation" and not begun and engagement.to_act == engagement.defending


def nothing_to_decide(game: Game) -> Ruling | None:
    """The ruling that the defender holds a Lord, so that it need not say that it stands; None if it decides (ENG-3)."""
    engagement = game.engagement
    if game.phase != "engagement" or engagement is None or not _unspoken(engagement):
        return None
    return next((one for one in _held_lords(game, engagement)), None)


def _held_lords(game: Game, engagement: Engagement) -> Iterator[Ruling]:
    objections = against_lords(game, legion_of(game, engagement, "defender"))
    return (one for one in objections if isinstance(one, Ruling))


def against_flight(game: Game) -> Iterator[Objection]:
    """Objections to the defender's flight (ENG-3, ENG-5)."""
    return until_stopped(against_engagement(game, "ENG-3"), _against_flight(game))


def _against_flight(game: Game) -> Iterator[Objection]:
    engagement = game.meeting
    if engagement.stage == "flight":
        return
    if engagement.stood:
        yield illegal("ENG-5", "{player} has decided to stand, and that is final", player=engagement.defending)
    elif engagement.stage == "negotiation":
        yield from _held_lords(game, engagement)
        if flight_unknown(game, engagement):
            yield UnknownContent(engagement.defender, "whether it holds a Lord")
    if not _unspoken(engagement):
        yield from against_stage(game, engagement, "flight")


def against_standing(game: Game) -> Iterator[Objection]:
    """Objections to the defender's decision to stand (ENG-3 to ENG-5)."""
    return until_stopped(against_engagement(game), _against_standing(game))


def _against_standing(game: Game) -> Iterator[Objection]:
    engagement = game.meeting
    if flight_unknown(game, engagement):
        yield UnknownContent(engagement.defender, "whether it holds a Lord")
    elif _unspoken(engagement):
        for lord in _held_lords(game, engagement):
            sentence = "there is nothing to decide: {legion} holds {lord}, a Lord, and may not flee"
            yield illegal("ENG-3", sentence, step="2.5.3", **lord.facts)
    else:
        yield from against_stage(game, engagement, "flight")


def against_speaking(game: Game, by: str, in_turn: bool = True) -> Iterator[Objection]:
    """Objections to a player's word in the negotiation; ``in_turn`` False: out of turn is allowed (ENG-5)."""
    return until_stopped(
        against_engagement(game), _against_third(game, by), _against_turn(game, by, in_turn), _against_unheard(game)
    )


def _against_third(game: Game, by: str) -> Iterator[Objection]:
    """Objections to somebody who is not part of the Engagement."""
    if role_of(game.meeting, by) is None:
        outsider = against_outsider(game, by)
        yield from until_stopped(outsider, [illegal("ENG-5", "{by} takes no part in this Engagement", by=by)])


def _against_turn(game: Game, by: str, in_turn: bool) -> Iterator[Ruling]:
    engagement = game.meeting
    if engagement.stage not in ("flight", "negotiation"):
        yield from against_stage(game, engagement, "negotiation")
    elif in_turn and by != engagement.to_act:
        yield illegal("ENG-5", "it is {to_act}'s turn to speak, not {by}'s", to_act=engagement.to_act, by=by)


def _against_unheard(game: Game) -> Iterator[Objection]:
    engagement = game.meeting
    if flight_unknown(game, engagement):
        yield UnknownContent(engagement.defender, "whether it still decides to flee or stand")
    elif engagement.stage == "flight":
        yield illegal("ENG-3", "{by} first decides to flee or stand", by=engagement.defending, step="2.5.3")


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


def everything(losses: Sequence[CharacterName], legion: Legion) -> bool:
    """Whether a proposal takes a whole Legion; it names nobody whom the Legion does not hold."""
    return losses == EVERYTHING or len(losses) == legion.size


def listed(losses: Iterable[CharacterName], legion: Legion) -> tuple[CharacterName, ...]:
    """The characters that a proposal takes from a Legion."""
    names = tuple(losses)
    return content(legion) if names == EVERYTHING else names


Agreement: TypeAlias = tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]]
"""The losses of attacker and defender: ``EVERYTHING``, or sorted names."""


def agreement(proposal: Proposal, attacker: Legion, defender: Legion) -> Agreement:
    """A proposal's effect, in a form that can be compared (ENG-5)."""
    attackers, defenders = proposal.attacker_loses, proposal.defender_loses
    return (
        EVERYTHING if everything(attackers, attacker) else tuple(sorted(attackers)),
        EVERYTHING if everything(defenders, defender) else tuple(sorted(defenders)),
    )


def against_proposal(game: Game, proposal: Proposal) -> Iterator[Objection]:
    """Objections to a proposal (ENG-5 to ENG-7)."""
    speaking = against_speaking(game, proposal.by)
    return until_stopped(speaking, _against_more(game, proposal), _against_terms(game, proposal))


def _against_more(game: Game, proposal: Proposal) -> Iterator[Ruling]:
    engagement = game.meeting
    if engagement.no_more:
        sentence = "{other} makes no more proposals; {by} accepts an earlier one, concedes, or starts the Battle"
        yield illegal("ENG-6", sentence, other=engagement.no_more[0], by=proposal.by, step="2.5.5")


def _against_terms(game: Game, proposal: Proposal) -> Iterator[Objection]:
    engagement, agreed = game.meeting, _agreement(game, proposal)
    yield from _against_losses(game, proposal)
    if EVERYTHING not in agreed:
        sentence = "an agreement eliminates {a} or {d} whole"
        yield illegal("ENG-7", sentence, a=engagement.attacker, d=engagement.defender)
    if any(_agreement(game, earlier) == agreed for earlier in engagement.proposals):
        yield illegal("ENG-5", "the same was proposed before", step=word_step(engagement, proposal.by))
    else:
        yield from _against_named(game, proposal)


def _against_losses(game: Game, proposal: Proposal) -> Iterator[Objection]:
    """Objections to characters whom a proposal names and the two Legions do not hold (ENG-7)."""
    for losses, legion in zip((proposal.attacker_loses, proposal.defender_loses), _legions(game), strict=True):
        if losses != EVERYTHING:
            yield from against_holding(game, legion, losses, "ENG-7")


def _agreement(game: Game, proposal: Proposal) -> Agreement:
    return agreement(proposal, *_legions(game))


def against_acceptance(game: Game, proposal: Proposal) -> Iterator[Objection]:
    """Objections to the acceptance of a proposal (ENG-5, ENG-6)."""
    return until_stopped(against_speaking(game, proposal.by), _against_accepted(game, proposal))


def _against_accepted(game: Game, proposal: Proposal) -> Iterator[Objection]:
    engagement, agreed = game.meeting, _agreement(game, proposal)
    yield from _against_losses(game, proposal)
    if any(earlier.by != proposal.by and _agreement(game, earlier) == agreed for earlier in engagement.proposals):
        return
    named: list[Objection] = [*_against_named(game, proposal)]
    rule, place = "ENG-6" if engagement.no_more else "ENG-5", word_step(engagement, proposal.by)
    yield from named or [illegal(rule, "the other player has made no such proposal", step=place)]


def _against_named(game: Game, proposal: Proposal) -> Iterator[UnknownContent]:
    """A third player hears no proposal that names characters of a Legion that it does not see whole."""
    for losses, legion in zip((proposal.attacker_loses, proposal.defender_loses), _legions(game), strict=True):
        if unseen(legion) and losses not in ((), EVERYTHING):
            yield UnknownContent(legion.legion, "so a proposal that names them is not heard")


def agreements(engagement: Engagement, attacker: Legion, defender: Legion) -> Iterator[Agreement]:
    """Every agreement not proposed yet: one whole Legion, and none, all or some of the other (ENG-5, ENG-7)."""
    proposed = {agreement(earlier, attacker, defender) for earlier in engagement.proposals}
    every: list[Agreement] = [((), EVERYTHING), (EVERYTHING, ()), (EVERYTHING, EVERYTHING)]
    every += [(some, EVERYTHING) for some in _some_of(attacker)] + [(EVERYTHING, some) for some in _some_of(defender)]
    yield from (losses for losses in every if (tuple(sorted(losses[0])), tuple(sorted(losses[1]))) not in proposed)


def _some_of(legion: Legion) -> Iterator[tuple[CharacterName, ...]]:
    """Every distinct proper part of a Legion, small ones first; none if it is not known whole."""
    have = Counter(legion.characters or ())
    parts = [
        tuple([name for name, count in zip(have, counts, strict=True) for _ in range(count)])
        for counts in product(*(range(count + 1) for count in have.values()))
    ]
    yield from (part for part in sorted(parts, key=len) if 0 < len(part) < legion.size)


def _legions(game: Game) -> tuple[Legion, Legion]:
    engagement = game.meeting
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
