"""What makes a game or a muster question impossible: all faults at once.

Impossible positions are refused when read. Odd ones that a game can reach are accepted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ...box.characters import TITAN
from ...box.names import CharacterName
from ...digest.rulesets import RULESETS
from ...kernel.errors import Fault
from ..battle import ROLES
from ..game import MAX_HEIGHT, STARTING_HEIGHT, Engagement, Game, Legion, Player
from ..muster import Muster
from ..stock import elsewhere, full_stock
from .battle import battle_faults
from .height import surplus

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
    ]


def muster_faults(muster: Muster) -> list[Fault]:
    """Everything that makes a muster question impossible, with JSON Pointers."""
    return [*RULESETS.faults(muster.ruleset, muster.options), *_muster(muster)]


# --- turns, seats and players ----------------------------------------------------------------------------------------


def _turn(game: Game) -> Iterator[Fault]:
    least, most = game.the_box.players
    count = len(game.players)
    if game.phase != "setup" and (count > most or (count < least and game.phase != "over")):
        yield Fault("player-count", f"{count} players, where {least} to {most} play (SETUP-1)", "/players")
    active = next((player for player in game.players if player.color == game.active), None)
    if game.phase in TURN_PHASES:
        if game.active is None:
            yield Fault("no-active", f"nobody's turn is given, in the phase {game.phase}", "/active")
        elif active is not None and active.out and game.phase != "engagement":
            yield Fault("active-out", f"it is {game.active}'s turn, who is out of the game (D-1)", "/active")
    if game.active is not None and active is None:
        yield Fault("unknown-player", f"it is {game.active}'s turn, who does not play", "/active")
    if game.winner is not None:
        if game.phase != "over":
            yield Fault("winner-too-early", f"{game.winner} has won, in the phase {game.phase} (D-6)", "/winner")
        if not any(player.color == game.winner and not player.out for player in game.players):
            yield Fault("unknown-player", f"{game.winner} has won, who is not in the game (D-6)", "/winner")


def _seats(game: Game) -> Iterator[Fault]:
    """Faults of the setup (SETUP-1 to SETUP-4)."""
    if game.phase == "setup":
        yield from _setup(game)
    least, most = game.the_box.players
    if len(game.seats) > most:
        yield Fault("player-count", f"{len(game.seats)} players, where {least} to {most} play (SETUP-1)", "/seats")
    yield from _shared_places(game, ((f"/seats/{i}", s.color, s.tower) for i, s in enumerate(game.seats)))
    names: set[str] = set()
    for i, seat in enumerate(game.seats):
        if seat.name in names:
            yield Fault("name-twice", f"two players are called {seat.name!r}", f"/seats/{i}/name")
        names.add(seat.name)
        if seat.color is not None and seat.tower is None:
            yield Fault("color-before-tower", f"{seat.name} has a colour and no Tower (SETUP-3)", f"/seats/{i}/color")
        if seat.rolled is not None and seat.tower is not None:
            message = f"{seat.name} has a Tower and a roll for one (SETUP-2)"
            yield Fault("rolled-with-tower", message, f"/seats/{i}/rolled")
        if seat.marker is not None and game.the_box.markers.color_of(seat.marker) != seat.color:
            message = f"the marker {seat.marker} is not {seat.name}'s colour (SETUP-4)"
            yield Fault("marker-color", message, f"/seats/{i}/marker")


def _setup(game: Game) -> Iterator[Fault]:
    if game.players:
        yield Fault("players-in-setup", "nobody has Legions before the setup is over: list seats", "/players")
    least, most = game.the_box.players
    rolling = [seat for seat in game.seats if seat.tower is None]
    if len(game.seats) < least:
        yield Fault("player-count", f"{len(game.seats)} seats, where {least} to {most} play (SETUP-1)", "/seats")
    elif rolling and all(seat.rolled is not None for seat in rolling):
        yield Fault("round-over", "everybody without a Tower has rolled: the round is over (SETUP-2)", "/seats")
    elif all(seat.color is not None for seat in game.seats):
        yield Fault("setup-over", "every player has a colour: the setup is over (SETUP-3)", "/phase")


def _shared_places(game: Game, rows: Iterable[tuple[str, str | None, int | None]]) -> Iterator[Fault]:
    """Colours and Towers that two players share, or that do not exist."""
    taken: set[str | int | None] = {None}
    for at, color, tower in rows:
        if color is not None and color in taken:
            yield Fault("color-twice", f"two players are {color} (SETUP-3)", f"{at}/color")
        if tower is not None and tower not in game.the_box.towers:
            message = f"land {tower} is not a Tower but {game.the_box.terrain_of(tower)} (SETUP-2)"
            yield Fault("not-a-tower", message, f"{at}/tower")
        elif tower is not None and tower in taken:
            yield Fault("tower-twice", f"two players start in Tower {tower} (SETUP-2)", f"{at}/tower")
        taken |= {color, tower}


def _players(game: Game) -> Iterator[Fault]:
    """Faults of colours, Towers and Titans."""
    yield from _shared_places(game, ((f"/players/{i}", p.color, p.tower) for i, p in enumerate(game.players)))
    for i, player in enumerate(game.players):
        where = f"/players/{i}/legions"
        known = [legion.characters for legion in player.legions if legion.characters is not None]
        titans = sum(names.count(TITAN) for names in known)
        if titans > 1:
            yield Fault("two-titans", f"{player.color} has {titans} Titans (SETUP-4)", where)
        if titans == 0 and len(known) == len(player.legions) and not _titan_may_be_gone(game, player):
            yield Fault("no-titan", f"{player.color} has no Titan and is not out of the game (D-1)", where)
        if player.out and player.legions and game.phase != "engagement":
            message = f"{player.color} is out of the game and still has {player.legions[0].legion} (D-3)"
            yield Fault("out-with-legions", message, where)


def _titan_may_be_gone(game: Game, player: Player) -> bool:
    """Whether a player is out, or lost its Titan in the Engagement being resolved."""
    if player.out or game.phase in ("setup", "over"):
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
            yield Fault("marker-twice", f"two Legions bear the marker {legion.legion} (SPLIT-3)", f"{at}/legion")
        used.add(legion.legion)
    free: set[str] = set()
    for i, player in enumerate(game.players):
        for j, marker in enumerate(player.markers or ()):
            place = f"/players/{i}/markers/{j}"
            if marker in used:
                yield Fault("marker-used", f"the marker {marker} is free, and a Legion bears it (SPLIT-3)", place)
            elif marker in free:
                yield Fault("marker-twice", f"the marker {marker} is listed twice (SPLIT-3)", place)
            free.add(marker)


# --- Legions, each for itself and together in a land -----------------------------------------------------------------


def _legion(game: Game, player: Player, legion: Legion, at: str) -> Iterator[Fault]:
    name, names, size = legion.legion, legion.characters, legion.size
    if names is None and legion.height is None:
        yield Fault("unknown-height", f"the content of {name} is unknown, so its height is needed", f"{at}/height")
    elif names is not None and legion.height is not None:
        message = f"{name} has both characters and a height; a height is for a Legion of unknown content"
        yield Fault("height-and-characters", message, f"{at}/height")
    elif size == 0 and game.engagement is None:
        # Within an Engagement a Legion can be empty for a while: SUMMON-3, D-3.
        yield Fault("empty-legion", f"{name} has no characters; it would be disbanded", at)
    most = STARTING_HEIGHT if _may_be_whole(game, player) else MAX_HEIGHT
    if size > most:
        when = "" if most == STARTING_HEIGHT else f" ({STARTING_HEIGHT} only until its player's first split, SPLIT-1)"
        goes = "it is shown and loses its most valuable Creatures"
        if names is not None:
            goes = f"it loses {' and '.join(map(str, surplus(game.the_box, names, most)))}"
        message = f"{name} has {size} characters; at most {most} may be in it{when}; {goes} (HEIGHT-1)"
        yield Fault("too-high", message, f"{at}/height" if names is None else f"{at}/characters")
    if legion.revealed or legion.seen:
        yield from _knowledge(legion, at)
    if legion.entry_side not in (None, "bottom") and game.the_box.masterboard.lands[legion.land].from_bottom:
        message = f"{name} enters a Tower from the {legion.entry_side}; it is always the bottom (MOVE-8)"
        yield Fault("tower-entry", message, f"{at}/entry_side")
    if legion.split_from == name:
        yield Fault("split-from-itself", f"{name} was split from itself", f"{at}/split_from")
    elif legion.split_from is not None and game.phase == "commencement" and player.color == game.active:
        origin = player.legion(legion.split_from)
        if origin is None or origin.land != legion.land:
            message = f"{name} was split from {legion.split_from}, which is not in land {legion.land} (SPLIT-4)"
            yield Fault("split-elsewhere", message, f"{at}/split_from")


def _may_be_whole(game: Game, player: Player) -> bool:
    """Whether a player's eight starting characters may still be in one Legion (SPLIT-1, SETUP-5)."""
    if game.turn > 1:
        return False
    active = next((p for p in game.players if p.color == game.active), None)
    if active is None or game.phase == "over":
        return True
    return game.phase == "commencement" if player is active else player.tower <= active.tower


def _knowledge(legion: Legion, at: str) -> Iterator[Fault]:
    known = [("revealed", legion.revealed), *((f"seen/{color}", names) for color, names in legion.seen.items())]
    for where, names in known:
        if len(names) > legion.size:
            message = f"{len(names)} characters of {legion.legion} are known, its height is {legion.size}"
            yield Fault("known-too-many", message, f"{at}/{where}")
        elif legion.characters is not None and (extra := Counter(names) - Counter(legion.characters)):
            message = f"{', '.join(extra)} is known to be in {legion.legion} and is not in it"
            yield Fault("known-not-there", message, f"{at}/{where}")


def _lands(game: Game, legions: list[Placed]) -> Iterator[Fault]:
    """Faults of Legions that share a land."""
    lands: dict[int, list[Placed]] = {}
    for placed in legions:
        lands.setdefault(placed[1].land, []).append(placed)
    for land, together in lands.items():
        if len(together) == 1:
            continue
        place = f"{together[1][2]}/land"
        share = f"{' and '.join(legion.legion for _, legion, _ in together)} share land {land}"
        holders = {player.color for player, _, _ in together}
        if len(holders) == 1:
            if game.phase not in ("commencement", "movement") or holders != {game.active}:
                why = "one player's Legions do so only in its own turn, before they part (MOVE-6, MOVE-9)"
                yield Fault("own-legions-share-land", f"{share}; {why}", place)
        elif len(together) > 2 or game.active not in holders:
            why = "an Engagement is one Legion of the player whose turn it is against one (MOVE-7)"
            yield Fault("crowded-land", f"{share}; {why}", place)
        elif game.phase not in ("movement", "engagement"):
            why = f"in the phase {game.phase} no Engagement stands (MOVE-7, ENG-1)"
            yield Fault("enemies-share-land", f"{share}; {why}", place)


# --- the box ---------------------------------------------------------------------------------------------------------


def _stock(game: Game) -> Iterator[Fault]:
    """More counters than the box holds, or counters in the wrong pile."""
    characters = game.the_box.characters
    yield from _exceeded(full_stock(game), elsewhere(game), game.caretaker or {}, "/players")
    for name, count in game.dead.items():
        if count and characters[name].returns:
            message = f"the dead pile holds {count} of {name}, who would go back to the caretaker (SCORE-4)"
            yield Fault("not-dead", message, f"/dead/{name}")
    for name, count in game.returning.items():
        if count and not characters[name].returns:
            message = f"{count} of {name} would stay in the dead pile, not go back to the caretaker (SCORE-4)"
            yield Fault("not-returning", message, f"/returning/{name}")


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
            yield Fault("box-exceeded", f"{total} of {name}; the box holds {full[name]}", place)


def _muster(muster: Muster) -> Iterator[Fault]:
    height = len(muster.characters)
    if not 1 <= height <= MAX_HEIGHT:
        message = f"a Legion has 1 to {MAX_HEIGHT} characters, not {height}"
        yield Fault("too-high" if height else "empty-legion", message, "/characters")
    counts, box = Counter(muster.characters), muster.the_box
    if counts[TITAN] > 1:
        yield Fault("two-titans", f"a Legion has one Titan at most, not {counts[TITAN]} (SETUP-4)", "/characters")
    # Of those whose stock grows (BOX-12), there are as many as the scores say; unsaid, any number.
    full = {name: count for name, count in box.full_stock.items() if box.characters[name] not in box.growing}
    if muster.tower_scores:
        full |= box.grown({int(tower): score for tower, score in muster.tower_scores.items()})
    yield from _exceeded(full, counts, muster.caretaker or {}, "/characters")


# --- Engagements -----------------------------------------------------------------------------------------------------


def _engagement(game: Game) -> Iterator[Fault]:
    """Faults of ``engagement`` and ``battle``."""
    engagement, battle = game.engagement, game.battle
    if engagement is not None:
        if game.phase not in ("engagement", "over"):
            message = f"an Engagement is resolved, in the phase {game.phase} (ENG-1)"
            yield Fault("engagement-phase", message, "/engagement")
        yield from _parties(game, engagement)
        if engagement.stage not in BEFORE_THE_END and engagement.winner is None:
            message = f"the Engagement is at its {engagement.stage}, and nobody has won it"
            yield Fault("no-winner", message, "/engagement/winner")
        if engagement.stage == "battle" and battle is None:
            yield Fault("no-battle", "the Engagement is at its battle, and there is none", "/battle")
    if battle is None:
        return
    if engagement is None:
        yield Fault("no-engagement", "there is a battle and no Engagement", "/battle")
    else:
        if battle.the_box != game.the_box:
            yield Fault("another-box", "the battle is not played with the game's box", "/battle/box")
        for key, own, games in (
            ("ruleset", battle.ruleset, game.ruleset),
            ("options", battle.options, game.options),
        ):
            if own != games and (battle.ruleset, *battle.options) != ("standard",):
                yield Fault(f"another-{key}", f"the battle is not fought under the game's {key}", f"/battle/{key}")
        terrain = game.the_box.terrain_of(engagement.land)
        if battle.terrain != terrain:
            message = f"the battle is in {battle.terrain}; land {engagement.land} is {terrain}"
            yield Fault("battle-terrain", message, "/battle/terrain")
        for role in ROLES:
            side = battle.of(role)
            fights, engaged = side.legion, getattr(engagement, role)
            if fights != engaged:
                message = f"{fights} fights; the {role} of the Engagement is {engaged}"
                yield Fault("battle-legion", message, f"/battle/{role}/legion")
            held = next((legion.characters for _, legion in game.legions() if legion.legion == fights), None)
            living, gone = Counter([c.name for c in side.characters]), Counter((*side.slain, *side.left_off))
            if held is not None and (living - Counter(held) or Counter(held) - living - gone):
                message = f"{fights} holds others than those who fight for it"
                yield Fault("battle-characters", message, f"/battle/{role}/characters")
    yield from battle_faults(battle, "/battle")


def _parties(game: Game, engagement: Engagement) -> Iterator[Fault]:
    """Who is engaged, and proposals of absent characters (ENG-5), who in a battle may have fallen."""
    attacking, defending = engagement.attacking, engagement.defending
    if attacking == defending:
        yield Fault("one-party", f"{attacking} cannot be engaged with itself (ENG-1)", "/engagement/defending")
    if attacking != game.active and game.phase != "over":
        message = f"{attacking} attacks, whose turn it is not (ENG-1)"
        yield Fault("attacker-not-active", message, "/engagement/attacking")
    proposed: list[Fault] = []
    for role, color in zip(ROLES, (attacking, defending), strict=True):
        player = next((p for p in game.players if p.color == color), None)
        if player is None:
            place = "attacking" if role == "attacker" else "defending"
            yield Fault("unknown-player", f"{color} does not play", f"/engagement/{place}")
            continue
        marker = getattr(engagement, role)
        legion = player.legion(marker)
        if legion is None and engagement.stage in BEFORE_THE_END:
            yield Fault("unknown-legion", f"the {role} {marker} is not a Legion of {color}", f"/engagement/{role}")
        elif legion is not None and legion.land != engagement.land:
            message = f"the {role} {marker} is in land {legion.land}, not in land {engagement.land}"
            yield Fault("not-in-land", message, f"/engagement/{role}")
        if legion is None or legion.characters is None or engagement.stage not in ("flight", "negotiation"):
            continue
        for i, proposal in enumerate(engagement.proposals):
            lost = getattr(proposal, f"{role}_loses")
            if lost != ("all",) and (extra := Counter(lost) - Counter(legion.characters)):
                message = f"{marker} has no {next(iter(extra))!r} to lose (ENG-5)"
                proposed.append(Fault("not-there", message, f"/engagement/proposals/{i}/{role}_loses"))
    yield from proposed
