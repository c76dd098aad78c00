"""Hands the channel of a child to a process that is not one.

Node connects a parent with its child alone, and the launcher starts both peers. So the server forks this program instead of its client,
which passes the descriptor that Node has given it, and ends; and the client begins as this program, which takes it and becomes Node.

channel.py --give DIRECTORY | channel.py NODE PROGRAM DIRECTORY/client.control client
"""

import os
import socket
import sys
import time

DEADLINE = time.monotonic() + 60
PARENT = os.getppid()
MEETING = "/node-ipc.socket"


def going_on():
    if os.getppid() != PARENT or time.monotonic() > DEADLINE:
        sys.exit(3)  # nobody waits any more
    time.sleep(0.005)


def give(path):
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(1)
        listening.setblocking(False)
        while True:
            try:
                taker = listening.accept()[0]
                break
            except BlockingIOError:
                going_on()
    os.unlink(path)
    socket.send_fds(taker, [b"."], [int(os.environ["NODE_CHANNEL_FD"])])


def take(path):
    while True:
        with socket.socket(socket.AF_UNIX) as giver:
            try:
                giver.connect(path)
                channel = socket.recv_fds(giver, 1, 1)[1][0]
                os.set_inheritable(channel, True)
                return channel
            except (FileNotFoundError, ConnectionRefusedError):
                going_on()


if sys.argv[1] == "--give":
    give(sys.argv[2] + MEETING)
else:
    os.environ["NODE_CHANNEL_FD"] = str(take(os.path.dirname(sys.argv[3]) + MEETING))
    os.environ["NODE_CHANNEL_SERIALIZATION_MODE"] = "advanced"
    os.execvp(sys.argv[1], sys.argv[1:])
