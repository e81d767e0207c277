#!/usr/bin/env python3
"""test_copy.py NODE IRORI [NEXT]: `irori store`: a copy is what was there at one moment, row by row, whatever happens meanwhile; or there is
none, and a sentence says why. NEXT is a program with a later schema. TAP."""
import json
import os
import pathlib
import re
import sqlite3
import stat
import subprocess
import sys
import time

from stores import HANG, Place, Tap, last_acknowledged, psql, until

tap, place = Tap(), Place(sys.argv[1])
irori = str(pathlib.Path(sys.argv[2]).resolve())
folder = pathlib.Path(place.dir)
TABLES = ["bans", "clock", "codes", "counted", "invites", "matches", "named", "owner_log", "phrases", "played", "players", "profiles", "pushes", "ratings", "reports",
          "rows", "seats", "seeks", "stats",
          "ties", "tokens"]


def run(*args, **how):
    p = subprocess.run([irori, "store", *map(str, args)], capture_output=True, text=True, timeout=HANG, **how)
    assert p.returncode >= 0 and "Sanitizer" not in p.stderr, p.stderr
    return p


def refused(name, *args, says, **how):
    p = run(*args, **how)
    tap.ok(p.returncode in (1, 2) and all(re.search(w, p.stderr) for w in says) and p.stderr.count("\n") == 1, name, "wanted %s" % (says,),
           "status %d, said %r" % (p.returncode, p.stderr))


def copied(name, *args, **how):
    p = run(*args, **how)
    return tap.ok(p.returncode == 0, name, p.returncode, p.stderr) and p


def sums(url):
    """{table: (rows, hash)}, as irori tells it."""
    p = run("check", url)
    assert p.returncode == 0, p.stderr
    return {m[0]: (int(m[1]), m[2]) for m in re.findall(r"^(\w+) +(\d+)  ([0-9a-f]{32})$", p.stdout, re.M)}


def columns(db, table):
    return [c[1] for c in db.execute("PRAGMA table_info(%s)" % table) if not (table == "matches" and c[1] == "number")]


def contents(url):
    """Every row of every table, by other programs than irori."""
    shape = sqlite3.connect(odd)
    if not url.startswith("postgres"):
        db = sqlite3.connect(url)
        return {t: sorted(map(repr, db.execute("SELECT %s FROM %s" % (", ".join(columns(shape, t)), t)))) for t in TABLES}
    out = {}
    for t in TABLES:
        rows = []
        for line in psql(url, "SELECT row_to_json(t) FROM %s t" % t).splitlines():
            value = json.loads(line)
            rows.append(tuple(bytes.fromhex(v[2:]) if isinstance(v, str) and v.startswith("\\x") else v for v in (value[c] for c in columns(shape, t))))
        out[t] = sorted(map(repr, rows))
    return out


def make_odd():
    """A store with whatever may stand in one."""
    path = str(folder / "odd.db")
    place.write(path, "x", 40, lambda: place.wrote(6000))  # enough that some rows have been moved into place, and some have not
    db = sqlite3.connect(path)
    for i, (who, name) in enumerate(((-1, "Ōoka"), (0, ""), (2 ** 63 - 1, "a'b\"c\\d\t%\n"), (-2 ** 63, "\U0001f468‍\U0001f469"), (7, "x" * 3000))):
        db.execute("INSERT INTO players VALUES (?, ?, ?)", (who, name, i))
        db.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", (bytes(range(i, i + 32)), who, i, -i, "" if i == 0 else name[:20]))
        db.execute("INSERT INTO codes VALUES (?, ?, ?, ?)", (os.urandom(32), who, 2 ** 62, None if i % 2 else b"\0" * 32))
        db.execute("INSERT INTO clock VALUES (?, ?)", (i * 1000 + 1, i))
        db.execute("INSERT INTO phrases VALUES (?, ?, ?)", (who, os.urandom(32), i))
        db.execute("INSERT INTO ties VALUES (?, ?, ?, ?)", (who, 5 - i, 1 + i, i))
        db.execute("INSERT INTO invites VALUES (?, ?, ?, ?)", ("x%d" % i, who, 5 - i, i))
        db.execute("INSERT INTO seeks VALUES (?, ?, ?, ?, ?, ?, ?)", (who, name, "game %d" % i, -i, i, i, "x1" if i % 2 else ""))
        db.execute("INSERT INTO pushes VALUES (?, ?, ?, ?, ?)", ("https://push.example/%d" % i, who, os.urandom(32), '{"auth":"%s"}' % i, i))
        db.execute("INSERT INTO named VALUES (?, ?)", ("value %d" % i, name))
        db.execute("INSERT INTO reports VALUES (?, ?, ?, ?, ?)", (i, who, 5 - i, "x%d" % i, name))
        db.execute("INSERT INTO counted VALUES (?, ?, ?, ?)", ("x%d" % i, i, i, -i))
        db.execute("INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ("x1", i, who, name, "g", "calm", i, 1, -i, 0, i, i, i))
        db.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (who, "g", "calm", -i, i, i, i, i, i, i))
        db.execute("INSERT INTO stats VALUES (?, ?, ?, ?, ?, ?)", (who, "g", i, i, i, i))
        db.execute("INSERT INTO profiles VALUES (?, ?, ?, ?)", (who, i, i, i))
        db.execute("INSERT INTO bans VALUES (?, ?, ?, ?, ?)", (who, "" if i % 2 else "192.0.2.%d" % i, i, name, i))
        db.execute("INSERT INTO owner_log VALUES (?, ?)", (i, name))
    db.execute("UPDATE matches SET deck = ? WHERE match = 'x3'", ("name long\n" * 20000,))
    db.execute("UPDATE matches SET deck = '' WHERE match = 'x4'")
    db.execute("UPDATE matches SET secret = ? WHERE match = 'x5'", (b"",))
    db.commit()
    kept, fresh = (db.execute("SELECT count(*) FROM " + t).fetchone()[0] for t in ("rows_kept", "rows_fresh"))
    tables = sorted(r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
    db.close()
    tap.ok(kept and fresh, "there are rows in both places", kept, fresh)
    tap.ok(set(tables) - {"rows_kept", "rows_fresh", "doomed", "leaving", "ending", "irori_schema"} | {"rows"} == set(TABLES) == set(sums(path)), "every table is counted", tables)
    return path


def insert(path, text):
    db = sqlite3.connect(path)
    db.execute(text)
    db.commit()
    db.close()


def mode(path):
    return oct(stat.S_IMODE(os.stat(path).st_mode))


def between_files():
    to = folder / "copy.db"
    copied("file to file", "copy", odd, to, umask=0)
    tap.ok(contents(str(to)) == contents(odd) and sums(to) == sums(odd), "every row is the same")
    tap.ok(mode(to) == "0o600" and not list(folder.glob("copy.db-*")), "one file, for its owner only", mode(to), list(folder.glob("copy.db*")))
    place_ok = place.run("check", str(to), "x", 40)
    tap.ok(place_ok[0] == 0, "a node reads it", place_ok)
    refused("a target that is not empty", "copy", odd, to, says=["is not empty: its table matches has 40 rows"])
    refused("a file to itself", "copy", odd, odd, says=["is the source itself"])
    fresh = folder / "fresh.db"
    place.run("ping", str(fresh))
    copied("a store that was opened, but never used, is empty", "copy", odd, fresh)
    tap.ok(contents(str(fresh)) == contents(odd), "and every row is there")
    for t, row in (("players", "5, 'Aya', 0"), ("tokens", "x'00', 5, 0, 0, ''"), ("seats", "'x', 0, 0, '', 0")):
        one = folder / ("one-%s.db" % t)
        place.run("ping", str(one))
        insert(str(one), "INSERT INTO %s VALUES (%s)" % (t, row))
        refused("a target with one row, of %s" % t, "copy", odd, one, says=["is not empty: its table %s has 1 rows" % t])
    started = folder / "started.db"
    place.run("ping", str(started))
    insert(str(started), "INSERT INTO clock VALUES (1, 77), (999999, 88)")
    copied("a store on which a server was started, which notes the time", "copy", odd, started)
    tap.ok(contents(str(started)) == contents(odd), "and every row is there")
    sloppy = folder / "sloppy.db"
    sloppy.touch(0o644)
    copied("an empty file", "copy", odd, sloppy)
    tap.ok(mode(sloppy) == "0o600", "is for its owner only, too", mode(sloppy))


def every_row_counts():
    """A change of any column of any table changes the hash of that table, and no other."""
    path = folder / "changed.db"
    run("copy", odd, path)
    old = sums(path)
    missed = []
    for t in TABLES:
        db = sqlite3.connect(path)
        real = "rows_kept" if t == "rows" else t
        for c in columns(db, real):
            if t == "rows" and c == "number":
                continue
            first, kind = db.execute("SELECT %s, typeof(%s) FROM %s WHERE %s IS NOT NULL LIMIT 1" % (c, c, real, c)).fetchone()
            new = {"integer": "%s / 2 - 77" % c, "text": "%s || '.'" % c, "blob": "CAST(%s || x'01' AS BLOB)" % c}[kind]
            keys = [r[1] for r in db.execute("PRAGMA table_info(%s)" % real) if r[5]]
            row = db.execute("SELECT %s FROM %s WHERE %s IS ? LIMIT 1" % (", ".join(keys), real, c), (first,)).fetchone()
            db.execute("UPDATE %s SET %s = %s WHERE %s" % (real, c, new, " AND ".join(k + " IS ?" for k in keys)), row)
            db.commit()
            now = sums(path)
            differ = {x for x in TABLES if now[x] != old[x]}
            if differ != {t} and not (c == "match" and t == "matches" and differ == {"matches", "rows"}):
                missed.append((t, c, differ))
            old = now
        db.close()
    tap.ok(not missed, "every column of every table is in the hash", missed)


def while_it_is_written():
    path, to, before, said = str(folder / "live.db"), folder / "live-copy.db", [], []

    def during():
        place.wrote(300)
        before.append(place.said.read_text())
        said.append(run("copy", path, to))
        place.wrote(10)

    out, err = place.write(path, "b", 10, during)
    status, checked, complaint = place.run("check", str(to), "b", 10)
    told, there = last_acknowledged(before[0], {}), last_acknowledged(checked, {})
    tap.ok(status == 0 and told and all(there[id] >= told[id] for id in told), "a copy of a running store has all that was acknowledged before",
           complaint, said[0].stderr)
    tap.ok("failed" not in out and len(out) > len(before[0]), "and the server did not mind", err[-300:])
    tap.ok("a server is using " + path in said[0].stderr and "stop the server first" in said[0].stderr, "it says that this is a moment's copy", said[0].stderr)
    tap.ok("used by a server" not in run("check", path).stdout, "and afterwards nobody uses it")
    holder = place.start("lock", str(folder / "held.db"), "m")
    holder.stdout.readline()
    refused("a target that a server uses", "copy", odd, folder / "held.db", says=["another irori serves from it"])
    holder.communicate()


def sources_that_are_none():
    to = folder / "never.db"
    refused("no such file", "copy", folder / "none.db", to, says=["none.db does not exist"])
    (folder / "empty.db").touch()
    refused("an empty file as the source", "copy", folder / "empty.db", to, says=["empty: there is nothing in it"])
    rubbish = folder / "rubbish.db"
    rubbish.write_bytes(b"this is not a database, it is a shopping list\n" * 300)
    refused("a shopping list", "check", rubbish, says=["damaged, or not an SQLite database"])
    refused("a shopping list as the target", "copy", odd, rubbish, says=["damaged, or not an SQLite database"])
    tap.ok(rubbish.read_bytes().startswith(b"this is not"), "the shopping list is still there")
    other = sqlite3.connect(folder / "other.db")
    other.execute("CREATE TABLE recipes (soup TEXT)")
    other.commit()
    other.close()
    refused("another program's database", "copy", folder / "other.db", to, says=["database of another program"])
    refused("as the target", "copy", odd, folder / "other.db", says=["database of another program"])
    newer = folder / "newer.db"
    run("copy", odd, newer)
    db = sqlite3.connect(newer)
    db.execute("INSERT INTO irori_schema VALUES (99)")
    db.commit()
    db.close()
    refused("a newer schema", "copy", newer, to, says=["newer irori .schema 99"])
    broken = folder / "broken.db"
    run("copy", odd, broken)
    with open(broken, "r+b") as f:
        for page in range(8, os.path.getsize(broken) // 4096):
            f.seek(page * 4096)
            f.write(os.urandom(4096))
    refused("a damaged file", "check", broken, says=["is damaged"])
    refused("a copy of a damaged file", "copy", broken, to, says=["damaged|differs|cannot be used"])
    tap.ok(not list(folder.glob("never.db*")), "none of these left a target behind", list(folder.glob("never.db*")))
    refused("a folder that is not there", "copy", odd, folder / "no" / "where.db", says=["folder does not exist"])
    refused("memory", "copy", "memory:", to, says=["memory: cannot be copied"])
    refused("another kind", "copy", odd, "mysql://root:geheim@host/x", says=["cannot be copied", r"\A(?!.*geheim)"])
    refused("no such action", "compare", odd, says=["there is no 'compare'; there is: check, copy, backup"])
    refused("one end only", "copy", odd, says=["TO is missing"])


def by_a_later_version(to):
    """A later irori copies a store as it is, so that the earlier one can still use the copy."""
    if len(sys.argv) < 4:
        tap.skip("a later version", "it is not built with sanitizers")
        return
    p = subprocess.run([sys.argv[3], "store", "copy", odd, to], capture_output=True, text=True, timeout=HANG)
    tap.ok(p.returncode == 0 and sums(to) == sums(odd), "a later version copies a store of today without a migration", p.stderr)


def full_disk():
    small = folder / "small"
    small.mkdir()
    if os.getuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "irori", str(small)], capture_output=True).returncode:
        tap.skip("a full disk", "only root can make one")
        return
    try:
        refused("a full disk", "copy", odd, small / "copy.db", says=["is full: free some space"])
        tap.ok(os.listdir(small) == [], "nothing is left there", os.listdir(small))
        refused("a backup to a full disk", "backup", odd, small, says=["is full: free some space"])
        tap.ok(os.listdir(small) == [], "nothing is left there either", os.listdir(small))
    finally:
        subprocess.run(["umount", "-l", str(small)])


def killed(name, to, begun):
    """A copy that is killed in the middle can be made again."""
    p = subprocess.Popen([irori, "store", "copy", odd, to], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: p.poll() is not None or begun(), "the copy does not begin")
    p.kill()
    p.wait()
    again = run("copy", odd, to)
    done = p.returncode == 0 and "is not empty" in again.stderr
    tap.ok((again.returncode == 0 or done) and contents(to) == contents(odd), name + " is made again", p.returncode, again.stderr)


def another_second(to):
    """A backup is named after the second it was made in."""
    until(lambda: not (to / time.strftime("irori-%Y%m%d-%H%M%SZ.db", time.gmtime())).exists(), "the second does not end")


def backups():
    to = folder / "backups"
    refused("a backup to nowhere", "backup", odd, to, says=["is not a folder", "install -d -m 700"])
    to.mkdir()
    p = copied("a backup", "backup", odd, to, umask=0)
    made = pathlib.Path(p.stdout.strip())
    tap.ok(re.fullmatch(r"irori-\d{8}-\d{6}Z\.db", made.name) and mode(made) == "0o600" and os.listdir(to) == [made.name],
           "its name is the time, and it is for its owner only", made, mode(made), os.listdir(to))
    tap.ok(contents(str(made)) == contents(odd), "and every row is there")
    config = folder / "irori.conf"
    config.write_text("# a server\nstore = %s\n" % odd)
    old = ["irori-2019%02d01-000000Z.db" % m for m in range(1, 10)]
    strangers = ["irori-20190101-000000Z.db.gz", "letter.txt", "irori.db", "irori-20190101-00000Z.db"]
    for name in old + strangers:
        (to / name).touch()
    another_second(to)
    p = copied("a backup of the store that a config file names, of which three are kept", "backup", "config:%s" % config, to, "--keep", "3")
    there = sorted(os.listdir(to))
    newest = pathlib.Path(p.stdout.splitlines()[0]).name
    tap.ok(there == sorted(strangers + [made.name, newest, old[-1]]), "the three newest and what is no backup are left", there)
    for name in ["irori-21000101-00000%dZ.db" % i for i in range(4)]:
        (to / name).touch()
    another_second(to)
    p = run("backup", odd, to, "--keep", "2")
    tap.ok(pathlib.Path(p.stdout.splitlines()[0]).exists(), "the new one stays, even if the clock once was wrong", p.stdout)
    config.write_text("rate = 3\n")
    refused("a config file without a store", "check", "config:%s" % config, says=["has no line 'store"])
    refused("no config file", "check", "config:%s" % (folder / "none"), says=["No such file"])


def postgres():
    refused("no server", "check", "postgres://irori:geheim@/x?host=%s" % place.dir, says=["The database x at", r"\A(?!.*geheim)"])
    url = place.pg("start")
    if not url:
        tap.skip("postgres", "PostgreSQL is not installed")
        return
    base = url.replace("/postgres?", "/%s?")
    for name in ("moved", "killed", "opened", "other", "poor", "later"):
        psql(url, "CREATE DATABASE " + name)
    moved = base % "moved"
    copied("file to PostgreSQL", "copy", odd, moved)
    tap.ok(sums(moved) == sums(odd), "the hashes are the same")
    tap.ok(contents(moved) == contents(odd), "every row is the same, as psql and sqlite3 see it")
    status, checked, err = place.run("check", moved, "x", 40)
    tap.ok(status == 0, "a node reads it", err)
    back = folder / "back.db"
    copied("and back", "copy", moved, back)
    tap.ok(contents(str(back)) == contents(odd) and mode(back) == "0o600", "every row is the same")
    refused("a database that is not empty", "copy", odd, moved, says=["is not empty: its table matches has 40 rows"])
    place.run("ping", base % "opened")
    psql(base % "opened", "INSERT INTO clock VALUES (1, 77), (999999, 88)")
    copied("a database that was opened, but never used", "copy", odd, base % "opened")
    psql(base % "other", "CREATE TABLE matches (referee text)")
    refused("another program's tables", "copy", odd, base % "other", says=["tables of another program", "a database of its own"])
    tap.ok(psql(base % "other", "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'").strip() == "1", "which stay as they are")
    refused("a database without a store", "check", base % "poor", says=["is not a store of Irori"])
    by_a_later_version(base % "later")
    killed("a copy to PostgreSQL that was killed", base % "killed",
           lambda: psql(url, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'irori store' AND query LIKE 'COPY%'").strip() != "0")

    before, to = [], folder / "live-postgres.db"
    def during():
        place.wrote(300)
        before.append(place.said.read_text())
        p = run("copy", base % "poor", to)
        tap.ok(p.returncode == 0 and "a server is using" in p.stderr, "a copy while a node writes", p.stderr)
        place.wrote(10)
    out, err = place.write(base % "poor", "p", 10, during)
    status, checked, complaint = place.run("check", str(to), "p", 10)
    told, there = last_acknowledged(before[0], {}), last_acknowledged(checked, {})
    tap.ok(status == 0 and told and all(there[id] >= told[id] for id in told), "has all that was acknowledged before", complaint)


try:
    odd = make_odd()
    was = pathlib.Path(odd).read_bytes()
    between_files()
    every_row_counts()
    while_it_is_written()
    sources_that_are_none()
    by_a_later_version(str(folder / "later.db"))
    full_disk()
    killed("a copy to a file that was killed", str(folder / "killed.db"), lambda: (folder / "killed.db").exists())
    backups()
    postgres()
    tap.ok(pathlib.Path(odd).read_bytes() == was, "the source was only read")
finally:
    place.close()
sys.exit(tap.end())
