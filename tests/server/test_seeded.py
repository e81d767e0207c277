"""test_seeded.py IRORI IRORI_SEEDED BUILD: the server whose deals are fixed, for tests, and that no other can be: with a seed it deals the same
cards each time, whatever salts people send, and its records verify; the program that is installed knows nothing of seeds. TAP."""
import asyncio
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from table import HANG, MANY, Closed, Server, Socket, game, main, test

irori, seeded, build = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-seeded-"))
NAME = b"IRORI_TEST_SEED"
GAME = re.search(r"^Games: (\w+)", subprocess.run([irori, "--help"], capture_output=True, text=True, check=True).stdout, re.M).group(1)


def dealt(binary, seed, people_seed):
    """The id of a table, its commitment, and what chance brought in a whole game of two people."""
    with Server(binary, "memory:", *MANY, env={"IRORI_TEST_SEED": seed}) as server:
        people = asyncio.run(game([server.port], GAME, 2, people_seed))
        record = server.get("/api/tables/%s/record" % people[0].table)
    file = work / "game.irori"
    file.write_text(record)
    audit = subprocess.run([irori, "audit", file], capture_output=True, text=True, check=False)
    assert audit.returncode == 0, audit.stderr + audit.stdout
    chance = re.findall(r"^\* (.*)$", record, re.M)
    return people[0].table, re.findall(r"^commit .*$", record, re.M), chance[:20], re.findall(r"^salt .*$", record, re.M)


@test
def the_same_seed_deals_the_same_cards():
    first, again, other = dealt(seeded, "a", 1), dealt(seeded, "a", 1), dealt(seeded, "b", 1)
    assert first == again, (first, again)
    assert first[2] and first[:3] != other[:3], "another seed deals the same"


@test
def without_a_seed_it_does_not_deal():
    async def create(port):
        socket = await Socket.open(port)
        await socket.hello(None, "Anna")
        socket.send({"type": "create", "id": 1, "game": GAME})
        while True:
            m = await asyncio.wait_for(socket.receive(), HANG)
            assert m["type"] != "created", m

    server = Server(seeded, "memory:", env={"IRORI_TEST_SEED": ""})
    try:
        asyncio.run(create(server.port))
    except (Closed, OSError):
        pass
    assert server.process.wait(timeout=HANG) == 2 and "for tests" in server.said(), server.said()


@test
def the_program_that_is_installed_takes_no_seed():
    first, again = dealt(irori, "a", 1), dealt(irori, "a", 1)
    assert first[0] != again[0] and first[1] != again[1] and first[3] != again[3]
    assert NAME not in irori.read_bytes() and NAME in seeded.read_bytes()


@test
def no_installed_file_knows_seeds():
    """Of a build with tests, too: -Dtests=true adds nothing to what is installed."""
    installed = json.loads(subprocess.run(["meson", "introspect", build, "--installed"], capture_output=True, text=True, check=True).stdout)
    assert any(pathlib.Path(f).name == "irori" for f in installed), installed
    knowing = [f for f in installed if "seeded" in pathlib.Path(f).name or (pathlib.Path(f).is_file() and NAME in pathlib.Path(f).read_bytes())]
    assert not knowing, knowing


main("seeded")
