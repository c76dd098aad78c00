/* A relay between client and server, as a plain proxy is: one thread reads what has arrived and writes it on, in both directions. */
#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define BLOCK_BYTES (64 << 10)
#define MAX_EVENTS 64
#define BACKLOG 4096

/* One side of a connection, with what it has sent and the other side has not taken. */
typedef struct side {
    int socket;
    int has_ended;
    uint32_t watched;
    struct side *other, *next_closed;
    size_t begin, end;
    char bytes[BLOCK_BYTES];
} side;

static int events_of;

static _Noreturn void give_up(const char *what, const char *address) {
    fprintf(stderr, "relay: %s %s: %s\n", what, address, strerror(errno));
    exit(1);
}

/* An address is the path of a Unix socket, or a port of the loopback interface. */
static int socket_at(const char *address, int (*meet)(int, const struct sockaddr *, socklen_t)) {
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int is_path = address[0] == '/', yes = 1;
    int made = socket(is_path ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    strncpy(path.sun_path, address, sizeof path.sun_path - 1);
    port.sin_port = htons((uint16_t)atoi(address));
    if (!is_path) {
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    if (is_path ? meet(made, (struct sockaddr *)&path, sizeof path) < 0
                : meet(made, (struct sockaddr *)&port, sizeof port) < 0) {
        int reason = errno;
        close(made);
        errno = reason;
        return -1;
    }
    return made;
}

static void watch(side *of, uint32_t events) {
    if (of->watched == events) return;
    struct epoll_event event = {.events = events, .data.ptr = of};
    if (epoll_ctl(events_of, EPOLL_CTL_MOD, of->socket, &event) < 0) give_up("cannot watch", "a connection");
    of->watched = events;
}

/* Reads from each side as long as the other one takes what comes, and writes where something waits. */
static void watch_both(side *one) {
    side *other = one->other;
    watch(one, (one->has_ended || one->end > 0 ? 0 : EPOLLIN) | (other->end > 0 ? EPOLLOUT : 0));
    watch(other, (other->has_ended || other->end > 0 ? 0 : EPOLLIN) | (one->end > 0 ? EPOLLOUT : 0));
}

/* Returns 0 if the other side is gone. */
static int write_on(side *from) {
    while (from->begin < from->end) {
        ssize_t written = write(from->other->socket, from->bytes + from->begin, from->end - from->begin);
        if (written < 0) return errno == EAGAIN || errno == EINTR;
        from->begin += (size_t)written;
    }
    from->begin = from->end = 0;
    return !from->has_ended || shutdown(from->other->socket, SHUT_WR) == 0;
}

/* Returns 0 if the connection is over. */
static int pass(side *from, uint32_t events) {
    side *to = from->other;
    if ((events & EPOLLOUT) && !write_on(to)) return 0;
    if ((events & EPOLLIN) && from->end == 0 && !from->has_ended) {
        ssize_t count = read(from->socket, from->bytes, BLOCK_BYTES);
        if (count < 0) {
            if (errno != EAGAIN && errno != EINTR) return 0;
        } else {
            from->has_ended = count == 0;
            from->end = (size_t)count;
            if (!write_on(from)) return 0;
        }
    } else if ((events & EPOLLERR) || ((events & EPOLLHUP) && from->has_ended && from->end == 0)) {
        return 0;
    }
    if (from->has_ended && to->has_ended && from->end == 0 && to->end == 0) return 0;
    watch_both(from);
    return 1;
}

static side *added(int socket) {
    side *made = calloc(1, sizeof *made);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = made};
    if (!made || epoll_ctl(events_of, EPOLL_CTL_ADD, socket, &event) < 0) give_up("cannot hold", "a connection");
    made->socket = socket;
    made->watched = EPOLLIN;
    return made;
}

static void accept_next(int listening, const char *out) {
    int yes = 1, client = accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) {
        if (errno == ECONNABORTED || errno == EINTR) return;
        give_up("cannot accept", "a connection");
    }
    int server = socket_at(out, connect);
    if (server < 0) {
        fprintf(stderr, "relay: cannot connect to %s: %s\n", out, strerror(errno));
        close(client);
        return;
    }
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); /* fails on a Unix socket, which has no delay */
    if (fcntl(server, F_SETFL, O_NONBLOCK) < 0) give_up("cannot set up", "a connection");
    side *one = added(client), *other = added(server);
    one->other = other;
    other->other = one;
}

_Noreturn void relay(const char *in, const char *out) {
    struct epoll_event events[MAX_EVENTS];
    signal(SIGPIPE, SIG_IGN);
    int listening = socket_at(in, bind);
    if (listening < 0 || listen(listening, BACKLOG) < 0) give_up("cannot listen at", in);
    events_of = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event accepting = {.events = EPOLLIN, .data.ptr = NULL};
    if (events_of < 0 || epoll_ctl(events_of, EPOLL_CTL_ADD, listening, &accepting) < 0) give_up("cannot watch", in);
    while (1) {
        int count = epoll_wait(events_of, events, MAX_EVENTS, -1);
        if (count < 0 && errno != EINTR) give_up("cannot wait at", in);
        side *closed = NULL;
        for (int i = 0; i < count; i++) {
            side *from = events[i].data.ptr;
            if (!from) {
                accept_next(listening, out);
            } else if (from->socket >= 0 && !pass(from, events[i].events)) {
                close(from->socket);
                close(from->other->socket);
                from->socket = from->other->socket = -1; /* the other one may be among these events, too */
                from->next_closed = closed;
                closed = from;
            }
        }
        while (closed) {
            side *next = closed->next_closed;
            free(closed->other);
            free(closed);
            closed = next;
        }
    }
}
