"""stores.py: what the tests of the stores share: TAP, a throw-away PostgreSQL, a node that can be killed. Waits are for events; HANG is
the number of seconds after which one gives up, which only something that hangs reaches."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).parent
HANG = 900


def until(so, what):
    """Waits until so() is true, and returns what it gave."""
    end = time.monotonic() + HANG
    while not (got := so()):
        if time.monotonic() > end:
            raise RuntimeError("in vain: " + what)
        time.sleep(0.02)
    return got


class Tap:
    def __init__(self):
        self.n = self.bad = 0

    def ok(self, good, name, *story):
        self.n += 1
        self.bad += not good
        print("%sok %d - %s" % ("" if good else "not ", self.n, name), flush=True)
        if not good:
            for line in story:
                print("# " + str(line).replace("\n", "\n# "))
            print("%s:" % name, *story, sep="\n", file=sys.stderr)  # CI shows this one
        return good

    def skip(self, name, why):
        self.n += 1
        print("ok %d - %s # SKIP %s" % (self.n, name, why), flush=True)

    def end(self):
        print("1..%d" % self.n)
        return bool(self.bad)


class Place:
    """A folder for the test, and nodes that run in it."""

    def __init__(self, node):
        self.dir = tempfile.mkdtemp(prefix="irori-store-")
        os.chmod(self.dir, 0o755)
        self.node = shutil.copy(node, self.dir)  # where another user may run it
        self.postgres = []
        self.said, self.complained = pathlib.Path(self.dir, "said"), pathlib.Path(self.dir, "complained")

    def lines(self, since=0):
        """What the writer said so far, from a place in it on, without a line that is not whole yet."""
        return self.said.read_text()[since:].split("\n")[:-1]

    def wrote(self, n):
        """Waits until the writer has said n lines more."""
        since = len(self.said.read_text())
        until(lambda: len(self.lines(since)) >= n, "the writer stands still")

    def start(self, *args, user=None):
        command = [self.node, *map(str, args)]
        if user and os.getuid() == 0:
            command = ["setpriv", "--reuid", user, "--regid", "65534", "--clear-groups"] + command
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.dir)

    def write(self, url, prefix, matches, during):
        """A writer that, when it writes, is killed as soon as `during` has returned: what it said, and what it complained of."""
        paths = [self.said, self.complained]
        with open(paths[0], "w") as said, open(paths[1], "w") as complained:
            p = subprocess.Popen([self.node, "write", url, prefix, str(matches)], stdout=said, stderr=complained, cwd=self.dir)
            try:
                until(lambda: p.poll() is not None or os.path.getsize(paths[0]), "the writer says nothing")
                during()
            finally:
                p.kill()
                p.wait()
        return [pathlib.Path(path).read_text() for path in paths]

    def run(self, *args, user=None):
        p = self.start(*args, user=user)
        try:
            out, err = p.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            p.kill()
            return -1, "", "it hangs"
        return p.returncode, out, err

    def pg(self, what, name="pg", *options):
        """Starts a cluster, or does something to it. None: PostgreSQL is not installed."""
        folder = os.path.join(self.dir, name)
        done = subprocess.run([str(here / "pg.sh"), what, folder, *options], capture_output=True, text=True)
        if done.returncode == 77:
            return None
        if done.returncode:
            raise RuntimeError("pg.sh %s: %s" % (what, done.stderr))
        if what == "start":
            self.postgres.append(name)
        return done.stdout.strip()

    def close(self):
        for name in self.postgres:
            subprocess.run([str(here / "pg.sh"), "stop", os.path.join(self.dir, name)], capture_output=True)
        shutil.rmtree(self.dir, ignore_errors=True)


def last_acknowledged(lines, into):
    """Takes in what a writer said: the highest row of each match. A number that is acknowledged twice was lost in between, which
    becomes a match that cannot be there."""
    for line in lines.splitlines():
        m = re.fullmatch(r"(\w+) (\d+)", line)
        if m and int(m.group(2)) > into.get(m.group(1), 0):
            into[m.group(1)] = int(m.group(2))
        elif m and int(m.group(2)):
            into["lost: " + line] = 1
    return into


def psql(url, text):
    done = subprocess.run(["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
