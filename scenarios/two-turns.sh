#!/bin/sh
# A game of two turns, one action at a time through `titan check --apply`, and a battle resolved with its explanation.
# Run it from anywhere; TITAN names the command where `titan` is not on the PATH.
set -eu
TITAN=${TITAN:-titan}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

play() { # play ACTION...: each must be legal; the state goes from one to the next
    for action in "$@"; do
        echo "  $action"
        "$TITAN" check "$work/state.json" "$action" --apply > "$work/next.json" || { cat "$work/next.json" >&2; exit 1; }
        mv "$work/next.json" "$work/state.json"
    done
}

refused() { # refused ACTION RULE: it must be illegal, by that rule
    if "$TITAN" check "$work/state.json" "$1" --format json > "$work/verdict.json"; then
        echo "legal, and should not be: $1" >&2
        exit 1
    fi
    grep -q "\"rule\": \"$2\"" "$work/verdict.json"
    echo "  $1: refused ($2)"
}

cat > "$work/state.json" <<'JSON'
{"format": "titan-rules/1", "kind": "game", "turn": 1, "phase": "commencement", "active": "Red", "players": [
  {"color": "Red", "name": "Ann", "tower": 400, "legions": [
    {"legion": "Rd01", "land": 400, "characters": ["Titan", "Angel", "Ogre", "Ogre", "Centaur", "Centaur", "Gargoyle", "Gargoyle"]}]},
  {"color": "Black", "name": "Bob", "tower": 100, "legions": [
    {"legion": "Bk01", "land": 100, "characters": ["Titan", "Angel", "Ogre", "Ogre", "Centaur", "Centaur", "Gargoyle", "Gargoyle"]}]}
]}
JSON

echo "Red's turn:"
refused "end-splits" SPLIT-1
refused "Rd01 splits into Rd02: Titan Angel Ogre Ogre" SPLIT-1
play "Rd01 splits into Rd02: Titan Ogre Ogre Centaur" "end-splits"
refused "Rd01 moves to 22" ROLL-1
play "roll 1" "mulligan 3"
refused "end-moves" MOVE-2
play "Rd01 moves to 26" "Rd02 moves to 22"
refused "Rd02 moves to 120" MOVE-1
play "end-moves"
refused "Rd01 musters Troll" MUSTER-2
play "Rd02 Ogr,Ogr>Tro" "end-turn"

echo "Black's turn:"
play "Bk01 splits into Bk07: Angel Gargoyle Gargoyle Centaur" "end-splits" '{"do": "roll", "die": 2}'
refused "mulligan 7" ROLL-1
play "Bk01 moves to 4" "Bk07 moves to 42" "end-moves" "Bk01 Ogr>Ogr" "end-turn"

echo "Red is to move in turn 2. What Black knows:"
"$TITAN" show "$work/state.json" --as Black --format table

echo "A battle, resolved:"
cat > "$work/battle.json" <<'JSON'
{"format": "titan-rules/1", "kind": "battle", "terrain": "Plains", "turn": 2, "side": "attacker", "phase": "strike",
 "attacker": {"player": "Black", "legion": "Bk01", "entry_side": "left", "score": 90,
              "characters": [{"name": "Ogre", "hex": "D3"}, {"name": "Centaur", "hex": "E3"}]},
 "defender": {"player": "Red", "legion": "Rd02", "score": 0, "characters": [{"name": "Troll", "hex": "D4", "hits": 5}]}}
JSON
cat > "$work/orders.jsonl" <<'JSON'
{"do": "strike", "from": "E3", "to": "D4", "dice": [5, 4, 1]}
{"do": "strike", "from": "D3", "to": "D4", "dice": [6, 5, 4, 2, 2, 1]}
{"do": "end-strikes"}
{"do": "strike", "from": "D4", "to": "E3", "dice": [1, 2, 6, 3, 2, 1, 1, 1]}
{"do": "end-strikes"}
JSON
"$TITAN" resolve-battle "$work/battle.json" "$work/orders.jsonl" --format table
