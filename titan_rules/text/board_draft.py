"""A game as it is read: its players and Legions, and what goes without saying.

What is missing is filled in so that nothing depends on it, or with an assumption that is told.
"""

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from .draft import Draft, Growing
from .lexer import Token
from .words import Word

SHAPE = "as in: turn 5, Black's movement, roll 4: Bk02 109 2 Lion"
PRONOUNS = ("mine", "theirs")
UNSAID_HEIGHT = 4


@define(eq=False)
class LegionDraft:
    """A Legion, as it is read.

    :param player: whose it is.
    :param first: the word that begins it.
    :param terrain: where it is said to be.
    """

    player: Growing
    first: Token
    data: Growing = field(factory=dict)
    terrain: Word | None = None

    @property
    def ended(self) -> bool:
        """Whether a name that follows begins another Legion: it has no marker, and its land stands behind its names."""
        keys = [*self.data]
        return "legion" not in self.data and {"characters", "land"} <= {*keys} and keys.index("land") > 0


@define(eq=False)
class BoardDraft:
    """The players and Legions of a game, put into a document.

    :param players: by colour, *mine* or *theirs*, until it is settled who that is.
    :param by_marker: the colours of *mine* and *theirs*, if their markers are named.
    :param unmoved: it is said that a Legion has not moved.
    """

    draft: Draft
    players: list[Growing] = field(factory=list)
    legions: list[LegionDraft] = field(factory=list)
    by_marker: dict[str, str] = field(factory=dict)
    unmoved: bool = False

    def player(self, color: str, word: Token) -> Growing:
        """The player with a colour, added if there is none."""
        player = next((player for player in self.players if player["color"] == color), None)
        if player is None:
            player = {"color": color, "legions": []}
            self.players.append(player)
            self.draft.place(player, "", word)
        return player

    def begin(self, player: Growing, word: Token) -> LegionDraft:
        """A Legion that begins here."""
        legion = LegionDraft(player, word)
        self.legions.append(legion)
        player["legions"].append(legion.data)
        self.draft.place(legion.data, "", word)
        return legion

    def settle(self) -> None:
        """Settle whose every Legion is, where it is, and who is in it.

        :raises DocumentError: a Legion is nowhere, or in another terrain than its land's.
        """
        self.draft.data["players"] = self.players
        owners, every = self.draft.owners, _colors()
        owners |= {**{color: color for color in every}, **self.by_marker}
        active = self.draft.data.get("active")
        if {*PRONOUNS} & {active, *(player["color"] for player in self.players)}:
            self._settle_mine(every, active)
            self._settle_theirs(every, active)
            self._put_colors(active)
        for legion in self.legions:
            self._name(legion)
            self._locate(legion)
            self._complete(legion)

    # --- whose -------------------------------------------------------------------------------------------------------

    def _free(self, every: list[str]) -> list[str]:
        """The colours that nobody is said to have; all if there are none."""
        taken = {*(player["color"] for player in self.players), *self.draft.owners.get("mine", "").split()}
        return [color for color in every if color not in {*taken, *self.by_marker.values()}] or every

    def _settle_mine(self, every: list[str], active: str | None) -> None:
        """*Mine* is whoever's turn it is, or else the first colour of which no Legion is named."""
        said, free = [player["color"] for player in self.players], self._free(every)
        named = [color for color in said if color in every]
        mine = active if active in free else free[0]
        if mine != active and len(named) == 1 and "mine" not in said:
            mine = named[0]  # I rolled a 4: Bk02 109 2 Lion
        self.draft.owners.setdefault("mine", str(mine))

    def _settle_theirs(self, every: list[str], active: str | None) -> None:
        """*Theirs* is the only other colour that is named, or else the next one."""
        named = {color for color in (active, *(player["color"] for player in self.players)) if color in every}
        others = [str(color) for color in named - {self.draft.owners["mine"]}]
        self.draft.owners.setdefault("theirs", others[0] if len(others) == 1 else self._free(every)[0])

    def _put_colors(self, active: str | None) -> None:
        """Put colours in the place of *mine* and *theirs*."""
        owners = self.draft.owners
        if active in PRONOUNS:
            self.draft.data["active"] = owners[str(active)]
        for player in [player for player in self.players if player["color"] in PRONOUNS]:
            player["color"] = owners[player["color"]]
            same = next((one for one in self.players if one is not player and one["color"] == player["color"]), None)
            if same is not None:
                self._join(same, player)

    def _join(self, player: Growing, other: Growing) -> None:
        """Put what is said of one player in two ways into one."""
        self.players.remove(other)
        player["legions"] += other.pop("legions")
        for legion in self.legions:
            legion.player = player if legion.player is other else legion.player
        for key in {"score", "tower"} & other.keys():
            if key in player:
                self.draft.fail(f"{player['color']}'s {key} is given twice", code="said-twice")
            player[key] = other[key]

    # --- each Legion -------------------------------------------------------------------------------------------------

    def _name(self, legion: LegionDraft) -> None:
        """Give a Legion without a marker the first one that is free."""
        if "legion" not in legion.data:
            used = {other.data.get("legion") for other in self.legions}
            markers = current().markers.of(legion.player["color"])
            legion.data["legion"] = next((marker for marker in markers if marker not in used), markers[0])

    def _locate(self, legion: LegionDraft) -> None:
        """Check where a Legion is; before its player's first move, the Titan's is in its Tower."""
        data, game, name = legion.data, self.draft.data, legion.data["legion"]
        begins = game.get("turn") == 1 or game.get("phase") == "commencement"
        if "land" not in data and begins and TITAN in data.get("characters", ()):
            data["land"] = legion.player.setdefault("tower", self._free_tower())
            self.draft.assume(f"{name} is in its Tower, {data['land']}", f"say where {name} is")
        if "land" not in data:
            self.draft.fail("where is the Legion?", legion.first, hint="as in: Bk02 109 Angel 2 Centaur")
        said, lands = legion.terrain, current().masterboard.lands
        if said is not None and data["land"] in lands and lands[data["land"]].terrain != said.value:
            self.draft.fail(f"{data['land']} is not in the {said.value}", said.token)

    def _complete(self, legion: LegionDraft) -> None:
        """Settle who is in a Legion, and how many are not known."""
        data = legion.data
        names, height, name = data.get("characters"), data.get("height"), data["legion"]
        if names is None and height is None:
            data["height"] = UNSAID_HEIGHT
            self.draft.assume(f"who is in {name} is not known", f"say who is in {name}")
        elif names is not None and height == len(names):
            del data["height"]
        elif names is not None and height is not None and height > len(names):
            data["revealed"] = data.pop("characters")
        data.setdefault("characters", None)

    # --- what is not said --------------------------------------------------------------------------------------------

    def fill_in(self) -> None:
        """Fill in what is missing: neutrally, so that no verdict depends on it, or with a reported assumption."""
        draft, data = self.draft, self.draft.data
        draft.unsaid |= {"phase"} - data.keys()
        if data.get("phase") in ("setup", "over"):
            data.setdefault("turn", 1)
            return
        moved = any(legion.data.get("moved") for legion in self.legions)
        draft.unsaid |= {"roll", "active", "turn", *([] if self.unmoved or moved else ["moved"])} - data.keys()
        data.setdefault("phase", self._phase_implied(moved=moved))
        self._add_players()
        for player in self.players:
            if "tower" not in player and (tower := self._free_tower()) is not None:
                player["tower"] = tower
            self._put_elsewhere(player)
        if self.players:
            data.setdefault("active", self.players[0]["color"])
        eight = any(len(x.data["characters"] or ()) == 8 or x.data.get("height") == 8 for x in self.legions)
        data.setdefault("turn", 1 if eight else 2)

    def _phase_implied(self, *, moved: bool) -> str:
        """The phase implied by what is said."""
        if "roll" in self.draft.data:
            return "movement"
        met = {(legion.data["land"], legion.player["color"]) for legion in self.legions}
        engaged = len({land for land, _ in met}) < len(met)
        return "engagement" if engaged else "enlistment" if moved else "commencement"

    def _free_tower(self) -> int | None:
        """The last Tower in which nobody has started; None: there is none."""
        taken = [player.get("tower") for player in self.players]
        return next((tower for tower in reversed(current().towers) if tower not in taken), None)

    def _add_players(self) -> None:
        """Whoever's turn it is plays, and as many others as a game takes."""
        colors = [player["color"] for player in self.players]
        if not colors and not self.draft.asked:
            return
        active = self.draft.data.get("active")
        every = _colors()
        others = [*every[1::-1], *every[2:]] if colors else every  # Red plays against whoever is named
        free = [color for color in others if color not in (*colors, active)]
        colors += [active] if active is not None and active not in colors else []
        colors += free[: max(0, current().players[0] - len(colors))]
        self.players += [{"color": color, "legions": []} for color in colors[len(self.players) :]]

    def _put_elsewhere(self, player: Growing) -> None:
        """Whose Titan can be in no Legion that is named has it elsewhere."""
        known = [legion["characters"] for legion in player["legions"]]
        titan = any(names is None or TITAN in names for names in known)
        if titan or player.get("out") or player.get("elsewhere") or self.draft.data.get("engagement"):
            return
        player["elsewhere"], color = True, player["color"]
        if known:
            self.draft.assume(f"{color}'s Titan is elsewhere, out of the way")
        else:
            self.draft.assume(
                f"{color}, of whom nothing is said, is out of the way", f"say where {color}'s Legions are"
            )


def _colors() -> list[str]:
    """The colours of the box, Black and Red first."""
    letters = current().markers.letters
    return [color for color in dict.fromkeys(("Black", "Red", *letters)) if color in letters]
