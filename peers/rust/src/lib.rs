//! The peers of a transport in Rust: what docs/peer-protocol.md asks of both. See docs/your-own-transport.md.
//!
//! The library proves the session's token by the first messages, counts, checks, warms up, times and reports latency and throughput.

mod clock;
mod half;
mod message;

use clock::{identity, now};
use half::Half;
pub use message::{acknowledgement, check_message, write_message, Histogram};
use serde_json::{json, Deserializer, Value};
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Read, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, process, thread};

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// One end of a connection. What reads and writes is one.
pub trait Channel {
    fn send(&mut self, message: &[u8]) -> Result<()>;

    /// Receives the next whole message, which has the buffer's length.
    fn receive(&mut self, message: &mut [u8]) -> Result<()>;
}

impl<S: Read + Write> Channel for S {
    fn send(&mut self, message: &[u8]) -> Result<()> {
        Ok(self.write_all(message)?)
    }

    fn receive(&mut self, message: &mut [u8]) -> Result<()> {
        Ok(self.read_exact(message)?)
    }
}

/// What both peers of an iteration share.
pub struct Session {
    pub scratch_directory: PathBuf,
    pub max_message_bytes: usize,
    /// 0 if it is the transport's choice.
    pub buffer_size_bytes: usize,
}

pub trait Transport {
    /// Returns the address.
    fn listen(&mut self, session: &Session) -> Result<String>;

    fn accept(&mut self, session: &Session) -> Result<Box<dyn Channel>>;

    fn connect(&mut self, session: &Session, address: &str) -> Result<Box<dyn Channel>>;
}

const PROOF_BYTES: usize = 16;
const LAUNCHER_IS_GONE: i32 = 3;
const CLOCK_AT: u64 = 48;
const UNTOLD: i64 = -1;
const TICK: Duration = Duration::from_millis(100);

/// The number; 0 if there is none.
fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// The text; empty if there is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The control link: one thread reads the launcher's messages, the other one measures and answers.
struct Link {
    out: UnixStream,
    messages: Receiver<Value>,
    /// Somebody has to go on before a deadline; dropped as soon as the launcher says something.
    expected: Arc<Mutex<Option<Sender<()>>>>,
}

impl Link {
    fn new(control: &Path) -> Result<Link> {
        let out = UnixStream::connect(control)?;
        let (arriving, directory) = (BufReader::new(out.try_clone()?), control.parent().unwrap_or(control).to_path_buf());
        let (sender, messages) = channel();
        let expected = Arc::new(Mutex::new(None));
        let heard = expected.clone();
        thread::spawn(move || {
            for message in Deserializer::from_reader(arriving).into_iter::<Value>().map_while(|message| message.ok()) {
                *heard.lock().unwrap() = None;
                if message["type"] == "Stop" {
                    drop(sender);
                    thread::sleep(10 * TICK); // in which the other thread may remove what is its own
                    process::exit(0);
                }
                sender.send(message).unwrap_or_default();
            }
            remove_all(&directory);
            process::exit(LAUNCHER_IS_GONE);
        });
        Ok(Link { out, messages, expected })
    }

    /// Ends this process if nobody goes on. Time in which it is stopped has no ticks, and none are counted in the measured part.
    fn expect_within(&self, ticks: u128) {
        let (sender, expected) = channel();
        *self.expected.lock().unwrap() = Some(sender);
        thread::spawn(move || {
            if (0..ticks).all(|_| expected.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout)) {
                process::exit(LAUNCHER_IS_GONE);
            }
        });
    }

    fn expect_nothing(&self) {
        *self.expected.lock().unwrap() = None;
    }

    fn expect(&self, kind: &str) -> Result<()> {
        match text(&self.messages.recv()?["type"]) {
            found if found == kind => Ok(()),
            found => Err(format!("expected '{kind}', the launcher sent '{found}'").into()),
        }
    }

    fn say(&self, message: Value) {
        let _ = (&self.out).write_all(format!("{message}\n").as_bytes());
    }
}

/// Nobody else removes what the peers have made: the scratch directory, and files in memory that carry its name.
fn remove_all(directory: &Path) {
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("ipcbench-") {
        let _ = fs::remove_dir_all(directory);
        let memory = fs::read_dir("/dev/shm").into_iter().flatten().flatten();
        for file in memory.filter(|file| file.file_name().to_string_lossy().starts_with(&*name)) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// ISO 8601, such as PT1M or PT60.5S.
fn ticks(duration: &str) -> u128 {
    let parts = duration.trim_start_matches("PT").split_inclusive(&['H', 'M', 'S']);
    let seconds = parts.map(|part| {
        let (number, unit) = part.split_at(part.len() - 1);
        let each = [("H", 3600.0), ("M", 60.0), ("S", 1.0)].iter().find(|(name, _)| *name == unit).map_or(0.0, |(_, each)| *each);
        number.parse().unwrap_or(0.0) * each
    });
    Duration::from_secs_f64(seconds.sum()).as_millis() / TICK.as_millis()
}

fn ready(link: &Link, addresses: Vec<String>) -> Result<()> {
    let (status, maps) = (fs::read_to_string("/proc/thread-self/status")?, fs::read_to_string("/proc/self/numa_maps").unwrap_or_default());
    let cpus = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap_or_default().trim();
    let policy = maps.split_whitespace().nth(1).unwrap_or_default();
    link.say(json!({"type": "Ready", "addresses": addresses, "cpus": cpus, "memoryPolicy": policy}));
    Ok(())
}

/// Both sides prove the session's token.
fn open(transport: &mut dyn Transport, session: &Session, token: &[u8], is_server: bool, address: &str) -> Result<Box<dyn Channel>> {
    let mut channel = if is_server { transport.accept(session)? } else { transport.connect(session, address)? };
    let (clients, servers) = token.split_at(PROOF_BYTES);
    let mut proof = [0; PROOF_BYTES];
    if !is_server {
        channel.send(clients)?;
    }
    channel.receive(&mut proof)?;
    if proof != if is_server { clients } else { servers } {
        return Err("the other side has not proved the session's token".into());
    }
    if is_server {
        channel.send(servers)?;
    }
    Ok(channel)
}

/// A page of words, which others map.
fn page(path: &Path) -> Result<File> {
    let _ = fs::remove_file(path);
    let page = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    page.write_all_at(&[0; 4096], 0)?;
    Ok(page)
}

/// Whether the partner is known to read the same clock: the server tells which one it reads, and the client compares.
fn one_clock(session: &Session, is_server: bool) -> Result<bool> {
    let path = session.scratch_directory.join("clocks");
    if is_server {
        page(&path)?.write_all_at(&identity().to_ne_bytes(), CLOCK_AT)?;
        return Ok(false);
    }
    let mut word = [0; 8];
    File::open(path)?.read_exact_at(&mut word, CLOCK_AT)?;
    Ok(identity() != UNTOLD && word == identity().to_ne_bytes())
}

fn perform(link: &Link, assign: &Value, is_server: bool, progress: &Path, transport: &mut dyn Transport) -> Result<()> {
    let told = &assign["session"];
    let session = Session {
        scratch_directory: text(&told["scratchDirectory"]).into(),
        max_message_bytes: PROOF_BYTES.max(number(&told["maxMessageBytes"]) as usize),
        buffer_size_bytes: number(&told["bufferSizeBytes"]) as usize,
    };
    let hex = text(&told["token"]["hex"]);
    let token = (0..2 * PROOF_BYTES).map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2).unwrap_or_default(), 16));
    let token = token.collect::<std::result::Result<Vec<u8>, _>>()?;
    let patience = ticks(text(&told["connectTimeout"]));
    let progress = page(progress)?;
    let one_clock = one_clock(&session, is_server)?;
    ready(link, if is_server { vec![transport.listen(&session)?] } else { vec![] })?;
    link.expect_within(patience);
    let start = now();
    let channel = open(transport, &session, &token, is_server, text(&assign["share"]["addresses"][0]))?;
    let connect_ns = now() - start;
    let mut half = Half::new(&assign["workload"], channel, progress, is_server, one_clock);
    link.expect_nothing();
    if is_server {
        half.serve_warm_up()?;
    } else {
        link.expect_within(patience);
        link.say(json!({"type": "Connected"}));
        link.expect("AllConnected")?;
        half.warm_up(number(&assign["warmUpNanos"]) as i64)?;
    }
    link.expect_within(patience);
    link.say(json!({"type": "Armed"}));
    if is_server {
        half.serve()?; // receives at once: the client may begin before the Go arrives here
        link.expect("Go")?;
    } else {
        link.expect("Go")?;
        half.measure()?;
    }
    link.say(json!({"type": "Finished", "measurement": half.report(connect_ns)}));
    Ok(())
}

/// Plays a peer of a transport, until the launcher says that it is over.
pub fn run(transport: &mut dyn Transport) -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (control, role) = match &arguments[..] {
        [control, role, ..] => (Path::new(control), role),
        _ => return Err("the arguments are DIRECTORY/NAME.control client|server".into()),
    };
    let link = Link::new(control)?;
    while let Ok(message) = link.messages.recv() {
        let done = match text(&message["type"]) {
            "Identify" => {
                let thread = fs::read_link("/proc/thread-self")?;
                let id: u64 = thread.file_name().unwrap_or_default().to_string_lossy().parse()?;
                link.say(json!({"type": "Identified", "threadId": id}));
                Ok(())
            }
            "Assign" => perform(&link, &message, role == "server", &control.with_extension("progress"), transport),
            "Go" => Ok(()),
            other => Err(format!("expected 'Assign', the launcher sent '{other}'").into()),
        };
        if let Err(failure) = done {
            link.say(json!({"type": "Failed", "reason": failure.to_string()}));
        }
    }
    Ok(())
}
