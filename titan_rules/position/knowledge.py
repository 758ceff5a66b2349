"""What players know for certain of each other's Legions (ENG-2, MUSTER-2, BATTLE-1).

Knowledge of a Legion is a multiset of characters certainly in it. ``revealed`` is known to everybody; ``seen`` is
what one player knows besides, from looking at a Legion it was engaged with.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from ..box.names import CharacterName, Marker, PlayerColor
from ..kernel.evolving import evolve
from .changes import put_player, without
from .game import STARTING_HEIGHT, Game, Legion

Known = tuple[CharacterName, ...]
Counts = Counter[CharacterName]


def _sorted(counts: Counts) -> Known:
    return tuple(sorted(counts.elements()))


def _left(known: Known, gone: int) -> Known:
    """What is certainly left after some unseen characters have gone.

    >>> _left(("Lion", "Lion", "Ogre"), 1)
    ('Lion',)
    """
    return _sorted(Counter({name: have - gone for name, have in Counter(known).items() if have > gone}))


def common(legion: Legion) -> Known:
    """What everybody knows of a Legion, including the eight starting characters (SETUP-4)."""
    if legion.characters is not None and len(legion.characters) == STARTING_HEIGHT:
        return tuple(sorted(legion.characters))
    return legion.revealed


def _known(legion: Legion, color: str | None) -> Known:
    seen: Known = () if color is None else legion.seen.get(PlayerColor(color), ())
    return _sorted(Counter(common(legion)) | Counter(seen))


# --- what happens to a Legion ----------------------------------------------------------------------------------------


def _change(legion: Legion, change: Callable[[Counts], Counts]) -> Legion:
    seen = {color: _sorted(change(Counter(known))) for color, known in legion.seen.items()}
    return evolve(legion, revealed=_sorted(change(Counter(legion.revealed))), seen=seen)


def show(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """Reveal characters of a Legion to everybody."""
    shown = Counter(names)
    return _change(legion, lambda known: known | shown)


def join(legion: Legion, names: Iterable[CharacterName], shown: Iterable[CharacterName] = ()) -> Legion:
    """Characters visibly join a Legion.

    :param shown: what the Legion shows for it.
    """
    joined, before = tuple(names), Counter(shown)
    if legion.characters is None:
        grown = evolve(legion, height=legion.size + len(joined))
    else:
        grown = evolve(legion, characters=(*legion.characters, *joined))
    return _change(grown, lambda known: (known | before) + Counter(joined))


def leave(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """Characters known to be in a Legion visibly leave it."""
    left = tuple(names)
    return _change(_shrunk(legion, left), lambda known: (known | Counter(left)) - Counter(left))


def _shrunk(legion: Legion, names: Known) -> Legion:
    if legion.characters is None:
        return evolve(legion, height=legion.size - len(names))
    return evolve(legion, characters=without(legion.characters, names))


def split(whole: Legion, leaving: Legion) -> tuple[Legion, Legion]:
    """The two parts of a split, with what is known of each, given what was known of the whole."""
    staying = _shrunk(whole, leaving.known)
    if whole.characters is None:
        return evolve(staying, revealed=_sorted(Counter(whole.revealed) - Counter(leaving.known)), seen={}), leaving

    def part(legion: Legion, unseen: int) -> Legion:
        seen = {color: _left(_known(whole, color), unseen) for color in whole.seen}
        return evolve(legion, revealed=_left(common(whole), unseen), seen=seen)

    return part(staying, leaving.size), part(leaving, staying.size)


def split_unseen(whole: Legion, into: Marker, count: int) -> tuple[Legion, Legion]:
    """The two parts of a Legion of unknown content of which so many leave; known is only what must be in a part."""
    staying = whole.size - count
    stay = evolve(whole, height=staying, revealed=_left(whole.revealed, count), seen={})
    leave = Legion(into, whole.land, None, count, split_from=whole.legion, revealed=_left(whole.revealed, staying))
    return stay, leave


def together(first: Legion, second: Legion) -> Legion:
    """The first Legion with all of the second, from which it was split (MOVE-9), and what is known of it."""
    if first.characters is None or second.characters is None:
        revealed = _sorted(Counter(first.known) + Counter(second.known))
        return evolve(first, characters=None, height=first.size + second.size, revealed=revealed, seen={})
    colors = {*first.seen, *second.seen}
    seen = {color: _sorted(Counter(_known(first, color)) + Counter(_known(second, color))) for color in colors}
    revealed = _sorted(Counter(first.revealed) + Counter(second.revealed))
    return evolve(first, characters=(*first.characters, *second.characters), revealed=revealed, seen=seen)


def look(legion: Legion, color: str) -> Legion:
    """Let one player look at a Legion it is engaged with (ENG-2)."""
    if legion.characters is None or len(legion.revealed) == len(legion.characters):
        return legion
    return evolve(legion, seen={**legion.seen, color: tuple(sorted(legion.characters))})


def open_all(legion: Legion) -> Legion:
    """Show the whole Legion to everybody (BATTLE-1)."""
    if legion.characters is None:
        return legion
    return evolve(legion, revealed=tuple(sorted(legion.characters)), seen={})


def known_to(game: Game, color: str | None) -> Game:
    """The game as one player or an observer may know it.

    Another player's Legion is shown whole if it is wholly known; otherwise ``characters`` is None, and it has its
    height and, in ``revealed``, the known part.

    :param color: None: an observer who is no player.
    :raises KeyError: nobody plays that colour.
    """
    viewer = None if color is None else game.player(color).color
    game = _engagement_as_seen(game, viewer)
    for player in game.players:
        if player.color != viewer:
            legions = tuple([_as_seen_by(legion, viewer, game) for legion in player.legions])
            game = put_player(game, evolve(player, legions=legions))
        else:
            own = tuple([evolve(legion, seen={}) for legion in player.legions])
            game = put_player(game, evolve(player, legions=own))
    return game


def _engagement_as_seen(game: Game, color: PlayerColor | None) -> Game:
    """The Engagement without what third players cannot know.

    They hear no proposal that names unknown characters, nor whether the defender may still flee, since that would
    show whether it holds a Lord (ENG-3).
    """
    engagement = game.engagement
    if engagement is None or color in (engagement.attacking, engagement.defending):
        return game
    sides = {marker: game.find(marker) for marker in (engagement.attacker, engagement.defender)}
    unknown = [marker for marker, held in sides.items() if held is not None and not _known_whole(held[1], color)]
    heard = tuple(
        [
            proposal
            for proposal in engagement.proposals
            if (engagement.attacker not in unknown or _names_nobody(proposal.attacker_loses))
            and (engagement.defender not in unknown or _names_nobody(proposal.defender_loses))
        ]
    )
    engagement = evolve(engagement, proposals=heard)
    if engagement.defender in unknown and engagement.stage in ("flight", "negotiation"):
        engagement = evolve(engagement, stage="negotiation", stood=False)
    return evolve(game, engagement=engagement)


def _names_nobody(losses: tuple[CharacterName, ...]) -> bool:
    return losses in ((), ("all",))


def _known_whole(legion: Legion, color: PlayerColor | None) -> bool:
    return len(_known(legion, color)) == legion.size


def _as_seen_by(legion: Legion, color: PlayerColor | None, game: Game) -> Legion:
    known = _known(legion, color)
    if game.phase == "over" or _known_whole(legion, color):
        return evolve(legion, seen={})
    return evolve(legion, characters=None, height=legion.size, revealed=known, seen={})
