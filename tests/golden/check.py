#!/usr/bin/env python3
"""check.py GOLDEN [--update] [NAME...]: plays every games/NAME/tests/golden/*.play again and compares; with names only those of these
games. Such a file begins with the arguments of the golden program. --update writes them anew: only in a commit that says why
behaviour changed."""
import pathlib
import subprocess
import sys

games = pathlib.Path(__file__).resolve().parents[2] / "games"
update, names = "--update" in sys.argv, [a for a in sys.argv[2:] if a != "--update"]
files = sorted(p for name in names or ["*"] for p in games.glob(name + "/tests/golden/*.play"))
for name in names:
    if not any((games / name) in p.parents for p in files):
        sys.exit("There is no games/%s/tests/golden/*.play." % name)
print("1..%d" % len(files))
failed = False
for n, path in enumerate(files, 1):
    first, _, want = path.read_text().partition("\n")
    got = subprocess.run([sys.argv[1]] + first.lstrip("# ").split("|"), capture_output=True, text=True).stdout
    if update:
        path.write_text(first + "\n" + got)
        want = got
    ok = got == want and got.count("\n") > 20 and "MORE THAN FITS" not in got
    failed |= not ok
    print("%sok %d - %s" % ("" if ok else "not ", n, path.relative_to(games)))
    if not ok:
        for i, (a, b) in enumerate(zip(want.splitlines(), got.splitlines()), 2):
            if a != b:
                print("# line %d\n#   was %s\n#   is  %s" % (i, a[:300], b[:300]))
                break
sys.exit(failed)
