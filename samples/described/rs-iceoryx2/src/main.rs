//! A publisher and a subscriber of iceoryx2 on each side. Who waits asks again and again, as iceoryx2's own benchmark does.

use iceoryx2::node::Node;
use iceoryx2::port::backpressure_strategy::BackpressureStrategy;
use iceoryx2::port::{publisher::Publisher, subscriber::Subscriber, update_connections::UpdateConnections};
use iceoryx2::prelude::*;
use iceoryx2::service::port_factory::{publish_subscribe::PortFactory, PortFactory as _};
use ipcbench_peer::{Channel, Result, Session, Transport};
use std::time::Duration;

const WAITING_MESSAGES: usize = 64;

struct End {
    publisher: Publisher<ipc::Service, [u8], ()>,
    subscriber: Subscriber<ipc::Service, [u8], ()>,
    outgoing: PortFactory<ipc::Service, [u8], ()>,
    _node: Node<ipc::Service>,
}

impl End {
    fn open(session: &Session, own: &str, others: &str) -> Result<End> {
        let directory = session.scratch_directory.to_str().ok_or("no text")?;
        let mut config = Config::default();
        config.global.set_root_path(&directory.try_into()?);
        config.global.prefix = directory.rsplit('/').next().unwrap_or_default().try_into()?;
        let node = NodeBuilder::new().config(&config).signal_handling_mode(SignalHandlingMode::Disabled).create::<ipc::Service>()?;
        let service = |name: &str| -> Result<PortFactory<ipc::Service, [u8], ()>> {
            let builder = node.service_builder(&name.try_into()?).publish_subscribe::<[u8]>().enable_safe_overflow(false);
            Ok(builder.payload_alignment(Alignment::new(64).unwrap()).subscriber_max_buffer_size(WAITING_MESSAGES).open_or_create()?)
        };
        let subscriber = service(own)?.subscriber_builder().create()?;
        let outgoing = service(others)?;
        let builder = outgoing.publisher_builder().initial_max_slice_len(session.max_message_bytes);
        let publisher = builder.backpressure_strategy(BackpressureStrategy::RetryUntilDelivered).create()?;
        Ok(End { publisher, subscriber, outgoing, _node: node })
    }

    fn once_connected(self) -> Result<Box<dyn Channel>> {
        while self.outgoing.dynamic_config().number_of_subscribers() == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.publisher.update_connections()?;
        Ok(Box::new(self))
    }
}

impl Channel for End {
    fn send(&mut self, message: &[u8]) -> Result<()> {
        self.publisher.loan_slice_uninit(message.len())?.write_from_slice(message).send()?;
        Ok(())
    }

    fn receive(&mut self, message: &mut [u8]) -> Result<()> {
        loop {
            if let Some(sample) = self.subscriber.receive()? {
                message.copy_from_slice(sample.payload());
                return Ok(());
            }
        }
    }
}

#[derive(Default)]
struct Iceoryx2(Option<End>);

impl Transport for Iceoryx2 {
    fn listen(&mut self, session: &Session) -> Result<String> {
        self.0 = Some(End::open(session, "to-server", "to-client")?);
        Ok("iceoryx2".to_string())
    }

    fn accept(&mut self, _: &Session) -> Result<Box<dyn Channel>> {
        self.0.take().ok_or("does not listen")?.once_connected()
    }

    fn connect(&mut self, session: &Session, _: &str) -> Result<Box<dyn Channel>> {
        End::open(session, "to-client", "to-server")?.once_connected()
    }
}

fn main() -> Result<()> {
    set_log_level(LogLevel::Error);
    ipcbench_peer::run(&mut Iceoryx2::default())
}
