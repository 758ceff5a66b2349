"""Boards for tests, typed as a player would say them."""

from titan_rules.kernel.evolving import evolve
from titan_rules.position.documents import FORMAT

LETTERS = {"Black": "Bk", "Red": "Rd", "Gold": "Gd"}
TOWERS = {"Black": 100, "Red": 200, "Gold": 300}
TEXT = str | None


def document(*, phase="movement", roll=None, turn=5, ruleset="standard", options=None, **sides):
    """A game document; ``black={"Bk01": (105, "Titan Ogre")}`` gives Legions their land and content.

    Black is to move. ``black_is={"score": 400}`` sets anything else of a player, and a third item of a
    Legion anything else of it.
    """
    players = []
    for color in LETTERS:
        side = sides.get(color.lower())
        if side is None:
            continue
        legions = [
            {"legion": marker, "land": land, "characters": content.split() if content else None, **dict(*more)}
            for marker, (land, content, *more) in side.items()
        ]
        player = {"color": color, "tower": TOWERS[color], "legions": legions}
        players.append(player | sides.get(f"{color.lower()}_is", {}))
    found = {"format": "titan-rules/1", "kind": "game", "ruleset": ruleset, "turn": turn, "phase": phase}
    if options:
        found["options"] = options
    return found | {"active": "Black", "roll": roll, "players": players}


FAR_AWAY = {"Rd01": (4000, "Titan Angel")}
"""Red, where it is in nobody's way."""


def game(*, red=FAR_AWAY, **given):
    """A game read from :func:`document`."""
    data = document(red=red, **given)
    return FORMAT.read({key: value for key, value in data.items() if key != "roll" or value is not None})


def rolled(position, roll):
    """The game with another Movement Roll."""
    return evolve(position, roll=roll)


def rules(rulings):
    """The ids that rulings cite, in order."""
    return [r.rule for r in rulings]
