/* Measuring: samples, marks, batches, the warm-up, and the report. The names are those of docs/peer-protocol.md. */
#define _GNU_SOURCE
#include "message.h"

#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const session *settings;
static channel *channel_;
static question asked;
static size_t request_bytes, answer_bytes;
static _Atomic int64_t *progress;
static int is_server_, has_clocks; /* latencies may be one peer's time minus the other's */

/* ---- clocks ---- */

static int64_t read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int64_t now_ns(void) { return read_clock(CLOCK_MONOTONIC); }

static int64_t cpu_ns(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

/* ---- the histogram: values with three significant digits, as HdrHistogram divides them ---- */

#define SUB_BUCKETS 1024
#define MAX_SHIFT 32
#define MAX_LATENCY_NS 3600000000000LL

typedef struct histogram {
    uint64_t counts[(MAX_SHIFT + 2) * SUB_BUCKETS];
    uint64_t total;
} histogram;

static void record(histogram *h, int64_t ns) {
    uint64_t value = ns < 0 ? 0 : (uint64_t)(ns > MAX_LATENCY_NS ? MAX_LATENCY_NS : ns);
    int shift = value < 2 * SUB_BUCKETS ? 0 : 53 - __builtin_clzll(value);
    h->counts[(uint64_t)shift * SUB_BUCKETS + (value >> shift)]++;
    h->total++;
}

static uint64_t lowest_value(size_t index) {
    size_t shift = index < 2 * SUB_BUCKETS ? 0 : index / SUB_BUCKETS - 1;
    return (uint64_t)(index - shift * SUB_BUCKETS) << shift;
}

#define BUCKETS (sizeof((histogram *)0)->counts / sizeof(uint64_t))

static uint64_t percentile(const histogram *h, double share) {
    uint64_t seen = 0, due = (uint64_t)ceil(share * (double)h->total);
    for (size_t i = 0; i < BUCKETS; i++) {
        seen += h->counts[i];
        if (seen >= due && seen > 0) return lowest_value(i);
    }
    return 0;
}

/* ---- samples: the gaps between them are random, because a fixed gap can hit the same message of a period again ---- */

static uint64_t random_state = SEED;
static int64_t interval = 16;
static uint64_t sequence, next_sample;
static int64_t messages;
static uint64_t payload_sum;
static histogram latencies, lateness;

static uint64_t random_long(void) { return next_random(&random_state); }

static uint64_t next_gap(void) {
    return 1 + (uint64_t)((unsigned __int128)random_long() * (uint64_t)(2 * interval - 1) >> 64);
}

/* Unless every message is sampled, the first one of a batch is not: it wakes an idle pair. */
static void begin_samples(void) {
    int has_room = asked == LATENCY || request_bytes >= 16; /* for the send time */
    next_sample = !has_room ? UINT64_MAX : sequence + (interval == 1 ? 0 : next_gap());
}

static double sample_cost_ns(void) {
    static histogram unused;
    double best = 1e9;
    for (int loop = 0; loop < 20; loop++) {
        int64_t start = now_ns();
        for (int i = 0; i < 2000; i++) {
            int64_t sent = asked == LATENCY ? now_ns() : start;
            record(&unused, now_ns() - sent + (int64_t)(next_gap() & 1));
        }
        double cost = (double)(now_ns() - start) / 2000;
        best = cost < best ? cost : best;
    }
    return best;
}

static double sample_cost, sampled_message_ns;

static void choose_interval(double message_ns, double number) {
    int headroom = asked == LATENCY ? 2 : asked == THROUGHPUT ? 4 : 1;
    int64_t widest = 1;
    while (widest < 1 << 20 && (double)(2 * widest) <= number / 5000) widest *= 2;
    sample_cost = sample_cost_ns();
    sampled_message_ns = message_ns;
    interval = 1;
    while (interval < widest && sample_cost / (double)interval > 0.01 * message_ns / headroom) interval *= 2;
    begin_samples();
}

/* ---- the part that is timed: marks at every sixteenth, looks at the clock in between ---- */

#define MAX_MARKS 33
#define PARTS 16
#define MIN_STEP_NS 350000

static struct { int64_t ns, messages; int cpu; } marks[MAX_MARKS + 1];
static int mark_count;
static int64_t mark_step, messages_before, start_ns, first_ns, end_ns, looked_ns, longest_gap, gap_count;
static int64_t cpu_start, cpu_end;
static int is_awaited;
static struct rusage usage_start, usage_end;

static int64_t batch_messages(void) { return messages - messages_before; }

static void show_progress(void) { atomic_store_explicit(progress, messages, memory_order_relaxed); }

static void put_mark(int at, int64_t ns) {
    marks[at].ns = ns, marks[at].messages = batch_messages(), marks[at].cpu = sched_getcpu();
}

static void mark(int64_t ns) { put_mark(mark_count++, ns); }

static int mark_is_due(int64_t ns) {
    if (ns - marks[mark_count - 1].ns < mark_step) return 0;
    if (mark_count == MAX_MARKS) { /* every second one is dropped */
        for (int i = 1; i < (MAX_MARKS + 1) / 2; i++) marks[i] = marks[2 * i];
        mark_count = (MAX_MARKS + 1) / 2;
        mark_step *= 2;
    }
    return ns - marks[mark_count - 1].ns >= mark_step;
}

static int64_t step_of(int64_t ns, int parts) { return ns / parts > MIN_STEP_NS ? ns / parts : MIN_STEP_NS; }

static int64_t messages_per_look(int64_t batch_ns, double message_ns) {
    double look_ns = fmax(100000, fmin(1000000, (double)batch_ns / 1000));
    return (int64_t)fmax(1, look_ns / fmax(1, message_ns));
}

static void begin_part(int64_t step, int awaited) {
    mark_count = 0, mark_step = step, messages_before = messages, is_awaited = awaited;
    longest_gap = gap_count = 0;
    getrusage(RUSAGE_THREAD, &usage_start);
    cpu_start = cpu_ns();
    start_ns = first_ns = looked_ns = now_ns();
    if (!awaited) mark(start_ns);
}

static void note_gap(int64_t ns) {
    if (ns - looked_ns > longest_gap) longest_gap = ns - looked_ns;
    gap_count++;
}

static int64_t look(void) {
    int64_t ns = now_ns();
    if (mark_count == 0) { /* of a server, after its first message: what it has waited before is no cost */
        cpu_start = cpu_ns();
        first_ns = ns;
        mark(ns);
    } else {
        note_gap(ns);
        if (mark_is_due(ns)) mark(ns);
    }
    looked_ns = ns;
    show_progress();
    return ns;
}

static void end_part(void) {
    end_ns = now_ns();
    if (gap_count > 0 && is_awaited) note_gap(end_ns);
    cpu_end = cpu_ns();
    getrusage(RUSAGE_THREAD, &usage_end);
    int replaces = mark_count > 1 && 2 * (end_ns - marks[mark_count - 1].ns) < mark_step;
    put_mark(replaces ? mark_count - 1 : mark_count, end_ns);
    mark_count += !replaces;
    show_progress();
}

/* ---- the parts of a call of objects, timed for some of the calls; the other side times other ones ---- */

static const objects *requests, *answers;
static histogram request_parts, between_parts, answer_parts;
static uint64_t parts_state, untimed;
static int64_t part_ns[4];
static int is_timed;

static void time_part(int at) {
    if (is_timed) part_ns[at] = now_ns();
}

static void begin_parts(void) {
    is_timed = untimed-- == 0;
    time_part(0);
}

static void end_parts(void) {
    if (!is_timed) return;
    record(&request_parts, part_ns[1] - part_ns[0]);
    record(&between_parts, part_ns[2] - part_ns[1]);
    record(&answer_parts, part_ns[3] - part_ns[2]);
    untimed = (uint64_t)((unsigned __int128)next_random(&parts_state) * 31 >> 64); /* one of 16 */
}

static void prepare_objects(const char *codec) {
    requests = make_objects(codec, request_bytes);
    answers = make_objects(codec, answer_bytes);
    parts_state = SEED + (uint64_t)is_server_;
    untimed = (uint64_t)is_server_; /* so that a batch of a few calls has a sample */
}

static void write_part(const objects *all, int at, int last) {
    size_t length = object_length(all, sequence);
    unsigned char *into = channel_->claim(channel_, length);
    if (at == 0) begin_parts();
    else time_part(at);
    write_object(all, into, sequence, last);
    time_part(at + 1);
    channel_->commit(channel_);
}

static int read_part(const objects *all, int at) {
    const unsigned char *from = channel_->receive(channel_, object_length(all, sequence));
    if (at == 0) begin_parts();
    else time_part(at);
    int last = check_object(all, from, sequence, &payload_sum);
    time_part(at + 1);
    return last;
}

static double part_median(const histogram *part, double reading_ns) {
    return fmax(0, (double)percentile(part, 0.5) - reading_ns);
}

static void print_parts(FILE *out) {
    int64_t reading_ns = INT64_MAX;
    for (int i = 0; i < 1000; i++) {
        int64_t start = now_ns(), took = now_ns() - start;
        if (took < reading_ns) reading_ns = took;
    }
    fprintf(out,
            ",\"parts\":{\"samples\":%" PRIu64 ",\"bytes\":%.4f,\"requestNanos\":%.1f,\"betweenNanos\":%.1f,"
            "\"answerNanos\":%.1f,\"readingNanos\":%.1f}",
            request_parts.total, mean_length(is_server_ ? answers : requests), part_median(&request_parts, (double)reading_ns),
            part_median(&between_parts, (double)reading_ns), part_median(&answer_parts, (double)reading_ns),
            (double)reading_ns);
}

/* ---- the client's halves ---- */

static void (*step)(int last);

/* A request and its answer. */
static void call(int last) {
    int sampled = sequence == next_sample;
    int64_t start = sampled ? now_ns() : 0;
    write_message(channel_->claim(channel_, request_bytes), request_bytes, sequence, last, 0);
    channel_->commit(channel_);
    int answered = check_message(channel_->receive(channel_, answer_bytes), answer_bytes, sequence, &payload_sum);
    if (sampled) {
        record(&latencies, now_ns() - start);
        next_sample += next_gap();
    }
    if (answered != last) fail("the answer to message %" PRIu64 " disagrees on whether it is the last one", sequence);
    sequence++, messages++;
    if (last) begin_samples();
}

/* A request and its answer, as objects. */
static void call_of_objects(int last) {
    int sampled = sequence == next_sample;
    int64_t start = sampled ? now_ns() : 0;
    write_part(requests, 0, last);
    int answered = read_part(answers, 2);
    if (sampled) {
        record(&latencies, now_ns() - start);
        next_sample += next_gap();
    }
    end_parts();
    if (answered != last) fail("the answer to message %" PRIu64 " disagrees on whether it is the last one", sequence);
    sequence++, messages++;
    if (last) begin_samples();
}

static void send_message(int last, int64_t sampled_ns) {
    int sampled = sequence == next_sample;
    if (sampled) next_sample += next_gap();
    write_message(channel_->claim(channel_, request_bytes), request_bytes, sequence, last, sampled ? sampled_ns : 0);
    channel_->commit(channel_);
    sequence++, messages++;
}

static void await_acknowledgement(void) {
    unsigned char found = channel_->receive(channel_, 1)[0];
    if (found != acknowledgement(sequence - 1))
        fail("the acknowledgement of message %" PRIu64 " is corrupt: %02x", sequence - 1, found);
    begin_samples();
}

/* A message in one direction. */
static void stream(int last) {
    send_message(last, sequence == next_sample ? now_ns() : 0);
    if (last) await_acknowledgement();
}

static void batch(int64_t number, double message_ns) {
    double parts = fmin(fmin(PARTS, (double)number * message_ns / MIN_STEP_NS), (double)number);
    int64_t done = 0;
    begin_part(0, 0);
    for (int part = 1; part < (int)parts; part++) {
        int64_t next = number * part / (int)parts;
        for (; done < next; done++) step(0);
        mark(now_ns());
        show_progress();
    }
    for (; done < number - 1; done++) step(0);
    step(LAST);
    end_part();
}

static void batch_lasting(int64_t ns, double message_ns) {
    int64_t at_once = messages_per_look(ns, message_ns);
    begin_part(step_of(ns, PARTS), 0);
    do {
        for (int64_t i = 0; i < at_once; i++) step(0);
    } while (look() - start_ns < ns);
    step(LAST);
    end_part();
}

/* ---- the client's load: messages at given times, as soon as possible if they are late ---- */

static struct { double gap_ns; int at_once, is_random, sleeps; int64_t seed; } schedule;
static double due_ns; /* of the next message, since the beginning */
static int64_t due_number, waited_cpu_ns, scheduled, not_sent;

static int64_t next_due(void) {
    if (schedule.is_random) {
        double share = (double)(random_long() >> 11) * 0x1p-53;
        due_ns -= log(1 - share) * schedule.gap_ns;
    } else {
        due_ns = ((double)(due_number++ / schedule.at_once) + 0.5) * schedule.gap_ns * schedule.at_once;
    }
    return (int64_t)due_ns;
}

static int64_t await_time(int64_t until) {
    int64_t now = now_ns();
    if (schedule.sleeps && now < until) {
        int64_t before = cpu_ns();
        while (now < until) {
            struct timespec left = {(until - now) / 1000000000, (until - now) % 1000000000};
            nanosleep(&left, NULL);
            now = now_ns();
        }
        waited_cpu_ns += cpu_ns() - before;
        return now_ns();
    }
    while (now < until) {
        rest();
        int64_t next = now_ns();
        if (next - now < 10000) waited_cpu_ns += next - now; /* else this thread had lost its CPU */
        now = next;
    }
    return now;
}

static void load_lasting(int64_t ns) {
    int64_t grace = ns / 10 > 250000000 ? ns / 10 : 250000000;
    int64_t at_once = messages_per_look(ns, schedule.gap_ns);
    int last;
    random_state = (uint64_t)schedule.seed;
    due_ns = 0, due_number = 0, waited_cpu_ns = 0;
    begin_part(step_of(ns, PARTS), 0);
    next_sample = sequence + next_gap() - 1;
    int64_t end = start_ns + ns, free = start_ns, due = start_ns + next_due(), sent = 0;
    do {
        int64_t intended = due;
        int64_t began = await_time(intended);
        due = start_ns + next_due();
        last = due >= end || began > end + grace;
        int64_t possible = intended > free ? intended : free;
        record(&lateness, began - possible);
        send_message(last, intended);
        free = possible + (now_ns() - began);
        if (++sent % at_once == 0) look();
    } while (!last);
    await_acknowledgement();
    end_part();
    for (not_sent = 0; due < end; not_sent++) due = start_ns + next_due();
    scheduled = sent + not_sent;
}

/* ---- the server's halves ---- */

static int64_t opened_ns, other_ns; /* the latest send time that cannot be this clock's */

/* Times of another clock only have to ascend; the launcher drops what is recorded of two clocks. */
static void require_other_clock(int64_t sent, int64_t ns) {
    if (clock_bound_ns() == 0) fail("by its send time, message %" PRIu64 " took %" PRId64 " ns", sequence, ns);
    if (sent < other_ns) fail("message %" PRIu64 " was sent %" PRId64 " ns before the one before it", sequence, other_ns - sent);
    other_ns = sent;
}

static int answer(void) {
    int last = check_message(channel_->receive(channel_, request_bytes), request_bytes, sequence, &payload_sum);
    write_message(channel_->claim(channel_, answer_bytes), answer_bytes, sequence, last, 0);
    channel_->commit(channel_);
    sequence++, messages++;
    return last;
}

static int answer_objects(void) {
    int last = read_part(requests, 0);
    write_part(answers, 2, last);
    end_parts();
    sequence++, messages++;
    return last;
}

static int take(void) {
    const unsigned char *message = channel_->receive(channel_, request_bytes);
    int64_t sent = sent_ns(message, request_bytes);
    int last = check_message(message, request_bytes, sequence, &payload_sum);
    if (sent != 0) {
        int64_t ns = now_ns() - sent;
        if (ns < 0 || sent < opened_ns) require_other_clock(sent, ns);
        else record(&latencies, ns);
    }
    messages++;
    if (last) {
        *channel_->claim(channel_, 1) = acknowledgement(sequence);
        channel_->commit(channel_);
    }
    sequence++;
    return last;
}

static int64_t serve_batch(int64_t expected_ns, double message_ns) {
    int (*handle)(void) = requests ? answer_objects : asked == LATENCY ? answer : take;
    int64_t at_once = messages_per_look(expected_ns, message_ns), look_at = messages + 1;
    begin_part(step_of(expected_ns, 4 * PARTS), 1);
    while (!handle()) {
        if (messages >= look_at) {
            look();
            look_at = messages + at_once;
        }
    }
    end_part();
    return batch_messages();
}

/* ---- the warm-up: batches of the same messages over the same connection, until their rate is steady ---- */

#define BATCH_NS 25000000
#define STEADY 4
#define MIN_WARM_UP_NS 300000000
#define MAX_UNSTEADY_NS 500000000

static double message_ns;
static int64_t warm_messages;
static int is_steady;

static double lower_median(const double *four) {
    double sorted[STEADY];
    memcpy(sorted, four, sizeof sorted);
    for (int i = 0; i < STEADY; i++)
        for (int j = i + 1; j < STEADY; j++)
            if (sorted[j] < sorted[i]) {
                double larger = sorted[i];
                sorted[i] = sorted[j], sorted[j] = larger;
            }
    return sorted[1];
}

/* Forgets the warm-up. Sequence numbers go on. */
static void reset(void) {
    memset(&latencies, 0, sizeof latencies);
    memset(&lateness, 0, sizeof lateness);
    memset(&request_parts, 0, sizeof request_parts);
    memset(&between_parts, 0, sizeof between_parts);
    memset(&answer_parts, 0, sizeof answer_parts);
    warm_messages = messages;
    messages = 0, payload_sum = 0;
    show_progress();
}

static int64_t extent_ns, extent_messages; /* one of them is 0 */

void warm_up(int64_t limit_ns) {
    double recent[2 * STEADY] = {0};
    int64_t start = now_ns(), number = 2, spent, batches = 0;
    int64_t last_start = limit_ns - (limit_ns / 10 < 2 * BATCH_NS ? limit_ns / 10 : 2 * BATCH_NS);
    int64_t least = limit_ns / 2 < MIN_WARM_UP_NS ? limit_ns / 2 : MIN_WARM_UP_NS;
    do {
        int64_t began = now_ns();
        batch(number, message_ns);
        int64_t took = now_ns() - began;
        message_ns = (double)took / (double)number;
        memmove(recent, recent + 1, sizeof recent - sizeof *recent);
        recent[2 * STEADY - 1] = message_ns;
        batches++;
        if (took < BATCH_NS) number *= 2;
        double before = lower_median(recent), after = lower_median(recent + STEADY);
        is_steady = batches >= 2 * STEADY && fabs(after - before) <= 0.1 * before;
        spent = now_ns() - start;
    } while (spent < last_start && !(spent > least && (is_steady || spent > MAX_UNSTEADY_NS)));
    for (int64_t i = 1; i <= STEADY && i <= batches; i++) message_ns = fmin(message_ns, recent[2 * STEADY - i]);
    batch(1, message_ns); /* a single message ends the warm-up for both sides */
    double measured_ns = asked == LOAD ? schedule.gap_ns : message_ns;
    choose_interval(measured_ns, extent_ns > 0 ? (double)extent_ns / measured_ns : (double)extent_messages);
    reset();
}

void serve_warm_up(void) {
    int64_t number;
    do {
        number = serve_batch(0, message_ns);
        if (number > 1) message_ns = (double)(end_ns - first_ns) / (double)(number - 1);
    } while (number > 1);
    is_steady = 1;
    reset();
}

void measure(void) {
    if (asked == LOAD) load_lasting(extent_ns);
    else if (extent_ns > 0) batch_lasting(extent_ns, message_ns);
    else batch(extent_messages, message_ns);
}

void serve(void) {
    double each = asked == LOAD ? schedule.gap_ns : message_ns;
    serve_batch(extent_ns > 0 ? extent_ns : (int64_t)((double)extent_messages * each), each);
}

void prove_clocks(void) {
    if (has_clocks) exchange_times();
}

/* ---- the question ---- */

static void prepare_load(const char *work) {
    char pacing[16];
    json_text(work, "pacing", pacing, sizeof pacing);
    schedule.sleeps = strcmp(pacing, "SLEEP") == 0;
    schedule.gap_ns = 1e9 / json_double(work, "ratePerSecond");
    schedule.is_random = has_type(work, "arrivals", "Poisson");
    schedule.at_once = has_type(work, "arrivals", "Burst") ? (int)json_long(work, "arrivals.messages") : 1;
    schedule.seed = SEED + 1000003 * json_long(work, "sender.round");
}

static void prepare_question(const char *work) {
    asked = has_type(work, "", "PingPong") ? LATENCY : has_type(work, "", "MessageStream") ? THROUGHPUT : LOAD;
    if (asked == LOAD) prepare_load(work);
    request_bytes = (size_t)json_long(work, asked == LATENCY ? "call.requestBytes" : "requestBytes");
    answer_bytes = asked == LATENCY ? (size_t)json_long(work, "call.ownAnswerBytes") : 0;
    if (answer_bytes == 0) answer_bytes = request_bytes;
    if (json_find(work, "extent.nanos")) extent_ns = json_long(work, "extent.nanos");
    else extent_messages = json_long(work, "extent.messages");
    step = asked == LATENCY ? call : stream;
    char codec[64] = "raw";
    if (asked == LATENCY && json_find(work, "call.codec")) json_text(work, "call.codec", codec, sizeof codec);
    if (strcmp(codec, "raw") != 0) {
        prepare_objects(codec);
        step = call_of_objects;
    }
}

void prepare(const char *assign, const session *of, int is_server, const char *progress_page) {
    settings = of;
    is_server_ = is_server;
    progress = make_page(progress_page);
    prepare_question(json_find(assign, "workload"));
    has_clocks = asked != LATENCY;
    if (has_clocks) open_clocks(of, is_server);
}

static int64_t connect_ns_;

void opened(channel *open, int64_t connect_ns) {
    channel_ = open;
    connect_ns_ = connect_ns;
    opened_ns = now_ns() - MAX_LATENCY_NS;
    begin_samples();
}

/* ---- the report ---- */

static long long micros(struct timeval end, struct timeval start) {
    return (end.tv_sec - start.tv_sec) * 1000000LL + end.tv_usec - start.tv_usec;
}

static void print_histogram(FILE *out, const histogram *h) {
    const char *comma = "";
    fputs("[", out);
    for (size_t i = 0; i < BUCKETS; i++) {
        if (h->counts[i] == 0) continue;
        fprintf(out, "%s[%" PRIu64 ",%" PRIu64 "]", comma, lowest_value(i), h->counts[i]);
        comma = ",";
    }
    fputs("]", out);
}

static void print_connection(FILE *out) {
    fprintf(out,
            "{\"messages\":%" PRId64 ",\"losses\":{\"lost\":0,\"duplicated\":0,\"reordered\":0,\"corrupt\":0},"
            "\"startNanos\":%" PRId64 ",\"elapsedNanos\":%" PRId64 ",\"latencies\":",
            messages, start_ns, end_ns - start_ns);
    print_histogram(out, &latencies);
    if (asked == LOAD && !is_server_)
        fprintf(out,
                ",\"offer\":{\"messages\":%" PRId64 ",\"notSent\":%" PRId64 ",\"scheduleNanos\":%" PRId64
                ",\"waitCpuNanos\":%" PRId64 ",\"lateness\":{\"p50Nanos\":%" PRIu64 ",\"p99Nanos\":%" PRIu64
                ",\"p999Nanos\":%" PRIu64 ",\"maximumNanos\":%" PRIu64 "}}",
                scheduled, not_sent, extent_ns, waited_cpu_ns, percentile(&lateness, 0.5), percentile(&lateness, 0.99),
                percentile(&lateness, 0.999), percentile(&lateness, 1));
    if (request_parts.total > 0) print_parts(out);
    fprintf(out, ",\"contents\":[],\"payloadSum\":%" PRId64 "}", (int64_t)payload_sum);
}

static void print_cost(FILE *out) {
    int64_t cpu = cpu_end - cpu_start;
    int64_t number = batch_messages();
    struct rusage *a = &usage_start, *b = &usage_end;
    if (is_awaited && number > 1) cpu = (int64_t)((double)cpu * (double)number / (double)(number - 1));
    if (asked == LOAD && !is_server_) cpu = cpu > waited_cpu_ns ? cpu - waited_cpu_ns : 0;
    fprintf(out,
            "{\"cpuNanos\":%" PRId64 ",\"measuringNanos\":%" PRId64 ",\"userNanos\":%lld,\"systemNanos\":%lld,"
            "\"allocatedBytes\":0,\"kernel\":{\"ioCalls\":-1,\"voluntarySwitches\":%ld,\"involuntarySwitches\":%ld,"
            "\"migrations\":-1,\"minorFaults\":%ld,\"majorFaults\":%ld,\"peakResidentBytes\":%ld},"
            "\"jvm\":{\"collections\":0,\"collectionNanos\":0,\"compilationNanos\":0}}",
            cpu, cpu, micros(b->ru_utime, a->ru_utime) * 1000, micros(b->ru_stime, a->ru_stime) * 1000,
            b->ru_nvcsw - a->ru_nvcsw, b->ru_nivcsw - a->ru_nivcsw, b->ru_minflt - a->ru_minflt,
            b->ru_majflt - a->ru_majflt, b->ru_maxrss * 1024);
}

static void print_circumstances(FILE *out) {
    fprintf(out,
            "{\"warmUp\":{\"messageNanos\":%.3f,\"messages\":%" PRId64 ",\"steady\":%s,\"compiled\":true},\"marks\":[",
            message_ns, warm_messages, is_steady ? "true" : "false");
    for (int i = 0; i < mark_count; i++)
        fprintf(out, "%s{\"nanos\":%" PRId64 ",\"messages\":%" PRId64 ",\"cpu\":%d}", i ? "," : "", marks[i].ns,
                marks[i].messages, marks[i].cpu);
    fprintf(out,
            "],\"machine\":{\"cpus\":0,\"busyNanos\":0,\"stealNanos\":0,\"throttledNanos\":0},\"clockBoundNanos\":%" PRId64
            ",\"strangers\":0,\"gaps\":{\"longestNanos\":%" PRId64 ",\"count\":%" PRId64 "}}",
            has_clocks ? clock_bound_ns() : -1, longest_gap, gap_count);
}

void report(void) {
    char *text;
    size_t length;
    int takes_samples = !is_server_ && (asked == LATENCY || request_bytes >= 16);
    FILE *out = open_memstream(&text, &length);
    if (!out) fail_call("open_memstream");
    fputs("{\"type\":\"Finished\",\"measurement\":{\"connections\":[", out);
    print_connection(out);
    fputs("],\"cost\":", out);
    print_cost(out);
    fprintf(out, ",\"sampling\":{\"interval\":%" PRId64 ",\"sampleCostNanos\":%.3f,\"messageNanos\":%.3f}",
            takes_samples ? interval : 1, takes_samples ? sample_cost : 0, takes_samples ? sampled_message_ns : 1);
    fprintf(out, ",\"connectNanos\":%" PRId64 ",\"circumstances\":", connect_ns_);
    print_circumstances(out);
    fputs("}}", out);
    fclose(out);
    say("%s", text);
    free(text);
}
