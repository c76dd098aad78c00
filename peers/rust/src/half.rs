use crate::clock::{cpu, cpu_times, now};
use crate::message::{acknowledgement, check_message, word_at, write_message, Histogram, LAST};
use crate::{number, Channel, Result};
use serde_json::{json, Value};
use std::fs::File;
use std::os::unix::fs::FileExt;

const PARTS: i64 = 16;
const MIN_STEP_NS: i64 = 350_000;
const MAX_MARKS: usize = 33;

/// What is timed, with a mark at every sixteenth: the time, the number of messages, the CPU.
#[derive(Default)]
struct Part {
    first: u64,
    marks: Vec<(i64, u64, i32)>,
    step: i64,
    costs: [i64; 2],
}

impl Part {
    /// The server's begins behind its first message: what it has waited before is no cost.
    fn begin(first: u64, number: u64, step: i64) -> Part {
        let mut part = Part { first, marks: Vec::with_capacity(MAX_MARKS + 2), step: step.max(MIN_STEP_NS), costs: cpu_times() };
        part.mark(now(), number);
        part
    }

    fn mark(&mut self, ns: i64, number: u64) {
        self.marks.push((ns, number - self.first, cpu()));
    }

    fn last(&self) -> i64 {
        self.marks[self.marks.len() - 1].0
    }

    fn elapsed(&self) -> i64 {
        self.last() - self.marks[0].0
    }

    /// Returns the time since the beginning.
    fn look(&mut self, number: u64) -> i64 {
        let ns = now();
        if ns - self.last() >= self.step {
            self.mark(ns, number);
        }
        if self.marks.len() > MAX_MARKS {
            self.marks = self.marks.iter().step_by(2).copied().collect();
            self.step *= 2;
        }
        ns - self.marks[0].0
    }

    fn finish(&mut self, number: u64) {
        let (ns, costs) = (now(), cpu_times());
        self.costs = [0, 1].map(|i| costs[i] - self.costs[i]);
        if self.marks.len() > 1 && 2 * (ns - self.last()) < self.step {
            self.marks.pop();
        }
        self.mark(ns, number);
    }
}

/// Which messages are timed: the gaps between them are random, because a fixed gap can hit the same message of a period again.
#[derive(Clone, Copy)]
struct Samples {
    interval: u64,
    next: u64,
    random: u64,
    cost_ns: f64,
    message_ns: f64,
}

impl Samples {
    const NONE: Samples = Samples { interval: 1, next: 0, random: 20230815, cost_ns: 0.0, message_ns: 1.0 };

    fn gap(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        1 + self.random % (2 * self.interval - 1)
    }

    /// Unless each message is timed, the first one of a batch is not: it wakes an idle pair.
    fn begin(&mut self, number: u64) {
        self.next = if self.interval == 1 { number } else { number + self.gap() };
    }

    /// Samples cost a hundredth of the time at most, even if messages become this number of times as fast; 5000 are enough.
    fn choose(&mut self, messages: u64, message_ns: f64, headroom: f64) {
        let mut unused = Histogram::default();
        (self.cost_ns, self.message_ns, self.interval) = (f64::MAX, message_ns, 1);
        for _ in 0..20 {
            let start = now();
            for _ in 0..200 {
                let sent = now();
                unused.record(now() - sent + (self.gap() & 1) as i64);
            }
            self.cost_ns = self.cost_ns.min((now() - start) as f64 / 200.0);
        }
        let widest = (messages / 5000).min(1 << 20);
        while 2 * self.interval <= widest && self.cost_ns / self.interval as f64 > 0.01 * message_ns / headroom {
            self.interval *= 2;
        }
    }
}

/// One side of a question: the messages, the warm-up, the measured part, the report.
pub struct Half {
    channel: Box<dyn Channel>,
    progress: File,
    is_server: bool,
    in_turns: bool,
    one_clock: bool,
    request: Vec<u8>,
    answer: Vec<u8>,
    extent_messages: u64,
    extent_ns: i64,
    number: u64,
    warm_messages: u64,
    message_ns: f64,
    is_steady: bool,
    sum: u64,
    latencies: Histogram,
    samples: Samples,
    part: Part,
}

impl Half {
    pub fn new(workload: &Value, channel: Box<dyn Channel>, progress: File, is_server: bool, one_clock: bool) -> Half {
        let in_turns = workload["type"] == "PingPong";
        let shape = if in_turns { &workload["call"] } else { workload };
        let request_bytes = number(&shape["requestBytes"]) as usize;
        let own_bytes = if in_turns { number(&shape["ownAnswerBytes"]) as usize } else { 1 };
        let ns = number(&workload["extent"]["nanos"]) as i64;
        Half {
            channel,
            progress,
            is_server,
            in_turns,
            one_clock,
            request: vec![0; request_bytes],
            answer: vec![0; if own_bytes > 0 { own_bytes } else { request_bytes }],
            extent_messages: if ns > 0 { u64::MAX } else { number(&workload["extent"]["messages"]) },
            extent_ns: if ns > 0 { ns } else { i64::MAX },
            number: 0,
            warm_messages: 0,
            message_ns: 0.0,
            is_steady: true,
            sum: 0,
            latencies: Histogram::default(),
            samples: Samples { interval: 16, ..Samples::NONE },
            part: Part::default(),
        }
    }

    /// The time of one way is a difference between two processes' clocks.
    fn takes_samples(&self) -> bool {
        !self.is_server && (self.in_turns || self.one_clock && self.request.len() >= 16)
    }

    /// The time of a batch, and the number of its messages between looks at the clock.
    fn course(&self, messages: u64, ns: i64) -> (i64, u64) {
        let expected_ns = ns.min((messages as f64 * self.message_ns) as i64);
        (expected_ns, ((expected_ns / 1000).clamp(100_000, 1_000_000) as f64 / self.message_ns.max(1.0)) as u64 + 1)
    }

    fn look(&mut self) -> Result<i64> {
        self.progress.write_all_at(&(self.number - self.warm_messages).to_ne_bytes(), 0)?;
        Ok(self.part.look(self.number))
    }

    // -- the client --

    fn step(&mut self, last: u64) -> Result<()> {
        let is_sampled = self.number == self.samples.next && self.takes_samples();
        let start = if is_sampled { now() } else { 0 };
        write_message(&mut self.request, self.number, last, if self.in_turns { 0 } else { start });
        self.channel.send(&self.request)?;
        if self.in_turns {
            self.channel.receive(&mut self.answer)?;
            let (answered, read) = check_message(&self.answer, self.number)?;
            if is_sampled {
                self.latencies.record(now() - start);
            }
            if answered != last {
                return Err(format!("the answer to message {} disagrees on whether it is the last one", self.number).into());
            }
            self.sum = self.sum.wrapping_add(read);
        } else if last == LAST {
            self.channel.receive(&mut self.answer)?;
            if self.answer[0] != acknowledgement(self.number) {
                return Err(format!("the acknowledgement of message {} is corrupt", self.number).into());
            }
        }
        if self.number == self.samples.next {
            self.samples.next += self.samples.gap();
        }
        self.number += 1;
        Ok(())
    }

    /// A batch of this number of messages, or for this time.
    fn batch(&mut self, messages: u64, ns: i64) -> Result<()> {
        let (expected_ns, at_once) = self.course(messages, ns);
        self.samples.begin(self.number);
        self.part = Part::begin(self.number, self.number, expected_ns / PARTS);
        for sent in 1..messages {
            if sent % at_once == 0 && self.look()? >= ns {
                break;
            }
            self.step(0)?;
        }
        self.step(LAST)?;
        self.part.finish(self.number);
        Ok(())
    }

    /// Batches of the same messages over the same connection, until their rate is steady.
    pub fn warm_up(&mut self, limit_ns: i64) -> Result<()> {
        let least = |times: &[f64]| times.iter().copied().fold(f64::MAX, f64::min);
        let (start, mut messages, mut times) = (now(), 2, Vec::new());
        loop {
            self.batch(messages, i64::MAX)?;
            let took = self.part.elapsed();
            self.message_ns = took as f64 / messages as f64;
            times.push(self.message_ns);
            if took < 25_000_000 {
                messages *= 2;
            }
            let recent = &times[times.len().saturating_sub(8)..];
            let (before, after) = recent.split_at(recent.len() / 2);
            self.is_steady = recent.len() == 8 && (least(after) - least(before)).abs() <= 0.1 * least(before);
            let spent = now() - start;
            if spent >= limit_ns / 10 * 9 || spent > (limit_ns / 2).min(300_000_000) && (self.is_steady || spent > 500_000_000) {
                break;
            }
        }
        self.message_ns = least(&times[times.len().saturating_sub(4)..]);
        self.batch(1, i64::MAX)?; // a single message ends the warm-up for both sides
        let messages = self.extent_messages.min((self.extent_ns as f64 / self.message_ns) as u64);
        self.samples.choose(messages, self.message_ns, if self.in_turns { 2.0 } else { 4.0 });
        self.forget_warm_up()
    }

    /// Numbers of messages go on.
    fn forget_warm_up(&mut self) -> Result<()> {
        (self.warm_messages, self.sum, self.latencies) = (self.number, 0, Histogram::default());
        Ok(self.progress.write_all_at(&[0; 8], 0)?)
    }

    pub fn measure(&mut self) -> Result<()> {
        self.batch(self.extent_messages, self.extent_ns)
    }

    // -- the server --

    fn take(&mut self) -> Result<u64> {
        self.channel.receive(&mut self.request)?;
        let (last, read) = check_message(&self.request, self.number)?;
        if self.in_turns {
            write_message(&mut self.answer, self.number, last, 0);
            self.channel.send(&self.answer)?;
        } else {
            let sent = if self.request.len() >= 16 { word_at(&self.request, 8) as i64 } else { 0 };
            if sent != 0 {
                let ns = now() - sent;
                if !(0..=Histogram::MAX_NS).contains(&ns) {
                    return Err(format!("by its send time, message {} took {ns} ns", self.number).into());
                }
                self.latencies.record(ns);
            }
            if last == LAST {
                self.channel.send(&[acknowledgement(self.number)])?;
            }
        }
        self.sum = self.sum.wrapping_add(read);
        self.number += 1;
        Ok(last)
    }

    fn serve_batch(&mut self, messages: u64, ns: i64) -> Result<()> {
        let ((expected_ns, at_once), first) = (self.course(messages, ns), self.number);
        let mut last = self.take()?;
        self.part = Part::begin(first, self.number, expected_ns / PARTS / 4);
        while last != LAST {
            last = self.take()?;
            if (self.number - first) % at_once == 0 {
                self.look()?;
            }
        }
        self.part.finish(self.number);
        Ok(())
    }

    pub fn serve_warm_up(&mut self) -> Result<()> {
        loop {
            self.serve_batch(0, 0)?;
            match self.number - self.part.first {
                1 => return self.forget_warm_up(),
                taken => self.message_ns = self.part.elapsed() as f64 / (taken - 1) as f64,
            }
        }
    }

    pub fn serve(&mut self) -> Result<()> {
        self.serve_batch(self.extent_messages, self.extent_ns)
    }

    // -- the report --

    pub fn report(&self, connect_ns: i64) -> Value {
        let (part, messages) = (&self.part, self.number - self.warm_messages);
        let whole = if self.is_server && messages > 1 { messages as f64 / (messages - 1) as f64 } else { 1.0 };
        let [process, thread] = part.costs.map(|ns| (ns as f64 * whole) as i64);
        let samples = if self.takes_samples() { self.samples } else { Samples::NONE };
        let marks = part.marks.iter().map(|(ns, number, cpu)| json!({"nanos": ns, "messages": number, "cpu": cpu}));
        json!({
            "connections": [{
                "messages": messages, "losses": {"lost": 0, "duplicated": 0, "reordered": 0, "corrupt": 0},
                "startNanos": part.marks[0].0, "elapsedNanos": part.elapsed(),
                "latencies": self.latencies.pairs(), "contents": [], "payloadSum": self.sum as i64,
            }],
            "cost": {
                "cpuNanos": process.max(thread), "measuringNanos": thread, "userNanos": 0, "systemNanos": 0, "allocatedBytes": 0,
                "kernel": {
                    "ioCalls": -1, "voluntarySwitches": -1, "involuntarySwitches": -1, "migrations": -1,
                    "minorFaults": -1, "majorFaults": -1, "peakResidentBytes": -1,
                },
                "jvm": {"collections": 0, "collectionNanos": 0, "compilationNanos": 0},
            },
            "sampling": {"interval": samples.interval, "sampleCostNanos": samples.cost_ns, "messageNanos": samples.message_ns},
            "connectNanos": connect_ns,
            "circumstances": {
                "warmUp": {
                    "messageNanos": self.message_ns, "messages": self.warm_messages, "steady": self.is_steady, "compiled": true,
                },
                "marks": marks.collect::<Vec<_>>(),
                "machine": {"cpus": 0, "busyNanos": 0, "stealNanos": 0, "throttledNanos": 0},
                "clockBoundNanos": if self.one_clock && !self.in_turns { 0 } else { -1 }, "strangers": 0,
            },
        })
    }
}
