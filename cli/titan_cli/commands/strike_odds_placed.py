"""``titan strike-odds`` about named characters that stand in hexes."""

from collections.abc import Sequence

import click

from titan_rules.answers.duel_odds import DuelAnswer
from titan_rules.answers.strike_odds import StrikeAnswer
from titan_rules.box.hexes import hex_names
from titan_rules.box.names import CharacterName, Hex
from titan_rules.box.reading import current
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.evolving import evolve
from titan_rules.odds.battle_answers import battle_answer
from titan_rules.odds.duel_positions import battle_duel
from titan_rules.odds.level_ground import LEVEL_TERRAIN, typed_battle
from titan_rules.odds.positions import Declaration
from titan_rules.position.battle import Combatant

from .. import output
from .strike_odds_given import Given, split

ANYWHERE = ("D3", "D4")
"""Two adjacent hexes, for a question that names none."""


def answer(names: Sequence[CharacterName], duel: bool, given: Given) -> StrikeAnswer | DuelAnswer:
    """The answer about characters by name, the target last, in their hexes."""
    froms, to = _hexes(len(names) - 1, given)
    score = given.get("score", 0)
    strikers = [
        Combatant(name, label, given.get("striker_hits", 0)) for name, label in zip(names[:-1], froms, strict=True)
    ]
    battle = typed_battle(
        strikers,
        Combatant(names[-1], to, given.get("hits", 0)),
        terrain=current().terrain_names.canonical(given.get("terrain", LEVEL_TERRAIN)),
        score=score,
        target_score=given.get("target_score", score),
        ruleset=output.settings().ruleset or "standard",
        options=dict(map(RULESETS.typed, output.settings().options)),
    )
    if duel:
        return battle_duel(evolve(battle, phase="maneuver"), froms[0], to)
    return battle_answer(
        battle,
        froms,
        to,
        Declaration(
            strike_number=given.get("strike_number"), dice_count=given.get("dice_count"), aim=given.get("best")
        ),
        exchange=given.get("exchange", False),
        roll=given.get("roll"),
    )


def _hexes(strikers: int, given: Given) -> tuple[list[Hex], Hex]:
    """Where the strikers and the target stand."""
    froms = split(given.get("strikers"))
    to = given.get("target")
    if not froms and to is None:
        if "terrain" in given:
            raise click.UsageError("--terrain needs --from and --to: the hexes decide")
        froms, to = [ANYWHERE[0]], ANYWHERE[1]
    if not froms or to is None:
        raise click.UsageError("--from and --to go together")
    if len(froms) != strikers:
        raise click.UsageError(f"--from names {len(froms)} hexes for {strikers} strikers")
    return [Hex(hex_names.canonical(label)) for label in froms], Hex(hex_names.canonical(to))
