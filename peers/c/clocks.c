/* Pages that peers share, and how far the two clocks are apart. */
#define _GNU_SOURCE
#include "peer.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE_BYTES 4096
#define NO_BOUND (-1)

static void *map_page(const char *path, int flags) {
    static const char zeros[PAGE_BYTES];
    int file = open(path, O_RDWR | O_CLOEXEC | flags, 0600);
    if (file < 0 || ((flags & O_CREAT) && write(file, zeros, PAGE_BYTES) != PAGE_BYTES)) fail_call(path);
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) fail_call(path);
    close(file);
    return page;
}

void *make_page(const char *path) {
    unlink(path);
    return map_page(path, O_CREAT | O_EXCL);
}

/* Exchanges over a page: the server's clock was read between two readings of the client's. */

typedef struct clock_page {
    _Atomic int64_t client_is_here, turn, server_ns, ended, bound_ns, answering, server_clock;
} clock_page;

static clock_page *clocks;
static int is_server_, is_told, may_be_one; /* what the kernel tells of both clocks */
static int64_t series, turn, bound_ns;

/* CRC-32C of the file boot_id and of this process's time namespace: equal for processes that read one clock. */
static int64_t clock_identity(void) {
    char text[256];
    size_t length = 0;
    FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (boot) length = fread(text, 1, 100, boot), fclose(boot);
    if (length == 0) return -1;
    ssize_t name = readlink("/proc/self/ns/time", text + length, 100);
    length += name > 0 ? (size_t)name : 0;
    uint32_t crc = ~0u;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)text[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0x82f63b78 & -(crc & 1));
    }
    return ~crc;
}

static int await_page(int64_t number, const _Atomic int64_t *entry, int64_t value) {
    int64_t start = now_ns();
    for (int spins = number % 4 == 1 ? 100 : 0; spins > 0 && *entry < value; spins--) rest();
    while (*entry < value) {
        if (now_ns() - start > 1000000000) return 0;
        sched_yield();
    }
    return 1;
}

static int64_t ask(void) {
    int64_t least = INT64_MIN, most = INT64_MAX, first = 0, heard = 0;
    int64_t longest = 20000000;
    for (int i = 0; i < (is_told && may_be_one ? 20 : 2000) && heard - first < longest; i++) {
        int64_t asked_ns = now_ns();
        clocks->turn = ++turn;
        turn++;
        if (!await_page(turn - 1, &clocks->turn, turn)) return NO_BOUND;
        heard = now_ns();
        first = i == 0 ? heard : first;
        int64_t told = clocks->server_ns;
        least = told - heard > least ? told - heard : least;
        most = told - asked_ns < most ? told - asked_ns : most;
        longest = least < -20000 || most > 20000 ? 200000000 : 20000000;
    }
    int64_t bound = llabs(least) > llabs(most) ? llabs(least) : llabs(most);
    if (may_be_one && least <= 0 && most >= 0 && (is_told || bound <= 20000)) return bound_ns;
    return bound > bound_ns ? bound : bound_ns;
}

static int server_answers(void) {
    int64_t start = now_ns();
    while (clocks->answering <= series) {
        if (now_ns() - start > 1000000000) return 0;
        usleep(100);
    }
    return 1;
}

static void prove_to_server(void) {
    if (bound_ns != NO_BOUND) {
        bound_ns = server_answers() ? ask() : NO_BOUND;
        clocks->bound_ns = bound_ns;
    }
    clocks->ended = ++series;
}

static void prove_to_client(void) {
    int is_alone = clocks->client_is_here == 0;
    clocks->answering = ++series;
    int64_t heard_at = now_ns();
    while (!is_alone && clocks->ended < series) {
        if (clocks->turn > turn) {
            clocks->server_ns = now_ns();
            turn += 2;
            clocks->turn = turn;
            heard_at = now_ns();
        } else {
            is_alone = now_ns() - heard_at > 1000000000;
            if (turn % 4) rest();
            else sched_yield();
        }
    }
    bound_ns = is_alone ? NO_BOUND : clocks->bound_ns;
}

void exchange_times(void) {
    if (is_server_) prove_to_client();
    else prove_to_server();
}

int64_t clock_bound_ns(void) { return bound_ns; }

void open_clocks(const session *s, int is_server) {
    char path[PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s/clocks", s->directory);
    is_server_ = is_server;
    if (is_server_) {
        clocks = make_page(path);
        clocks->server_clock = clock_identity();
    } else {
        clocks = map_page(path, 0);
        clocks->client_is_here = 1;
        int64_t own = clock_identity();
        is_told = own != -1 && clocks->server_clock != -1;
        may_be_one = !is_told || own == clocks->server_clock;
    }
}
