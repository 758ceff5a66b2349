"""Reinforcements and summonses in a battle: who can come, who comes, who goes back (REINF-1, SUMMON-1)."""

from ..actions import intents as act
from ..actions.events import Declined, Mustered, Removed, Summoned
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, refusal, refuse_if
from ..kernel.rulings import Ruling, legal
from ..kernel.wording import listed
from ..position.battle import Battle, Combatant
from ..position.changes import added, without
from ..position.game import MAX_HEIGHT
from ..position.stock import stock_of
from ..rules.battle.order import step
from ..rules.engagement import reinforcement, summoning
from ..rules.masterboard.mustering import by_whom
from .planning import Done, Planned


def send_back(battle: Battle) -> Done[Battle]:
    """Return a reinforcement or a summoned character that did not enter (REINF-1, SUMMON-1)."""
    role, side = battle.side, battle.of(battle.side)
    outside = tuple([c.name for c in side.characters if c.hex is None])
    if not outside:
        return battle, []
    inside = tuple([c for c in side.characters if c.hex is not None])
    if role == "defender":
        rule, where = "REINF-1", "to the caretaker; the right is kept for after the battle"
        caretaker = None if battle.caretaker is None else added(battle.caretaker, outside)
        defender = evolve(side, characters=inside, reinforced=False)
        battle = evolve(battle, defender=defender, caretaker=caretaker)
    else:
        rule, where = "SUMMON-1", "where it came from; the summons of this player turn is not used up"
        donors = dict(battle.donors)
        if donors:
            # Which of several Legions it came from makes no difference to a battle on its own.
            marker = next(iter(donors))
            donors[marker] = (*donors[marker], *outside)
        battle = evolve(battle, attacker=evolve(side, characters=inside, summoned=False), donors=donors)
    facts = {"names": listed(outside, ","), "characters": list(outside)}
    ruling = Ruling(rule, "consequence", f"{{names}} did not enter and goes back {where}", facts, step(battle, "1"))
    return battle, [Removed(ruling, role, outside, "not-entered")]


def plan_reinforce(battle: Battle, action: act.Reinforce) -> Planned[Battle]:
    """Muster a reinforcement, which enters in this phase (REINF-1)."""
    refused = refuse_if(reinforcement.against_reinforcement(battle, action), None)
    if refused is not None:
        return refused
    stock, side, name = stock_of(battle), battle.defender, action.character
    defender = evolve(side, characters=(*side.characters, Combatant(name)), reinforced=True)
    after = evolve(battle, defender=defender, caretaker={**(battle.caretaker or {}), name: stock[name] - 1})
    ruling = legal(
        "REINF-1",
        "{legion} musters a reinforcement: {character}" + by_whom(action.with_),
        step=step(battle, "1"),
        legion=side.legion,
        character=name,
        musterers=listed(action.with_, none="nothing"),
    )
    return Plan(lambda _: (after, [Mustered(ruling, side.legion, name, action.with_)]))


def plan_no_reinforce(battle: Battle, _: act.NoReinforce) -> Planned[Battle]:
    """Decline a reinforcement for now (REINF-1)."""
    not_now = reinforcement.judge_moment(battle)
    if not_now is not None:
        return not_now
    names = [c.name for c in battle.defender.living()]
    if not reinforcement.options(battle.table, names, stock_of(battle)):
        return refusal("REINF-1", "the defender can muster no reinforcement now", step=step(battle, "1"))
    ruling = legal("REINF-1", "the defender takes no reinforcement now", step=step(battle, "1"))
    after = evolve(battle, defender=evolve(battle.defender, declined=True))
    return Plan(lambda _: (after, [Declined(ruling, battle.defender.player, "reinforcement")]))


def plan_summon(battle: Battle, action: act.Summon) -> Planned[Battle]:
    """Summon an Angel or Archangel, which enters in this phase (SUMMON-1)."""
    refused = refuse_if(summoning.against_summons(battle, action), None)
    if refused is not None:
        return refused
    side, name, origin = battle.attacker, action.character, action.origin
    attacker = evolve(side, characters=(*side.characters, Combatant(name)), summoned=True)
    donors = {**battle.donors, origin: without(battle.donors[origin], [name])}
    after = evolve(battle, attacker=attacker, donors=donors)
    sentence = "{legion} summons the {character} of {origin}"
    ruling = legal("SUMMON-1", sentence, step=step(battle, "1"), legion=side.legion, character=name, origin=origin)
    return Plan(lambda _: (after, [Summoned(ruling, side.legion, name, origin)]))


def plan_no_summon(battle: Battle, _: act.NoSummon) -> Planned[Battle]:
    """Decline the summons for this battle (SUMMON-1)."""
    not_now = summoning.judge_moment(battle)
    if not_now is not None:
        return not_now
    if battle.attacker.height >= MAX_HEIGHT or not battle.donors:
        return refusal("SUMMON-1", "the attacker can summon nobody now", step=step(battle, "1"))
    after = evolve(battle, attacker=evolve(battle.attacker, may_summon=False))
    ruling = legal("SUMMON-1", "the attacker does not summon in this battle", step=step(battle, "1"))
    return Plan(lambda _: (after, [Declined(ruling, battle.attacker.player, "summons")]))
