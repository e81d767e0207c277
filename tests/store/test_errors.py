#!/usr/bin/env python3
"""test_errors.py NODE: whatever is wrong with a store, there is a sentence that says what, where, and what would do. TAP."""
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

from stores import Place, Tap, last_acknowledged, psql, until

tap, place = Tap(), Place(sys.argv[1])
folder = pathlib.Path(place.dir)
SECRET = r"\A(?!.*heim)"  # a password is not told


def refused(name, url, *words, what="ping", user=None):
    status, out, err = place.run(what, url, "x", 3, user=user) if what != "ping" else place.run(what, url, user=user)
    good = status == 1 and all(re.search(w, err) for w in words) and re.search(r"^[^\n]*[.?)]\n\Z", err)
    tap.ok(good, name, "wanted %s" % (words,), "status %s, said %r" % (status, err))


def welcome(name, url, **how):
    status, out, err = place.run("ping", url, **how)
    tap.ok(status == 0 and out.startswith("ok"), name, status, err)


def new_file(name, write=True):
    path = str(folder / name)
    if write:
        place.write(path, "x", 3, lambda: place.wrote(3))
    return path


def files():
    refused("no such kind", "mysql://root:geheim@host/db", r"^open: mysql:// is not a kind", "sqlite:PATH, postgres:", SECRET)
    refused("no such folder", "sqlite:/nonexistent/folder/irori.db", "/nonexistent/folder/irori.db", "folder does not exist")
    refused("a folder", place.dir, "is a folder: name a file")
    refused("a pipe", "/dev/null", "not a regular file")
    refused("a long name", "/" + "x" * 5000, "too long")
    rubbish = folder / "rubbish.db"
    rubbish.write_bytes(b"this is not a database, it is a shopping list\n" * 300)
    refused("a shopping list", str(rubbish), str(rubbish), "damaged, or not an SQLite database", "restore a backup")
    tap.ok(rubbish.read_bytes().startswith(b"this is not a database"), "the shopping list is still there")
    other = sqlite3.connect(folder / "other.db")
    other.execute("CREATE TABLE recipes (soup TEXT)")
    other.commit()
    other.close()
    refused("another program's database", str(folder / "other.db"), "database of another program")
    newer = new_file("newer.db")
    db = sqlite3.connect(newer)
    db.execute("INSERT INTO irori_schema VALUES (99)")
    db.commit()
    db.close()
    refused("a newer schema", newer, "newer irori .schema 99", "start the newer one")

    path = new_file("one.db")
    holder = place.start("lock", path, "m")
    holder.stdout.readline()
    refused("two on one file", path, "another irori serves from it")
    holder.communicate()
    welcome("and one after the other", path)

    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN EXCLUSIVE")
    refused("a file somebody else holds", path, "locked by another program")
    reader.execute("ROLLBACK")
    reader.close()
    welcome("until they let go", path)


def default_place():
    home = folder / "home"
    home.mkdir()
    def run(**env):
        done = subprocess.run([place.node, "ping", ""], env=env, capture_output=True, text=True)
        return done.returncode, done.stderr
    tap.ok(run(HOME=str(home))[0] == 0 and (home / ".local/share/irori/irori.db").exists(), "without a name: in ~/.local/share/irori")
    mode = [(home / ".local/share/irori").stat().st_mode & 0o777, (home / ".local/share/irori/irori.db").stat().st_mode & 0o777]
    tap.ok(mode == [0o700, 0o600], "for this user only", [oct(m) for m in mode])
    tap.ok(run(XDG_DATA_HOME=str(home / "data"), HOME="/nowhere")[0] == 0 and (home / "data/irori/irori.db").exists(), "or in $XDG_DATA_HOME")
    status, err = run()
    tap.ok(status == 1 and "sqlite:PATH" in err, "without a home: a sentence", err)


def backup():
    """A backup may be made while a node writes: it is whole, and holds what was acknowledged before it began."""
    path, copy, before = str(folder / "live.db"), str(folder / "backup.db"), []

    def during():
        place.wrote(100)
        before.append(place.said.read_text())
        source, target = sqlite3.connect(path), sqlite3.connect(copy)
        source.backup(target)
        source.close()
        target.close()
        place.wrote(10)

    out, err = place.write(path, "b", 10, during)
    status, checked, complaint = place.run("check", copy, "b", 10)
    told, there = last_acknowledged(before[0], {}), last_acknowledged(checked, {})
    tap.ok(status == 0 and told and all(there[id] >= told[id] for id in told), "a backup of a running database is whole", complaint)
    tap.ok("failed" not in out and len(out) > len(before[0]), "and the node did not mind", err[-300:])


def rights():
    if os.getuid() == 0:
        user = "65534"
    else:
        user = None
    path = new_file("readonly.db")
    os.chmod(path, 0o444)
    refused("a file that cannot be written", path, "no right to write", user=user)
    locked = folder / "locked"
    locked.mkdir()
    shutil.copy(new_file("beside.db"), locked / "irori.db")
    os.chmod(locked / "irori.db", 0o666)
    os.chmod(locked, 0o555)
    refused("a folder that cannot be written", str(locked / "irori.db"), "right to (make files beside|write)", user=user)
    refused("a new file there", str(locked / "new.db"), "no right to write", user=user)
    os.chmod(locked, 0o755)


def damaged():
    """Garbage in the middle of the file: sentences, no crash; the file is not made worse by giving up."""
    path = new_file("damaged.db")
    place.write(path, "x", 30, lambda: place.wrote(2000))
    place.run("ping", path)  # closing brings everything from the log into the file
    size = os.path.getsize(path)
    with open(path, "r+b") as f:
        for page in range(2, size // 4096):
            f.seek(page * 4096)
            f.write(os.urandom(4096))
    status, out, err = place.run("check", path, "x", 30)
    tap.ok(status == 1 and "damaged" in err, "a damaged file: a sentence", status, err)


def full():
    """No room: every request fails with a sentence, and when there is room again work goes on."""
    small = folder / "small"
    small.mkdir()
    mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500k", "irori", str(small)], capture_output=True).returncode == 0
    if not mounted:
        tap.skip("a full disk", "only root can make one")
        return
    try:
        ballast = small / "ballast"
        ballast.write_bytes(b"x" * 700000)
        freed = []
        def during():
            until(lambda: "\nfailed" in place.said.read_text(), "the disk is never full")
            freed.append(len(place.said.read_text()))
            ballast.unlink()
            until(lambda: re.search(r"^f\d+ \d+\n", place.said.read_text()[freed[0]:], re.M), "it does not go on")
        out, err = place.write(str(small / "irori.db"), "f", 20, during)
        tap.ok("\nfailed" in out[:freed[0]] and "is full: free some space" in err, "a full disk: a sentence", out[-300:], err[-300:])
        tap.ok(re.search(r"^f\d+ \d+$", out[freed[0]:], re.M) is not None, "a full disk: goes on when there is room", out[freed[0]:][-300:])
        subprocess.run(["mount", "-o", "remount,size=9000k", str(small)], check=True)
        status, checked, err = place.run("check", str(small / "irori.db"), "f", 20)
        told, there = last_acknowledged(out, {}), last_acknowledged(checked, {})
        tap.ok(status == 0 and all(there[id] >= told[id] for id in told), "a full disk: nothing acknowledged was lost", err)
    finally:
        subprocess.run(["umount", "-l", str(small)])


def failing():
    """A disk that reports errors (here: a limit on the size of files)."""
    path = new_file("failing.db")
    most = max(os.path.getsize(path), os.path.getsize(path + "-wal")) + 200000
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    complaint = "reports an error|is full"
    with open(place.said, "w") as said, open(place.complained, "w") as complained:
        writer = subprocess.Popen([place.node, "write", path, "x", "30"], preexec_fn=limit, stdout=said, stderr=complained)
    try:
        until(lambda: writer.poll() is not None or re.search(complaint, place.complained.read_text()), "it never complains")
    finally:
        writer.kill()
        writer.wait()
    err = place.complained.read_text()
    tap.ok(re.search(complaint, err) is not None, "a disk that fails: a sentence", err[-300:])
    status, checked, err = place.run("check", path, "x", 30)
    told, there = last_acknowledged((folder / "said").read_text(), {}), last_acknowledged(checked, {})
    tap.ok(status == 0 and told and all(there[id] >= told[id] for id in told), "a disk that fails: nothing acknowledged was lost", err,
           [(id, told[id], there.get(id)) for id in told if there.get(id, 0) < told[id]])


def postgres():
    refused("no server", "postgres://irori:geheim@/x?host=%s" % place.dir, "^open: The database x at " + place.dir, "cannot be reached", SECRET)
    refused("a URL that is none", "postgres://irori:ge%heim@host/x", "cannot be read. Write postgres://USER:PASSWORD@", SECRET)
    refused("a port that is none", "postgres://irori:geheim@host:x/x", "cannot be", SECRET)
    url = place.pg("start")
    if not url:
        tap.skip("postgres", "PostgreSQL is not installed")
        return
    base = url.replace("/postgres?", "/%s?")
    refused("no such database", base % "nowhere", "cannot be reached", 'database "nowhere" does not exist')
    psql(url, "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    refused("another encoding", base % "ascii", "is kept in SQL_ASCII", "UTF8")
    psql(url, "CREATE DATABASE other")
    psql(base % "other", "CREATE TABLE matches (referee text)")
    refused("another program's tables", base % "other", "tables of another program", "a database of its own")
    psql(url, "CREATE DATABASE poor")
    psql(url, "CREATE ROLE guest LOGIN")
    psql(base % "poor", "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    refused("no rights", (base % "poor").replace("irori@", "guest@"), "rights it needs", "owner of the database")

    psql(url, "CREATE DATABASE many")
    nodes = [place.start("ping", base % "many") for _ in range(8)]
    said = [p.communicate() for p in nodes]
    tap.ok(all(p.returncode == 0 for p in nodes), "eight nodes start at once on an empty database", said)
    tap.ok(psql(base % "many", "SELECT count(*) = max(version) FROM irori_schema").strip() == "t", "and one of them made the tables")
    psql(base % "many", "INSERT INTO irori_schema VALUES (99)")
    refused("a newer schema in PostgreSQL", base % "many", "newer irori .schema 99")

    psql(url, "CREATE DATABASE lost")
    welcome("all is well", base % "lost")
    psql(url, "ALTER DATABASE lost SET default_transaction_read_only = on")
    refused("a database that can only be read", base % "lost", "cannot be reached|only be read", "read-only|not read-write")
    psql(url, "ALTER DATABASE lost RESET default_transaction_read_only")
    psql(base % "lost", "DROP TABLE rows")
    refused("a table is gone", base % "lost", "lacks tables", "restore a backup")


try:
    files()
    default_place()
    backup()
    rights()
    damaged()
    full()
    failing()
    postgres()
finally:
    place.close()
sys.exit(tap.end())
