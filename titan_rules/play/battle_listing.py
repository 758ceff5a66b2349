"""What is legal in a battle: maneuvers, strikes, arrivals, concessions."""

from collections.abc import Iterator

from ..actions import intents as act
from ..box.hexes import HEXES, numbers_in
from ..box.names import OFF_MAP
from ..kernel.evolving import evolve
from ..position.battle import ROLES, Battle, Combatant, Role
from ..position.game import MAX_HEIGHT, Game
from ..position.stock import stock_of
from ..rules.battle.concession import judge_acceptance, judge_attempt, judge_concession
from ..rules.battle.field import View, field_of
from ..rules.battle.maneuver import destinations as maneuver_destinations
from ..rules.battle.rangestrike import rangestrike_targets
from ..rules.battle.strike import strike_options
from ..rules.battle.strike_numbers import contacts
from ..rules.engagement import reinforcement, summoning
from . import battle_in_game
from .planning import State
from .unknown import Listed, unknown_donors


def moves(battle: Battle) -> Iterator[act.Action]:
    """The maneuvers or the strikes of the side that acts, and the end of its phase."""
    field = field_of(battle)
    if battle.phase == "maneuver":
        yield from _maneuvers(battle, field)
        yield act.EndManeuver()
        return
    must = False
    role = battle.acting
    for combatant in battle.of(role).characters:
        if combatant.hex is not None and not combatant.struck:
            touching = contacts(field, role, combatant)
            must = must or touching != 0
            yield from _strikes(field, role, combatant, touching)
    if not must:
        yield act.EndStrikes()


def concessions(battle: Battle) -> Iterator[act.Action]:
    """Accepting a concession, conceding, attempting to (CONCEDE-1, CONCEDE-2)."""
    players = [(role, battle.of(role).player) for role in ROLES]
    yield from (act.AcceptConcession(by) for role, by in players if isinstance(judge_acceptance(battle, role), str))
    yield from (act.Concede(by) for role, by in players if isinstance(judge_concession(battle, role), str))
    yield from (act.AttemptConcession(by) for role, by in players if isinstance(judge_attempt(battle, role), str))


def _maneuvers(battle: Battle, field: View) -> Iterator[act.Action]:
    role = battle.side
    outside: set[str] = set()
    for combatant in battle.of(role).characters:
        if combatant.hex is None:
            if combatant.name in outside:
                continue
            outside.add(combatant.name)
        for number in numbers_in(maneuver_destinations(field, role, combatant)):
            yield act.Maneuver(combatant.name, combatant.hex, to=HEXES[number])


def arrivals(battle: Battle, position: State) -> Iterator[Listed]:
    """Reinforcement and summons, where there is one to take now, and declining it (REINF-1, SUMMON-1)."""
    found: list[Listed] = []
    if reinforcement.hindrance(battle) is None:
        full = battle_in_game.equipped(position) if isinstance(position, Game) else battle
        names = [c.name for c in battle.defender.living()]
        for option in reinforcement.options(battle.table, names, stock_of(full)):
            found += [act.Reinforce(option.muster, way) for way in option.ways]
        if found:
            found.append(act.NoReinforce())
    elif summoning.hindrance(battle) is None and battle.attacker.height < MAX_HEIGHT:
        full = battle_in_game.equipped(position) if isinstance(position, Game) else battle
        for legion, names_there in full.donors.items():
            found += [act.Summon(legion, name) for name in summoning.summonable(battle.the_box, names_there)]
        if found:
            found.append(act.NoSummon())
        if isinstance(position, Game) and position.engagement is not None:
            unknown = [*unknown_donors(position, position.engagement)]
            found += unknown if found else [*unknown, *[evolve(each, do=act.NoSummon.do) for each in unknown]]
    yield from found


def _strikes(field: View, role: Role, combatant: Combatant, touching: int) -> Iterator[act.Action]:
    here = combatant.hex or OFF_MAP
    for number in numbers_in(touching):
        target = field.who[number]
        there = target.hex or OFF_MAP
        yield act.Strike(here, there)
        for option in strike_options(field, role, combatant, target)[1:]:
            yield act.Strike(here, there, strike_number=option.strike_number, dice_count=option.dice)
    if not touching:
        for target, _ in rangestrike_targets(field, role, combatant):
            yield act.Strike(here, target.hex or OFF_MAP)
