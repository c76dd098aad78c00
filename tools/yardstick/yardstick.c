/*
 * yardstick: what a plain C program gets from the kernel objects that the suite uses, for comparison.
 *
 *   cc -O2 -std=c11 -Wall -Wextra -o yardstick tools/yardstick/yardstick.c -lpthread -lrt
 *   ./yardstick MODE MECHANISM BYTES MESSAGES [OPTION...]
 *
 * MODE       stream      messages one way; ends with the receiver's answer to the last one
 *            round-trip  a message and its answer of the same size, one after the other
 *            load        messages one way at --rate; a latency counts from the time at which the message was due
 * MECHANISM  pipe fifo tcp uds uds-dgram uds-seqpacket sysv-mq posix-mq ring
 * OPTION     --rate N      messages a second, for load
 *            --late N      load: also the share of messages later than N microseconds (200)
 *            --in-flight N requests under way, for round-trip over pipe, fifo, tcp and uds (1)
 *            --cpus C,S    CPUs of client and server: the client sends first (the kernel chooses)
 *            --one-thread  no second thread
 *
 * As in the suite, sender and receiver access one long in each 64-byte line of each message, and a tenth of MESSAGES runs
 * beforehand, unmeasured. Each process has a second, sleeping thread, as every JVM has several: the kernel then counts
 * references to file descriptors. The receiver checks length and number of each message.
 *
 * Prints one line of names and values. Exit codes: 0 measured, 1 failed, 2 bad usage, 128 + N ended by signal N.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mqueue.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 64, PAGE = 4096, MAX_BYTES = 64 << 20, RING_BYTES = 1 << 20, MIN_SLOTS = 4, QUEUED_MESSAGES = 10 };
enum { MAX_IN_FLIGHT = 256, MAX_BYTES_IN_FLIGHT = 64 << 10 }; /* what the buffers of both ways hold for certain */
enum { FAILED = 1, BAD_USAGE = 2, SIGNALLED = 128, MAX_SECONDS = 600 };
enum mode { STREAM, ROUND_TRIP, LOAD };
static const char *const MODES[] = {"stream", "round-trip", "load"};

static struct {
    enum mode mode;
    const struct mechanism *mechanism;
    size_t bytes;
    int64_t messages, rate, late_us, in_flight;
    int cpus[2]; /* -1: any */
    int one_thread;
} request = {.late_us = 200, .in_flight = 1, .cpus = {-1, -1}};

/* ---- ends and errors ---- */

static pid_t client, server;
static int client_ended; /* as the server has learned */
static int queues[2] = {-1, -1}; /* the only objects that the kernel keeps after both processes */

/* Called in signal handlers, too: system calls only. The client removes them unless it is gone. */
static void end(int code) {
    const pid_t other = server;
    server = 0; /* its end is no failure from now on */
    if (other > 0) kill(other, SIGKILL);
    for (int i = 0; i < 2 && (getpid() == client || client_ended); i++) {
        if (queues[i] >= 0) msgctl(queues[i], IPC_RMID, NULL);
    }
    _exit(code);
}

/* One line, with the cause if errno has one. */
static void fail(int code, const char *format, ...) {
    const char *const cause = errno == 0 ? "" : strerror(errno);
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "yardstick: %s%s%s\n", text, *cause ? ": " : "", cause);
    end(code);
}

static void on_signal(int number) {
    client_ended = number == SIGUSR1;
    if (number == SIGALRM) dprintf(STDERR_FILENO, "yardstick: no end after %d s\n", MAX_SECONDS);
    end(SIGNALLED + number);
}

/* A server that has failed has said why unless a signal has ended it; the client would wait for it for ever. */
static void on_server_end(int number) {
    const int error = errno;
    int status;
    (void)number;
    if (server > 0 && waitpid(server, &status, WNOHANG) == server) {
        server = 0;
        const int by = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - SIGNALLED;
        if (by > 0) dprintf(STDERR_FILENO, "yardstick: the server was ended by signal %d\n", by);
        if (status != 0) end(FAILED);
    }
    errno = error;
}

static void handle_signals(void) {
    const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1};
    struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) sigaction(ending[i], &action, NULL);
    action = (struct sigaction){.sa_handler = on_server_end, .sa_flags = SA_RESTART | SA_NOCLDSTOP};
    sigaction(SIGCHLD, &action, NULL);
    alarm(MAX_SECONDS);
}

/* ---- mechanisms ---- */

/* Messages of one direction in shared memory, each in a slot of its own. */
struct ring {
    _Alignas(2 * LINE) _Atomic uint64_t sent;
    _Alignas(2 * LINE) _Atomic uint64_t taken;
    _Alignas(2 * LINE) char slots[];
};

/* One process's end. */
struct link {
    int out, in;              /* descriptors or queues */
    char *outgoing, *arrived; /* messages, with a line of space before each */
    struct ring *to, *from;   /* if there are any, messages are in them instead */
    uint64_t mask, stride, sent, received, seen_taken, seen_sent;
};

static ssize_t put_write(struct link *l, char *from, size_t n) { return write(l->out, from, n); }
static ssize_t put_send(struct link *l, char *from, size_t n) { return send(l->out, from, n, 0); }
static ssize_t put_posix(struct link *l, char *from, size_t n) { return mq_send(l->out, from, n, 0) == 0 ? (ssize_t)n : -1; }
static ssize_t take_read(struct link *l, char *to, size_t n) { return read(l->in, to, n); }
static ssize_t take_recv(struct link *l, char *to, size_t n) { return recv(l->in, to, n, MSG_TRUNC); }
static ssize_t take_posix(struct link *l, char *to, size_t n) { return mq_receive(l->in, to, n, NULL); }

/* System V wants a type in the long before the message. */
static ssize_t put_sysv(struct link *l, char *from, size_t n) {
    long *const type = (long *)from - 1;
    *type = 1;
    return msgsnd(l->out, type, n, 0) == 0 ? (ssize_t)n : -1;
}
static ssize_t take_sysv(struct link *l, char *to, size_t n) { return msgrcv(l->in, (long *)to - 1, n, 0, 0); }

typedef ssize_t call(struct link *, char *, size_t);

/* A whole message in as many calls as that takes. */
static void move(const char *what, call *step, int in_parts, struct link *l, char *message) {
    for (size_t done = 0; done < request.bytes;) {
        const ssize_t left = request.bytes - done, n = step(l, message + done, left);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(FAILED, "%s a message of %zu bytes", what, request.bytes);
        if (n == 0 || n > left || (n < left && !in_parts)) errno = 0, fail(FAILED, "%s: %zd of %zd bytes", what, n, left);
        done += n;
    }
}

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* The other side's counter is read only if its value of the last time does not suffice: it is in the other CPU's cache. */
static uint64_t await_counter(_Atomic uint64_t *counter, uint64_t seen, uint64_t enough) {
    while ((int64_t)(seen - enough) < 0) {
        seen = atomic_load_explicit(counter, memory_order_acquire);
        if ((int64_t)(seen - enough) < 0) relax();
    }
    return seen;
}

static void open_pipe(int both[2]) {
    if (pipe(both) != 0) fail(FAILED, "pipe");
}

/* Has no name any more once both ends are open. */
static void open_fifo(int both[2]) {
    char directory[] = "/tmp/yardstick-XXXXXX", path[sizeof directory + 5];
    if (mkdtemp(directory) == NULL) fail(FAILED, "mkdtemp");
    snprintf(path, sizeof path, "%s/fifo", directory);
    const int made = mkfifo(path, 0600), neither_waits = open(path, O_RDWR);
    both[0] = open(path, O_RDONLY), both[1] = open(path, O_WRONLY);
    const int error = errno;
    close(neither_waits), unlink(path), rmdir(directory);
    errno = error;
    if (made != 0 || both[0] < 0 || both[1] < 0) fail(FAILED, "fifo in %s", directory);
}

static void open_uds(int type, int both[2]) {
    if (socketpair(AF_UNIX, type, 0, both) != 0) fail(FAILED, "socketpair");
}
static void open_uds_stream(int both[2]) { open_uds(SOCK_STREAM, both); }
static void open_uds_dgram(int both[2]) { open_uds(SOCK_DGRAM, both); }
static void open_uds_seqpacket(int both[2]) { open_uds(SOCK_SEQPACKET, both); }

static void open_tcp(int both[2]) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int on = 1, listening = socket(AF_INET, SOCK_STREAM, 0);
    both[1] = socket(AF_INET, SOCK_STREAM, 0);
    if (listening < 0 || bind(listening, (void *)&address, length) != 0 || listen(listening, 1) != 0
        || getsockname(listening, (void *)&address, &length) != 0 || connect(both[1], (void *)&address, length) != 0
        || (both[0] = accept(listening, NULL, NULL)) < 0) {
        fail(FAILED, "connection on the loopback interface");
    }
    close(listening);
    for (int i = 0; i < 2; i++) {
        if (setsockopt(both[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) fail(FAILED, "TCP_NODELAY");
    }
}

static void open_sysv(int both[2]) {
    int *const queue = &queues[queues[0] < 0 ? 0 : 1];
    both[0] = both[1] = *queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
    if (*queue < 0) fail(FAILED, "msgget");
}

static void open_posix(int both[2]) {
    struct mq_attr attributes = {.mq_maxmsg = QUEUED_MESSAGES, .mq_msgsize = request.bytes};
    char name[60];
    snprintf(name, sizeof name, "/yardstick-%d", getpid());
    both[0] = both[1] = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
    if (both[0] < 0) fail(FAILED, "mq_open for messages of %zu bytes (see fs.mqueue.msgsize_max)", request.bytes);
    mq_unlink(name);
}

static const struct mechanism {
    const char *name;
    void (*open)(int both[2]); /* where to read and where to write: each of one direction, or of both_ways */
    int both_ways, in_parts;   /* whether a call may move a part of a message */
    call *put, *take;
} MECHANISMS[] = {
    {"pipe", open_pipe, 0, 1, put_write, take_read},
    {"fifo", open_fifo, 0, 1, put_write, take_read},
    {"tcp", open_tcp, 1, 1, put_write, take_read},
    {"uds", open_uds_stream, 1, 1, put_write, take_read},
    {"uds-dgram", open_uds_dgram, 1, 0, put_send, take_recv},
    {"uds-seqpacket", open_uds_seqpacket, 1, 0, put_send, take_recv},
    {"sysv-mq", open_sysv, 0, 0, put_sysv, take_sysv},
    {"posix-mq", open_posix, 0, 0, put_posix, take_posix},
    {"ring", NULL, 0, 0, NULL, NULL},
};
enum { ALL_MECHANISMS = sizeof MECHANISMS / sizeof *MECHANISMS };

static void *shared_memory(size_t bytes) {
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) fail(FAILED, "%zu bytes of memory", bytes);
    return memory;
}

/* A line of each buffer comes before its message. */
static char *new_buffer(void) { return (char *)shared_memory(PAGE + request.bytes) + LINE; }

static void open_links(struct link links[2]) {
    const struct mechanism *const m = request.mechanism;
    const uint64_t stride = (request.bytes + LINE - 1) / LINE * LINE;
    uint64_t slots = MIN_SLOTS;
    while (slots * stride < RING_BYTES) slots *= 2;
    for (int sender = 0, both[2]; sender < 2; sender++) {
        struct link *const l = &links[sender], *const other = &links[1 - sender];
        *l = (struct link){.in = l->in, .from = l->from, .outgoing = new_buffer(), .arrived = new_buffer()};
        l->mask = slots - 1, l->stride = stride;
        if (m->open == NULL) {
            l->to = other->from = shared_memory(sizeof(struct ring) + slots * stride);
        } else if (!m->both_ways || sender == 0) {
            m->open(both);
            l->out = both[1], other->in = both[0];
        } else {
            l->out = l->in, other->in = other->out;
        }
    }
}

/* ---- messages ---- */

enum { DUE_AT = sizeof(uint64_t), MIN_LOAD_BYTES = 2 * sizeof(uint64_t) };

static char *claim(struct link *l) {
    if (l->to == NULL) return l->outgoing;
    l->seen_taken = await_counter(&l->to->taken, l->seen_taken, l->sent - l->mask);
    return l->to->slots + (l->sent & l->mask) * l->stride;
}

static void commit(struct link *l) {
    if (l->to == NULL) move("sending", request.mechanism->put, request.mechanism->in_parts, l, l->outgoing);
    else atomic_store_explicit(&l->to->sent, ++l->sent, memory_order_release);
}

/* Of a ring, frees the slot of the message before. */
static char *receive(struct link *l) {
    if (l->from == NULL) {
        move("receiving", request.mechanism->take, request.mechanism->in_parts, l, l->arrived);
        return l->arrived;
    }
    atomic_store_explicit(&l->from->taken, l->received, memory_order_release);
    l->seen_sent = await_counter(&l->from->sent, l->seen_sent, l->received + 1);
    return l->from->slots + (l->received++ & l->mask) * l->stride;
}

/* Each line begins with the message's number; a message of less than eight bytes consists of the number's lowest byte. */
static void send_message(struct link *l, uint64_t number, int64_t due) {
    char *const message = claim(l);
    if (request.bytes < sizeof number) memset(message, (int)(number & 0xff), request.bytes);
    for (size_t at = 0; at + sizeof number <= request.bytes; at += LINE) memcpy(message + at, &number, sizeof number);
    if (request.mode == LOAD) memcpy(message + DUE_AT, &due, sizeof due);
    commit(l);
}

/* Returns when the message was due. */
static int64_t receive_message(struct link *l, uint64_t number) {
    const char *const message = receive(l);
    uint64_t difference = request.bytes < sizeof number ? (unsigned char)message[0] ^ (number & 0xff) : 0, found;
    int64_t due = 0;
    for (size_t at = 0; at + sizeof found <= request.bytes; at += LINE) {
        memcpy(&found, message + at, sizeof found);
        difference |= found ^ number;
    }
    if (difference != 0) errno = 0, fail(FAILED, "message %" PRIu64 " is not what was sent", number);
    if (request.mode == LOAD) memcpy(&due, message + DUE_AT, sizeof due);
    return due;
}

/* ---- the two processes ---- */

static int64_t *delays;   /* of each round trip, or of each message of a load; the server notes the latter */
static int64_t *lateness; /* of the start of sending each message of a load */

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void serve(struct link *l, uint64_t number, int64_t messages, int measured) {
    for (int64_t i = 0; i < messages; i++, number++) {
        const int64_t due = receive_message(l, number);
        if (request.mode == LOAD && measured) delays[i] = now() - due;
        if (request.mode == ROUND_TRIP) send_message(l, number, 0);
    }
    if (request.mode != ROUND_TRIP) send_message(l, number, 0);
}

/* Keeps several requests under way; each answer is followed by the next request. Returns the elapsed nanoseconds. */
static int64_t ask_ahead(struct link *l, uint64_t number, int64_t messages, int measured) {
    const int64_t start = now();
    int64_t time = start;
    for (int64_t sent = 0, answered = 0; answered < messages;) {
        if (sent < messages && sent - answered < request.in_flight) {
            if (answered == 0) time = now();
            if (measured) delays[sent] = time;
            send_message(l, number + sent++, 0);
        } else {
            receive_message(l, number + answered);
            time = now();
            if (measured) delays[answered] = time - delays[answered];
            answered++;
        }
    }
    return now() - start;
}

/* Returns the elapsed nanoseconds. */
static int64_t ask(struct link *l, uint64_t number, int64_t messages, int measured) {
    if (request.in_flight > 1) return ask_ahead(l, number, messages, measured);
    const double gap = request.mode == LOAD ? 1e9 / request.rate : 0;
    const int64_t start = now();
    int64_t due = 0, time = start;
    for (int64_t i = 0; i < messages; i++, number++) {
        if (request.mode == LOAD) {
            due = start + (int64_t)(i * gap);
            while ((time = now()) < due) relax();
            if (measured) lateness[i] = time - due;
        }
        send_message(l, number, due);
        if (request.mode == ROUND_TRIP) {
            const int64_t before = time;
            receive_message(l, number);
            time = now();
            if (measured) delays[i] = time - before;
        }
    }
    if (request.mode != ROUND_TRIP) receive_message(l, number);
    return now() - start;
}

static void *sleep_for_ever(void *nothing) {
    for (;;) pause();
    return nothing;
}

static void settle(int cpu) {
    pthread_t second;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu >= 0) CPU_SET(cpu, &set);
    if (cpu >= 0 && sched_setaffinity(0, sizeof set, &set) != 0) fail(FAILED, "CPU %d", cpu);
    errno = request.one_thread ? 0 : pthread_create(&second, NULL, sleep_for_ever, NULL);
    if (errno != 0) fail(FAILED, "second thread");
}

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The smallest of the sorted values that so many of a thousand do not exceed, in microseconds. */
static double quantile(const int64_t *sorted, int64_t per_mille) {
    const int64_t rank = (request.messages * per_mille + 999) / 1000;
    return sorted[rank - 1] / 1e3;
}

static void report(int64_t nanos) {
    const double messages = request.messages, bytes = request.bytes;
    printf("%s %s bytes=%.0f messages=%.0f ns=%.1f mib_per_s=%.2f", MODES[request.mode], request.mechanism->name, bytes,
           messages, nanos / messages, bytes * messages / (1 << 20) * 1e9 / nanos);
    if (request.mode != STREAM) {
        qsort(delays, request.messages, sizeof *delays, ascending);
        printf(" p50_us=%.2f p90_us=%.2f p99_us=%.2f p99.9_us=%.2f max_us=%.2f", quantile(delays, 500),
               quantile(delays, 900), quantile(delays, 990), quantile(delays, 999), quantile(delays, 1000));
    }
    if (request.mode == LOAD) {
        int64_t in_time = request.messages;
        while (in_time > 0 && delays[in_time - 1] > request.late_us * 1000) in_time--;
        qsort(lateness, request.messages, sizeof *lateness, ascending);
        printf(" late_percent=%.4f sender_p99_us=%.2f", 100 * (messages - in_time) / messages, quantile(lateness, 990));
    }
    printf("\n");
    fflush(stdout);
}

static void measure(void) {
    const int64_t warm_up = request.messages / 10 + 1;
    struct link links[2] = {{.in = -1}, {.in = -1}};
    if (request.mode != STREAM) delays = shared_memory(request.messages * sizeof *delays);
    if (request.mode == LOAD) lateness = shared_memory(request.messages * sizeof *lateness);
    open_links(links);
    server = fork();
    if (server < 0) fail(FAILED, "fork");
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGUSR1);
        if (getppid() != client) raise(SIGUSR1);
        settle(request.cpus[1]);
        serve(&links[1], 0, warm_up, 0);
        serve(&links[1], warm_up, request.messages, 1);
        _exit(0);
    }
    settle(request.cpus[0]);
    ask(&links[0], 0, warm_up, 0);
    report(ask(&links[0], warm_up, request.messages, 1));
    end(0);
}

/* ---- the command line ---- */

static int64_t number(const char *what, const char *text, int64_t least, int64_t most) {
    char *rest;
    errno = 0;
    const long long value = strtoll(text, &rest, 10);
    const int wrong = errno != 0 || rest == text || *rest != '\0' || value < least || value > most;
    errno = 0;
    if (wrong) fail(BAD_USAGE, "%s must be between %" PRId64 " and %" PRId64 ", not '%s'", what, least, most, text);
    return value;
}

static void read_cpus(const char *text) {
    cpu_set_t allowed;
    char more;
    if (sscanf(text, "%d,%d%c", &request.cpus[0], &request.cpus[1], &more) != 2) {
        fail(BAD_USAGE, "--cpus must be two CPUs such as 0,1, not '%s'", text);
    }
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int i = 0; i < 2; i++) {
        const int cpu = request.cpus[i];
        if (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &allowed)) fail(BAD_USAGE, "--cpus: CPU %d is not available", cpu);
    }
}

static void read_options(char **option) {
    for (; *option != NULL; option++) {
        const char *const name = *option, *const value = option[1];
        const int rate = !strcmp(name, "--rate"), late = !strcmp(name, "--late"), cpus = !strcmp(name, "--cpus"),
                  in_flight = !strcmp(name, "--in-flight");
        request.one_thread |= !strcmp(name, "--one-thread");
        if (!strcmp(name, "--one-thread")) continue;
        if (!rate && !late && !cpus && !in_flight) {
            fail(BAD_USAGE, "unknown option '%s': not --rate, --late, --in-flight, --cpus, --one-thread", name);
        }
        if (value == NULL) fail(BAD_USAGE, "%s needs a value", name);
        if (rate) request.rate = number(name, value, 1, 1000000000);
        if (late) request.late_us = number(name, value, 1, 1000000000);
        if (in_flight) request.in_flight = number(name, value, 1, MAX_IN_FLIGHT);
        if (cpus) read_cpus(value);
        option++;
    }
    if ((request.mode == LOAD) != (request.rate != 0)) fail(BAD_USAGE, "--rate belongs to load, which needs it");
    if (request.in_flight > 1 && (request.mode != ROUND_TRIP || !request.mechanism->in_parts)) {
        fail(BAD_USAGE, "--in-flight belongs to round-trip over pipe, fifo, tcp and uds");
    }
    if (request.in_flight > 1 && request.in_flight * (int64_t)request.bytes > MAX_BYTES_IN_FLIGHT) {
        fail(BAD_USAGE, "--in-flight: %" PRId64 " messages of %zu bytes exceed %d bytes", request.in_flight, request.bytes,
             MAX_BYTES_IN_FLIGHT);
    }
}

int main(int count, char **arguments) {
    int mode = 0, mechanism = 0;
    client = getpid();
    if (count < 5) fail(BAD_USAGE, "usage: yardstick stream|round-trip|load MECHANISM BYTES MESSAGES [OPTION...]");
    while (mode <= LOAD && strcmp(MODES[mode], arguments[1])) mode++;
    while (mechanism < ALL_MECHANISMS && strcmp(MECHANISMS[mechanism].name, arguments[2])) mechanism++;
    if (mode > LOAD) fail(BAD_USAGE, "MODE must be stream, round-trip or load, not '%s'", arguments[1]);
    if (mechanism == ALL_MECHANISMS) {
        fail(BAD_USAGE, "MECHANISM must be pipe, fifo, tcp, uds, uds-dgram, uds-seqpacket, sysv-mq, posix-mq or ring, not '%s'",
             arguments[2]);
    }
    request.mode = mode, request.mechanism = &MECHANISMS[mechanism];
    request.bytes = number("BYTES", arguments[3], mode == LOAD ? MIN_LOAD_BYTES : 1, MAX_BYTES);
    request.messages = number("MESSAGES", arguments[4], 1, INT64_C(1000000000000));
    read_options(arguments + 5);
    handle_signals();
    measure();
}
