/* The content of messages: docs/your-own-peer.md, "Messages". */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "peer.h"

#include <inttypes.h>
#include <string.h>

#define LAST 1
#define SEED 20230815
#define LINE_BYTES 64

static inline uint64_t get_long(const unsigned char *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline void put_long(unsigned char *at, uint64_t value) { memcpy(at, &value, sizeof value); }

static inline uint64_t next_random(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline uint64_t first_word(uint64_t sequence, int last) { return (sequence + 1) << 1 | (uint64_t)last; }

/* Writes the number into every line, and the send time; 0 if the message is not sampled. */
static inline void write_message(unsigned char *message, size_t bytes, uint64_t sequence, int last, int64_t sent_ns) {
    uint64_t word = first_word(sequence, last);
    if (bytes < 8) {
        message[0] = (unsigned char)word;
        return;
    }
    put_long(message, word);
    if (bytes >= 16) put_long(message + 8, (uint64_t)sent_ns);
    for (size_t line = LINE_BYTES; line + 8 <= bytes; line += LINE_BYTES) put_long(message + line, word);
}

static inline int64_t sent_ns(const unsigned char *message, size_t bytes) {
    return bytes < 16 ? 0 : (int64_t)get_long(message + 8);
}

/* Reads every line, and adds what it has read to the sum; whether the message is the last of its batch. */
static inline int check_message(const unsigned char *message, size_t bytes, uint64_t sequence, uint64_t *sum) {
    if (bytes < 8) {
        int last = message[0] & LAST;
        if (message[0] != (unsigned char)first_word(sequence, last))
            fail("message %" PRIu64 " is corrupt, lost or out of order: found %02x", sequence, message[0]);
        *sum += message[0];
        return last;
    }
    uint64_t word = get_long(message);
    uint64_t further = 0;
    for (size_t line = LINE_BYTES; line + 8 <= bytes; line += LINE_BYTES) further += get_long(message + line);
    if (word != first_word(sequence, (int)(word & LAST)))
        fail("message %" PRIu64 " is corrupt, lost or out of order: found %016" PRIx64, sequence, word);
    if (further != word * ((bytes - 8) / LINE_BYTES)) fail("the payload of message %" PRIu64 " is corrupt", sequence);
    *sum += word + further;
    return (int)(word & LAST);
}

/* The acknowledgement: one byte with the number's last six bits, the last bit, and a bit that makes the ones odd. */
static inline unsigned char acknowledgement(uint64_t sequence) {
    unsigned number = (unsigned)first_word(sequence, LAST) & 0x7f;
    return (unsigned char)(number | (unsigned)(~__builtin_popcount(number) & 1) << 7);
}

#endif
