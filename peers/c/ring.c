/*
 * ring-spin: a ring of slots in each direction, in one file that both processes map.
 *
 *   byte 0                the page of authentication, 4096 bytes
 *   byte 4096             the ring to the server; the ring to the client begins at the next page behind it
 *
 * A ring: 512 bytes with two cursors, then its slots, each as long as the largest message, rounded up to 64 bytes. The
 * number of slots is a power of two. The cursor at byte 0 counts messages put in, the one at byte 256 messages taken
 * out; behind each number is an int that says whether its side has closed.
 */
#define _GNU_SOURCE
#include "peer.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE_BYTES 4096
#define HEADER_BYTES 512
#define LINE_BYTES 64
#define MAGIC 0x6970636272696e67

enum { FREE, SHOWN, CHECKED, REFUSED, ACCEPTED };

typedef struct gate {
    uint64_t magic;
    _Atomic int phase, left;
    int slots, stride;
    char unused[8];
    unsigned char client_proof[PROOF_BYTES], server_proof[PROOF_BYTES];
} gate;

typedef struct cursor {
    _Alignas(256) _Atomic uint64_t position;
    _Atomic int closed;
} cursor;

typedef struct ring {
    cursor head, tail;
    unsigned char slots[];
} ring;

typedef struct rings {
    channel base;
    ring *out, *in;
    size_t mask, stride;
    uint64_t sent, seen_taken, received, seen_sent;
} rings;

static int file;
static size_t file_bytes;
static gate *page; /* the whole file: a part of it could not begin at 4096 where pages are larger */

static size_t pages(size_t bytes) { return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES; }

static void map_file(void) {
    struct stat found;
    if (fstat(file, &found) < 0) fail_call("fstat");
    file_bytes = (size_t)found.st_size;
    if (file_bytes < PAGE_BYTES) fail("a ring of %zu bytes is none", file_bytes);
    page = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (page == MAP_FAILED) fail_call("mmap");
}

static uint64_t await_move(const cursor *c, uint64_t seen) {
    uint64_t position;
    while ((position = atomic_load_explicit(&c->position, memory_order_acquire)) == seen) {
        if (atomic_load_explicit(&c->closed, memory_order_acquire)) fail("the other side has closed the ring");
        rest();
    }
    return position;
}

static unsigned char *claim(channel *c, size_t length) {
    rings *r = (rings *)c;
    (void)length;
    if (r->sent - r->seen_taken > r->mask) r->seen_taken = await_move(&r->out->tail, r->sent - r->mask - 1);
    return r->out->slots + (r->sent & r->mask) * r->stride;
}

static void commit(channel *c) {
    rings *r = (rings *)c;
    atomic_store_explicit(&r->out->head.position, ++r->sent, memory_order_release);
}

static const unsigned char *receive(channel *c, size_t length) {
    rings *r = (rings *)c;
    (void)length;
    atomic_store_explicit(&r->in->tail.position, r->received, memory_order_release); /* the last one is done with */
    if (r->received == r->seen_sent) r->seen_sent = await_move(&r->in->head, r->received);
    return r->in->slots + (r->received++ & r->mask) * r->stride;
}

static channel *open_rings(int is_server) {
    rings *r = calloc(1, sizeof *r);
    if (!r) fail_call("calloc");
    size_t bytes = HEADER_BYTES + (size_t)page->slots * (size_t)page->stride;
    if (PAGE_BYTES + 2 * pages(bytes) > file_bytes) fail("%d slots of %d bytes exceed the ring's file", page->slots, page->stride);
    unsigned char *first = (unsigned char *)page + PAGE_BYTES;
    ring *to_server = (ring *)first, *to_client = (ring *)(first + pages(bytes));
    r->base = (channel){claim, commit, receive};
    r->out = is_server ? to_client : to_server;
    r->in = is_server ? to_server : to_client;
    r->mask = (size_t)page->slots - 1, r->stride = (size_t)page->stride;
    return &r->base;
}

/* The file has no name: other processes find it through this process's entry in /proc. */
void listen_ring(const session *s, char address[PATH_BYTES]) {
    size_t stride = (s->max_message_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES, slots = s->buffer_bytes ? 1 : 4;
    if (s->buffer_bytes && s->buffer_bytes < stride) fail("--buffer %zu holds no message", s->buffer_bytes);
    while (s->buffer_bytes ? 2 * slots * stride <= s->buffer_bytes : slots * stride < 1 << 20) slots *= 2;
    while (slots > 1 && slots * stride > 1 << 30) slots /= 2;
    file = memfd_create("ipcbench-ring", MFD_CLOEXEC);
    if (file < 0) fail_call("memfd_create");
    size_t bytes = PAGE_BYTES + 2 * pages(HEADER_BYTES + slots * stride);
    if (posix_fallocate(file, 0, (off_t)bytes) != 0) fail("cannot allocate %zu bytes for the rings", bytes);
    map_file();
    page->slots = (int)slots, page->stride = (int)stride;
    page->magic = MAGIC;
    snprintf(address, PATH_BYTES, "/proc/%d/fd/%d", getpid(), file);
}

static int is_moved(int from, int to) { return atomic_compare_exchange_strong(&page->phase, &from, to); }

channel *accept_ring(const session *s) {
    int64_t deadline = now_ns() + s->timeout_ns;
    while (page->phase != ACCEPTED) {
        if (now_ns() > deadline) fail("no client has proved the session's token");
        if (is_moved(SHOWN, CHECKED)) {
            int known = is_equal_proof(page->client_proof, s->client_proof);
            if (known) memcpy(page->server_proof, s->server_proof, PROOF_BYTES);
            is_moved(CHECKED, known ? ACCEPTED : REFUSED);
        }
        usleep(1000);
    }
    return open_rings(1);
}

/* One client at a time shows its proof: who holds the lock, which ends with its process. */
channel *connect_ring(const session *s, const char *address) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = PAGE_BYTES};
    int64_t deadline = now_ns() + s->timeout_ns;
    file = open(address, O_RDWR | O_CLOEXEC);
    if (file < 0) fail_call(address);
    map_file();
    if (page->magic != MAGIC) fail("%s is no ring", address);
    while (fcntl(file, F_SETLK, &lock) < 0) {
        if (now_ns() > deadline) fail("another client is connecting");
        usleep(1000);
    }
    memcpy(page->client_proof, s->client_proof, PROOF_BYTES);
    if (!is_moved(FREE, SHOWN) && !is_moved(REFUSED, SHOWN)) fail("the server does not listen");
    while (page->phase == SHOWN || page->phase == CHECKED) {
        if (now_ns() > deadline) fail("no answer from the server");
        usleep(1000);
    }
    if (page->phase != ACCEPTED || !is_equal_proof(page->server_proof, s->server_proof)) fail("peer failed authentication");
    lock.l_type = F_UNLCK;
    fcntl(file, F_SETLK, &lock);
    return open_rings(0);
}
