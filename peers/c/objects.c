/* Objects: the documents of peers/python/ipcbench_peer.py, written and read by jansson, which is loaded where it is needed. */
#define _GNU_SOURCE
#include "message.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define DOCUMENTS 16
#define FIRST_ID 1000000000000000LL
#define OPEN 1
#define CLOSED 2

/* ---- jansson: what its header declares, without the need of the header ---- */

#define LIBRARY "libjansson.so.4"
#define COMPACT 0x20
#define DIGITS (15 << 11) /* of a number with two decimals: the shortest ones that give it back */

typedef struct json json;
static json *(*json_object)(void), *(*json_array)(void), *(*json_integer)(long long), *(*json_real)(double);
static json *(*json_text_new)(const char *), *(*json_load)(const char *, size_t, size_t, void *);
static json *(*json_get)(const json *, const char *), *(*json_at)(const json *, size_t);
static int (*json_set)(json *, const char *, json *), (*json_append)(json *, json *);
static size_t (*json_size)(const json *), (*json_length)(const json *), (*json_dump)(const json *, char *, size_t, size_t);
static long long (*json_integer_of)(const json *);
static double (*json_real_of)(const json *);
static const char *(*json_text_of)(const json *);
static void (*json_delete)(json *); /* of an object that nobody else holds */

static const struct { void *into; const char *name; } functions[] = {
    {&json_object, "json_object"},           {&json_array, "json_array"},
    {&json_integer, "json_integer"},         {&json_real, "json_real"},
    {&json_text_new, "json_string"},         {&json_load, "json_loadb"},
    {&json_get, "json_object_get"},          {&json_at, "json_array_get"},
    {&json_set, "json_object_set_new"},      {&json_append, "json_array_append_new"},
    {&json_size, "json_object_size"},        {&json_length, "json_array_size"},
    {&json_dump, "json_dumpb"},              {&json_integer_of, "json_integer_value"},
    {&json_real_of, "json_real_value"},      {&json_text_of, "json_string_value"},
    {&json_delete, "json_delete"},
};

int has_json(const char **version) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++) {
        void *found = dlsym(library, functions[i].name);
        if (!found) return 0;
        memcpy(functions[i].into, &found, sizeof found);
    }
    const char *(*told)(void) = NULL;
    void *found = library ? dlsym(library, "jansson_version_str") : NULL;
    memcpy(&told, &found, sizeof found);
    *version = told ? told() : "";
    return library != NULL;
}

/* ---- documents: the same ones in every language ---- */

typedef struct { int64_t instrument, quantity; double price; } position;

/* A member is an integer, a number with decimals, a text, or the list of positions. */
typedef struct { const char *name; enum { INTEGER, REAL, TEXT, LIST } type; int64_t integer; double real; char *text; } member;

typedef struct { member members[11]; int count; size_t positions; position *list; uint64_t integers; size_t length; } document;

struct objects { document documents[DOCUMENTS]; double mean_length; };

static uint64_t state;

static int64_t below(int64_t bound) { return (int64_t)((next_random(&state) >> 1) % (uint64_t)bound); }

static member *add(document *d, const char *name, int type) {
    member *next = &d->members[d->count++];
    next->name = name, next->type = type;
    return next;
}

static void add_integer(document *d, const char *name, int64_t value) {
    add(d, name, INTEGER)->integer = value;
    d->integers += (uint64_t)value;
}

static void add_text(document *d, const char *name, const char *value) {
    if (!(add(d, name, TEXT)->text = strdup(value))) fail_call("strdup");
}

static void add_number(document *d, const char *name, const char *format, int64_t bound) {
    char text[32];
    snprintf(text, sizeof text, format, (long long)below(bound));
    add_text(d, name, text);
}

static int64_t moment(void) { return 1700000000000000000 + below(31536000000000000); }
static int64_t quantity(void) { return 1 + below(1000000); }
static double price(void) { return (double)(1 + below(10000000)) / 100; }

static void make_order(document *d, size_t bytes) {
    static const char *sides[] = {"BUY", "SELL"}, *kinds[] = {"LIMIT", "MARKET", "STOP"};
    static const char *currencies[] = {"EUR", "USD", "GBP", "JPY", "CHF", "SEK"};
    static const char *venues[] = {"XETR", "XLON", "XNAS", "XNYS", "XPAR", "XSWX"};
    char symbol[9] = "", reference[37];
    add_integer(d, "placed", moment());
    add_text(d, "side", sides[below(2)]);
    add_text(d, "kind", kinds[below(3)]);
    add(d, "price", REAL)->real = price();
    add_integer(d, "quantity", quantity());
    add_number(d, "account", "ACC-%08lld", 100000000);
    for (int64_t i = 0, letters = 7 + below(2); i < letters; i++) symbol[i] = (char)('A' + below(26));
    add_text(d, "symbol", symbol);
    add_text(d, "currency", currencies[below(6)]);
    add_text(d, "venue", venues[below(6)]);
    uint64_t high = next_random(&state), low = next_random(&state);
    snprintf(reference, sizeof reference, "%08x-%04x-%04x-%04x-%012llx", (unsigned)(high >> 32), (unsigned)(high >> 16 & 0xffff),
             (unsigned)(high & 0xffff), (unsigned)(low >> 48), (unsigned long long)(low & 0xffffffffffff));
    add_text(d, "reference", reference);
    add(d, "positions", LIST);
    d->positions = (bytes - 104) / 24;
    d->list = calloc(d->positions, sizeof *d->list);
    if (!d->list) fail_call("calloc");
    for (position *p = d->list; p < d->list + d->positions; p++) {
        p->instrument = 1 + below(10000000);
        p->quantity = quantity();
        p->price = price();
        d->integers += (uint64_t)(p->instrument + p->quantity);
    }
}

/* Words of so many bytes, which full stops fill up. */
static void add_words(document *d, const char *name, size_t bytes) {
    static const char *words[] = {"the",   "order", "of",   "a",     "process",    "and",   "its",   "message",
                                  "is",    "read",  "by",   "peers", "which",      "wait",  "for",   "data",
                                  "that",  "no",    "copy", "keeps", "\"quoted\"", "naïve", "Größe", "€",
                                  "café",  "path/to", "line\n", "value", "memory", "kernel", "call", "server"};
    char *text = malloc(bytes + 1);
    if (!text) fail_call("malloc");
    for (size_t at = 0;;) {
        const char *word = words[below(32)];
        size_t length = strlen(word);
        if (at + length + 1 > bytes) {
            memset(text + at, '.', bytes - at);
            break;
        }
        memcpy(text + at, word, length);
        text[at + length] = ' ';
        at += length + 1;
    }
    text[bytes] = 0;
    add(d, name, TEXT)->text = text;
}

static void make_text(document *d, size_t bytes) {
    static const char *languages[] = {"en", "de", "fr", "es"};
    add_integer(d, "written", moment());
    add_text(d, "language", languages[below(4)]);
    add_words(d, "title", 24);
    add_number(d, "author", "AUTHOR-%07lld", 10000000);
    add_words(d, "body", bytes - 64);
}

/* ---- writing and reading ---- */

static json *positions_of(const document *d) {
    json *list = json_array();
    for (const position *p = d->list; p < d->list + d->positions; p++) {
        json *each = json_object();
        json_set(each, "instrument", json_integer(p->instrument));
        json_set(each, "quantity", json_integer(p->quantity));
        json_set(each, "price", json_real(p->price));
        json_append(list, each);
    }
    return list;
}

static size_t dump(const document *d, int64_t id, int end, char *into, size_t room) {
    json *object = json_object();
    json_set(object, "id", json_integer(id));
    json_set(object, "state", json_integer(end));
    for (const member *m = d->members; m < d->members + d->count; m++)
        json_set(object, m->name,
                 m->type == INTEGER ? json_integer(m->integer)
                 : m->type == REAL  ? json_real(m->real)
                 : m->type == TEXT  ? json_text_new(m->text)
                                    : positions_of(d));
    size_t length = json_dump(object, into, room, COMPACT | DIGITS);
    json_delete(object);
    return length;
}

static int has_positions(const json *list, const document *d) {
    if (json_length(list) != d->positions) return 0;
    for (size_t i = 0; i < d->positions; i++) {
        const json *each = json_at(list, i);
        const position *p = &d->list[i];
        if (json_size(each) != 3 || json_integer_of(json_get(each, "instrument")) != p->instrument ||
            json_integer_of(json_get(each, "quantity")) != p->quantity || json_real_of(json_get(each, "price")) != p->price)
            return 0;
    }
    return 1;
}

static int has_member(const json *object, const member *m, const document *d) {
    const json *found = json_get(object, m->name);
    const char *text = m->type == TEXT ? json_text_of(found) : NULL;
    return m->type == INTEGER ? json_integer_of(found) == m->integer
         : m->type == REAL    ? json_real_of(found) == m->real
         : m->type == TEXT    ? text && strcmp(text, m->text) == 0
                              : has_positions(found, d);
}

objects *make_objects(const char *codec, size_t bytes) {
    size_t room = 512 + 3 * bytes;
    objects *all = calloc(1, sizeof *all);
    char *paper = malloc(room);
    const char *version;
    if (!has_json(&version)) fail("%s has gone", LIBRARY);
    if (!all || !paper) fail_call("malloc");
    for (int i = 0; i < DOCUMENTS; i++) {
        document *d = &all->documents[i];
        state = SEED + (uint64_t)i;
        if (strcmp(codec, "json:text") == 0) make_text(d, bytes);
        else make_order(d, bytes);
        d->length = dump(d, FIRST_ID, OPEN, paper, room);
        all->mean_length += (double)d->length / DOCUMENTS;
    }
    free(paper);
    return all;
}

double mean_length(const objects *all) { return all->mean_length; }

size_t object_length(const objects *all, uint64_t sequence) { return all->documents[sequence % DOCUMENTS].length; }

void write_object(const objects *all, unsigned char *into, uint64_t sequence, int last) {
    const document *d = &all->documents[sequence % DOCUMENTS];
    if (dump(d, FIRST_ID + (int64_t)sequence, last ? CLOSED : OPEN, (char *)into, d->length) != d->length)
        fail("message %" PRIu64 " has another length than %zu bytes", sequence, d->length);
}

/* Reads every member, and adds the integers but the state to the sum; whether the object is the last of its batch. */
int check_object(const objects *all, const unsigned char *from, uint64_t sequence, uint64_t *sum) {
    const document *d = &all->documents[sequence % DOCUMENTS];
    json *object = json_load((const char *)from, d->length, 0, NULL);
    int64_t id = json_integer_of(json_get(object, "id")), end = json_integer_of(json_get(object, "state"));
    int sound = json_size(object) == (size_t)d->count + 2 && (end == OPEN || end == CLOSED);
    for (const member *m = d->members; sound && m < d->members + d->count; m++) sound = has_member(object, m, d);
    if (object) json_delete(object);
    if (!sound || id != FIRST_ID + (int64_t)sequence)
        fail("message %" PRIu64 " is corrupt, lost or out of order", sequence);
    *sum += (uint64_t)id + d->integers;
    return end == CLOSED;
}
