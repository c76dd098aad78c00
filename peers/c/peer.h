/*
 * What the parts of the C peer share. docs/peer-protocol.md says what a peer does, and why.
 *
 *   peer.c        the messages of the launcher, one after the other
 *   link.c        the control link: lines of JSON, deadlines, the end
 *   measure.c     samples, batches, warm-up, report
 *   objects.c     messages that are JSON objects
 *   clocks.c      the page over which both clocks are compared
 *   transports.c  channels of the kernel
 *   ring.c        a channel through shared memory
 */
#ifndef PEER_H
#define PEER_H

#include <stddef.h>
#include <stdint.h>

#define PROOF_BYTES 16
#define PATH_BYTES 4096

/* The settings that both peers share. */
typedef struct session {
    char directory[PATH_BYTES];
    unsigned char client_proof[PROOF_BYTES];
    unsigned char server_proof[PROOF_BYTES];
    size_t max_message_bytes;
    size_t buffer_bytes; /* 0: the transport's own */
    int64_t timeout_ns;
    char host[64]; /* empty: loopback */
} session;

/* The end of a connection. Both sides always know the length of the next message. */
typedef struct channel channel;
struct channel {
    unsigned char *(*claim)(channel *, size_t length);         /* memory for the next message */
    void (*commit)(channel *);                                 /* sends it at once */
    const unsigned char *(*receive)(channel *, size_t length); /* waits for a message, valid until the next call */
};

/* A transport; the client connects to the address that the server has told. */
typedef struct transport {
    const char *id;
    void (*listen)(const session *, char address[PATH_BYTES]);
    channel *(*accept)(const session *);
    channel *(*connect)(const session *, const char *address);
} transport;

const transport *transport_named(const char *id);
void list_transports(char *json, size_t size);
void remove_left_overs(const char *scratch_directory);
int is_equal_proof(const unsigned char *one, const unsigned char *other);

void listen_ring(const session *, char address[PATH_BYTES]);
channel *accept_ring(const session *);
channel *connect_ring(const session *, const char *address);

/* Link. */
void open_link(int from, int to, const char *scratch_directory);
char *next_message(void); /* valid until the next call; the launcher's Stop ends this process */
void expect_within(int64_t ns);
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void fail_call(const char *call);

const char *json_find(const char *json, const char *path); /* "a.b"; NULL if there is none */
int64_t json_long(const char *json, const char *path);
double json_double(const char *json, const char *path);
void json_text(const char *json, const char *path, char *text, size_t size);
void json_string(const char *value, char *text, size_t size);
size_t json_quoted(const char *text, char *json, size_t size);
int has_type(const char *json, const char *path, const char *type);

/* Objects; the functions but the first one fail where that is 0. */
typedef struct objects objects;
int has_json(const char **version);
objects *make_objects(const char *codec, size_t bytes);
double mean_length(const objects *);
size_t object_length(const objects *, uint64_t sequence);
void write_object(const objects *, unsigned char *into, uint64_t sequence, int last);
int check_object(const objects *, const unsigned char *from, uint64_t sequence, uint64_t *sum);

/* Clocks. */
void *make_page(const char *path);
void open_clocks(const session *, int is_server);
void exchange_times(void); /* the other peer does the same at about the same time */
int64_t clock_bound_ns(void);

static inline void rest(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Measuring. */
typedef enum question { LATENCY, THROUGHPUT, LOAD } question;

int64_t now_ns(void);
void prepare(const char *assign, const session *, int is_server, const char *progress_page);
void opened(channel *, int64_t connect_ns);
void prove_clocks(void);
void warm_up(int64_t limit_ns);
void serve_warm_up(void);
void measure(void);
void serve(void);
void report(void);

/* Between client and server. */
_Noreturn void relay(const char *in, const char *out);

#endif
