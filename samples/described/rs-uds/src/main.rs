//! A Unix domain stream socket by Rust's standard library.

use ipcbench_peer::{Channel, Result, Session, Transport};
use std::os::unix::net::{UnixListener, UnixStream};

#[derive(Default)]
struct Uds {
    listening: Option<UnixListener>,
}

impl Transport for Uds {
    fn listen(&mut self, session: &Session) -> Result<String> {
        let address = session.scratch_directory.join("rs-uds.socket");
        self.listening = Some(UnixListener::bind(&address)?);
        Ok(address.display().to_string())
    }

    fn accept(&mut self, _: &Session) -> Result<Box<dyn Channel>> {
        Ok(Box::new(self.listening.take().ok_or("does not listen")?.accept()?.0))
    }

    fn connect(&mut self, _: &Session, address: &str) -> Result<Box<dyn Channel>> {
        Ok(Box::new(UnixStream::connect(address)?))
    }
}

fn main() -> Result<()> {
    ipcbench_peer::run(&mut Uds::default())
}
