/* Channels: streams over sockets and pipes, POSIX message queues. */
#define _GNU_SOURCE
#include "peer.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define BULK_BYTES 65536
#define MAX_PENDING 64
#define MIN_HEARING_NS 1000000000LL

static void *aligned(size_t bytes) {
    void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (!memory) fail("no memory for %zu bytes", bytes);
    return memset(memory, 0, (bytes + 4095) / 4096 * 4096);
}

int is_equal_proof(const unsigned char *one, const unsigned char *other) {
    unsigned char difference = 0;
    for (int i = 0; i < PROOF_BYTES; i++) difference |= one[i] ^ other[i];
    return difference == 0;
}

/* ---- streams: a message is one write; a read takes one message, or as many as have arrived ---- */

typedef struct stream {
    channel base;
    int in, out;
    unsigned char *outgoing, *incoming;
    size_t claimed, start, end, capacity;
} stream;

static unsigned char *claim_stream(channel *c, size_t length) {
    stream *s = (stream *)c;
    s->claimed = length;
    return s->outgoing;
}

static void write_all(int file, const unsigned char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno != EINTR) fail_call("write");
        if (written > 0) bytes += written, length -= (size_t)written;
    }
}

static void commit_stream(channel *c) {
    stream *s = (stream *)c;
    write_all(s->out, s->outgoing, s->claimed);
}

static void fill(stream *s, size_t length) {
    if (s->start == s->end) s->start = s->end = 0;
    if (s->capacity - s->start < length) {
        memmove(s->incoming, s->incoming + s->start, s->end - s->start);
        s->end -= s->start, s->start = 0;
    }
    size_t limit = s->start + (s->capacity - s->start) / length * length; /* whole messages */
    do {
        ssize_t got = read(s->in, s->incoming + s->end, limit - s->end);
        if (got == 0) fail("the other side has closed the connection");
        if (got < 0 && errno != EINTR) fail_call("read");
        if (got > 0) s->end += (size_t)got;
    } while (s->end - s->start < length);
}

static const unsigned char *receive_stream(channel *c, size_t length) {
    stream *s = (stream *)c;
    if (s->end - s->start < length) fill(s, length);
    s->start += length;
    return s->incoming + s->start - length;
}

static channel *stream_of(int in, int out, size_t message_bytes, size_t read_bytes) {
    stream *s = aligned(sizeof *s);
    s->base = (channel){claim_stream, commit_stream, receive_stream};
    s->in = in, s->out = out;
    s->capacity = read_bytes > message_bytes ? read_bytes : message_bytes;
    s->outgoing = aligned(message_bytes);
    s->incoming = aligned(s->capacity);
    return &s->base;
}

static int is_readable(int file, int64_t deadline_ns) {
    int64_t left = (deadline_ns - now_ns()) / 1000000;
    struct pollfd ready = {file, POLLIN, 0};
    return left > 0 && poll(&ready, 1, (int)(left < INT_MAX ? left : INT_MAX)) > 0;
}

static int read_proof(int file, unsigned char proof[PROOF_BYTES], int64_t deadline_ns) {
    for (ssize_t got = 0, n; got < PROOF_BYTES; got += n) {
        if (!is_readable(file, deadline_ns)) return 0;
        n = read(file, proof + got, (size_t)(PROOF_BYTES - got));
        if (n <= 0) return 0;
    }
    return 1;
}

static void prove_to_server(int in, int out, const session *s) {
    unsigned char proof[PROOF_BYTES];
    write_all(out, s->client_proof, PROOF_BYTES);
    if (!read_proof(in, proof, now_ns() + s->timeout_ns)) fail("no proof from the server");
    if (!is_equal_proof(proof, s->server_proof)) fail("peer failed authentication");
}

/* ---- sockets ---- */

static int listening = -1;
static char socket_file[PATH_BYTES];

static void set_option(int socket, int option, const char *name, size_t bytes) {
    int asked = (int)bytes, granted = 0;
    socklen_t size = sizeof granted;
    setsockopt(socket, SOL_SOCKET, option, &asked, sizeof asked);
    getsockopt(socket, SOL_SOCKET, option, &granted, &size);
    if (granted / 2 < asked) fail("--buffer %d: the kernel grants %s of %d bytes here", asked, name, granted / 2);
}

static void set_buffers(int socket, const session *s) {
    if (s->buffer_bytes == 0) return;
    set_option(socket, SO_SNDBUF, "SO_SNDBUF", s->buffer_bytes);
    set_option(socket, SO_RCVBUF, "SO_RCVBUF", s->buffer_bytes);
}

/* Connections that have not proved the token yet, the oldest first. */
static struct { int file; size_t got; int64_t since; unsigned char proof[PROOF_BYTES]; } pending[MAX_PENDING];
static int pending_count;

static void send_away(int at) {
    close(pending[at].file);
    pending_count--;
    memmove(&pending[at], &pending[at + 1], (size_t)(pending_count - at) * sizeof *pending);
}

static void accept_one(void) {
    int connected = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (connected < 0 && (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED)) return;
    if (connected < 0) fail_call("accept");
    if (pending_count == MAX_PENDING) send_away(0);
    pending[pending_count].file = connected, pending[pending_count].got = 0;
    pending[pending_count++].since = now_ns();
}

static int has_proved(int at, const session *s) {
    ssize_t n = recv(pending[at].file, pending[at].proof + pending[at].got, PROOF_BYTES - pending[at].got, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (n > 0) pending[at].got += (size_t)n;
    if (n > 0 && pending[at].got < PROOF_BYTES) return 0;
    if (n > 0 && is_equal_proof(pending[at].proof, s->client_proof)) return 1;
    send_away(at); /* a stranger */
    return 0;
}

static int let_in(int at, const session *s) {
    int client = pending[at].file;
    pending[at].file = listening; /* is closed with the strangers */
    while (pending_count > 0) send_away(pending_count - 1);
    write_all(client, s->server_proof, PROOF_BYTES);
    return client;
}

/* Hears all side by side, so that silent strangers keep nobody out; one too many takes the place of the first. */
static int accept_client(const session *s) {
    int64_t deadline = now_ns() + s->timeout_ns;
    fcntl(listening, F_SETFL, O_NONBLOCK); /* who has left meanwhile is not waited for */
    for (int64_t now = now_ns(); now < deadline; now = now_ns()) {
        struct pollfd ready[MAX_PENDING + 1];
        int number = pending_count;
        int64_t room_at = number < MAX_PENDING ? 0 : pending[0].since + MIN_HEARING_NS;
        int64_t until = room_at > now && room_at < deadline ? room_at : deadline;
        for (int i = 0; i < number; i++) ready[i] = (struct pollfd){pending[i].file, POLLIN, 0};
        ready[number] = (struct pollfd){room_at > now ? -1 : listening, POLLIN, 0};
        poll(ready, (nfds_t)number + 1, (int)((until - now) / 1000000 < INT_MAX ? (until - now) / 1000000 + 1 : INT_MAX));
        for (int i = number - 1; i >= 0; i--)
            if (ready[i].revents && has_proved(i, s)) return let_in(i, s);
        if (ready[number].revents) accept_one();
    }
    fail("no client has proved the session's token");
}

static channel *tcp_channel(int socket, const session *s) {
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    set_buffers(socket, s);
    return stream_of(socket, socket, s->max_message_bytes, s->buffer_bytes ? BULK_BYTES : 0);
}

static struct addrinfo *resolve(const session *s, const char *port) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM}, *found;
    const char *host = s->host[0] ? s->host : "127.0.0.1";
    if (getaddrinfo(host, port, &hints, &found) != 0) fail("%s is no address", host);
    return found;
}

static void listen_tcp(const session *s, char address[PATH_BYTES]) {
    struct addrinfo *at = resolve(s, "0");
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    listening = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0 || bind(listening, at->ai_addr, at->ai_addrlen) < 0 || listen(listening, MAX_PENDING) < 0) fail_call("listen");
    getsockname(listening, (struct sockaddr *)&bound, &size);
    int port = bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                           : ((struct sockaddr_in *)&bound)->sin_port;
    snprintf(address, PATH_BYTES, "%d", ntohs((uint16_t)port));
}

static channel *accept_tcp(const session *s) { return tcp_channel(accept_client(s), s); }

static channel *connect_tcp(const session *s, const char *address) {
    struct addrinfo *at = resolve(s, address);
    int connected = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connected < 0 || connect(connected, at->ai_addr, at->ai_addrlen) < 0) fail_call("connect");
    prove_to_server(connected, connected, s);
    return tcp_channel(connected, s);
}

static struct sockaddr_un unix_address(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("%s is too long for a socket", path);
    strcpy(address.sun_path, path);
    return address;
}

static channel *uds_channel(int socket, const session *s) {
    set_buffers(socket, s);
    return stream_of(socket, socket, s->max_message_bytes, BULK_BYTES);
}

static void listen_uds(const session *s, char address[PATH_BYTES]) {
    snprintf(socket_file, sizeof socket_file, "%.4000s/uds.socket", s->directory);
    struct sockaddr_un at = unix_address(socket_file);
    listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening < 0 || bind(listening, (struct sockaddr *)&at, sizeof at) < 0 || listen(listening, MAX_PENDING) < 0)
        fail_call("listen");
    strcpy(address, socket_file);
}

static channel *accept_uds(const session *s) {
    int connected = accept_client(s);
    unlink(socket_file);
    return uds_channel(connected, s);
}

static channel *connect_uds(const session *s, const char *address) {
    struct sockaddr_un at = unix_address(address);
    int connected = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connected < 0 || connect(connected, (struct sockaddr *)&at, sizeof at) < 0) fail_call("connect");
    prove_to_server(connected, connected, s);
    return uds_channel(connected, s);
}

/* ---- pipe: the server's standard input and output, which the client opens through /proc ---- */

static void listen_pipe(const session *s, char address[PATH_BYTES]) {
    (void)s;
    snprintf(address, PATH_BYTES, "%d", getpid());
}

static void set_capacity(int end, const session *s) {
    if (s->buffer_bytes && fcntl(end, F_SETPIPE_SZ, (int)s->buffer_bytes) < 0)
        fail("--buffer %zu: the kernel refuses a pipe of this capacity", s->buffer_bytes);
}

static channel *accept_pipe(const session *s) {
    set_capacity(STDIN_FILENO, s);
    set_capacity(STDOUT_FILENO, s);
    unsigned char proof[PROOF_BYTES];
    int64_t deadline = now_ns() + s->timeout_ns;
    int known = read_proof(STDIN_FILENO, proof, deadline);
    while (known && !is_equal_proof(proof, s->client_proof)) { /* what a stranger has written is skipped */
        memmove(proof, proof + 1, PROOF_BYTES - 1);
        known = is_readable(STDIN_FILENO, deadline) && read(STDIN_FILENO, proof + PROOF_BYTES - 1, 1) == 1;
    }
    if (!known) fail("no client has proved the session's token");
    write_all(STDOUT_FILENO, s->server_proof, PROOF_BYTES);
    return stream_of(STDIN_FILENO, STDOUT_FILENO, s->max_message_bytes, 0);
}

static int open_end(const char *process, int number, int flags) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.20s/fd/%d", process, number);
    int end = open(path, flags | O_CLOEXEC);
    if (end < 0) fail_call(path);
    return end;
}

static channel *connect_pipe(const session *s, const char *address) {
    int in = open_end(address, STDOUT_FILENO, O_RDONLY), out = open_end(address, STDIN_FILENO, O_WRONLY);
    set_capacity(in, s);
    set_capacity(out, s);
    prove_to_server(in, out, s);
    return stream_of(in, out, s->max_message_bytes, 0);
}

/* ---- posix-mq: each side makes the queue that it reads; priorities tell the kinds of messages ---- */

enum { END, DATA, HELLO };
#define HELLO_BYTES 64
#define QUEUE "/ipcbench-" /* the beginnings of names, before the same 16 digits */
#define RECORD "posix-mq."

typedef struct queues {
    channel base;
    mqd_t in, out;
    unsigned char *outgoing, *incoming;
    size_t claimed, capacity;
} queues;

static char queue_name[64], record_file[PATH_BYTES];
static mqd_t own_queue;

static size_t queue_bytes(const session *s) {
    return s->max_message_bytes > HELLO_BYTES ? s->max_message_bytes : HELLO_BYTES;
}

static long queue_length(const session *s) {
    struct rlimit limit;
    size_t bytes = queue_bytes(s);
    if (s->buffer_bytes) return (long)(s->buffer_bytes / bytes);
    long length = 10, most = 10;
    FILE *setting = fopen("/proc/sys/fs/mqueue/msg_max", "r");
    if (setting) {
        if (fscanf(setting, "%ld", &most) == 1 && most < length) length = most;
        fclose(setting);
    }
    if (getrlimit(RLIMIT_MSGQUEUE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        long allowed = (long)(limit.rlim_cur / 2 / (bytes + 96)); /* of two queues */
        if (allowed < length) length = allowed > 1 ? allowed : 1;
    }
    return length;
}

/* The record comes first: who deletes the scratch directory finds a queue that is left. */
static void make_queue(const session *s) {
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number) fail_call("getrandom");
    snprintf(queue_name, sizeof queue_name, QUEUE "%016llx", (unsigned long long)number);
    snprintf(record_file, sizeof record_file, "%.4000s/" RECORD "%016llx", s->directory, (unsigned long long)number);
    int record = open(record_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (record < 0) fail_call(record_file);
    close(record);
    struct mq_attr attributes = {.mq_maxmsg = queue_length(s), .mq_msgsize = (long)queue_bytes(s)};
    own_queue = mq_open(queue_name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &attributes);
    if (own_queue < 0)
        fail("mq_open: %s, for %ld messages of %zu bytes", strerror(errno), attributes.mq_maxmsg, queue_bytes(s));
}

static void hide_queue(void) {
    if (!queue_name[0]) return;
    mq_unlink(queue_name);
    unlink(record_file);
    queue_name[0] = 0;
}

static struct timespec in_time(int64_t ns) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at); /* the clock of mq_timedsend */
    at.tv_sec += ns / 1000000000;
    return at;
}

static unsigned char *claim_queue(channel *c, size_t length) {
    queues *q = (queues *)c;
    q->claimed = length;
    return q->outgoing;
}

static void commit_queue(channel *c) {
    queues *q = (queues *)c;
    while (mq_send(q->out, (char *)q->outgoing, q->claimed, DATA) < 0)
        if (errno != EINTR) fail_call("mq_send");
}

static const unsigned char *receive_queue(channel *c, size_t length) {
    queues *q = (queues *)c;
    unsigned kind;
    ssize_t got;
    do {
        got = mq_receive(q->in, (char *)q->incoming, q->capacity, &kind);
        if (got < 0 && errno != EINTR) fail_call("mq_receive");
    } while (got < 0 || kind > DATA);
    if (kind == END) fail("the other side has closed the queue");
    if ((size_t)got != length) fail("a message of %zd bytes arrived, expected %zu", got, length);
    return q->incoming;
}

static channel *queue_channel(mqd_t out, const session *s) {
    queues *q = aligned(sizeof *q);
    hide_queue();
    q->base = (channel){claim_queue, commit_queue, receive_queue};
    q->in = own_queue, q->out = out;
    q->capacity = queue_bytes(s);
    q->outgoing = aligned(q->capacity);
    q->incoming = aligned(q->capacity);
    return &q->base;
}

static void send_hello(mqd_t to, const unsigned char *proof, const char *address, const session *s) {
    char hello[HELLO_BYTES];
    struct timespec deadline = in_time(s->timeout_ns);
    memcpy(hello, proof, PROOF_BYTES);
    memcpy(hello + PROOF_BYTES, address, strlen(address));
    if (mq_timedsend(to, hello, PROOF_BYTES + strlen(address), HELLO, &deadline) < 0) fail_call("mq_timedsend");
}

/* Waits for a proof, and returns the address behind it. */
static const char *await_hello(const unsigned char *proof, const session *s) {
    static char address[HELLO_BYTES];
    char *message = aligned(queue_bytes(s));
    struct timespec deadline = in_time(s->timeout_ns);
    while (1) {
        unsigned kind;
        ssize_t got = mq_timedreceive(own_queue, message, queue_bytes(s), &kind, &deadline);
        if (got < 0 && errno != EINTR) fail("no proof of the session's token: %s", strerror(errno));
        if (got >= PROOF_BYTES && got < HELLO_BYTES && kind == HELLO && is_equal_proof((unsigned char *)message, proof)) {
            snprintf(address, sizeof address, "%.*s", (int)(got - PROOF_BYTES), message + PROOF_BYTES);
            free(message);
            return address;
        }
    }
}

static mqd_t open_queue(const char *address) {
    mqd_t queue = mq_open(address, O_WRONLY | O_CLOEXEC);
    if (queue < 0) fail_call("mq_open");
    return queue;
}

static void listen_queue(const session *s, char address[PATH_BYTES]) {
    make_queue(s);
    strcpy(address, queue_name);
}

static channel *accept_queue(const session *s) {
    struct timespec past = {0, 0};
    char *strangers = aligned(queue_bytes(s));
    mqd_t out = open_queue(await_hello(s->client_proof, s));
    while (mq_timedreceive(own_queue, strangers, queue_bytes(s), NULL, &past) >= 0) continue;
    free(strangers);
    send_hello(out, s->server_proof, "", s);
    return queue_channel(out, s);
}

static channel *connect_queue(const session *s, const char *address) {
    mqd_t out = open_queue(address);
    make_queue(s);
    send_hello(out, s->client_proof, queue_name, s);
    await_hello(s->server_proof, s);
    return queue_channel(out, s);
}

/* The partner may have been killed: its record is in the directory. */
void remove_left_overs(const char *scratch_directory) {
    DIR *entries = opendir(scratch_directory);
    char name[64];
    hide_queue();
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        const char *number = entry->d_name + strlen(RECORD);
        if (strncmp(entry->d_name, RECORD, strlen(RECORD)) != 0 || strspn(number, "0123456789abcdef") != 16 || number[16])
            continue;
        snprintf(name, sizeof name, QUEUE "%s", number);
        mq_unlink(name);
    }
    if (entries) closedir(entries);
}

/* ---- all ---- */

static const transport transports[] = {
    {"tcp", listen_tcp, accept_tcp, connect_tcp},
    {"uds", listen_uds, accept_uds, connect_uds},
    {"pipe", listen_pipe, accept_pipe, connect_pipe},
    {"posix-mq", listen_queue, accept_queue, connect_queue},
    {"ring-spin", listen_ring, accept_ring, connect_ring},
};
#define TRANSPORTS (sizeof transports / sizeof *transports)

const transport *transport_named(const char *id) {
    for (size_t i = 0; i < TRANSPORTS; i++)
        if (strcmp(id, transports[i].id) == 0) return &transports[i];
    fail("the C peer has no transport %s", id);
}

void list_transports(char *json, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < TRANSPORTS; i++)
        length += (size_t)snprintf(json + length, size - length, "%s\"%s\"", i ? "," : "", transports[i].id);
}
