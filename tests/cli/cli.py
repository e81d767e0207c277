"""cli.py: what the tests of the program share: running it within bounds, refusals, and TAP.

Bad input must get a sentence (exit 1 or 2, something on standard error, no crash), in bounded time and memory: every call runs
with 512 MB of address space (not under sanitizers, which want more) and a minute of processor time (two with sanitizers), not of
the clock, so that a busy machine fails nothing. The argument of every test is IRORI, the program.

Some tests compare with data that is not ours and not in this repository. They look for it in the folder IRORI_SHARED (default:
`shared` beside the repository) and are skipped where it is not.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

irori = str(pathlib.Path(sys.argv[1]).resolve())
root = pathlib.Path(__file__).resolve().parent.parent.parent
shared = pathlib.Path(os.environ.get("IRORI_SHARED") or root.parent / "shared").resolve()
sanitized = any(word in pathlib.Path(irori).read_bytes() for word in (b"__asan", b"__tsan"))
work = pathlib.Path(tempfile.mkdtemp())
HANG = int(os.environ.get("HANG_SECONDS", 900))  # seconds, which only something that hangs reaches
tests = []


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120) if sanitized else (60, 60))
    if not sanitized:
        resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))


def run(*args, stdin="", binary=False, environ=None):
    """In English, unless `environ` says otherwise: the language of whoever runs the tests is none of their business."""
    environ = environ or {**{k: v for k, v in os.environ.items() if k != "COLUMNS"}, "LC_ALL": "C"}
    r = subprocess.run([irori, *map(str, args)], input=stdin.encode(), capture_output=True, timeout=HANG, preexec_fn=limits, cwd=work, env=environ)
    assert r.returncode >= 0, "%s was killed by signal %d: %s" % (args, -r.returncode, r.stderr[-2000:])
    assert b"Sanitizer" not in r.stderr, r.stderr[-3000:].decode(errors="replace")
    r.out, r.err = r.stdout.decode(errors="replace"), r.stderr.decode(errors="replace")
    return r


def works(process, seconds):
    """Waits until a process has used so many seconds of processor time, or has ended."""
    until = time.monotonic() + HANG
    while process.poll() is None and time.monotonic() < until:
        fields = pathlib.Path("/proc/%d/stat" % process.pid).read_text().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.02)


def refused(*args, says, stdin=""):
    """Exit 1 or 2 and one sentence that has every word of `says`."""
    r = run(*args, stdin=stdin)
    assert r.returncode in (1, 2), "%s was accepted: %s" % (args, r.out[:300])
    for word in says:
        assert word in r.err, "%s: %r does not say %r" % (args, r.err, word)
    assert len(r.err) < 600 and r.err.count("\n") <= 2, "%s: too long to read: %r" % (args, r.err[:700])
    return r


def test(f):
    tests.append(f)
    return f


def figures(f):
    """A test that is about figures: with sanitizers they are the same, and what they are made by is run by other tests."""
    return f if sanitized else test(f)


def main(area):
    """Runs every @test in order and exits."""
    print("1..%d" % len(tests))
    failed = 0
    for n, f in enumerate(tests, 1):
        name = "%s: %s" % (area, f.__name__.replace("_", " "))
        try:
            note = f()
            print("ok %d - %s%s" % (n, name, " # " + note if note else ""), flush=True)
        except Exception as e:  # noqa: BLE001
            failed = 1
            for line in ("%s: %s" % (type(e).__name__, e)).splitlines()[:20]:
                print("# " + line)
            print("not ok %d - %s" % (n, name), flush=True)
    sys.exit(failed)
