"""Two peers of zenoh, linked by a Unix socket: each publishes what the other one has subscribed to. Nothing is scouted."""

import json

import ipcbench_peer
import zenoh

WAITING_MESSAGES = 256


class Zenoh:
    def open(self, own, others, listens, connects):
        config = zenoh.Config()
        config.insert_json5("mode", '"peer"')
        config.insert_json5("scouting/multicast/enabled", "false")
        config.insert_json5("scouting/gossip/enabled", "false")
        config.insert_json5("transport/shared_memory/enabled", "false")  # would leave files in /dev/shm if killed
        config.insert_json5("listen/endpoints", json.dumps(listens))
        config.insert_json5("connect/endpoints", json.dumps(connects))
        self.zenoh = zenoh.open(config)
        self.subscriber = self.zenoh.declare_subscriber(own, zenoh.handlers.FifoChannel(WAITING_MESSAGES))
        self.publisher = self.zenoh.declare_publisher(others, congestion_control=zenoh.CongestionControl.BLOCK, express=True)
        self.send = self.publisher.put

    def listen(self, session):
        address = "unixsock-stream/%s/py-zenoh.socket" % session["scratchDirectory"]
        self.open("to/server", "to/client", [address], [])
        return address

    def accept(self, session):
        self.await_subscriber()

    def connect(self, session, address):
        self.open("to/client", "to/server", [], [address])
        self.await_subscriber()

    def await_subscriber(self):
        ipcbench_peer.until(lambda: self.publisher.matching_status.matching)

    def receive(self, size):
        return self.subscriber.recv().payload.to_bytes()


ipcbench_peer.main(Zenoh)
