"""A game as it is read: its players and Legions, and what goes without saying.

What is missing is filled in so that nothing depends on it, or with an assumption that is told.
"""

from collections.abc import Mapping

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..position.game import Game, Legion, Phase, Player
from .reader import OPPOSITE, USUAL_COLORS, Builder, Reader
from .words import Word

UNSAID_HEIGHT = 4
LANDLESS = ("commencement", "engagement")
"""Phases in which a Legion's land may be left open: a split and a flight are the same everywhere."""


@define(eq=False, kw_only=True)
class LegionBuilder(Builder):
    """A Legion, as it is read.

    :param player: whose it is.
    :param terrain: where it is said to be.
    :param met: the Legion that it attacks, or that attacks it: both stand in one land.
    """

    of: type[Legion] = Legion
    player: Builder
    terrain: Word | None = None
    met: "LegionBuilder | None" = None

    @property
    def ended(self) -> bool:
        """Whether a name that follows begins another Legion: it has no marker, and its land stands behind its names."""
        keys = [*self.values]
        return "legion" not in keys and {"characters", "land"} <= {*keys} and keys.index("land") > 0

    @property
    def name(self) -> str:
        """Its marker."""
        return str(self.values["legion"])


class Board(Reader):
    """The players and Legions of a game.

    :ivar players, legions: in the order in which they are named.
    :ivar by_marker: the colours of *mine* and *theirs*, if their markers are named.
    :ivar unmoved: it is said that a Legion has not moved.
    """

    of = Game

    def __init__(self, text: str, said: list[Word], asked: bool) -> None:
        super().__init__(text, said, asked)
        self.players: list[Builder] = []
        self.legions: list[LegionBuilder] = []
        self.by_marker: dict[str, str] = {}
        self.unmoved = False

    def parts_of(self, of: type) -> Mapping[str, Builder]:
        """The players by colour, or the Legions by marker."""
        if of is Player:
            return {player.values["color"].lower(): player for player in self.players}
        return {legion.name.lower(): legion for legion in self.legions}

    def player_of(self, color: str, word: Word) -> Builder:
        """The player with a colour, or of *mine* or *theirs*; added if there is none."""
        for player in self.players:
            if player.values["color"] == color:
                return player
        self.players.append(Builder(Player, (word.token, word.token), {"color": color, "legions": []}))
        return self.players[-1]

    def begin(self, word: Word, player: Builder) -> LegionBuilder:
        """A Legion that begins here."""
        legion = LegionBuilder(said=(word.token, word.token), player=player)
        self.legions.append(legion)
        player.values["legions"].append(legion)
        return legion

    def settle(self) -> None:
        """Settle whose every Legion is, where it is, and who is in it.

        :raises DocumentError: a Legion is nowhere, or in another terrain than its land's.
        """
        values, every = self.position.values, _colors()
        values["players"] = self.players
        self.owners |= {**{color: color for color in every}, **self.by_marker}
        active = values.get("active")
        if {*OPPOSITE} & {active, *(player.values["color"] for player in self.players)}:
            self._settle_mine(every, active)
            self._settle_theirs(every, active)
            self._put_colors(active)
        for legion in self.legions:
            self._mark(legion)
            self._locate(legion)
            self._complete(legion)

    # --- whose -------------------------------------------------------------------------------------------------------

    def _free(self, every: list[str]) -> list[str]:
        """The colours that nobody is said to have; all if there are none."""
        taken = {player.values["color"] for player in self.players} | {*self.by_marker.values()}
        return [color for color in every if color not in {*taken, self.owners.get("mine")}] or every

    def _settle_mine(self, every: list[str], active: str | None) -> None:
        """*Mine* is whoever's turn it is, or else the first colour of which no Legion is named."""
        said, free = [player.values["color"] for player in self.players], self._free(every)
        mine = said[0] if len(said) == 1 and said[0] in every else free[0]  # I rolled a 4: Bk02 109 2 Lion
        self.owners.setdefault("mine", str(active) if active in free else mine)

    def _settle_theirs(self, every: list[str], active: str | None) -> None:
        """*Theirs* is the only other colour that is named, or else the next one."""
        named = {color for color in (active, *(player.values["color"] for player in self.players)) if color in every}
        others = [str(color) for color in named - {self.owners["mine"]}]
        self.owners.setdefault("theirs", others[0] if len(others) == 1 else self._free(every)[0])

    def _put_colors(self, active: str | None) -> None:
        """Put colours in the place of *mine* and *theirs*."""
        if active in OPPOSITE:
            self.position.values["active"] = self.owners[str(active)]
        for player in [player for player in self.players if player.values["color"] in OPPOSITE]:
            player.values["color"] = color = self.owners[player.values["color"]]
            for same in self.players:
                if same is not player and same.values["color"] == color:
                    self._join(same, player)
                    break

    def _join(self, player: Builder, also: Builder) -> None:
        """Put what is said of one player in two ways into one."""
        self.players.remove(also)
        player.values["legions"] += also.values.pop("legions")
        for legion in self.legions:
            legion.player = player if legion.player is also else legion.player
        for key in {"score", "tower"} & also.values.keys():
            if key in player.values:
                self.fail(f"{player.values['color']}'s {key} is given twice", code="said-twice")
            player.values[key] = also.values[key]

    # --- each Legion -------------------------------------------------------------------------------------------------

    def _mark(self, legion: LegionBuilder) -> None:
        """Give a Legion without a marker the first one that is free."""
        if "legion" not in legion.values:
            used = {other.values.get("legion") for other in self.legions}
            markers = current().markers.of(legion.player.values["color"])
            legion.values["legion"] = next((marker for marker in markers if marker not in used), markers[0])

    def _locate(self, legion: LegionBuilder) -> None:
        """Check where a Legion is; where that is not said, it may go without saying, or not matter."""
        if "land" not in legion.values:
            legion.values["land"] = self._usual_land(legion)
        land, terrain, lands = legion.values["land"], legion.terrain, current().masterboard.lands
        if terrain is not None and lands[land].terrain != terrain.value:
            self.fail(f"{land} is not in the {terrain.value}", terrain)

    def _usual_land(self, legion: LegionBuilder) -> int:
        """Where a Legion is whose land is not said.

        A Titan before its player's first move is in its Tower, an attacker where those are whom it attacks, and they
        where it is. Where the land does not matter it is any.

        :raises DocumentError: it may matter.
        """
        values, name, said = self.position.values, legion.name, legion.values
        phase, tower = values.get("phase"), legion.player.values.get("tower", self._free_tower())
        if legion.met is not None and "land" in legion.met.values:
            return int(legion.met.values["land"])
        if (values.get("turn") == 1 or phase == "commencement") and TITAN in said.get("characters", ()) and tower:
            legion.player.values["tower"] = tower
            self.assume(f"{name} is in its Tower, {tower}", f"say where {name} is")
            return int(tower)
        placed = any("land" in each.places for each in self.legions)
        matters = placed or "roll" in values or phase not in (None, *LANDLESS)
        if matters or not self.asked or not said.keys() & {"characters", "height"}:
            assert legion.said is not None, "its words are read"
            self.fail("where is the Legion?", *legion.said, hint="as in: Bk02 109 Angel 2 Centaur")
        self.unsaid.add("land")
        taken = {other.values.get("land") for other in self.legions}
        land = next(number for number in current().masterboard.lands if number not in {*taken, *current().towers})
        self.assume(f"{name} is in some land, such as {land}", f"say where {name} is")
        return land

    def _complete(self, legion: LegionBuilder) -> None:
        """Settle who is in a Legion, and how many are not known."""
        values = legion.values
        names, height, name = values.get("characters"), values.get("height"), legion.name
        if names is None and height is None:
            values["height"] = UNSAID_HEIGHT
            self.assume(f"who is in {name} is not known, height {UNSAID_HEIGHT}", f"say who is in {name}")
        elif names is not None and height == len(names):
            del values["height"]
        elif names is not None and height is not None and height > len(names):
            values["revealed"] = values.pop("characters")

    # --- what is not said --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Fill in what is missing: neutrally, so that no verdict depends on it, or with a reported assumption."""
        values = self.position.values
        if values.get("phase") in ("setup", "over"):
            values.setdefault("turn", 1)
            return
        moved = any(legion.values.get("moved") for legion in self.legions)
        self.unsaid |= {"phase", "roll", "active", "turn"} - values.keys()
        self.unsaid |= set() if self.unmoved or moved else {"moved"}
        values.setdefault("phase", self._phase_implied(moved=moved))
        self._add_players()
        for player in self.players:
            if "tower" not in player.values and (tower := self._free_tower()) is not None:
                player.values["tower"] = tower
            self._put_elsewhere(player)
        if self.players:
            values.setdefault("active", self.players[0].values["color"])
        heights = [legion.values.get("height") or len(legion.values.get("characters") or ()) for legion in self.legions]
        values.setdefault("turn", 1 if 8 in heights else 2)

    def _phase_implied(self, *, moved: bool) -> Phase:
        """The phase implied by what is said."""
        if "roll" in self.position.values:
            return "movement"
        met = {(legion.values["land"], legion.player.values["color"]) for legion in self.legions}
        engaged = len({land for land, _ in met}) < len(met)
        return "engagement" if engaged else "enlistment" if moved else "commencement"

    def _free_tower(self) -> int | None:
        """The last Tower in which nobody has started; None: there is none."""
        taken = [player.values.get("tower") for player in self.players]
        return next((tower for tower in reversed(current().towers) if tower not in taken), None)

    def _add_players(self) -> None:
        """Whoever's turn it is plays, and as many others as a game takes."""
        colors = [player.values["color"] for player in self.players]
        if not colors and not self.asked:
            return
        active, every = self.position.values.get("active"), _colors()
        others = [*every[1::-1], *every[2:]] if colors else every  # Red plays against whoever is named
        if active is not None and active not in colors:
            colors.append(active)
        free = [color for color in others if color not in colors]
        colors += free[: max(0, current().players[0] - len(colors))]
        self.players += [
            Builder(Player, None, {"color": color, "legions": []}) for color in colors[len(self.players) :]
        ]

    def _put_elsewhere(self, player: Builder) -> None:
        """Whose Titan is in no Legion that is named has it elsewhere, or in one of which nothing is known.

        A player whose Tower is said is said in full: its Titan is in one of its Legions of unknown content.
        """
        values, color = player.values, player.values["color"]
        known = [legion.values.get("characters") for legion in values["legions"]]
        hidden = None in known
        titan = any(TITAN in names for names in known if names) or (hidden and "tower" in player.places)
        if titan or values.get("out") or values.get("elsewhere") or self.position.values.get("engagement"):
            return
        values["elsewhere"] = True
        if known and not hidden:
            self.assume(f"{color}'s Titan is elsewhere, out of the way")
        elif not known:
            self.assume(f"{color}, of whom nothing is said, is out of the way", f"say where {color}'s Legions are")


def _colors() -> list[str]:
    """The colours of the box, Black and Red first."""
    letters = current().markers.letters
    return [color for color in dict.fromkeys((*USUAL_COLORS, *letters)) if color in letters]
