#!/usr/bin/env python3
"""churn.py BUILD GAME MINUTES OUT.svg [SERVE OPTIONS]: people come, play a game and leave for good, in 2,000 matches at once, for so long.

Draws the server's memory and the size of its database against time, and says how much either grew in the last half. By hand."""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

build, game, minutes, out = pathlib.Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), pathlib.Path(sys.argv[4])
MATCHES, EVERY = 2000, 5


def memory(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path("/proc/%d/status" % pid).read_text()).group(1)) / 1024


def sizes(folder):
    return sum(f.stat().st_size for f in folder.glob("games.db*")) / 1e6


def line(points, top, colour, width=860, height=200):
    last = points[-1][0] or 1
    return '<polyline fill="none" stroke="%s" stroke-width="2" points="%s"/>' % (
        colour, " ".join("%.1f,%.1f" % (60 + width * x / last, 10 + height - height * y / top) for x, y in points))


def chart(rows, at, title, colour, offset):
    points = [(r[0], r[at]) for r in rows]
    top = 1.1 * max(y for _, y in points) or 1
    axis = "".join('<text x="55" y="%d" text-anchor="end">%.0f</text>' % (15 + 200 - 200 * k / 4, top * k / 4) for k in range(5))
    return '<g transform="translate(0 %d)"><text x="60" y="-6">%s</text><rect x="60" y="10" width="860" height="200" fill="none" stroke="#999"/>%s%s</g>' % (
        offset, title, axis, line(points, top, colour))


def grown(rows, at):
    """Percent that the last quarter is above the third."""
    n = len(rows) // 4
    third, last = rows[-2 * n:-n], rows[-n:]
    return 100 * (sum(r[at] for r in last) / sum(r[at] for r in third) - 1)


with tempfile.TemporaryDirectory(prefix="irori-churn-") as folder:
    folder = pathlib.Path(folder)
    server = subprocess.Popen([build / "irori", "serve", "--listen", "127.0.0.1:0", "--store", folder / "games.db", "--per-address", "1000000", "--rate", "1000000", "--newcomers", "1000000",
                               *sys.argv[5:]], stdout=subprocess.PIPE, stderr=open(folder / "log", "wb"))
    port = re.search(rb":(\d+)/", server.stdout.readline()).group(1).decode()
    load = subprocess.Popen([build / "tests/load", port, "--pid", str(server.pid), "--matches", str(MATCHES), "--think", "1000", "--churn", "1", "--game",
                             game, "--seconds", str(int(60 * minutes))])
    rows, began = [], time.monotonic()
    while load.poll() is None and server.poll() is None:
        rows.append(((time.monotonic() - began) / 60, memory(server.pid), sizes(folder)))
        if len(rows) % 12 == 0:
            print("%5.1f min: memory %6.1f MB, database %7.1f MB" % rows[-1], flush=True)
        time.sleep(EVERY)
    assert server.poll() is None, "the server ended: %s" % (folder / "log").read_text()[-500:]
    server.terminate()
    server.wait()
out.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 520" font-family="sans-serif" font-size="13"><rect width="940" height="520" fill="#fff"/>'
               + chart(rows, 1, "Memory of the server, MB, over %.0f minutes of churn with %d matches" % (rows[-1][0], MATCHES), "#b5451b", 40)
               + chart(rows, 2, "Database on disk, MB", "#1b5eb5", 290) + "</svg>\n")
print("memory %.1f MB at the end (%+.1f %% from the third to the last quarter), database %.1f MB (%+.1f %%); %s" % (rows[-1][1], grown(rows, 1), rows[-1][2], grown(rows, 2), out))
