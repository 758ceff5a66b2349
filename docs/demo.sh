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

titan() { "$TITAN" "$@" --format table; }

demonstrate() {
    if [ -t 1 ]; then printf '\033[1m$ %s\033[0m\n' "$1"; else printf '$ %s\n' "$1"; fi
    eval "$1" || [ $? -eq 1 ]  # 1: the answer is *illegal*
    echo
}

demonstrate 'titan check "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3" "Ogre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"'
demonstrate 'titan check "Plains: Ranger D2 / Titan F3" "Ranger strikes Titan"'
demonstrate 'titan check "Plains: Warlock D2 / Titan F3" "Warlock strikes Titan"'
demonstrate 'titan strike-odds --duel Centaur Gargoyle'
demonstrate 'titan recruit-options Jungle Gargoyle Gargoyle Ogre'
demonstrate 'titan new --names Ann,Ben,Cy --colors Red,Black,Gold --seed 7 > game.json'
demonstrate 'titan legal-moves game.json'
demonstrate 'titan rules CARRY-1'
demonstrate 'titan replay a-titan-too-bold.replay.jsonl --steps'
