#!/bin/sh
# format.sh: formats all C code in place, but not the tables that tests/analysis/calibrate prints.
cd "$(dirname "$0")/.." && find include src games tests examples -name '*.[ch]' ! -name levels.c -print0 | xargs -0 clang-format -i
