"""Hypothesis strategies for documents of possible positions: games, battles, musters, and parts of them."""

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from titan_rules.box import STANDARD
from titan_rules.box.battle_tables import hex_cost
from titan_rules.box.hexes import HEXES
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.game import Engagement, Game, Legion, Player, Seat
from titan_rules.position.muster import Muster

Draw = Any

NOT_TITANS = tuple(STANDARD.full_stock)
CREATURES = tuple(name for name, c in STANDARD.characters.items() if c.is_creature)
COMING_BACK = tuple(name for name, c in STANDARD.characters.items() if c.returns)

names = st.text(st.characters(exclude_categories=["C"]), max_size=12)
presets = st.sampled_from(sorted(RULESETS.presets))
overrides = st.lists(st.sampled_from(OPTIONS), max_size=2, unique_by=lambda o: o.name).flatmap(
    lambda chosen: st.tuples(*(st.sampled_from(option.values) for option in chosen)).map(
        lambda values: {option.name: value for option, value in zip(chosen, values, strict=True)}
    )
)
"""Readings of rules that differ from a preset's, as in a document's ``options``."""

contents = st.lists(st.sampled_from(NOT_TITANS), min_size=1, max_size=7).map(tuple)
"""The characters of a Legion without a Titan."""

RARE = 6
"""So many are left aside of each kind, for piles and the like."""


def piles(kinds: tuple[str, ...]) -> st.SearchStrategy[dict[str, int]]:
    """A few characters of some kinds, with their numbers."""
    return st.dictionaries(st.sampled_from(kinds), st.integers(0, 2), max_size=4)


class Box:
    """What is left of the counters while a position is put together."""

    def __init__(self, most: int = 99, aside: int = RARE) -> None:
        self.left = {name: min(max(count - aside, 0), most) for name, count in STANDARD.full_stock.items()}

    def take(self, wanted: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the wanted characters that the box still holds; at least one of some kind."""
        taken = []
        for name in wanted:
            if self.left[name]:
                self.left[name] -= 1
                taken.append(name)
        if not taken:
            name = max(self.left, key=lambda name: self.left[name])
            self.left[name] -= 1
            taken.append(name)
        return tuple(taken)


def counted(*parts: Any) -> Counter[str]:
    """How many of each character there are in all."""
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return total


@st.composite
def legions(draw: Draw, box: Box, marker: str, land: int, titan: bool, hidden: bool = True) -> Legion:
    """A Legion; of unknown content now and then, if it may be and holds no Titan."""
    content = box.take(draw(contents))
    if titan:
        content = (*content[:6], "Titan")
    if hidden and not titan and draw(st.booleans()):
        return Legion(legion=marker, land=land, height=len(content), revealed=content[: draw(st.integers(0, 2))])
    return Legion(
        legion=marker,
        land=land,
        characters=draw(st.permutations(content).map(tuple)),
        moved=draw(st.booleans()),
        came_from=draw(st.none() | st.sampled_from(sorted(STANDARD.masterboard.lands))),
        revealed=content[: draw(st.integers(0, 1))],
        seen=draw(st.dictionaries(st.sampled_from(sorted(STANDARD.markers.letters)), st.just(content[:1]), max_size=2)),
    )


@st.composite
def games(draw: Draw, phases: tuple[str, ...] = ("commencement", "movement", "engagement", "enlistment")) -> Game:
    """A game in one of the phases of a turn, no Legion sharing a land, its stock not completed."""
    colors = draw(st.lists(st.sampled_from(sorted(STANDARD.markers.letters)), min_size=2, max_size=6, unique=True))
    towers = draw(st.permutations(STANDARD.towers))
    lands = iter(draw(st.permutations(sorted(STANDARD.masterboard.lands))))
    players, box = list[Player](), Box()
    for i, color in enumerate(colors):
        markers = draw(st.permutations(STANDARD.markers.of(color)))
        used = draw(st.integers(1, 4))
        held = [draw(legions(box, markers[j], next(lands), titan=j == 0)) for j in range(used)]
        out = len(players) >= 2 and draw(st.booleans())
        players.append(
            Player(
                color=color,
                name=draw(names),
                tower=towers[i],
                score=draw(st.integers(0, 2_000)),
                markers=draw(st.none() | st.just(tuple(sorted(markers[used:])))),
                legions=() if out else tuple(held),
                out=out,
                teleported=draw(st.booleans()),
                mulliganed=draw(st.booleans()),
            )
        )
    phase = draw(st.sampled_from(phases))
    return Game(
        ruleset=draw(presets),
        options=draw(overrides),
        turn=draw(st.integers(2, 60)),
        phase=phase,
        active=draw(st.sampled_from([player.color for player in players if not player.out])),
        roll=None if phase == "commencement" else draw(st.none() | st.integers(1, 6)),
        players=tuple(players),
        dead=draw(piles(CREATURES)),
        returning=draw(piles(COMING_BACK)),
    )


@st.composite
def seatings(draw: Draw) -> Game:
    """A game during its setup."""
    count = draw(st.integers(2, 6))
    called = draw(st.lists(names, min_size=count, max_size=count, unique=True))
    towers = draw(st.permutations(STANDARD.towers))
    colors = draw(st.permutations(sorted(STANDARD.markers.letters)))
    rolled, chosen = draw(st.integers(0, count)), draw(st.integers(0, count - 1))
    seats = []
    for i, name in enumerate(called):
        seat = Seat(name=name)
        if i < rolled:
            seat = Seat(name=name, tower=towers[i])
        if i < rolled and i < chosen and rolled == count:
            marker = draw(st.none() | st.sampled_from(STANDARD.markers.of(colors[i])))
            seat = Seat(name=name, tower=towers[i], color=colors[i], marker=marker)
        seats.append(seat)
    return Game(ruleset=draw(presets), options=draw(overrides), phase="setup", seats=tuple(seats))


@st.composite
def musters(draw: Draw) -> Muster:
    """A Legion in a land, with or without a stock."""
    content = Box(aside=0).take(draw(contents))
    if draw(st.booleans()):
        content = (*content[:6], "Titan")
    held = counted(content)
    room = {name: STANDARD.full_stock[name] - held[name] for name in NOT_TITANS}
    stock = draw(st.none() | st.dictionaries(st.sampled_from(NOT_TITANS), st.integers(0, 28), max_size=5))
    if stock is not None:
        stock = {name: min(count, room[name]) for name, count in stock.items()}
    return Muster(
        terrain=draw(st.sampled_from(tuple(STANDARD.terrains))),
        characters=content,
        ruleset=draw(presets),
        options=draw(overrides),
        caretaker=stock,
    )


def open_hexes(terrain: str, name: str) -> list[str]:
    """The hexes of a Battleland that a character may ever stand in (MANEUVER-5)."""
    character, land = STANDARD.characters[name], STANDARD.battlelands[terrain]
    return [
        label
        for label in HEXES
        if hex_cost(STANDARD.hazards[land[label].hazard], character.natives, character.flies) is not None
    ]


@st.composite
def battles(draw: Draw, terrains: tuple[str, ...] = tuple(STANDARD.terrains)) -> Battle:
    """A battle past its first turn: everybody who is left stands on the board."""
    terrain = draw(st.sampled_from(terrains))
    phase = draw(st.sampled_from(["maneuver", "strike", "strikeback"]))
    taken, box = set[str](), Box()
    sides = []
    for role, marker, player in (("attacker", "Bk01", "Black"), ("defender", "Rd01", "Red")):
        content = box.take(draw(contents))
        if draw(st.booleans()):
            content = (*content[:6], "Titan")
        score = draw(st.integers(0, 1_200))
        combatants = []
        for name in content:
            free = [label for label in open_hexes(terrain, name) if label not in taken]
            if not free:
                continue
            label = draw(st.sampled_from(free))
            taken.add(label)
            most = STANDARD.power(name, score) - (phase == "maneuver")
            combatants.append(
                Combatant(
                    name=name,
                    hex=label,
                    hits=draw(st.integers(0, most)),
                    moved=phase == "maneuver" and draw(st.booleans()),
                    struck=phase != "maneuver" and draw(st.booleans()),
                )
            )
        entry = draw(st.sampled_from(["left", "right", "bottom"]))
        sides.append(
            BattleSide(
                player=player,
                legion=marker,
                entry_side=None if role == "defender" else "bottom" if terrain == "Tower" else entry,
                score=score,
                characters=tuple(combatants),
                slain=draw(st.lists(st.sampled_from(CREATURES), max_size=2).map(tuple)),
                left_off=draw(st.lists(st.sampled_from(CREATURES), max_size=1).map(tuple)),
                reinforced=role == "defender" and draw(st.booleans()),
                summoned=role == "attacker" and draw(st.booleans()),
                may_summon=role == "attacker" and draw(st.booleans()),
                began=role == "attacker",
            )
        )
    return Battle(
        ruleset=draw(presets),
        options=draw(overrides),
        terrain=terrain,
        turn=draw(st.integers(2, 7)),
        side=draw(st.sampled_from(["attacker", "defender"])),
        phase=phase,
        attacker=sides[0],
        defender=sides[1],
        donors=draw(st.dictionaries(st.sampled_from(["Bk07", "Bk11"]), st.just(("Angel",)), max_size=1)),
    )


@st.composite
def engagements(draw: Draw) -> Game:
    """A game at an Engagement before its battle: the first two players' second Legions meet."""
    game = draw(games(phases=("engagement",)))
    land = draw(st.sampled_from(sorted(set(STANDARD.masterboard.lands) - {x.land for _, x in game.legions()})))
    attacking = game.mover
    defending = next(p for p in game.players if not p.out and p.color != attacking.color)
    met = {}
    for player in (attacking, defending):
        marker = next(
            m for m in reversed(STANDARD.markers.of(player.color)) if all(x.legion != m for x in player.legions)
        )
        legion = draw(legions(Box(most=1, aside=0), marker, land, titan=False, hidden=False))
        markers = None if player.markers is None else tuple(m for m in player.markers if m != marker)
        met[player.color] = evolve(player, legions=(*player.legions, legion), markers=markers)
    players = tuple(met.get(player.color, player) for player in game.players)
    chosen = Engagement(
        land=land,
        attacker=met[attacking.color].legions[-1].legion,
        defender=met[defending.color].legions[-1].legion,
        attacking=attacking.color,
        defending=defending.color,
        stage=draw(st.sampled_from(["flight", "negotiation"])),
        to_act=defending.color,
    )
    return Game(
        ruleset=game.ruleset,
        options=game.options,
        turn=game.turn,
        phase="engagement",
        active=game.active,
        roll=game.roll,
        players=players,
        dead=game.dead,
        returning=game.returning,
        engagement=chosen,
    )


documents = games() | seatings() | engagements() | battles() | musters()
"""Any document of a possible position."""
