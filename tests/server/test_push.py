"""test_push.py IRORI ROOT: Web Push of a real server, to a push service of our own on loopback (push_service.mjs). TAP. A push arrives
encrypted and says only what it should; who is gone is forgotten; what hangs stalls nobody; endpoints that lead inside are refused."""
import asyncio
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from table import HANG, MANY, Player, Server, beside, main, test, until

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-push-"))
CONTACT = "mailto:owner@example.org"


def certificate(name):
    """Of a host, signed by itself: it is its own authority. In a folder of its own, as tests run beside each other."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=work))
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                    "-addext", "subjectAltName=DNS:" + name, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


class Service:
    """The push service. got: a list of what arrived."""

    def __init__(self, host="push.example.org"):
        self.cert, key = certificate(host)
        self.process = subprocess.Popen(["node", pathlib.Path(__file__).with_name("push_service.mjs"), self.cert, key], stdout=subprocess.PIPE, text=True)
        first = json.loads(self.process.stdout.readline())
        self.port, self.keys, self.got = first["port"], first["keys"], []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.got.append(json.loads(line))

    def paths(self):
        return [g["path"] for g in self.got]

    def options(self, cert=None):
        return ["--push", CONTACT, "--push-to", "127.0.0.1:%d" % self.port, "--push-ca", str(cert or self.cert)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def post(server, token, path, body):
    status, _, text = server.http(path, body=json.dumps(body).encode(), token=token)
    return status, json.loads(text)


def subscribe(server, token, service, *endpoints):
    for e in endpoints:
        status, said = post(server, token, "/api/push", {"endpoint": "https://push.example.org" + e, "keys": service.keys})
        assert status == 200, said


def me(server):
    return post(server, None, "/api/me", {"name": "Anna"})[1]["token"]


def run(what):
    return asyncio.run(asyncio.wait_for(what, 3 * HANG))


async def play_on(person, so):
    """From a connection of its own, until so(person)."""
    if person.socket:
        person.socket.close()
        person.socket = None
    await asyncio.wait_for(person.play(so), HANG)


def moved(person):
    """It is somebody else's turn."""
    return person.frame["table"]["stage"] == "playing" and not person.frame["view"].get("legal")


class Two:
    """Anna and Ben at a table. Ben has these subscriptions, and leaves; then it becomes his turn, because Anna moves."""

    async def begin(self, server, *endpoints, service):
        self.anna, self.ben = Player([server.port], 1, "Anna"), Player([server.port], 2, "Ben")
        self.table = await self.anna.create("koikoi", 2)
        await self.ben.connect()
        for i, p in enumerate((self.anna, self.ben)):
            p.table, p.seat = self.table, i
        subscribe(server, self.ben.token, service, *endpoints)
        await asyncio.gather(*(play_on(p, lambda p: p.frame["table"]["stage"] == "playing") for p in (self.anna, self.ben)))
        await self.turn()

    async def turn(self):
        await play_on(self.ben, moved)  # he moves first, if it is his turn
        self.ben.socket.close()
        self.ben.socket = None
        await play_on(self.anna, moved)


@test
def off_unless_the_owner_wants_it():
    with Server(binary, "memory:", *MANY) as s:
        assert s.http("/api/push")[0] == 404
        status, said = post(s, me(s), "/api/push", {"endpoint": "https://push.example.org/x"})
        assert status == 404 and "owner" in said["why"], said
        assert s.metric("irori_pushes_sent_total") == 0


@test
def endpoints_that_lead_inside_are_refused():
    with Service() as service, Server(binary, "memory:", *MANY, *service.options()) as s:
        token = me(s)
        for endpoint, says in (("https://127.0.0.1/x", "host"), ("https://10.0.0.1/x", "host"), ("https://[::1]/x", "host"), ("https://169.254.169.254/x", "host"),
                               ("https://localhost/x", "host"), ("https://2130706433/x", "host"), ("http://push.example.org/x", "https://"),
                               ("https://user@push.example.org/x", "user name"), ("https://user:word@push.example.org/x", "user name"),
                               ("https://push.example.org:8443/x", "443"), ("https://push.example.org/" + "x" * 500, "512"), ("", "https://"),
                               ("https://push.example.org/x\r\nX: y", "URL")):
            status, said = post(s, token, "/api/push", {"endpoint": endpoint, "keys": service.keys})
            assert status == 400 and says in said["why"], (endpoint, status, said)
        for keys in ({}, {"p256dh": service.keys["p256dh"]}, {"p256dh": service.keys["auth"], "auth": service.keys["auth"]}, [], "x", None):
            status, said = post(s, token, "/api/push", {"endpoint": "https://push.example.org/x", "keys": keys})
            assert status == 400 and "keys." in said["why"], (keys, said)
        assert post(s, None, "/api/push", {})[0] == 401 and post(s, None, "/api/push/drop", {})[0] == 401
        assert post(s, token, "/api/push/drop", {})[0] == 400
        assert post(s, token, "/api/push/drop", {"endpoint": "https://push.example.org/never"})[0] == 200
        assert not service.got


@test
def the_key_stays_and_is_in_no_log():
    store = str(work / "key.db")
    with Service() as service:
        with Server(binary, store, *MANY, *service.options()) as s:
            run(until(lambda: s.http("/api/push")[0] == 200, "there is never a key"))
            first, said = s.get("/api/push")["key"], s.said()
        with Server(binary, store, *MANY, *service.options()) as s:
            run(until(lambda: s.http("/api/push")[0] == 200, "there is never a key"))
            assert s.get("/api/push")["key"] == first
            said += s.said()
    assert first not in said
    return "%d letters" % len(first)


@test
def options_that_cannot_be():
    for args, says in ((["--push", "owner@example.org"], "mailto:"), (["--push", CONTACT, "--push-to", "192.0.2.1:443"], "--push-to"),
                       (["--push", CONTACT, "--push-ca", "/nonexistent.pem"], "/nonexistent.pem"), (["--push-to", "127.0.0.1:1"], "--push")):
        r = subprocess.run([binary, "serve", "--listen", "127.0.0.1:0", "--store", "memory:", *args], capture_output=True, text=True, timeout=HANG)
        assert r.returncode and says in r.stderr, (args, r.returncode, r.stderr)


@beside
def a_turn_comes_encrypted_and_says_little():
    """And who is gone is forgotten, a service that is busy is asked once more, redirects are not followed, and a long answer is no harm."""
    async def play(s, service):
        two = Two()
        await two.begin(s, "/201/a", "/410/b", "/429/c", "/503/d", "/302/e", service=service)
        await until(lambda: s.metric("irori_pushes_sent_total") == 2 and s.metric("irori_pushes_failed_total") == 2 and
                    s.metric("irori_pushes_gone_total") == 1, "pushes are never counted")
        assert sorted(service.paths()) == ["/201/a", "/302/e", "/410/b", "/429/c", "/429/c", "/503/d", "/503/d"], service.paths()
        for got in service.got:
            assert "wrong" not in got, got
            assert json.loads(got["text"]) == {"kind": "turn", "table": two.table, "game": "koikoi"}, got["text"]
            h, v = got["headers"], got["vapid"]
            assert got["method"] == "POST" and not got["plain"] and got["bytes"] == service.got[0]["bytes"], got
            assert h["host"] == "push.example.org" and h["content-encoding"] == "aes128gcm" and int(h["ttl"]) > 0 and h["urgency"] == "high", h
            assert len(h["topic"]) == 32 and two.table not in json.dumps(h), h
            assert v["key"] == s.get("/api/push")["key"] and v["head"] == {"typ": "JWT", "alg": "ES256"}, v
            assert v["claims"]["aud"] == "https://push.example.org" and v["claims"]["sub"] == CONTACT, v
            assert 0 < v["claims"]["exp"] - time.time() <= 24 * 3600, v
        assert len({g["headers"]["topic"] for g in service.got}) == 5, "two subscriptions have the same topic"
        before = len(service.got)
        await asyncio.to_thread(post, s, two.ben.token, "/api/push/drop", {"endpoint": "https://push.example.org/503/d"})
        await asyncio.to_thread(subscribe, s, two.ben.token, service, "/big/f")
        topic = {g["path"]: g["headers"]["topic"] for g in service.got}
        await two.turn()
        await until(lambda: len(service.got) >= before + 4 and s.metric("irori_pushes_waiting") == 0, "the second turn is never pushed")
        again = service.got[before:]
        assert sorted(g["path"] for g in again) == ["/201/a", "/302/e", "/429/c", "/big/f"], [g["path"] for g in again]
        assert all(topic[g["path"]] == g["headers"]["topic"] for g in again if g["path"] in topic), "a newer turn does not replace the older one"
        return two

    with Service() as service, Server(binary, "memory:", *MANY, *service.options()) as s:
        two = run(play(s, service))
        log = s.said()
        assert "push.example.org answered 302" in log or "push.example.org answered 503" in log, log
        assert not any(secret in log for secret in ("/201/", service.keys["auth"], service.keys["p256dh"], two.ben.token, two.table)), log
        return "%d pushes" % len(service.got)


@beside
def a_service_that_hangs_stalls_nobody():
    async def play(s, service):
        two = Two()
        await two.begin(s, *("/hang/%d" % i for i in range(5)), service=service)
        await until(lambda: len(service.got) >= 5, "the pushes never come")
        began = time.monotonic()
        people = [Player([s.port], 10 + i, "P%d" % i) for i in range(2)]
        table = await people[0].create("koikoi", 2)
        for i, p in enumerate(people):
            p.table, p.seat = table, i
        await asyncio.gather(*(p.play() for p in people))
        assert s.metric("irori_pushes_waiting") or time.monotonic() - began > 15, "they do not hang"
        return "a game in %.1f s meanwhile" % (time.monotonic() - began)

    with Service() as service, Server(binary, "memory:", *MANY, *service.options()) as s:
        note = run(play(s, service))
        code, seconds = s.stop()
        assert code == 0
        return note + ", ended in %.1f s" % seconds


@beside
def another_hosts_certificate_is_not_accepted():
    async def play(s, service):
        await Two().begin(s, "/201/a", service=service)
        await until(lambda: s.metric("irori_pushes_failed_total") == 1, "it never fails")

    with Service("other.example.org") as service:
        with Server(binary, "memory:", *MANY, *service.options()) as s:  # known, but of another name
            run(play(s, service))
            assert "certificate" in s.said() and not service.got, s.said()
        with Server(binary, "memory:", *MANY, "--push", CONTACT, "--push-to", "127.0.0.1:%d" % service.port) as s:  # not known to the system
            run(play(s, service))
            assert "certificate" in s.said() and not service.got, s.said()


@beside
def five_of_one_person():
    async def play(s, service):
        two = Two()
        await two.begin(s, *("/201/%d" % i for i in range(7)), service=service)
        await until(lambda: s.metric("irori_pushes_sent_total") == 5 and s.metric("irori_pushes_waiting") == 0, "five pushes never come")
        assert sorted(service.paths()) == ["/201/%d" % i for i in range(2, 7)], service.paths()

    with Service() as service, Server(binary, "memory:", *MANY, *service.options()) as s:
        run(play(s, service))


if not shutil.which("openssl") or not shutil.which("node"):
    print("1..0 # skipped: no openssl, or no node here")
else:
    try:
        main("push", sys.argv[3:])
    finally:
        shutil.rmtree(work, ignore_errors=True)
