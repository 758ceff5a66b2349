"""What makes a game or a muster question impossible: all faults at once, each with its place."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ...box.characters import TITAN
from ...box.names import CharacterName
from ...digest.rulesets import RULESETS
from ...kernel.errors import Fault
from ..battle import ROLES, Battle
from ..game import MAX_HEIGHT, STARTING_HEIGHT, Engagement, Game, Legion, Player
from ..muster import Muster
from ..stock import elsewhere, full_stock
from . import each, fault
from .battle import battle_faults
from .height import too_high

TURN_PHASES = ("commencement", "movement", "engagement", "enlistment")

BEFORE_THE_END = ("flight", "negotiation", "battle")
"""The stages of an Engagement in which both Legions are present."""

Placed = tuple[Player, Legion, str]
"""A Legion with its holder and its JSON Pointer."""


def game_faults(game: Game) -> list[Fault]:
    """Everything that makes a game impossible, with JSON Pointers."""
    legions = [
        (player, legion, f"/players/{i}/legions/{j}")
        for i, player in enumerate(game.players)
        for j, legion in enumerate(player.legions)
    ]
    return [
        *RULESETS.faults(game.ruleset, game.options),
        *_turn(game),
        *_seats(game),
        *_players(game),
        *_markers(game, legions),
        *[fault for placed in legions for fault in _legion(game, *placed)],
        *_lands(game, legions),
        *_stock(game),
        *_engagement(game),
        *_battle(game),
    ]


def muster_faults(muster: Muster) -> list[Fault]:
    """Everything that makes a muster question impossible, with JSON Pointers."""
    return [*RULESETS.faults(muster.ruleset, muster.options), *_muster(muster)]


# --- turns, seats and players ----------------------------------------------------------------------------------------


def _turn(game: Game) -> Iterator[Fault]:
    count, (least, most) = len(game.players), game.the_box.players
    active = next((player for player in game.players if player.color == game.active), None)
    winner = next((player for player in game.players if player.color == game.winner and not player.out), None)
    playing, won = game.phase in TURN_PHASES, game.winner is not None
    few = count < least and game.phase != "over"
    wrong = {
        "player-count": game.phase != "setup" and (count > most or few),
        "no-active": playing and game.active is None,
        "active-out": playing and active is not None and active.out and game.phase != "engagement",
        "unknown-player active": game.active is not None and active is None,
        "winner-too-early": won and game.phase != "over",
        "unknown-player winner": won and winner is None,
    }
    yield from each(wrong, game=game, count=count, least=least, most=most)


def _seats(game: Game) -> Iterator[Fault]:
    """Faults of the setup (SETUP-1 to SETUP-4)."""
    seats, (least, most) = game.seats, game.the_box.players
    rolling = [seat for seat in seats if seat.tower is None]
    begun = game.phase == "setup" and len(seats) >= least
    wrong = {
        "players-in-setup": game.phase == "setup" and game.players,
        "player-count setup": game.phase == "setup" and not begun,
        "round-over": begun and rolling and all(seat.rolled is not None for seat in rolling),
        "setup-over": begun and all(seat.color is not None for seat in seats),
        "player-count seats": len(seats) > most,
    }
    yield from each(wrong, count=len(seats), least=least, most=most)
    yield from _shared_places(game, ((f"/seats/{i}", s.color, s.tower) for i, s in enumerate(seats)))
    for i, seat in enumerate(seats):
        wrong = {
            "name-twice": seat.name in [other.name for other in seats[:i]],
            "color-before-tower": seat.color is not None and seat.tower is None,
            "rolled-with-tower": seat.rolled is not None and seat.tower is not None,
            "marker-color": seat.marker is not None and game.the_box.markers.color_of(seat.marker) != seat.color,
        }
        yield from each(wrong, f"/seats/{i}", seat=seat)


def _shared_places(game: Game, rows: Iterable[tuple[str, str | None, int | None]]) -> Iterator[Fault]:
    """Colours and Towers that two players share, or that do not exist."""
    taken: set[str | int | None] = {None}
    for at, color, tower in rows:
        if color is not None and color in taken:
            yield fault("color-twice", at, color=color)
        if tower is not None and tower not in game.the_box.towers:
            yield fault("not-a-tower", at, tower=tower, terrain=game.the_box.terrain_of(tower))
        elif tower is not None and tower in taken:
            yield fault("tower-twice", at, tower=tower)
        taken |= {color, tower}


def _players(game: Game) -> Iterator[Fault]:
    """Faults of colours, Towers and Titans."""
    yield from _shared_places(game, ((f"/players/{i}", p.color, p.tower) for i, p in enumerate(game.players)))
    for i, player in enumerate(game.players):
        known = [legion.characters for legion in player.legions if legion.characters is not None]
        titans, legions = sum(names.count(TITAN) for names in known), player.legions
        whole = len(known) == len(legions)
        wrong = {
            "two-titans player": titans > 1 or (titans and player.elsewhere),
            "no-titan": titans == 0 and whole and not _titan_may_be_gone(game, player),
            "out-with-legions": player.out and legions and game.phase != "engagement",
        }
        yield from each(wrong, f"/players/{i}", player=player, titans=titans, legion=legions[0] if legions else None)


def _titan_may_be_gone(game: Game, player: Player) -> bool:
    """Whether a player is out, or lost its Titan in the Engagement being resolved."""
    if player.out or player.elsewhere or game.phase in ("setup", "over"):
        return True
    engagement = game.engagement
    if engagement is None or player.color not in (engagement.attacking, engagement.defending):
        return False
    sides = () if game.battle is None else (game.battle.attacker, game.battle.defender)
    lost = [name for side in sides if side.player == player.color for name in (*side.slain, *side.left_off)]
    return engagement.stage not in BEFORE_THE_END or TITAN in lost


def _markers(game: Game, legions: list[Placed]) -> Iterator[Fault]:
    """Markers in two places (SPLIT-3); a marker may be of another colour (D-5)."""
    used: set[str] = set()
    for _, legion, at in legions:
        if legion.legion in used:
            yield fault("marker-twice", at, marker=legion.legion)
        used.add(legion.legion)
    free: set[str] = set()
    for i, player in enumerate(game.players):
        for j, marker in enumerate(player.markers or ()):
            if marker in used or marker in free:
                key = "marker-used" if marker in used else "marker-twice free"
                yield fault(key, f"/players/{i}/markers/{j}", marker=marker)
            free.add(marker)


# --- Legions, each for itself and together in a land -----------------------------------------------------------------


def _legion(game: Game, player: Player, x: Legion, at: str) -> Iterator[Fault]:
    size, by_height = x.size, x.characters is None
    splitting = x.split_from is not None and game.phase == "commencement" and player.color == game.active
    origin = player.legion(x.split_from or "") if splitting else x
    wrong = {
        "unknown-height": by_height and x.height is None,
        "height-and-characters": not by_height and x.height is not None,
        # Within an Engagement a Legion can be empty for a while: SUMMON-3, D-3.
        "empty-legion": size == 0 and by_height == (x.height is not None) and game.engagement is None,
        "tower-entry": x.entry_side not in (None, "bottom") and game.the_box.masterboard.lands[x.land].from_bottom,
        "split-from-itself": x.split_from == x.legion,
        "split-elsewhere": origin is None or origin.land != x.land,
    }
    yield from each(wrong, at, x=x)
    most = STARTING_HEIGHT if _may_be_whole(game, player) else MAX_HEIGHT
    if size > most:
        yield too_high(game.the_box, x.legion, x.characters, size, at, most)
    for where, names in [("revealed", x.revealed), *((f"seen/{color}", names) for color, names in x.seen.items())]:
        if len(names) > size:
            yield fault("known-too-many", f"{at}/{where}", count=len(names), x=x)
        elif names and not by_height and (extra := Counter(names) - Counter(x.known)):
            yield fault("known-not-there", f"{at}/{where}", extra=", ".join(extra), x=x)


def _may_be_whole(game: Game, player: Player) -> bool:
    """Whether a player's eight starting characters may still be in one Legion (SPLIT-1, SETUP-5)."""
    if game.turn > 1:
        return False
    active = next((p for p in game.players if p.color == game.active), None)
    if active is None or game.phase == "over":
        return True
    return game.phase == "commencement" if player is active else player.tower <= active.tower


def _lands(game: Game, legions: list[Placed]) -> Iterator[Fault]:
    """Faults of Legions that share a land."""
    lands: dict[int, list[Placed]] = {}
    for placed in legions:
        lands.setdefault(placed[1].land, []).append(placed)
    for land, together in lands.items():
        if len(together) == 1:
            continue
        holders = {player.color for player, _, _ in together}
        alone, engaged = len(holders) == 1, len(together) == 2 and game.active in holders
        parting = game.phase in ("commencement", "movement") and holders == {game.active}
        wrong = {
            "own-legions-share-land": alone and not parting,
            "crowded-land": not alone and not engaged,
            "enemies-share-land": not alone and engaged and game.phase not in ("movement", "engagement"),
        }
        if any(wrong.values()):
            them = " and ".join(legion.legion for _, legion, _ in together)
            yield from each(wrong, together[1][2], them=them, land=land, game=game)


# --- the box ---------------------------------------------------------------------------------------------------------


def _stock(game: Game) -> Iterator[Fault]:
    """More counters than the box holds, or counters in the wrong pile."""
    yield from _exceeded(full_stock(game), elsewhere(game), game.caretaker or {}, "/players")
    for key, pile, returns in ("not-dead", game.dead, True), ("not-returning", game.returning, False):
        for name, count in pile.items():
            if count and game.the_box.characters[name].returns == returns:
                yield fault(key, count=count, name=name)


def _exceeded(
    full: Mapping[CharacterName, int],
    away: Mapping[CharacterName, int],
    stock: Mapping[CharacterName, int],
    elsewhere_at: str,
) -> Iterator[Fault]:
    for name in {**away, **stock}:
        held = stock.get(name, 0)
        total = away.get(name, 0) + held
        if name in full and total > full[name]:
            place = f"/caretaker/{name}" if held else elsewhere_at
            yield fault("box-exceeded", place, total=total, name=name, full=full[name])


def _muster(muster: Muster) -> Iterator[Fault]:
    height = len(muster.characters)
    if not 1 <= height <= MAX_HEIGHT:
        yield fault("too-high muster" if height else "empty-legion muster", size=height, most=MAX_HEIGHT)
    counts, box = Counter(muster.characters), muster.the_box
    if counts[TITAN] > 1:
        yield fault("two-titans", "/characters")
    # Of those whose stock grows (BOX-12), there are as many as the scores say; unsaid, any number.
    full = {name: count for name, count in box.full_stock.items() if box.characters[name] not in box.growing}
    if muster.tower_scores:
        full |= box.grown({int(tower): score for tower, score in muster.tower_scores.items()})
    yield from _exceeded(full, counts, muster.caretaker or {}, "/characters")


# --- Engagements -----------------------------------------------------------------------------------------------------


def _engagement(game: Game) -> Iterator[Fault]:
    """Who is engaged, and proposals of absent characters (ENG-5), who in a battle may have fallen."""
    met = game.engagement
    if met is None:
        return
    wrong = {
        "engagement-phase": game.phase not in ("engagement", "over"),
        "one-party": met.attacking == met.defending,
        "attacker-not-active": met.attacking != game.active and game.phase != "over",
        "no-winner": met.stage not in BEFORE_THE_END and met.winner is None,
        "no-battle": met.stage == "battle" and game.battle is None,
    }
    yield from each(wrong, game=game, met=met)
    yield from _parties(game, met)


def _parties(game: Game, met: Engagement) -> Iterator[Fault]:
    proposed: list[Fault] = []
    for role, color in zip(ROLES, (met.attacking, met.defending), strict=True):
        player = next((p for p in game.players if p.color == color), None)
        if player is None:
            yield fault("unknown-player engaged", role=f"{role[:-2]}ing", color=color)
            continue
        marker = getattr(met, role)
        legion = player.legion(marker)
        if legion is None and met.stage in BEFORE_THE_END:
            yield fault("unknown-legion", role=role, marker=marker, color=color)
        elif legion is not None and legion.land != met.land:
            yield fault("not-in-land", role=role, marker=marker, legion=legion, met=met)
        if legion is None or legion.characters is None or met.stage not in ("flight", "negotiation"):
            continue
        for i, proposal in enumerate(met.proposals):
            lost = getattr(proposal, f"{role}_loses")
            if lost != ("all",) and (extra := Counter(lost) - Counter(legion.characters)):
                proposed.append(fault("not-there", marker=marker, name=next(iter(extra)), i=i, role=role))
    yield from proposed


def _battle(game: Game) -> Iterator[Fault]:
    """Faults of the battle of an Engagement."""
    battle, met = game.battle, game.engagement
    if battle is None:
        return
    if met is None:
        yield fault("no-engagement")
    else:
        own_reading = (battle.ruleset, *battle.options) != ("standard",)
        there = game.the_box.terrain_of(met.land)
        wrong = {
            "another-box": battle.the_box != game.the_box,
            "another-ruleset": battle.ruleset != game.ruleset and own_reading,
            "another-options": battle.options != game.options and own_reading,
            "battle-terrain": battle.terrain != there,
        }
        yield from each(wrong, terrain=battle.terrain, met=met, there=there)
        yield from _fighting(game, met, battle)
    yield from battle_faults(battle, "/battle")


def _fighting(game: Game, met: Engagement, battle: Battle) -> Iterator[Fault]:
    """Those who fight are those who are engaged."""
    for role in ROLES:
        side, engaged = battle.of(role), getattr(met, role)
        if side.legion != engaged:
            yield fault("battle-legion", role=role, fights=side.legion, engaged=engaged)
        held = next((legion.characters for _, legion in game.legions() if legion.legion == side.legion), None)
        living, gone = Counter([c.name for c in side.characters]), Counter((*side.slain, *side.left_off))
        if held is not None and (living - Counter(held) or Counter(held) - living - gone):
            yield fault("battle-characters", role=role, fights=side.legion)
