"""What makes an Engagement, and the battle that decides it, impossible in a game."""

from collections import Counter
from collections.abc import Iterator

from ...box.names import CharacterName
from ...kernel.errors import Fault
from ..battle import Battle
from ..game import Engagement, Game
from .battle import battle_faults

BEFORE_THE_END = ("flight", "negotiation", "battle")
"""The stages in which both Legions are there."""

ALL = (CharacterName("all"),)
"""What a side loses in a proposal, where it loses everything."""


def engagement_faults(game: Game) -> Iterator[Fault]:
    """Everything impossible about ``engagement`` and ``battle``."""
    engagement, battle = game.engagement, game.battle
    if engagement is not None:
        if game.phase not in ("engagement", "over"):
            message = f"an Engagement is resolved, in the phase {game.phase} (ENG-1)"
            yield Fault("engagement-phase", message, "/engagement")
        yield from _party_faults(game, engagement)
        yield from _proposal_faults(game, engagement)
        if engagement.stage not in BEFORE_THE_END and engagement.winner is None:
            message = f"the Engagement is at its {engagement.stage}, and nobody has won it"
            yield Fault("no-winner", message, "/engagement/winner")
        if engagement.stage == "battle" and battle is None:
            yield Fault("no-battle", "the Engagement is at its battle, and there is none", "/battle")
    if battle is not None:
        if engagement is None:
            yield Fault("no-engagement", "there is a battle and no Engagement", "/battle")
        else:
            yield from _battle_faults(game, engagement, battle)
        yield from battle_faults(battle, "/battle")


def _party_faults(game: Game, engagement: Engagement) -> Iterator[Fault]:
    if engagement.attacking == engagement.defending:
        message = f"{engagement.attacking} cannot be engaged with itself (ENG-1)"
        yield Fault("one-party", message, "/engagement/defending")
    if engagement.attacking != game.active and game.phase != "over":
        message = f"{engagement.attacking} attacks, whose turn it is not (ENG-1)"
        yield Fault("attacker-not-active", message, "/engagement/attacking")
    for role, color, marker in (
        ("attacker", engagement.attacking, engagement.attacker),
        ("defender", engagement.defending, engagement.defender),
    ):
        player = next((p for p in game.players if p.color == color), None)
        if player is None:
            place = f"/engagement/{'attacking' if role == 'attacker' else 'defending'}"
            yield Fault("unknown-player", f"{color} does not play", place)
            continue
        legion = player.legion(marker)
        if legion is None and engagement.stage in BEFORE_THE_END:
            message = f"the {role} {marker} is not a Legion of {color}"
            yield Fault("unknown-legion", message, f"/engagement/{role}")
        elif legion is not None and legion.land != engagement.land:
            message = f"the {role} {marker} is in land {legion.land}, not in land {engagement.land}"
            yield Fault("not-in-land", message, f"/engagement/{role}")


def _proposal_faults(game: Game, engagement: Engagement) -> Iterator[Fault]:
    """Proposals of characters that are not there (ENG-5); in a battle they may have fallen since."""
    if engagement.stage not in BEFORE_THE_END or engagement.stage == "battle":
        return
    for role, color, marker in (
        ("attacker", engagement.attacking, engagement.attacker),
        ("defender", engagement.defending, engagement.defender),
    ):
        player = next((p for p in game.players if p.color == color), None)
        legion = None if player is None else player.legion(marker)
        if legion is None or legion.characters is None:
            continue
        for i, proposal in enumerate(engagement.proposals):
            lost = proposal.attacker_loses if role == "attacker" else proposal.defender_loses
            extra = Counter(lost) - Counter(legion.characters)
            if extra and lost != ALL:
                place = f"/engagement/proposals/{i}/{role}_loses"
                yield Fault("not-there", f"{marker} has no {next(iter(extra))!r} to lose (ENG-5)", place)


def _battle_faults(game: Game, engagement: Engagement, battle: Battle) -> Iterator[Fault]:
    if battle.the_box != game.the_box:
        yield Fault("another-box", "the battle is not played with the game's box", "/battle/box")
    terrain = game.the_box.terrain_of(engagement.land)
    if battle.terrain != terrain:
        message = f"the battle is in {battle.terrain}; land {engagement.land} is {terrain}"
        yield Fault("battle-terrain", message, "/battle/terrain")
    for role, marker in (("attacker", engagement.attacker), ("defender", engagement.defender)):
        given = battle.attacker.legion if role == "attacker" else battle.defender.legion
        if given != marker:
            message = f"{given} fights; the {role} of the Engagement is {marker}"
            yield Fault("battle-legion", message, f"/battle/{role}/legion")
