"""tap.py: runs the functions of a test file that are called test_..., and prints TAP. A function with a parameter is run for every game."""
import inspect
import sys
import traceback

import irori


def main(module):
    n, failed = 0, 0
    for name, function in list(vars(module).items()):
        if not name.startswith("test_"):
            continue
        for game in irori.games(templates=True) if inspect.signature(function).parameters else [None]:
            said = name[5:].replace("_", " ") + (", " + game.name if game else "")
            n += 1
            try:
                function(*([game] if game else []))
                print("ok %d - %s" % (n, said))
            except Exception:
                failed += 1
                print("\n".join("# " + line for line in traceback.format_exc().splitlines()))
                print("not ok %d - %s" % (n, said))
            sys.stdout.flush()
    print("1..%d" % n)
    sys.exit(failed > 0)
