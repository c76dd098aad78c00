"""A writer and a reader of Cyclone DDS on each side, over loopback: reliable, and everything is kept until it is read."""

import os
from dataclasses import dataclass

import ipcbench_peer
from cyclonedds import core, domain, idl, pub, sub, topic, util

WAITING_MESSAGES = 64
CONFIGURATION = """<CycloneDDS><Domain>
  <General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces><AllowMulticast>false</AllowMulticast></General>
  <Discovery><Tag>%s</Tag><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>
</Domain></CycloneDDS>"""


@dataclass
class Message(idl.IdlStruct, typename="Message"):
    data: idl.types.sequence[idl.types.uint8]


class Dds(ipcbench_peer.Symmetric):
    def open(self, session, own, others):
        """Participants of another tag are ignored, so that programs of the same domain stay out."""
        self.domain = domain.Domain(0, CONFIGURATION % os.path.basename(session["scratchDirectory"]))
        participant = domain.DomainParticipant(0)
        quality = core.Qos(
            core.Policy.Reliability.Reliable(util.duration(infinite=True)),
            core.Policy.History.KeepAll,
            core.Policy.ResourceLimits(WAITING_MESSAGES, 1, WAITING_MESSAGES),
        )
        self.reader = sub.DataReader(participant, topic.Topic(participant, own, Message), quality)
        self.writer = pub.DataWriter(participant, topic.Topic(participant, others, Message), quality)
        self.samples = self.reader.take_iter()

    def has_partner(self):
        return self.writer.get_matched_subscriptions() and self.reader.get_matched_publications()

    def send(self, message):
        self.writer.write(Message(message))

    def receive(self, size):
        return bytes(next(self.samples).data)


ipcbench_peer.main(Dds)
