"""A publisher and a subscriber of iceoryx2 on each side. Who waits asks again and again, as iceoryx2's own benchmark does."""

import ctypes
import os

import ipcbench_peer
import iceoryx2

WAITING_MESSAGES = 64


class Iceoryx2(ipcbench_peer.Symmetric):
    def open(self, session, own, others):
        self.session = session
        iceoryx2.set_log_level(iceoryx2.LogLevel.Error)
        config = iceoryx2.config.default()
        config.global_cfg.root_path = iceoryx2.Path.new(session["scratchDirectory"])
        config.global_cfg.prefix = iceoryx2.FileName.new(os.path.basename(session["scratchDirectory"]))
        node = iceoryx2.NodeBuilder.new().config(config).signal_handling_mode(iceoryx2.SignalHandlingMode.Disabled)
        self.node = node.create(iceoryx2.ServiceType.Ipc)
        self.subscriber = self.service(own).subscriber_builder().create()
        outgoing = self.service(others)
        self.partner = outgoing.dynamic_config
        publisher = outgoing.publisher_builder().initial_max_slice_len(session["maxMessageBytes"])
        self.publisher = publisher.backpressure_strategy(iceoryx2.BackpressureStrategy.RetryUntilDelivered).create()
        self.taken = None

    def close(self):
        """Who has mapped the memory keeps it; a launcher that was killed removes no name."""
        ipcbench_peer.remove_memory(self.session)

    def service(self, name):
        service = self.node.service_builder(iceoryx2.ServiceName.new(name))
        service = service.publish_subscribe(iceoryx2.Slice[ctypes.c_uint8]).enable_safe_overflow(False)
        return service.payload_alignment(iceoryx2.Alignment.new(64)).subscriber_max_buffer_size(WAITING_MESSAGES).open_or_create()

    def has_partner(self):
        if self.partner.number_of_subscribers:
            self.publisher.update_connections()
            return True

    def send(self, message):
        sample = self.publisher.loan_slice_uninit(len(message))
        ctypes.memmove(sample.payload_ptr, message, len(message))
        sample.assume_init().send()

    def receive(self, size):
        self.taken = None  # the view of the one before is no longer used
        while self.taken is None:
            self.taken = self.subscriber.receive()
        return self.taken.payload().as_memory_view().cast("B")


ipcbench_peer.main(Iceoryx2)
