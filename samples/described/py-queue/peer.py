"""Two multiprocessing.Queues, each with its feeder thread, its locks and pickle, between processes that no parent has made."""

import multiprocessing
from multiprocessing import context, resource_sharer
from multiprocessing.connection import Client, Listener
from multiprocessing.reduction import ForkingPickler

import ipcbench_peer


class Sharing:
    """In the place of a child that inherits: descriptors are sent to whoever asks for them."""

    DupFd = staticmethod(resource_sharer.DupFd)

    @staticmethod
    def duplicate_for_child(descriptor):
        return descriptor


LENGTH = 64


def keep_sockets_in(session):
    """Those of multiprocessing itself, which no end of a peer removes."""
    multiprocessing.current_process()._config["tempdir"] = session["scratchDirectory"]


class Queues:
    def listen(self, session):
        keep_sockets_in(session)
        self.listener = Listener(session["scratchDirectory"] + "/py-queue.socket", "AF_UNIX")
        spawn = multiprocessing.get_context("spawn")
        self.incoming, self.outgoing = spawn.Queue(LENGTH), spawn.Queue(LENGTH)
        multiprocessing.current_process().authkey = session["clientProof"]
        return self.listener.address

    def accept(self, session):
        with self.listener.accept() as meeting:
            context.set_spawning_popen(Sharing)
            shared = bytes(ForkingPickler.dumps((self.incoming, self.outgoing)))
            context.set_spawning_popen(None)
            meeting.send_bytes(shared)
            meeting.recv_bytes()  # the client has them
        self.listener.close()
        self.open()

    def connect(self, session, address):
        keep_sockets_in(session)
        multiprocessing.current_process().authkey = session["clientProof"]
        with Client(address, "AF_UNIX") as meeting:
            self.outgoing, self.incoming = ForkingPickler.loads(meeting.recv_bytes())
            meeting.send_bytes(b"here")
        self.open()

    def open(self):
        self.send, self.take = self.outgoing.put, self.incoming.get

    def receive(self, size):
        return self.take()


ipcbench_peer.main(Queues)
