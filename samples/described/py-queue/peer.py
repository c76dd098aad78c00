"""Two multiprocessing.Queues, each with its feeder thread, its locks and pickle, between processes that no parent has made."""

import multiprocessing
from multiprocessing import context, resource_sharer
from multiprocessing.connection import Client, Listener
from multiprocessing.reduction import ForkingPickler

import ipcbench_peer

LENGTH = 64


class Sharing:
    """In the place of a child that inherits: descriptors are sent to whoever asks for them."""

    DupFd = staticmethod(resource_sharer.DupFd)

    @staticmethod
    def duplicate_for_child(descriptor):
        return descriptor


class Queues:
    def prepare(self, session):
        """Sockets of multiprocessing itself, which no end of a peer removes, are in the scratch directory, and for the partner alone."""
        process = multiprocessing.current_process()
        process._config["tempdir"], process.authkey = session["scratchDirectory"], session["clientProof"]

    def listen(self, session):
        self.prepare(session)
        self.listener = Listener(session["scratchDirectory"] + "/py-queue.socket", "AF_UNIX")
        spawn = multiprocessing.get_context("spawn")
        self.incoming, self.outgoing = spawn.Queue(LENGTH), spawn.Queue(LENGTH)
        return self.listener.address

    def accept(self, session):
        with self.listener, self.listener.accept() as meeting:
            context.set_spawning_popen(Sharing)
            meeting.send_bytes(bytes(ForkingPickler.dumps((self.incoming, self.outgoing))))
            context.set_spawning_popen(None)
            meeting.recv_bytes()  # the client has them

    def connect(self, session, address):
        self.prepare(session)
        with Client(address, "AF_UNIX") as meeting:
            self.outgoing, self.incoming = ForkingPickler.loads(meeting.recv_bytes())
            meeting.send_bytes(b"here")

    def send(self, message):
        self.outgoing.put(message)

    def receive(self, size):
        return self.incoming.get()


ipcbench_peer.main(Queues)
