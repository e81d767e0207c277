#!/usr/bin/env python3
"""test_hosting.py ROOT BUILD NEXT: does what docs/hosting.md says, word for word, and looks after each step. TAP.

Every block of the document that is marked ```sh host=NAME is run as it stands. The machine is a copy of this one: an overlay of its
files, with a network and processes of its own, which vanishes at the end. It has no systemd and no way out, so there are stand-ins for
systemctl, journalctl, certbot, apt-get and `git pull` (standin/). NEXT is a program with a later schema, to which the walk upgrades.

    test_hosting.py ROOT --here ORIGIN    the same on this very machine, which is thrown away afterwards, with its own systemd and
                                          packages; only certbot is a stand-in. ORIGIN is the repository that `git pull` pulls from.
TRANSCRIPT=FILE keeps every command and what it said."""
import fcntl
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

NAME = "games.example.org"
HANG = 900
here = pathlib.Path(__file__).resolve().parent
root = pathlib.Path(sys.argv[1]).resolve()
real = len(sys.argv) > 2 and sys.argv[2] == "--here"
STEPS = ["install", "options", "certificate", "start", "restart", "journal", "logfile", "backup", "restore", "puzzles", "upgrade", "upgrade-restart", "back",
         "postgresql"]
tests = {"n": 0, "bad": 0}


def ok(good, name, *story):
    tests["n"] += 1
    tests["bad"] += not good
    print("%sok %d - %s" % ("" if good else "not ", tests["n"], name), flush=True)
    tell("# %s: %s\n" % ("checked" if good else "WRONG", name))
    for line in story if not good else ():
        print("# " + str(line)[-1500:].replace("\n", "\n# "), flush=True)
    return good


def tell(text):
    if os.environ.get("TRANSCRIPT"):
        with open(os.environ["TRANSCRIPT"], "a") as f:
            f.write(text)


def without_apt(text):
    """What apt tells about every package is long, and the same everywhere."""
    noise = r"(Get:|Hit:|Ign:|Fetched|Selecting|Preparing|Unpacking|Setting up|\(Reading|Reading|Building dep|Processing|debconf|Adding|Need to|After this|Suggested|Recommended)"
    return "".join(line + "\n" for line in text.splitlines() if not re.match(noise, line))


def skip(why):
    print("1..0 # SKIP " + why)
    sys.exit(0)


def blocks():
    """[(name, text)] of the document, in order."""
    return re.findall(r"^```sh host=([a-z-]+)\n(.*?)^```$", (root / "docs/hosting.md").read_text(), re.M | re.S)


class Copy:
    """A copy of this machine."""

    def __init__(self):
        self.build, self.next = (pathlib.Path(p).resolve() for p in sys.argv[2:4])
        self.folder = pathlib.Path(os.environ["IRORI_HOSTING"])
        self.top = self.folder / "root"
        mount = lambda *args: subprocess.run(["mount", *map(str, args)], check=True, capture_output=True)
        self.top.mkdir()
        (self.folder / "over").mkdir()
        mount("-t", "tmpfs", "irori", self.folder / "over")

        def overlay(below, to):
            upper, work = (self.folder / "over" / (kind + str(below).replace("/", "-")) for kind in ("upper", "work"))
            upper.mkdir()
            work.mkdir()
            mount("-t", "overlay", "-o", "lowerdir=%s,upperdir=%s,workdir=%s" % (below, upper, work), "irori", to)

        try:
            overlay(pathlib.Path("/"), self.top)
            for kind, at in (("tmpfs", "tmp"), ("tmpfs", "run"), ("tmpfs", "var/lib/postgresql"), ("tmpfs", "etc/postgresql"), ("proc", "proc")):
                (self.top / at).mkdir(parents=True, exist_ok=True)
                mount("-t", kind, kind, self.top / at)
            os.chmod(self.top / "tmp", 0o1777)
            for p in [root] + ([] if root in self.build.parents else [self.build]):  # they may be on file systems of their own, or below /tmp
                (self.top / str(p)[1:]).mkdir(parents=True, exist_ok=True)
                overlay(p, self.top / str(p)[1:])
        except subprocess.CalledProcessError as e:
            skip("this machine has no overlay file system: %s" % e.stderr.decode().strip())
        mount("--rbind", "/dev", self.top / "dev")
        shutil.copytree(here / "standin", self.top / "usr/local/standin")
        for p in ["etc/irori", "var/lib/irori", "var/backups/irori", "var/log/irori", "etc/letsencrypt", "usr/local/src"]:  # a fresh machine
            shutil.rmtree(self.top / p, ignore_errors=True)
        (self.top / "usr/local/src").mkdir()
        (self.top / "usr/local/src/irori").symlink_to(root)
        for name in ("irori", "irori.before"):
            (self.top / "usr/local/bin" / name).unlink(missing_ok=True)
        self.path = "/usr/local/standin:/usr/local/sbin:/usr/local/bin:" + os.environ["PATH"]
        with open(self.top / "etc/hosts", "a") as f:
            f.write("127.0.0.1 %s\n" % NAME)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:  # lo, up
            fcntl.ioctl(s, 0x8914, struct.pack("16sh", b"lo", 0x1 | 0x40))

    def command(self, text):
        return ["chroot", str(self.top), "/usr/bin/env", "-i", "PATH=" + self.path, "HOME=/root", "LANG=C.UTF-8",
                "IRORI_BUILD=" + str(self.build), "sh", "-eu", "-c", text]

    def files(self, path):
        return self.top / str(path).lstrip("/")

    def upgrade_before(self):
        """What is installed next is what is installed now: a byte makes them differ."""
        path = self.files("/usr/local/bin/irori")
        program = path.read_bytes() + b"\n"
        path.unlink()  # the running one keeps its file
        path.write_bytes(program)
        path.chmod(0o755)

    def upgrade_after(self):
        self.files("/usr/local/bin/irori").unlink()
        shutil.copy(self.next, self.files("/usr/local/bin/irori"))

    def close(self):
        pass  # the namespaces end with this process


class Here:
    """This machine, which was made to be thrown away."""

    def __init__(self):
        self.origin = sys.argv[3]
        self.path = "/usr/local/standin:" + os.environ["PATH"]
        pathlib.Path("/usr/local/standin").mkdir()
        shutil.copy(here / "standin/certbot", "/usr/local/standin/certbot")
        with open("/etc/hosts", "a") as f:
            f.write("127.0.0.1 %s\n" % NAME)

    def command(self, text):
        return ["/usr/bin/env", "-i", "PATH=" + self.path, "HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "sh", "-eu", "-c", text]

    def files(self, path):
        return pathlib.Path(path)

    def upgrade_before(self):
        """A new commit in the repository, with a migration."""
        work = tempfile.mkdtemp()
        git = lambda *args: subprocess.run(["git", "-c", "user.name=A Test", "-c", "user.email=test@example.org", *args], cwd=work, check=True,
                                           capture_output=True)
        git("clone", "-q", self.origin, ".")
        header, schema = pathlib.Path(work, "src/store/sql.h"), pathlib.Path(work, "src/store/schema.c")
        old = int(re.search(r"SCHEMA_VERSION = (\d+)", header.read_text()).group(1))
        header.write_text(header.read_text().replace("SCHEMA_VERSION = %d" % old, "SCHEMA_VERSION = %d" % (old + 1)))
        text = schema.read_text()
        for word in ("schema_sqlite", "schema_postgres"):
            at = text.index("};", text.index(word + "["))
            text = text[:at] + "    \"ALTER TABLE players ADD COLUMN motto TEXT NOT NULL DEFAULT '';\",\n" + text[at:]
        schema.write_text(text)
        git("commit", "-qam", "store: a motto for everybody")
        git("push", "-q")

    def upgrade_after(self):
        pass

    def close(self):
        pass


def run(text, shown=False):
    """A block of the document, or a command of the test. What is shown is in the transcript."""
    tell("".join("$ %s\n" % line for line in text.strip().splitlines()) if shown else "")
    p = subprocess.run(machine.command(text), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANG * 4,
                       errors="replace")
    tell(without_apt(p.stdout) if shown else "")
    return p


def until(so, what):
    end = time.monotonic() + HANG
    while not (got := so()):
        if time.monotonic() > end:
            raise RuntimeError("in vain: " + what)
        time.sleep(0.05)
    return got


def owner(path):
    """"0640 root irori" of a file on the machine."""
    return run("stat -c '%%04a %%U %%G' %s" % path).stdout.strip()


def https(path, body=None, token=None):
    context = ssl.create_default_context(cafile=str(machine.files("/etc/letsencrypt/ca.pem")))
    request = urllib.request.Request("https://%s%s" % (NAME, path), data=body, headers={"Authorization": "Bearer " + token} if token else {})
    with urllib.request.urlopen(request, timeout=HANG, context=context) as r:
        return r.read()


def person():
    """Somebody with a table: (token, code)."""
    game = json.loads(https("/api/games"))
    game = (game["games"] if isinstance(game, dict) else game)[0]["name"]
    token = json.loads(https("/api/me", json.dumps({"name": "Mika"}).encode()))["token"]
    return token, json.loads(https("/api/tables", json.dumps({"game": game}).encode(), token))["table"]


def knows(who):
    """Whether the server knows a person and their table."""
    try:
        return who[1] in https("/api/mine", token=who[0]).decode()
    except urllib.error.HTTPError as e:
        assert e.code in (401, 403), e.code
        return False


def server_pid():
    if real:
        return int(run("systemctl show --property MainPID --value irori").stdout)
    return int(machine.files("/run/standin/irori.pid").read_text())


def serial():
    with socket.create_connection(("127.0.0.1", 443), timeout=HANG) as s:
        context = ssl.create_default_context(cafile=str(machine.files("/etc/letsencrypt/ca.pem")))
        with context.wrap_socket(s, server_hostname=NAME) as t:
            return t.getpeercert()["serialNumber"]


def schema(url):
    return int(re.search(r"schema (\d+)", run("runuser -u irori -- irori store check '%s'" % url).stdout).group(1))


def sums(url):
    """Of every table but `clock`, in which a running server notes the time."""
    return re.findall(r"^(?!clock)(\w+) +(\d+)  ([0-9a-f]{32})$", run("runuser -u irori -- irori store check '%s'" % url).stdout, re.M)


DB = "/var/lib/irori/irori.db"
world = {}


def after_install():
    for path, wanted in (("/usr/local/bin/irori", "0755 root root"), ("/etc/irori", "0750 root irori"), ("/etc/irori/irori.conf", "0640 root irori"),
                         ("/var/lib/irori", "0700 irori irori"), ("/var/lib/irori/puzzles", "0700 irori irori"), ("/var/backups/irori", "0700 irori irori"), ("/var/log/irori", "0750 irori irori")):
        ok(owner(path) == wanted, "%s is %s" % (path, wanted), owner(path))
    user = run("getent passwd irori").stdout
    ok(re.search(r"^irori:.*:/var/lib/irori:/\S*nologin$", user), "the user irori has no shell", user)
    for name in ("irori.service", "irori-backup.service", "irori-puzzles.service"):
        path = "/usr/local/lib/systemd/system/" + name
        p = run("systemd-analyze verify %s" % path)
        ok(p.returncode == 0 and not re.search(r"^/usr/local/lib/systemd/system/irori", p.stdout, re.M), "systemd-analyze verify %s" % name, p.stdout)
        p = run("systemd-analyze security --offline=true %s | tail -n 1" % path, shown=True)
        exposure = re.search(r"exposure level for \S+: ([0-9.]+)", p.stdout)
        ok(exposure and float(exposure.group(1)) <= 2.0, "systemd-analyze security: %s is exposed by %s, at most 2.0" % (name, exposure and exposure.group(1)), p.stdout)
    for name in ("irori-backup.timer", "irori-puzzles.timer"):
        p = run("systemd-analyze calendar '%s'" % re.search(r"OnCalendar=(.*)", (root / "packaging" / name).read_text()).group(1))
        ok(p.returncode == 0, "the time of %s is one" % name, p.stdout)
    p = run("irori serve --config /etc/irori/irori.conf --store memory: --listen nowhere")
    ok("--listen cannot be 'nowhere'" in p.stdout, "the config file that comes with it can be read", p.stdout)


def after_options():
    ok(owner("/etc/irori/irori.conf") == "0640 root irori", "the options are still for root and irori only")
    names = set(re.findall(r"^#?([a-z-]+) = ", (root / "packaging/irori.conf").read_text(), re.M))
    known = set(re.findall(r"^  --([a-z-]+)", run("irori serve --help").stdout, re.M))
    ok(names and names <= known, "every option of the example is one", names - known)


def after_certificate():
    ok(owner("/etc/irori/tls.pem") == "0640 root irori", "the key is for root and irori only", owner("/etc/irori/tls.pem"))
    before = machine.files("/etc/irori/tls.pem").read_bytes()
    run("openssl ecparam -genkey -name prime256v1 -noout -out /root/other.pem")
    p = run("/usr/local/lib/irori/certificate /etc/letsencrypt/live/%s/fullchain.pem /root/other.pem" % NAME)
    ok(p.returncode == 1 and "is not the key of" in p.stdout and machine.files("/etc/irori/tls.pem").read_bytes() == before,
       "a key of another certificate is refused, and nothing changes", p.stdout)
    ok(run("/usr/local/lib/irori/certificate one").returncode == 2, "so is half a call")


def after_start():
    status = dict(re.findall(r"^(\w+):\s+(.*)$", machine.files("/proc/%d/status" % server_pid()).read_text(), re.M))
    uid = int(run("id -u irori").stdout)
    ok(set(status["Uid"].split()) == {str(uid)}, "the server is irori, not root", status["Uid"])
    ok(int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 1 << 10, "its one privilege is to listen on a low port", status["CapEff"], status["CapBnd"])
    ok(status["NoNewPrivs"] == "1", "and it cannot get others")
    ok(owner(DB) == "0600 irori irori", "the games are for irori only", owner(DB))
    ok(b"<html" in https("/").lower(), "the page is there")
    world["first"] = person()
    ok(knows(world["first"]), "somebody sits at a table")
    world["pid"], world["serial"] = server_pid(), serial()
    open_one = socket.create_connection(("127.0.0.1", 443))
    line = ssl.create_default_context(cafile=str(machine.files("/etc/letsencrypt/ca.pem"))).wrap_socket(open_one, server_hostname=NAME)
    ask = b"GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n" % NAME.encode()
    stream = line.makefile("rb")

    def answer():
        line.sendall(ask)
        head = b"".join(iter(lambda: stream.readline().strip(b"\r\n") + b"\n", b"\n"))
        return head.split(b"\n")[0], stream.read(int(re.search(rb"(?i)content-length: (\d+)", head).group(1)))

    first = answer()
    p = run("certbot renew", shown=True)
    ok(p.returncode == 0, "the certificate is renewed", p.stdout)
    until(lambda: serial() != world["serial"], "the server keeps the old certificate")
    ok(server_pid() == world["pid"], "and read by the same server")
    again = answer()
    ok(first == again == (b"HTTP/1.1 200 OK", b"ok\n"), "an open connection goes on", first, again)
    line.close()
    if real:
        os.kill(server_pid(), 9)
        until(lambda: server_pid() not in (0, world["pid"]) and run("systemctl is-active irori").stdout.strip() == "active", "it is not started again")
        ok(knows(world["first"]), "after kill -9 systemd starts it again, and the table is there")


def after_restart():
    ok(server_pid() != world["pid"] and knows(world["first"]), "a new process has the same table")
    good = machine.files("/etc/irori/irori.conf").read_text()
    machine.files("/etc/irori/irori.conf").write_text(good + "publik-url = x\n")
    p = run("systemctl restart irori")
    said = run("journalctl -u irori").stdout
    ok(p.returncode and "/etc/irori/irori.conf:%d: there is no option 'publik-url'; is it public-url?" % (good.count("\n") + 1) in said,
       "a mistake in the options is named by the journal, with its line", p.stdout, said)
    machine.files("/etc/irori/irori.conf").write_text(good)
    ok(run("systemctl restart irori").returncode == 0 and knows(world["first"]), "and mended")


def after_journal(said):
    ok("start: irori" in said and world["first"][0] not in said, "the log says when it started, and no token", said)


def after_logfile():
    ok(owner("/var/log/irori/irori.log.1").endswith("irori irori") and owner("/var/log/irori/irori.log").startswith("06"), "the log was rotated",
       run("ls -l /var/log/irori").stdout)
    ok("start: irori" in machine.files("/var/log/irori/irori.log.1").read_text(), "the old one says when it started")
    run("systemctl restart irori")
    until(lambda: "end: done" in machine.files("/var/log/irori/irori.log").read_text(), "the new log stays empty")
    ok("end: done" not in machine.files("/var/log/irori/irori.log.1").read_text(), "the new one goes on", run("tail /var/log/irori/*").stdout)
    ok(knows(world["first"]), "the table is still there")


def after_backup():
    names = run("ls /var/backups/irori").stdout.split()
    ok(len(names) == 1 and owner("/var/backups/irori/" + names[0]) == "0600 irori irori", "one backup, for irori only", names)
    ok(sums("/var/backups/irori/" + names[0]) == sums(DB) and len(sums(DB)) >= 6, "with every row of every table", sums(DB))
    world["second"] = person()
    ok(knows(world["first"]) and knows(world["second"]), "then somebody else comes")


def after_restore(said):
    ok(knows(world["first"]) and not knows(world["second"]), "the first one is there, and the second, who came after the backup, is not")
    ok(owner(DB) == "0600 irori irori" and "every row compared" in said, "the games are for irori only", owner(DB), said)
    aside = run("echo /var/lib/irori/before-restore-*").stdout.strip()
    ok(owner(aside) == "0700 root root" and owner(aside + "/irori.db") == "0600 irori irori", "what was there before is still there", owner(aside))


def after_puzzles():
    ok(knows(world["first"]) and https("/puzzles/index.json") == b"{}", "the server looks at the folder, which has no puzzles yet")
    said = run("journalctl -u irori-puzzles").stdout
    ok("Rated games that are over: 0." in said and owner("/var/lib/irori/puzzles/.lock") == "0600 irori irori", "the games were looked through, as irori", said)


def after_upgrade():
    machine.upgrade_after()
    world["schema"] = schema(run("ls /var/backups/irori/irori-*.db | tail -n 1").stdout.strip())
    before = run("cmp /usr/local/bin/irori /usr/local/bin/irori.before")
    ok(before.returncode == 1, "the program from before is kept beside the new one", before.stdout)


def after_upgrade_restart():
    ok(schema(DB) == world["schema"] + 1 and knows(world["first"]), "the new program has migrated the store; the table is there", schema(DB))
    p = run("runuser -u irori -- irori.before store check %s" % DB, shown=True)
    ok(p.returncode == 1 and "newer irori" in p.stdout, "the old program refuses it", p.stdout)


def after_back():
    ok(schema(DB) == world["schema"] and knows(world["first"]), "the old program has the backup; the table is there", schema(DB))
    ok(owner(DB) == "0600 irori irori", "the games are for irori only")


def after_postgresql(said):
    url = "postgres:///irori?host=/run/postgresql"
    ok("every row compared" in said and knows(world["first"]), "the table is in PostgreSQL", said)
    now = {name: (rows, sum) for name, rows, sum in sums(url)}
    then = {name: (rows, sum) for name, rows, sum in sums(DB)}
    ok({name for name in then if then[name] != now[name]} <= {"tokens"}, "as are all rows, but for when somebody was last seen", then, now)
    world["third"] = person()
    p = run("systemctl start irori-backup && runuser -u irori -- irori store check \"$(ls /var/backups/irori/irori-*.db | tail -n 1)\"")
    ok(p.returncode == 0, "a backup of it is a file", p.stdout)
    run("systemctl restart irori")
    ok(knows(world["first"]) and knows(world["third"]), "everybody is there after a restart")


def examples():
    """The proxies' configurations, if those programs are here."""
    for program, check in (("nginx", "cd /etc/nginx && mkdir -p /run/nginx && printf 'events {}\\nhttp {\\ninclude /usr/local/share/irori/nginx.conf;\\n}\\n' >/tmp/nginx.conf && nginx -t -c /tmp/nginx.conf"),
                           ("haproxy", "haproxy -c -f /usr/local/share/irori/haproxy.cfg")):
        if run("command -v " + program).returncode:
            tests["n"] += 1
            print("ok %d - the example for %s # SKIP it is not installed" % (tests["n"], program))
        else:
            p = run(check)
            ok(p.returncode == 0, "the example for %s" % program, p.stdout)


def main():
    steps = blocks()
    ok([name for name, _ in steps] == STEPS, "every block of the document has a check", [name for name, _ in steps])
    for name, text in steps:
        tell("\n# ---- docs/hosting.md: %s ----\n" % name)
        if name == "upgrade":
            machine.upgrade_before()
        p = run(text, shown=True)
        if not ok(p.returncode == 0, "hosting.md: " + name, p.stdout):
            print("# " + run("journalctl -u irori").stdout[-1000:].replace("\n", "\n# "))
            break
        check = globals()["after_" + name.replace("-", "_")]
        try:
            check(p.stdout) if check.__code__.co_argcount else check()
        except Exception as e:  # noqa: BLE001
            ok(False, "after " + name, "%s: %s" % (type(e).__name__, e), run("journalctl -u irori | tail").stdout)
            break
    else:
        examples()
        p = run("systemctl stop irori")
        ok(p.returncode == 0 and run("systemctl is-active --quiet irori").returncode == 3, "it stops", p.stdout)
    print("1..%d" % tests["n"])
    return bool(tests["bad"])


if not real:
    missing = [w for w in ("unshare", "chroot", "setpriv", "runuser", "systemd-analyze", "systemd-sysusers", "systemd-tmpfiles", "curl", "logrotate",
                           "pg_createcluster", "openssl") if not shutil.which(w, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
    if os.getuid() or missing:
        skip("only root can make a machine for it" if os.getuid() else "%s is not installed" % ", ".join(missing))
    if "IRORI_HOSTING" not in os.environ:
        apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--propagation", "private"]
        if subprocess.run([*apart, "true"], capture_output=True).returncode:
            skip("this machine has no namespaces")
        folder = tempfile.mkdtemp(prefix="irori-hosting-")  # empty, outside of the namespaces
        try:
            sys.exit(subprocess.run([*apart, sys.executable, __file__] + sys.argv[1:], env={**os.environ, "IRORI_HOSTING": folder}).returncode)
        finally:
            shutil.rmtree(folder)
    socket.getaddrinfo = (lambda old: lambda host, *a, **k: old("127.0.0.1" if host == NAME else host, *a, **k))(socket.getaddrinfo)
machine = Here() if real else Copy()
sys.exit(main())
