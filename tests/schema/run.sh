#!/bin/sh
# run.sh IRORI TEST GAME GAMES: what the program says of a game's views and events, against so many random games.
"$1" schema "$3" | "$2" "$3" "$4"
