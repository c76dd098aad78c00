"""A multiprocessing.shared_memory with two rings. Python has no barriers: the order of stores is the CPU's."""

import os
from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory

import ipcbench_peer

HEADER, LINE = 256, 64  # the sender's count, and 64 bytes behind it the receiver's, for each direction
SLOTS = 64


class Rings:
    def listen(self, session):
        self.slot_bytes = (session["maxMessageBytes"] + LINE - 1) // LINE * LINE
        name = os.path.basename(session["scratchDirectory"]) + "-py-shm"  # found and removed if this process is killed
        self.memory = SharedMemory(name, create=True, size=HEADER + 2 * SLOTS * self.slot_bytes)
        return name

    def accept(self, session):
        self.open(0, 1)

    def connect(self, session, address):
        self.slot_bytes = (session["maxMessageBytes"] + LINE - 1) // LINE * LINE
        self.memory = SharedMemory(address)
        resource_tracker.unregister("/" + address, "shared_memory")  # the server removes it
        self.open(1, 0)

    def open(self, out, into):
        size = SLOTS * self.slot_bytes
        self.counts = self.memory.buf[:HEADER].cast("q")
        self.out = self.memory.buf[HEADER + out * size : HEADER + (out + 1) * size]
        self.into = self.memory.buf[HEADER + into * size : HEADER + (into + 1) * size]
        self.out_at, self.into_at = out * 16, into * 16
        self.sent = self.received = 0

    def send(self, message):
        while self.sent - self.counts[self.out_at + 8] >= SLOTS:
            pass
        start = self.sent % SLOTS * self.slot_bytes
        self.out[start : start + len(message)] = message
        self.sent += 1
        self.counts[self.out_at] = self.sent

    def receive(self, size):
        self.counts[self.into_at + 8] = self.received  # the one before is done with
        while self.counts[self.into_at] == self.received:
            pass
        start = self.received % SLOTS * self.slot_bytes
        self.received += 1
        return self.into[start : start + size]

    def close(self):
        if hasattr(self, "out_at") and self.out_at == 0 or not hasattr(self, "out_at"):
            self.memory.unlink()


ipcbench_peer.main(Rings)
