#!/usr/bin/env python3
"""run.py TRACE SEED GAME=GAMES...: the engine's random games against the oracles. TAP."""
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
trace, seed, wanted = sys.argv[1], sys.argv[2], [a.split("=") for a in sys.argv[3:]]
failed = 0
print("1..%d" % len(wanted))
for n, (game, games) in enumerate(wanted, 1):
    engine = subprocess.Popen([trace, game, seed, games], stdout=subprocess.PIPE)
    oracle = subprocess.run([sys.executable, here / (game + ".py")], stdin=engine.stdout, capture_output=True, text=True)
    engine.stdout.close()
    ok = oracle.returncode == 0 and engine.wait() == 0 and (games + " games") in oracle.stdout
    failed |= not ok
    print("%sok %d - oracle %s: %s" % ("" if ok else "not ", n, game, oracle.stdout.strip().splitlines()[-1] if oracle.stdout else "says nothing"))
    for line in ([] if ok else (oracle.stdout + oracle.stderr).splitlines()[-12:]):
        print("# " + line[:2000])
sys.exit(failed)
