"""What players know for certain of each other's Legions (ENG-2, MUSTER-2, BATTLE-1).

Knowledge of a Legion is a multiset of characters certainly in it. ``revealed`` is known to everybody; ``seen`` is
what one player knows besides, from looking at a Legion it was engaged with.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from ..box.names import CharacterName, PlayerColor
from ..kernel.evolving import evolve
from .changes import put_player, without
from .game import STARTING_HEIGHT, Game, Legion

Known = tuple[CharacterName, ...]


def _sorted(counts: Counter[CharacterName]) -> Known:
    return tuple(sorted(counts.elements()))


def merged(known: Known, shown: Iterable[CharacterName]) -> Known:
    """Knowledge after characters were shown: the larger number of each kind.

    >>> merged(("Ogre",), ["Ogre", "Ogre"])
    ('Ogre', 'Ogre')
    """
    return _sorted(Counter(known) | Counter(shown))


def more(known: Known, joined: Iterable[CharacterName]) -> Known:
    """Knowledge after characters were seen to join."""
    return _sorted(Counter(known) + Counter(joined))


def fewer(known: Known, left: Iterable[CharacterName]) -> Known:
    """Knowledge after known characters were seen to leave."""
    return _sorted(Counter(known) - Counter(left))


def after_leaving(known: Known, count: int) -> Known:
    """What is certainly left after ``count`` unseen characters have gone.

    >>> after_leaving(("Lion", "Lion", "Ogre"), 1)
    ('Lion',)
    """
    return _sorted(Counter({name: have - count for name, have in Counter(known).items() if have > count}))


def grown(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """The Legion with characters added; if its content is unknown, it grows in height. Knowledge of it is unchanged."""
    more_of_them = tuple(names)
    if legion.characters is None:
        return evolve(legion, height=legion.size + len(more_of_them))
    return evolve(legion, characters=(*legion.characters, *more_of_them))


def shrunk(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """The Legion less some of its characters; if its content is unknown, it loses height. Knowledge of it is unchanged.

    Once everything left is known, so is the content.
    """
    less = tuple(names)
    if legion.characters is None:
        return evolve(legion, height=legion.size - len(less))
    return evolve(legion, characters=without(legion.characters, less))


def united(first: Legion, second: Legion) -> Legion:
    """The first Legion with all of the second; if either content is unknown, so is the whole's.

    Unless one part is wholly known, :func:`together` determines what is known of the whole.
    """
    if first.characters is None or second.characters is None:
        return evolve(first, characters=None, height=first.size + second.size)
    return evolve(first, characters=(*first.characters, *second.characters))


def common(legion: Legion) -> Known:
    """What everybody knows of a Legion, including the eight starting characters (SETUP-4)."""
    if legion.characters is not None and len(legion.characters) == STARTING_HEIGHT:
        return tuple(sorted(legion.characters))
    return legion.revealed


def _change(legion: Legion, change: Callable[[Known], Known]) -> Legion:
    seen = {color: change(known) for color, known in legion.seen.items()}
    return evolve(legion, revealed=change(legion.revealed), seen=seen)


def show(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """Reveal characters of a Legion to everybody."""
    shown = tuple(names)
    return _change(legion, lambda known: merged(known, shown))


def join(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """Characters visibly join a Legion."""
    joined = tuple(names)
    return _change(legion, lambda known: more(known, joined))


def leave(legion: Legion, names: Iterable[CharacterName]) -> Legion:
    """Characters known to be in a Legion visibly leave it."""
    left = tuple(names)
    return _change(legion, lambda known: fewer(merged(known, left), left))


def split(whole: Legion, staying: Legion, leaving: Legion) -> tuple[Legion, Legion]:
    """What is known of the two parts of a split, given what was known of the whole."""
    if whole.characters is None:
        return evolve(staying, revealed=fewer(whole.revealed, leaving.known), seen={}), leaving
    gone, kept = leaving.size, staying.size

    def part(legion: Legion, unseen: int) -> Legion:
        seen = {color: after_leaving(_known(whole, color), unseen) for color in whole.seen}
        return evolve(legion, revealed=after_leaving(common(whole), unseen), seen=seen)

    return part(staying, gone), part(leaving, kept)


def together(first: Legion, second: Legion, whole: Legion) -> Legion:
    """What is known of two parts that were recombined (MOVE-9)."""
    if whole.characters is None:
        return evolve(whole, revealed=more(first.known, second.known), seen={})
    seen = {color: more(_known(first, color), _known(second, color)) for color in {*first.seen, *second.seen}}
    return evolve(whole, revealed=more(first.revealed, second.revealed), seen=seen)


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


def _known(legion: Legion, color: PlayerColor | None) -> Known:
    return merged(common(legion), () if color is None else legion.seen.get(color, ()))


def _known_whole(legion: Legion, color: PlayerColor | None) -> bool:
    return len(_known(legion, color)) == legion.size


def _as_seen_by(legion: Legion, color: PlayerColor | None, game: Game) -> Legion:
    known = _known(legion, color)
    if game.phase == "over" or _known_whole(legion, color):
        return evolve(legion, seen={})
    return evolve(legion, characters=None, height=legion.size, revealed=known, seen={})
