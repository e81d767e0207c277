#!/usr/bin/env python3
"""run.py TRACE SEED ORACLE...: the engine's random games against the oracles (games/NAME/tests/oracle.py). TAP."""
import os
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
trace, seed, oracles = sys.argv[1], sys.argv[2], [pathlib.Path(a) for a in sys.argv[3:]]
env = dict(os.environ, PYTHONPATH=str(here), PYTHONDONTWRITEBYTECODE="1")
failed = 0
print("1..%d" % len(oracles))
for n, path in enumerate(oracles, 1):
    game, games = path.parts[-3], re.search(r"^GAMES = (\d+)", path.read_text(), re.M).group(1)
    engine = subprocess.Popen([trace, game, seed, games], stdout=subprocess.PIPE)
    oracle = subprocess.run([sys.executable, path], stdin=engine.stdout, capture_output=True, text=True, env=env)
    engine.stdout.close()
    ok = oracle.returncode == 0 and engine.wait() == 0 and (games + " games") in oracle.stdout
    failed |= not ok
    print("%sok %d - oracle %s: %s" % ("" if ok else "not ", n, game, oracle.stdout.strip().splitlines()[-1] if oracle.stdout else "says nothing"))
    for line in ([] if ok else (oracle.stdout + oracle.stderr).splitlines()[-12:]):
        print("# " + line[:2000])
sys.exit(failed)
