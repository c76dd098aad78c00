/*
 * A peer in C: what docs/peer-protocol.md asks of one.
 *
 *   cc -O2 -o peer peer.c link.c measure.c objects.c clocks.c transports.c ring.c relay.c -pthread -lm -lrt -ldl
 *   peer DIRECTORY/NAME.control client|server [--streams]
 */
#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PROTOCOL 1

static session settings;
static int is_server;
static char progress_page[PATH_BYTES];

/* The rest of the line in this file that begins with the name; empty if there is none. */
static void line_of(const char *path, const char *name, char text[256]) {
    FILE *file = fopen(path, "r");
    text[0] = 0;
    for (char line[1024]; file && !text[0] && fgets(line, sizeof line, file);)
        if (strncmp(line, name, strlen(name)) == 0) sscanf(line + strlen(name), " %255s", text);
    if (file) fclose(file);
}

/* Adds a line to each of the launcher's files that are here, and lists these files. */
static void mark_probes(const char *describe, char *seen, size_t size) {
    const char *probe = json_find(describe, "probes");
    size_t length = 0;
    seen[0] = 0;
    for (const char *next = probe ? probe + 1 : ""; *next == '"'; next += *next == ',') {
        char path[PATH_BYTES];
        json_string(next, path, sizeof path);
        for (next++; *next != '"'; next++) next += *next == '\\';
        next++;
        int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        if (file < 0 || write(file, "seen\n", 5) != 5) continue;
        close(file);
        size_t comma = length > 0, quoted = json_quoted(path, seen + length + comma, size - length - comma);
        if (quoted == 0) break; /* no room for this one, nor for more */
        if (comma) seen[length] = ',';
        length += comma + quoted;
    }
}

/* The MTU of the loopback interface of this network namespace; empty if it has none. */
static void loopback_mtu(char text[16]) {
    struct ifreq loopback = {.ifr_name = "lo"};
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    text[0] = 0;
    if (any >= 0 && ioctl(any, SIOCGIFMTU, &loopback) == 0) snprintf(text, 16, "%d", loopback.ifr_mtu);
    if (any >= 0) close(any);
}

/* JSON by a library that most systems with a compiler have. */
static void list_codecs(char *json, size_t size, const char **version) {
    static const char lack[] = "finds no libjansson.so.4 for JSON; install jansson (libjansson4), or use java";
    if (has_json(version)) snprintf(json, size, ",\"codecs\":[\"json\",\"json:text\"]");
    else snprintf(json, size, ",\"lacks\":{\"json\":\"%s\",\"json:text\":\"%s\"}", lack, lack);
}

static void describe(const char *message) {
    static const char *kinds[] = {"cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"};
    char boot[256], cpus[256], kernel[256], speaks[256], codecs[512], mtu[16], seen[2 * PATH_BYTES], namespaces[1024] = "";
    char temporary[PATH_BYTES];
    const char *chosen = getenv("TMPDIR"), *jansson = "";
    if (!chosen || chosen[0] != '/' || !json_quoted(chosen, temporary, sizeof temporary)) strcpy(temporary, "\"/tmp\"");
    line_of("/proc/sys/kernel/random/boot_id", "", boot);
    line_of("/proc/self/status", "Cpus_allowed_list:", cpus);
    line_of("/proc/sys/kernel/osrelease", "", kernel);
    loopback_mtu(mtu);
    list_transports(speaks, sizeof speaks);
    list_codecs(codecs, sizeof codecs, &jansson);
    mark_probes(message, seen, sizeof seen);
    for (size_t i = 0, length = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char path[64], name[64];
        snprintf(path, sizeof path, "/proc/self/ns/%s", kinds[i]);
        ssize_t got = readlink(path, name, sizeof name);
        if (got > 0)
            length += (size_t)snprintf(namespaces + length, sizeof namespaces - length, "%s\"%s\":\"%.*s\"",
                                       length ? "," : "", kinds[i], (int)got, name);
    }
    say("{\"type\":\"Described\",\"surroundings\":{\"protocol\":%d,\"program\":\"\",\"javaHome\":\"\",\"javaVersion\":\"\","
        "\"temporary\":%s,\"facts\":{\"C\":\"%s\",\"CPUs\":\"%s\",\"kernel\":\"%s\",\"loopback mtu\":\"%s\"%s%s%s},"
        "\"namespaces\":{%s},\"boot\":\"%s\","
        "\"addresses\":[],\"seen\":[%s],\"speaks\":{\"transports\":[%s],"
        "\"questions\":[\"latency\",\"throughput\",\"load\"],\"options\":[\"--buffer\"]%s}}}",
        PROTOCOL, temporary, __VERSION__, cpus, kernel, mtu, *jansson ? ",\"jansson\":\"" : "", jansson,
        *jansson ? "\"" : "", namespaces, boot, seen, speaks, codecs);
}

/* ISO 8601, such as PT1M or PT60.5S. */
static int64_t duration_ns(const char *text) {
    double seconds = 0;
    for (char *next = (char *)text + 2; *next; next++) {
        double number = strtod(next, &next);
        seconds += number * (*next == 'H' ? 3600 : *next == 'M' ? 60 : 1);
        if (!*next) break;
    }
    return (int64_t)(seconds * 1e9);
}

static void read_session(const char *assign) {
    char hex[4 * PROOF_BYTES + 4], timeout[64];
    json_text(assign, "session.scratchDirectory", settings.directory, sizeof settings.directory);
    json_text(assign, "session.token.hex", hex, sizeof hex);
    json_text(assign, "session.connectTimeout", timeout, sizeof timeout);
    json_text(assign, "session.host", settings.host, sizeof settings.host);
    settings.max_message_bytes = (size_t)json_long(assign, "session.maxMessageBytes");
    settings.buffer_bytes = (size_t)json_long(assign, "session.bufferSizeBytes");
    settings.timeout_ns = duration_ns(timeout);
    for (int i = 0; i < 2 * PROOF_BYTES; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1) fail("the token is no hexadecimal number");
        (i < PROOF_BYTES ? settings.client_proof : settings.server_proof - PROOF_BYTES)[i] = (unsigned char)byte;
    }
}

static void expect(const char *type) {
    const char *message = next_message();
    if (!has_type(message, "", type)) fail("expected '%s', the launcher sent %.60s", type, message);
}

static void ready(const char *addresses) {
    char cpus[256], policy[256];
    line_of("/proc/thread-self/status", "Cpus_allowed_list:", cpus);
    FILE *maps = fopen("/proc/self/numa_maps", "r");
    if (!maps || fscanf(maps, "%*s %255s", policy) != 1) policy[0] = 0;
    if (maps) fclose(maps);
    say("{\"type\":\"Ready\",\"addresses\":[%s],\"cpus\":\"%s\",\"memoryPolicy\":\"%s\"}", addresses, cpus, policy);
}

static void play_client(const transport *by, const char *address, int64_t warm_up_ns) {
    ready("");
    int64_t start = now_ns();
    channel *open = by->connect(&settings, address);
    int64_t connected = now_ns();
    opened(open, connected - start);
    prove_clocks();
    expect_within(settings.timeout_ns);
    say("{\"type\":\"Connected\"}");
    expect("AllConnected");
    warm_up(warm_up_ns);
    expect_within(settings.timeout_ns);
    say("{\"type\":\"Armed\"}");
    expect("Go");
    measure();
    prove_clocks();
}

static void play_server(const transport *by) {
    char address[PATH_BYTES], quoted[2 * PATH_BYTES];
    by->listen(&settings, address);
    if (!json_quoted(address, quoted, sizeof quoted)) fail("an address is too long");
    ready(quoted);
    int64_t start = now_ns();
    channel *open = by->accept(&settings);
    opened(open, now_ns() - start);
    prove_clocks();
    serve_warm_up();
    expect_within(settings.timeout_ns);
    say("{\"type\":\"Armed\"}"); /* and receives at once: the client may begin before the Go arrives here */
    serve();
    expect("Go");
    prove_clocks();
}

static void perform(const char *assign) {
    char id[64], address[PATH_BYTES] = "";
    const char *addresses = json_find(assign, "share.addresses");
    int64_t warm_up_ns = json_long(assign, "warmUpNanos");
    read_session(assign);
    json_text(assign, "transport", id, sizeof id);
    if (addresses && addresses[1] == '"') json_string(addresses + 1, address, sizeof address);
    const transport *by = transport_named(id);
    prepare(assign, &settings, is_server, progress_page);
    if (is_server) play_server(by);
    else play_client(by, address, warm_up_ns);
    report();
}

static int connect_control(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int link = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(path) >= sizeof at.sun_path) return -1;
    strcpy(at.sun_path, path);
    return link < 0 || connect(link, (struct sockaddr *)&at, sizeof at) < 0 ? -1 : link;
}

int main(int count, char **arguments) {
    static char directory[PATH_BYTES];
    if (count == 4 && strcmp(arguments[1], "--relay") == 0) relay(arguments[2], arguments[3]);
    if (count < 3) {
        fprintf(stderr, "usage: peer DIRECTORY/NAME.control client|server [--streams]\n       peer --relay IN OUT\n");
        return 2;
    }
    int streams = count > 3 && strcmp(arguments[3], "--streams") == 0;
    is_server = strcmp(arguments[2], "server") == 0;
    snprintf(directory, sizeof directory, "%s", arguments[1]);
    char *name = strrchr(directory, '/');
    if (!name) return 2;
    snprintf(progress_page, sizeof progress_page, "%.*s.progress", (int)(strlen(arguments[1]) - strlen(".control")),
             arguments[1]);
    *name = 0;
    int link = streams ? STDIN_FILENO : connect_control(arguments[1]);
    if (link < 0) {
        fprintf(stderr, "%s: %s\n", arguments[1], strerror(errno));
        return 3;
    }
    open_link(link, streams ? STDOUT_FILENO : link, directory);
    while (1) {
        const char *message = next_message();
        if (has_type(message, "", "Describe")) describe(message);
        else if (has_type(message, "", "Identify")) say("{\"type\":\"Identified\",\"threadId\":%d}", gettid());
        else if (has_type(message, "", "Assign")) perform(message);
        else if (!has_type(message, "", "Go")) fail("expected 'Assign', the launcher sent %.60s", message);
    }
}
