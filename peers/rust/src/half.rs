use crate::clock::{clock_ns, cpu, now, usage, Clocks, Page, NO_BOUND, PROCESS, THREAD};
use crate::json::Json;
use crate::message::{acknowledgement, check_message, word_at, write_message, Histogram, LAST};
use crate::{Channel, Result};

/// What is timed: marks at every sixteenth, looks at the clock in between.
#[derive(Default)]
struct Part {
    progress: Option<Page>,
    messages: u64, // since the connection was opened, or the warm-up ended
    before: u64,
    is_awaited: bool,
    marks: Vec<String>,
    marked: i64,
    step: i64,
    start: i64,
    first: i64,
    looked: i64,
    end: i64,
    longest_gap: i64,
    gaps: u64,
    costs: [i64; 2],
    usage: [i64; 18],
}

const PARTS: i64 = 16;
const MIN_STEP_NS: i64 = 350_000;
const MAX_MARKS: usize = 33;

impl Part {
    fn costs() -> [i64; 2] {
        [clock_ns(THREAD), clock_ns(PROCESS)]
    }

    fn begin(&mut self, expected_ns: i64, parts: i64, is_awaited: bool) {
        self.marks.clear();
        self.step = MIN_STEP_NS.max(expected_ns / parts);
        (self.before, self.is_awaited, self.longest_gap, self.gaps) = (self.messages, is_awaited, 0, 0);
        (self.usage, self.costs) = (usage(), Part::costs());
        self.start = now();
        (self.first, self.looked) = (self.start, self.start);
        if !is_awaited {
            self.mark(self.start);
        }
    }

    fn mark(&mut self, ns: i64) {
        self.marked = ns;
        let messages = self.messages - self.before;
        self.marks.push(format!("{{\"nanos\":{},\"messages\":{},\"cpu\":{}}}", ns, messages, cpu()));
    }

    fn look(&mut self) -> i64 {
        let ns = now();
        if self.marks.is_empty() {
            self.costs = Part::costs(); // of a server, after its first message: what it has waited before is no cost
            self.first = ns;
            self.mark(ns);
        } else {
            self.note_gap(ns);
            if ns - self.marked >= self.step {
                self.mark(ns);
                if self.marks.len() > MAX_MARKS {
                    let mut i = 0;
                    self.marks.retain(|_| (i += 1, i % 2 == 1).1);
                    self.step *= 2;
                }
            }
        }
        self.looked = ns;
        self.show();
        ns
    }

    fn show(&self) {
        if let Some(page) = &self.progress {
            page.set(0, self.messages as i64);
        }
    }

    fn note_gap(&mut self, ns: i64) {
        self.longest_gap = self.longest_gap.max(ns - self.looked);
        self.gaps += 1;
    }

    fn finish(&mut self) {
        self.end = now();
        if self.gaps > 0 && self.is_awaited {
            self.note_gap(self.end);
        }
        let (costs, usage) = (Part::costs(), usage());
        (0..2).for_each(|i| self.costs[i] = costs[i] - self.costs[i]);
        (0..18).filter(|i| *i != MAX_RESIDENT).for_each(|i| self.usage[i] = usage[i] - self.usage[i]);
        if self.marks.len() > 1 && 2 * (self.end - self.marked) < self.step {
            self.marks.pop();
        }
        self.mark(self.end);
        self.show();
    }

    fn messages_per_look(batch_ns: i64, message_ns: f64) -> u64 {
        (((batch_ns / 1000).clamp(100_000, 1_000_000) as f64 / message_ns.max(1.0)) as u64).max(1)
    }
}

const MAX_RESIDENT: usize = 4;

/// One side of a question: the messages, the warm-up, the measured part, the report.
pub struct Half {
    channel: Box<dyn Channel>,
    is_server: bool,
    in_turns: bool,
    request: Vec<u8>,
    answer: Vec<u8>,
    extent_ns: i64,
    extent_messages: u64,
    part: Part,
    clocks: Option<Clocks>,
    latencies: Histogram,
    number: u64,
    sum: u64,
    random: u64,
    interval: u64,
    next_sample: u64,
    sample_cost: f64,
    sampled_ns: f64,
    message_ns: f64,
    is_steady: bool,
    warm_messages: u64,
    earliest_ns: i64,
    other_ns: i64,
}

impl Half {
    pub fn new(workload: &Json, clocks: Option<Clocks>, progress: Page, channel: Box<dyn Channel>, is_server: bool) -> Half {
        let in_turns = clocks.is_none();
        let (shape, extent) = (if in_turns { workload.get("call") } else { workload }, workload.get("extent"));
        let [request_bytes, own_bytes] = ["requestBytes", "ownAnswerBytes"].map(|name| shape.get(name).number() as usize);
        let answer_bytes = if in_turns { request_bytes } else { 1 };
        let mut half = Half {
            channel,
            is_server,
            in_turns,
            clocks,
            request: vec![0; request_bytes],
            answer: vec![0; if own_bytes > 0 { own_bytes } else { answer_bytes }],
            extent_ns: extent.get("nanos").number() as i64,
            extent_messages: extent.get("messages").number(),
            part: Part { progress: Some(progress), ..Part::default() },
            latencies: Histogram::new(),
            number: 0,
            sum: 0,
            interval: 16,
            next_sample: 0,
            random: 20230815,
            sample_cost: 0.0,
            sampled_ns: 1.0,
            message_ns: 0.0,
            is_steady: true,
            warm_messages: 0,
            earliest_ns: now() - 3_600_000_000_000,
            other_ns: 0,
        };
        half.begin_samples();
        half
    }

    pub fn prove_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.prove();
        }
    }

    // -- samples: the gaps between them are random, because a fixed gap can hit the same message of a period again --

    fn next_gap(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        1 + self.random % (2 * self.interval - 1)
    }

    fn takes_samples(&self) -> bool {
        self.in_turns || self.request.len() >= 16
    }

    fn begin_samples(&mut self) {
        let gap = if self.interval == 1 { 0 } else { self.next_gap() };
        self.next_sample = if self.takes_samples() { self.number + gap } else { u64::MAX };
    }

    fn choose_interval(&mut self, number: u64) {
        let (mut unused, mut best) = (Histogram::new(), f64::MAX);
        for _ in 0..20 {
            let start = now();
            for _ in 0..200 {
                let sent = if self.in_turns { now() } else { start };
                unused.record(now() - sent + (self.next_gap() & 1) as i64);
            }
            best = best.min((now() - start) as f64 / 200.0);
        }
        (self.sample_cost, self.sampled_ns, self.interval) = (best, self.message_ns, 1);
        let widest = (number / 5000).clamp(1, 1 << 20);
        let headroom = if self.in_turns { 2.0 } else { 4.0 };
        while 2 * self.interval <= widest && best / self.interval as f64 > 0.01 * self.message_ns / headroom {
            self.interval *= 2;
        }
        self.begin_samples();
    }

    // -- the client --

    fn step(&mut self, last: u64) -> Result<()> {
        let sampled = self.number == self.next_sample;
        let start = if sampled { now() } else { 0 };
        write_message(&mut self.request, self.number, last, if self.in_turns { 0 } else { start });
        self.channel.send(&self.request)?;
        if self.in_turns {
            self.channel.receive(&mut self.answer)?;
            let (answered, read) = check_message(&self.answer, self.number)?;
            if sampled {
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
        if sampled {
            self.next_sample += self.next_gap();
        }
        self.number += 1;
        self.part.messages += 1;
        if last == LAST {
            self.begin_samples();
        }
        Ok(())
    }

    /// A batch of this number of messages, or for this time.
    fn batch(&mut self, number: u64, lasting_ns: i64) -> Result<()> {
        let expected_ns = if lasting_ns > 0 { lasting_ns } else { (number as f64 * self.message_ns) as i64 };
        let at_once = Part::messages_per_look(expected_ns, self.message_ns);
        self.part.begin(expected_ns, PARTS, false);
        for sent in 1.. {
            if sent == number || (sent % at_once == 0 && self.part.look() - self.part.start >= lasting_ns && lasting_ns > 0) {
                break;
            }
            self.step(0)?;
        }
        self.step(LAST)?;
        self.part.finish();
        Ok(())
    }

    // -- the server --

    fn take(&mut self) -> Result<u64> {
        self.channel.receive(&mut self.request)?;
        let (last, read) = check_message(&self.request, self.number)?;
        if self.in_turns {
            write_message(&mut self.answer, self.number, last, 0);
            self.channel.send(&self.answer)?;
        } else {
            if self.request.len() >= 16 {
                self.record(word_at(&self.request, 8) as i64)?;
            }
            if last == LAST {
                self.channel.send(&[acknowledgement(self.number)])?;
            }
        }
        self.sum = self.sum.wrapping_add(read);
        self.number += 1;
        self.part.messages += 1;
        Ok(last)
    }

    /// Times of another clock only have to ascend; the launcher drops what is recorded of two clocks.
    fn record(&mut self, sent: i64) -> Result<()> {
        let ns = now() - sent;
        if sent == 0 {
            return Ok(());
        } else if ns >= 0 && sent >= self.earliest_ns {
            self.latencies.record(ns);
        } else if self.clocks.as_ref().map_or(true, |clocks| clocks.bound == 0) {
            return Err(format!("by its send time, message {} took {} ns", self.number, ns).into());
        } else if sent < self.other_ns {
            return Err(format!("message {} was sent before the one before it", self.number).into());
        } else {
            self.other_ns = sent;
        }
        Ok(())
    }

    fn serve_batch(&mut self, expected_ns: i64) -> Result<u64> {
        let at_once = Part::messages_per_look(expected_ns, self.message_ns);
        let mut look_at = self.part.messages + 1;
        self.part.begin(expected_ns, 4 * PARTS, true);
        while self.take()? != LAST {
            if self.part.messages >= look_at {
                self.part.look();
                look_at = self.part.messages + at_once;
            }
        }
        self.part.finish();
        Ok(self.part.messages - self.part.before)
    }

    // -- the warm-up: batches of the same messages over the same connection, until their rate is steady --

    pub fn warm_up(&mut self, limit_ns: i64) -> Result<()> {
        let (start, mut number, mut recent) = (now(), 2, Vec::new());
        loop {
            let began = now();
            self.batch(number, 0)?;
            let took = now() - began;
            self.message_ns = took as f64 / number as f64;
            recent.push(self.message_ns);
            if took < 25_000_000 {
                number *= 2;
            }
            let last = &recent[recent.len().saturating_sub(8)..];
            let second = |four: &[f64]| {
                let mut sorted = four.to_vec();
                sorted.sort_by(f64::total_cmp);
                sorted[1]
            };
            self.is_steady = last.len() == 8 && (second(&last[4..]) - second(&last[..4])).abs() <= 0.1 * second(&last[..4]);
            let spent = now() - start;
            if spent >= limit_ns / 10 * 9 || spent > (limit_ns / 2).min(300_000_000) && (self.is_steady || spent > 500_000_000) {
                break;
            }
        }
        self.message_ns = recent.iter().rev().take(4).copied().fold(f64::MAX, f64::min);
        self.batch(1, 0)?; // a single message ends the warm-up for both sides
        self.choose_interval(self.extent_messages.max((self.extent_ns as f64 / self.message_ns) as u64));
        self.reset();
        Ok(())
    }

    pub fn serve_warm_up(&mut self) -> Result<()> {
        loop {
            let number = self.serve_batch(0)?;
            if number == 1 {
                break;
            }
            self.message_ns = (self.part.end - self.part.first) as f64 / (number - 1) as f64;
        }
        self.reset();
        Ok(())
    }

    /// Forgets the warm-up. Numbers of messages go on.
    fn reset(&mut self) {
        (self.warm_messages, self.part.messages, self.sum, self.latencies) = (self.part.messages, 0, 0, Histogram::new());
        self.part.show();
    }

    pub fn measure(&mut self) -> Result<()> {
        self.batch(if self.extent_ns > 0 { 0 } else { self.extent_messages }, self.extent_ns)
    }

    pub fn serve(&mut self) -> Result<()> {
        let expected_ns = if self.extent_ns > 0 { self.extent_ns } else { (self.extent_messages as f64 * self.message_ns) as i64 };
        self.serve_batch(expected_ns).map(|_| ())
    }

    // -- the report --

    pub fn report(&self, connect_ns: i64) -> String {
        let (part, usage) = (&self.part, &self.part.usage);
        let whole = if part.is_awaited && part.messages > 1 { part.messages as f64 / (part.messages - 1) as f64 } else { 1.0 };
        let [measuring, process] = part.costs.map(|ns| (ns as f64 * whole) as i64);
        let (interval, cost, sampled) =
            if self.takes_samples() && !self.is_server { (self.interval, self.sample_cost, self.sampled_ns) } else { (1, 0.0, 1.0) };
        let latencies: Vec<String> = self.latencies.pairs().iter().map(|(ns, count)| format!("[{},{}]", ns, count)).collect();
        let bound = self.clocks.as_ref().map_or(NO_BOUND, |clocks| clocks.bound);
        let connection = format!(
            r#"{{"messages":{},"losses":{{"lost":0,"duplicated":0,"reordered":0,"corrupt":0}},"startNanos":{},"elapsedNanos":{},"latencies":[{}],"contents":[],"payloadSum":{}}}"#,
            part.messages,
            part.start,
            part.end - part.start,
            latencies.join(","),
            self.sum as i64,
        );
        let kernel = format!(
            r#"{{"ioCalls":-1,"voluntarySwitches":{},"involuntarySwitches":{},"migrations":-1,"minorFaults":{},"majorFaults":{},"peakResidentBytes":{}}}"#,
            usage[16],
            usage[17],
            usage[8],
            usage[9],
            crate::clock::usage()[MAX_RESIDENT] * 1024,
        );
        let cost_of_all = format!(
            r#"{{"cpuNanos":{},"measuringNanos":{},"userNanos":{},"systemNanos":{},"allocatedBytes":0,"kernel":{},"jvm":{{"collections":0,"collectionNanos":0,"compilationNanos":0}}}}"#,
            measuring.max(process),
            measuring,
            usage[0] * 1_000_000_000 + usage[1] * 1000,
            usage[2] * 1_000_000_000 + usage[3] * 1000,
            kernel,
        );
        let circumstances = format!(
            r#"{{"warmUp":{{"messageNanos":{},"messages":{},"steady":{},"compiled":true}},"marks":[{}],"machine":{{"cpus":0,"busyNanos":0,"stealNanos":0,"throttledNanos":0}},"clockBoundNanos":{},"strangers":0,"gaps":{{"longestNanos":{},"count":{}}}}}"#,
            self.message_ns,
            self.warm_messages,
            self.is_steady,
            part.marks.join(","),
            bound,
            part.longest_gap,
            part.gaps,
        );
        format!(
            r#"{{"connections":[{}],"cost":{},"sampling":{{"interval":{},"sampleCostNanos":{},"messageNanos":{}}},"connectNanos":{},"circumstances":{}}}"#,
            connection, cost_of_all, interval, cost, sampled, connect_ns, circumstances,
        )
    }
}
