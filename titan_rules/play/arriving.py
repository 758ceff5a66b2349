"""Reinforcements and summonses in a battle: who may come, who comes, who goes back (REINF-1, SUMMON-1)."""

from ..actions.intents import Action, NoReinforce, NoSummon, Reinforce, Summon
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..position.battle import Battle, Combatant
from ..position.changes import added, without
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.battle.sequence import step
from ..rules.engagement import reinforcement, summoning
from .battle_order import in_phase

Events = list[Ruling]


def send_back(battle: Battle) -> tuple[Battle, Events]:
    """A reinforcement or a summoned character that did not enter goes back where it came from (REINF-1, SUMMON-1)."""
    role = battle.side
    side = battle.of(role)
    outside = [c.name for c in side.characters if c.hex is None]
    if not outside:
        return battle, []
    inside = tuple([c for c in side.characters if c.hex is not None])
    names = ", ".join(outside)
    if role == "defender":
        battle = evolve(battle, defender=evolve(side, characters=inside, reinforced=False))
        if battle.caretaker is not None:
            battle = evolve(battle, caretaker=added(battle.caretaker, outside))
        sentence = "{names} did not enter and goes back to the caretaker; the right is kept for after the battle"
        return battle, [consequence("REINF-1", sentence, step=step(battle, "1"), names=names, characters=outside)]
    sentence = "{names} did not enter and goes back where it came from; the summons of this player turn is not used up"
    donors = dict(battle.donors)
    for name in outside if donors else ():
        # Which of several Legions it came from makes no difference to a battle on its own.
        marker = next(iter(donors))
        donors[marker] = (*donors[marker], name)
    battle = evolve(battle, attacker=evolve(side, characters=inside, summoned=False), donors=donors)
    return battle, [consequence("SUMMON-1", sentence, step=step(battle, "1"), names=names, characters=outside)]


def check_reinforce(battle: Battle, action: Reinforce) -> list[Ruling]:
    """REINF-1."""
    found = in_phase(battle, "maneuver") or reinforcement.phase_violations(battle)
    names = [c.name for c in battle.defender.living()]
    return found or reinforcement.choice_violations(
        battle.table, names, action.character, action.with_, stock_of(battle)
    )


def do_reinforce(battle: Battle, action: Reinforce) -> tuple[Battle, Events]:
    """A reinforcement is mustered; it enters in this phase (REINF-1)."""
    side = battle.defender
    side = evolve(side, characters=(*side.characters, Combatant(action.character)), reinforced=True)
    event = legal(
        "REINF-1",
        "{legion} musters a reinforcement: {character} with {musterers}",
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        musterers=" and ".join(action.with_) or "nothing",
    )
    left = stock_of(battle)[action.character] - 1
    caretaker = {**(battle.caretaker or {}), action.character: left}
    return evolve(battle, defender=side, caretaker=caretaker), [event]


def check_no_reinforce(battle: Battle, _: NoReinforce) -> list[Ruling]:
    """REINF-1."""
    found = in_phase(battle, "maneuver") or reinforcement.phase_violations(battle)
    names = [c.name for c in battle.defender.living()]
    if not found and not reinforcement.options(battle.table, names, stock_of(battle)):
        return [illegal("REINF-1", "the defender can muster no reinforcement now", step=step(battle, "1"))]
    return found


def check_summon(battle: Battle, action: Summon) -> list[Ruling]:
    """SUMMON-1."""
    found = in_phase(battle, "maneuver") or summoning.phase_violations(battle)
    if action.legion not in (None, battle.attacker.legion):
        found = [
            *found,
            illegal(
                "SUMMON-1",
                "the summons goes to {legion}, not to {given}",
                legion=battle.attacker.legion,
                given=action.legion,
            ),
        ]
    available = {legion: summoning.summonable(battle.the_box, names) for legion, names in battle.donors.items()}
    return found or summoning.choice_violations(action.origin, action.character, battle.attacker.height, available)


def do_summon(battle: Battle, action: Summon) -> tuple[Battle, Events]:
    """An Angel or Archangel is summoned; it enters in this phase (SUMMON-1)."""
    side = battle.attacker
    side = evolve(side, characters=(*side.characters, Combatant(action.character)), summoned=True)
    event = legal(
        "SUMMON-1",
        "{legion} summons the {character} of {origin}",
        step=step(battle, "1"),
        legion=side.legion,
        character=action.character,
        origin=action.origin,
    )
    donors = {**battle.donors, action.origin: without(battle.donors[action.origin], [action.character])}
    return evolve(battle, attacker=side, donors=donors), [event]


def check_no_summon(battle: Battle, _: NoSummon) -> list[Ruling]:
    """SUMMON-1."""
    found = in_phase(battle, "maneuver") or summoning.phase_violations(battle)
    if not found and (battle.attacker.height >= MAX_HEIGHT or not battle.donors):
        return [illegal("SUMMON-1", "the attacker can summon nobody now", step=step(battle, "1"))]
    return found


def do_nothing(battle: Battle, action: Action) -> tuple[Battle, Events]:
    """A right is passed up."""
    if isinstance(action, NoSummon):
        battle = evolve(battle, attacker=evolve(battle.attacker, may_summon=False))
        return battle, [legal("SUMMON-1", "the attacker does not summon in this battle", step=step(battle, "1"))]
    return battle, [legal("REINF-1", "the defender takes no reinforcement now", step=step(battle, "1"))]
