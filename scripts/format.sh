#!/bin/sh
# format.sh: formats all C code in place.
cd "$(dirname "$0")/.." && find include src games tests examples -name '*.[ch]' -print0 | xargs -0 clang-format -i
