use crate::Result;

const LINE_BYTES: usize = 64;
pub const LAST: u64 = 1;

/// Writes a message of the buffer's length.
pub fn write_message(message: &mut [u8], number: u64, last: u64, sent_ns: i64) {
    let word = (number + 1) << 1 | last;
    if message.len() < 8 {
        message[0] = word as u8;
        return;
    }
    message[..8].copy_from_slice(&word.to_ne_bytes());
    if message.len() >= 16 {
        message[8..16].copy_from_slice(&sent_ns.to_ne_bytes());
    }
    for line in message.chunks_mut(LINE_BYTES).skip(1).filter(|line| line.len() >= 8) {
        line[..8].copy_from_slice(&word.to_ne_bytes());
    }
}

/// Returns whether the message is the last of its batch, and the sum of what was read.
pub fn check_message(message: &[u8], number: u64) -> Result<(u64, u64)> {
    let is_short = message.len() < 8;
    let word = if is_short { message[0].into() } else { word_at(message, 0) };
    let (last, mask) = (word & LAST, if is_short { 0xff } else { u64::MAX });
    if word != ((number + 1) << 1 | last) & mask {
        return Err(format!("message {} is corrupt, lost or out of order: found {:x}", number, word).into());
    }
    let mut sum = word;
    for line in message.chunks(LINE_BYTES).skip(1).filter(|line| line.len() >= 8) {
        if word_at(line, 0) != word {
            return Err(format!("the payload of message {} is corrupt", number).into());
        }
        sum = sum.wrapping_add(word);
    }
    Ok((last, sum))
}

pub fn word_at(message: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(message[at..at + 8].try_into().unwrap())
}

/// Seven bits of the number and an odd parity.
pub fn acknowledgement(number: u64) -> u8 {
    let low = ((number + 1) << 1 | LAST) as u8 & 0x7f;
    low | ((low.count_ones() + 1) as u8 & 1) << 7
}

/// Values with three significant digits, as HdrHistogram divides them.
pub struct Histogram(Vec<u64>);

impl Default for Histogram {
    fn default() -> Self {
        Histogram(vec![0; 34 * 1024])
    }
}

impl Histogram {
    pub const MAX_NS: i64 = 3_600_000_000_000;

    pub fn record(&mut self, ns: i64) {
        let value = ns.clamp(0, Self::MAX_NS) as usize;
        let shift = (usize::BITS - value.leading_zeros()).saturating_sub(11) as usize;
        self.0[shift * 1024 + (value >> shift)] += 1;
    }

    pub fn pairs(&self) -> Vec<(u64, u64)> {
        let value = |i: usize| if i < 2048 { i } else { (i % 1024 + 1024) << (i / 1024 - 1) } as u64;
        self.0.iter().enumerate().filter(|(_, count)| **count > 0).map(|(i, count)| (value(i), *count)).collect()
    }
}
