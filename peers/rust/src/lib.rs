//! The peers of a transport in Rust, with the standard library alone: what docs/peer-protocol.md asks of both. See docs/your-own-transport.md.
//!
//! The library proves the session's token by the first messages, counts, checks, warms up, times and reports latency and throughput.

mod clock;
mod half;
mod json;
mod message;

use clock::{now, Clocks, Page};
use half::Half;
use json::{quoted, Json};
pub use message::{acknowledgement, check_message, write_message, Histogram};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use std::{fs, process, thread};

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
const TICK: Duration = Duration::from_millis(100);

/// Ticks that are left to the launcher, or to the partner; none are counted in the measured part.
#[derive(Default)]
struct Patience(Mutex<Option<u128>>, Condvar);

impl Patience {
    fn set(&self, ticks: Option<u128>) {
        *self.0.lock().unwrap() = ticks;
        self.1.notify_one();
    }

    fn watch(&self) {
        let mut left = self.0.lock().unwrap();
        loop {
            left = match *left {
                None => self.1.wait(left).unwrap(),
                Some(0) => process::exit(LAUNCHER_IS_GONE),
                Some(ticks) => {
                    *left = Some(ticks - 1);
                    self.1.wait_timeout(left, TICK).unwrap().0
                }
            }
        }
    }
}

/// The control link: one thread reads the launcher's lines, the other one measures and answers.
struct Link {
    out: UnixStream,
    messages: Receiver<Json>,
    patience: Arc<Patience>,
}

impl Link {
    fn new(control: &Path) -> Result<Link> {
        let out = UnixStream::connect(control)?;
        let (lines, directory) = (BufReader::new(out.try_clone()?), control.parent().unwrap().to_path_buf());
        let (sender, messages) = channel();
        let patience = Arc::new(Patience::default());
        let (watched, told) = (patience.clone(), patience.clone());
        thread::spawn(move || watched.watch());
        thread::spawn(move || {
            for line in lines.lines() {
                let message = line.ok().and_then(|line| Json::parse(&line)).unwrap_or_default();
                told.set(None);
                match message.get("type").text() {
                    "Stop" => {
                        drop(sender);
                        thread::sleep(10 * TICK); // in which the other thread may remove what is its own
                        process::exit(0);
                    }
                    "" => break,
                    _ => sender.send(message).unwrap_or_default(),
                }
            }
            remove_all(&directory);
            process::exit(LAUNCHER_IS_GONE);
        });
        Ok(Link { out, messages, patience })
    }

    fn expect(&self, kind: &str) -> Result<()> {
        match self.messages.recv()?.get("type").text() {
            found if found == kind => Ok(()),
            found => Err(format!("expected '{}', the launcher sent '{}'", kind, found).into()),
        }
    }

    fn say(&self, kind: &str, components: &str) {
        let comma = if components.is_empty() { "" } else { "," };
        let _ = (&self.out).write_all(format!("{{\"type\":\"{}\"{}{}}}\n", kind, comma, components).as_bytes());
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
    let (mut seconds, mut number) = (0.0, String::new());
    for c in duration.chars() {
        match "HMS".find(c) {
            Some(unit) => seconds += number.split_off(0).parse().unwrap_or(0.0) * [3600.0, 60.0, 1.0][unit],
            None if c != 'P' && c != 'T' => number.push(c),
            None => {}
        }
    }
    Duration::from_secs_f64(seconds).as_millis() / TICK.as_millis()
}

fn line_of(path: &str, name: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("").trim().to_string()
}

fn ready(link: &Link, addresses: &str) {
    let (cpus, pages) = (line_of("/proc/thread-self/status", "Cpus_allowed_list:"), line_of("/proc/self/numa_maps", ""));
    let policy = pages.split(' ').nth(1).unwrap_or("");
    link.say("Ready", &format!(r#""addresses":[{}],"cpus":{},"memoryPolicy":{}"#, addresses, quoted(&cpus), quoted(policy)));
}

fn opened(transport: &mut dyn Transport, session: &Session, token: &[u8], server: bool, address: &str) -> Result<Box<dyn Channel>> {
    let mut channel = if server { transport.accept(session)? } else { transport.connect(session, address)? };
    let (own, others) = token.split_at(PROOF_BYTES);
    let (own, others) = if server { (others, own) } else { (own, others) };
    let mut proof = [0; PROOF_BYTES];
    if !server {
        channel.send(own)?;
    }
    channel.receive(&mut proof)?;
    if proof != others {
        return Err("the other side has not proved the session's token".into());
    }
    if server {
        channel.send(own)?;
    }
    Ok(channel)
}

fn perform(link: &Link, assign: &Json, server: bool, progress: &Path, transport: &mut dyn Transport) -> Result<()> {
    let (shared, workload) = (assign.get("session"), assign.get("workload"));
    let session = Session {
        scratch_directory: shared.get("scratchDirectory").text().into(),
        max_message_bytes: PROOF_BYTES.max(shared.get("maxMessageBytes").number() as usize),
        buffer_size_bytes: shared.get("bufferSizeBytes").number() as usize,
    };
    let hex = shared.get("token").get("hex").text();
    let token = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16)).collect::<std::result::Result<Vec<_>, _>>()?;
    let patience = Some(ticks(shared.get("connectTimeout").text()));
    let progress = Page::make(progress)?;
    let clocks = if workload.get("type").text() == "PingPong" { None } else { Some(Clocks::new(&session.scratch_directory, server)?) };
    let address = if server { quoted(&transport.listen(&session)?) } else { String::new() };
    ready(link, &address);
    link.patience.set(patience);
    let start = now();
    let channel = opened(transport, &session, &token, server, assign.get("share").get("addresses").first().text())?;
    let connect_ns = now() - start;
    let mut half = Half::new(workload, clocks, progress, channel, server);
    link.patience.set(None);
    half.prove_clocks();
    if server {
        half.serve_warm_up()?;
    } else {
        link.patience.set(patience);
        link.say("Connected", "");
        link.expect("AllConnected")?;
        half.warm_up(assign.get("warmUpNanos").number() as i64)?;
    }
    link.patience.set(patience);
    link.say("Armed", "");
    if server {
        half.serve()?; // receives at once: the client may begin before the Go arrives here
        link.expect("Go")?;
    } else {
        link.expect("Go")?;
        half.measure()?;
    }
    half.prove_clocks();
    link.say("Finished", &format!("\"measurement\":{}", half.report(connect_ns)));
    Ok(())
}

/// Plays a peer of a transport, until the launcher says that it is over.
pub fn run(transport: &mut dyn Transport) -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let control = arguments.get(1).ok_or("the arguments are DIRECTORY/NAME.control client|server")?;
    let server = arguments.get(2).map_or(false, |role| role == "server");
    let link = Link::new(Path::new(control))?;
    while let Ok(message) = link.messages.recv() {
        let done = match message.get("type").text() {
            "Identify" => {
                let thread = fs::read_link("/proc/thread-self")?;
                link.say("Identified", &format!("\"threadId\":{}", thread.file_name().unwrap().to_string_lossy()));
                Ok(())
            }
            "Assign" => perform(&link, &message, server, &Path::new(control).with_extension("progress"), transport),
            "Go" => Ok(()),
            other => Err(format!("expected 'Assign', the launcher sent '{}'", other).into()),
        };
        if let Err(failure) = done {
            link.say("Failed", &format!("\"reason\":{}", quoted(&failure.to_string())));
        }
    }
    Ok(())
}
