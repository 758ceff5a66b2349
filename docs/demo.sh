#!/bin/sh
# What titan can do, in half a minute: each command is shown, then its real output. The first settles a dispute.
# usage: docs/demo.sh [the titan command]
set -eu
TITAN=$(command -v "${1:-titan}")
case $TITAN in /*) ;; *) TITAN=$PWD/$TITAN ;; esac
GAMES=$(cd "$(dirname "$0")/../scenarios/games" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$GAMES/a-titan-too-bold.replay.jsonl" "$folder"
cd "$folder"
export COLUMNS=80

titan() { "$TITAN" "$@" --format table; }

demonstrate() {
    if [ -t 1 ]; then printf '\033[1m$ %s\033[0m\n' "$1"; else printf '$ %s\n' "$1"; fi
    eval "$1" || [ $? -eq 1 ]  # 1: the answer is *illegal*
    echo
}

demonstrate 'titan check "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3" \
    "Ogre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"'
demonstrate 'titan check "Plains: Ranger D2 / Titan F3" "Ranger shoots Titan"'
demonstrate 'titan check "Plains: Warlock D2 / Titan F3" "Warlock shoots Titan"'
demonstrate 'titan check "roll 2: Black: Bk01 19 2 Ogre" "Bk01 to 21"'
demonstrate 'titan strike-odds --duel Centaur Gargoyle'
demonstrate 'titan recruit-options Jungle Gargoyle Gargoyle Ogre'
demonstrate 'titan rules CARRY-1'
demonstrate 'titan replay a-titan-too-bold.replay.jsonl'

cat <<'NEXT'
Next, type your own. Activate the environment first:

    . .venv/bin/activate
    titan check "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion"
    titan legal-moves "Plains: Ogre D3 / Lion D4, Centaur E3"
    titan play my-game.titan --players Ann,Ben

docs/positions-and-actions.md shows how to type a position, and docs/tutorial.md
follows a game. titan --help lists every command.
NEXT
