# SPDX-License-Identifier: MIT
#
# Two clients change the same notes on a real server, and are killed at random, as the server is: chaos.py PROBE ROUNDS
#
# Afterwards each text that was kept is on the server, in its note or in that of a conflict, and none is there twice.

import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

probe, rounds = sys.argv[1], int(sys.argv[2])
folder = pathlib.Path(tempfile.mkdtemp(prefix="notes-"))
notes = folder / "server"
notes.mkdir()
seed = random.randrange(1 << 32)
print("seed", seed, folder, flush=True)
is_over = threading.Event()


def start_server(port):
    script = pathlib.Path(__file__).with_name("server.py")
    server = subprocess.Popen([sys.executable, "-B", script, notes, str(port)], stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline())


def start_client(name, port, number, changes):
    with open(folder / f"{name}.log", "a") as log:
        return subprocess.Popen(
            [probe, f"http://127.0.0.1:{port}/", folder / name, str(number), str(changes)],
            stdout=log,
            stderr=subprocess.DEVNULL,
            # A client that traps is one that was killed; nobody wants to read where.
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no"},
        )


def kill_again_and_again(name, port, number):
    chance = random.Random(seed + number)
    while not is_over.is_set():
        number += 1
        client = start_client(name, port, number, 100)
        time.sleep(chance.uniform(0.1, 0.9))
        client.send_signal(signal.SIGKILL)
        client.wait()


chance = random.Random(seed)
server, port = start_server(0)
clients = {"first": 1_000, "second": 2_000}
threads = [threading.Thread(target=kill_again_and_again, args=(name, port, number)) for name, number in clients.items()]
for thread in threads:
    thread.start()
for _ in range(rounds):
    time.sleep(chance.uniform(0.05, 0.25))
    server.send_signal(signal.SIGKILL)
    server.wait()
    server, _ = start_server(port)
is_over.set()
for thread in threads:
    thread.join()
mistakes = []
for name in clients:
    # On Linux a client may trap at an answer that was torn, so it gets another chance.
    for number in range(3):
        try:
            if start_client(name, port, 9_000 + number, 0).wait(timeout=60) == 0:
                break
        except subprocess.TimeoutExpired:
            print(f"the {name} client does not end")
    else:
        mistakes.append(f"the {name} client does not send all")
server.kill()

kept, deleted = set(), set()
for name in clients:
    for line in (folder / f"{name}.log").read_text().splitlines():
        word, *tokens = line.split()
        if word == "kept":
            kept.update(tokens)
        if word == "deletes":
            deleted.update(tokens)
texts = collections.Counter(path.read_text() for path in notes.iterdir())
present = {token for text in texts for token in text.split()}
print(f"{len(kept)} changes were kept, {len(kept & deleted)} of them deleted later; {texts.total()} notes")
if len(kept) < rounds:
    mistakes.append("too little was kept to show anything")
if lost := kept - deleted - present:
    mistakes.append(f"lost: {sorted(lost)}")
# What the server was writing when it was killed may be empty.
if twice := [text for text, count in texts.items() if count > 1 and text]:
    mistakes.append(f"twice: {twice}")
for mistake in mistakes:
    print(mistake)
sys.exit(1 if mistakes else 0)
