/* The control link: one thread reads the launcher's lines, the other one measures and answers. */
#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define LAUNCHER_IS_GONE 3
#define MAX_WAITING 16

static int output;
static FILE *input;
static const char *directory;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static char *waiting[MAX_WAITING];
static int first, count;

/* Deadlines are counted in ticks of one second, so that time in which this process is stopped does not count. */
static volatile sig_atomic_t ticks, most_ticks;

static void tick(int signal) {
    (void)signal;
    if (++ticks > most_ticks) {
        static const char text[] = "nothing from the launcher within its timeout\n";
        if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(LAUNCHER_IS_GONE);
        _exit(LAUNCHER_IS_GONE);
    }
}

static void tick_every(int seconds) {
    struct itimerval timer = {{seconds, 0}, {seconds, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void expect_within(int64_t ns) {
    ticks = 0;
    most_ticks = (int)(ns / 1000000000) + 1;
    tick_every(1);
}

static int delete(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    remove(path);
    return 0;
}

/* The launcher is gone: nobody else removes what this peer has made. */
static _Noreturn void end_without_launcher(void) {
    const char *name = strrchr(directory, '/');
    int is_scratch = name && strncmp(name + 1, "ipcbench-", 9) == 0;
    remove_left_overs(is_scratch ? directory : "");
    if (is_scratch) nftw(directory, delete, 16, FTW_DEPTH | FTW_PHYS);
    _exit(LAUNCHER_IS_GONE);
}

static void *read_lines(void *unused) {
    (void)unused;
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL); /* it interrupts this thread and not the measuring one */
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, input) > 0) {
        tick_every(0);
        pthread_mutex_lock(&mutex);
        if (count < MAX_WAITING) waiting[(first + count++) % MAX_WAITING] = strdup(line);
        pthread_cond_signal(&arrived);
        pthread_mutex_unlock(&mutex);
        if (has_type(line, "", "Stop")) pause(); /* the end of the stream that follows means nothing */
    }
    end_without_launcher();
}

void open_link(int from, int to, const char *scratch_directory) {
    struct sigaction ticking = {.sa_handler = tick, .sa_flags = SA_RESTART};
    sigset_t alarm;
    pthread_t thread;
    output = to;
    input = fdopen(from, "r");
    directory = scratch_directory;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    sigaction(SIGALRM, &ticking, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!input || pthread_create(&thread, NULL, read_lines, NULL) != 0) exit(1);
}

char *next_message(void) {
    static char *last;
    free(last);
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&arrived, &mutex);
    last = waiting[first];
    first = (first + 1) % MAX_WAITING, count--;
    pthread_mutex_unlock(&mutex);
    if (has_type(last, "", "Stop")) _exit(0);
    return last;
}

static void send_text(const char *text, size_t length) {
    while (length > 0) {
        ssize_t sent = write(output, text, length);
        if (sent < 0 && errno != EINTR) end_without_launcher();
        if (sent > 0) text += sent, length -= (size_t)sent;
    }
}

void say(const char *format, ...) {
    va_list arguments;
    char *text;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) abort();
    send_text(text, (size_t)length);
    send_text("\n", 1);
    free(text);
}

/* Tells the launcher why, and waits for it to end this process. */
void fail(const char *format, ...) {
    char reason[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    for (char *c = reason; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ') *c = '\'';
    say("{\"type\":\"Failed\",\"reason\":\"%s\"}", reason);
    while (1) next_message();
}

void fail_call(const char *call) { fail("%s: %s", call, strerror(errno)); }

/* JSON: the launcher's lines are well-formed, so values are only found and read. */

static const char *skip(const char *value) {
    int depth = 0;
    do {
        value += strspn(value, " ,:");
        if (*value == '"') {
            for (value++; *value && *value != '"'; value++)
                if (*value == '\\' && value[1]) value++;
            value += *value != 0;
        } else if (*value == '{' || *value == '[') {
            depth++, value++;
        } else if (*value == '}' || *value == ']') {
            depth--, value++;
        } else if (*value == 0) {
            return value;
        } else {
            value += strcspn(value, " ,:{}[]\"");
        }
    } while (depth > 0);
    return value;
}

static const char *member(const char *object, const char *name, size_t length) {
    if (*object++ != '{') return NULL;
    while (1) {
        object += strspn(object, " ,");
        if (*object != '"') return NULL;
        const char *key = object + 1;
        object = skip(object);
        object += strspn(object, " :");
        if (strncmp(key, name, length) == 0 && key[length] == '"') return object;
        object = skip(object);
    }
}

const char *json_find(const char *json, const char *path) {
    while (json && *path) {
        size_t length = strcspn(path, ".");
        json = member(json, path, length);
        path += length + (path[length] == '.');
    }
    return json && strncmp(json, "null", 4) != 0 ? json : NULL;
}

static const char *require(const char *json, const char *path) {
    const char *value = json_find(json, path);
    if (!value) fail("the launcher's message lacks %s", path);
    return value;
}

int64_t json_long(const char *json, const char *path) { return strtoll(require(json, path), NULL, 10); }
double json_double(const char *json, const char *path) { return strtod(require(json, path), NULL); }

void json_text(const char *json, const char *path, char *text, size_t size) {
    json_string(require(json, path), text, size);
}

static size_t put_utf8(unsigned code, char *text) {
    if (code < 0x80) return text[0] = (char)code, 1;
    if (code < 0x800) return text[0] = (char)(0xc0 | code >> 6), text[1] = (char)(0x80 | (code & 0x3f)), 2;
    text[0] = (char)(0xe0 | code >> 12), text[1] = (char)(0x80 | (code >> 6 & 0x3f)), text[2] = (char)(0x80 | (code & 0x3f));
    return 3;
}

void json_string(const char *value, char *text, size_t size) {
    size_t length = 0;
    if (*value++ != '"') fail("the launcher's message has no text where one is due");
    while (*value && *value != '"') {
        if (length + 4 > size) fail("a text of the launcher's message is too long");
        if (*value != '\\') {
            text[length++] = *value++;
        } else if (value[1] == 'u') {
            char digits[5] = "";
            strncpy(digits, value + 2, 4);
            length += put_utf8((unsigned)strtoul(digits, NULL, 16), text + length);
            value += 2 + strlen(digits);
        } else {
            const char *escaped = strchr("b\bf\fn\nr\rt\t", value[1]);
            text[length++] = escaped ? escaped[1] : value[1];
            value += 2;
        }
    }
    text[length] = 0;
}

/* Writes a text as JSON; returns its length, or 0 if it has no room. */
size_t json_quoted(const char *text, char *json, size_t size) {
    size_t length = 0;
    if (size < 3) return 0;
    json[length++] = '"';
    for (; *text; text++) {
        if (length + 8 > size) return json[0] = 0, (size_t)0;
        if (*text == '"' || *text == '\\') json[length++] = '\\', json[length++] = *text;
        else if ((unsigned char)*text < ' ') length += (size_t)sprintf(json + length, "\\u%04x", *text);
        else json[length++] = *text;
    }
    json[length++] = '"';
    json[length] = 0;
    return length;
}

/* Whether the object at this path ("" for the message itself) is of this type. */
int has_type(const char *json, const char *path, const char *type) {
    const char *object = json_find(json, path);
    const char *name = object ? json_find(object, "type") : NULL;
    size_t length = strlen(type);
    return name && strncmp(name + 1, type, length) == 0 && name[length + 1] == '"';
}
