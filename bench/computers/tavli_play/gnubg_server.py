"""Runs inside gnubg (`gnubg -t -q -p FILE`): what it says of positions, asked on 127.0.0.1:GNUBG_PORT.

A question is a line `{"plies": 0, "boards": [[theirs 25, own 25], …]}`; the answer a line of
[win, double, double loss] for the seat about to roll. Points are each side's own, index 0 its 1-point, index 24 its
bar. There is no cube; a triple counts as a double. One client; when it goes the server ends.
"""

import json
import os
import socket

import gnubg  # type: ignore[import-not-found]

gnubg.command("set sound enable off")
gnubg.command("new session")
CUBE = gnubg.cubeinfo(1, -1, 0)
server = socket.create_server(("127.0.0.1", int(os.environ["GNUBG_PORT"])))
connection, _ = server.accept()
with connection, connection.makefile("rw") as lines:
    for line in lines:
        question = json.loads(line)
        how = {"cubeful": 0, "plies": question["plies"], "deterministic": 1, "prune": 1, "noise": 0.0}
        answer = []
        for theirs, own in question["boards"]:
            win, double, _, double_loss, _, _ = gnubg.evaluate((tuple(theirs), tuple(own)), CUBE, how)
            answer.append((win, double, double_loss))
        lines.write(json.dumps(answer) + "\n")
        lines.flush()
os._exit(0)
