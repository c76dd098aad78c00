use ipcbench_peer::{acknowledgement, check_message, write_message, Channel, Histogram};
use std::io::Cursor;

const SIZES: [usize; 12] = [1, 7, 8, 15, 16, 64, 71, 72, 127, 128, 136, 4096];

#[test]
fn messages_of_any_size_are_what_their_receiver_expects() {
    for size in SIZES {
        for number in [0, 62, 63, 126, 127, 1 << 33] {
            let mut message = vec![0; size];
            write_message(&mut message, number, 1, 5);
            let word = (number + 1) << 1 | 1;
            let expected = if size < 8 { word & 0xff } else { word * (1 + (size as u64 - 8) / 64) };
            assert_eq!(check_message(&message, number).unwrap(), (1, expected), "{} bytes, number {}", size, number);
        }
    }
}

#[test]
fn words_have_native_byte_order() {
    let mut message = [0; 80];
    write_message(&mut message, 1 << 33, 0, 7);
    assert_eq!(message[..8], ((1u64 << 34) + 2).to_ne_bytes());
    assert_eq!(message[8..16], 7u64.to_ne_bytes());
    assert_eq!(message[64..72], message[..8]);
}

#[test]
fn a_wrong_number_and_a_wrong_line_are_refused() {
    let mut message = [0; 128];
    write_message(&mut message, 5, 0, 0);
    assert!(check_message(&message, 6).unwrap_err().to_string().contains("corrupt, lost or out of order"));
    message[70] ^= 1;
    assert!(check_message(&message, 5).unwrap_err().to_string().contains("payload of message 5"));
}

#[test]
fn an_acknowledgement_has_odd_parity() {
    for number in 0..200 {
        assert_eq!(acknowledgement(number).count_ones() % 2, 1);
        assert_eq!(u64::from(acknowledgement(number) & 0x7f), ((number + 1) << 1 | 1) & 0x7f);
    }
}

#[test]
fn values_keep_three_significant_digits() {
    let mut histogram = Histogram::default();
    [0, 2047, 2049, 1_000_001, 1_000_002, i64::MAX].iter().for_each(|ns| histogram.record(*ns));
    let longest = 3_600_000_000_000u64 >> 31 << 31;
    assert_eq!(histogram.pairs(), [(0, 1), (2047, 1), (2048, 1), (999_936, 2), (longest, 1)]);
}

#[test]
fn a_stream_is_read_message_by_message() {
    let mut stream = Cursor::new(Vec::new());
    Channel::send(&mut stream, b"abc").unwrap();
    Channel::send(&mut stream, b"de").unwrap();
    stream.set_position(0);
    let (mut first, mut second) = ([0; 3], [0; 2]);
    Channel::receive(&mut stream, &mut first).unwrap();
    Channel::receive(&mut stream, &mut second).unwrap();
    assert_eq!((&first, &second), (b"abc", b"de"));
    assert!(Channel::receive(&mut stream, &mut second).is_err(), "the end is told");
}
