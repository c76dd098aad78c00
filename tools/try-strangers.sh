#!/usr/bin/env bash
# Measures mechanisms with programs that nobody of this project wrote, each beside the suite's command for the same.
# Usage: tools/try-strangers.sh [PAIRS [NAME...]], NAME of svsematest sigwaittest pmqtest pmqtest-fifo hackbench hackbench-pipe node sockperf memfd
# Needs: mvn package -DskipTests, a CPU with nothing else to do, and of Debian's packages rt-tests, nodejs, sockperf and strace; what is
# not installed is left out. A pair takes some ten seconds. Prints Markdown: medians of PAIRS (3) alternating runs of either program, all on
# one CPU, and of their ratios. The last table has the suite's own calls, as strace counts them. Leaves target/strangers.
set -euo pipefail

pairs=${1:-3}
shift || true
names=("${@:-all}")
cd "$(dirname "$0")/.."
jar=${JAR:-target/ipc-benchmarktest.jar}
runs=target/strangers
[ -f "$jar" ] || { echo "no $jar: run mvn package -DskipTests" >&2; exit 2; }
cpu=${CPU:-0}
messages=400000 # of hackbench, whose clock includes the start of its processes
export LC_ALL=C.UTF-8
mkdir -p "$runs"

wanted() {
  [[ " ${names[*]} " == *" all "* || " ${names[*]} " == *" $1 "* ]] && command -v "${2:-$1}" >/dev/null
}

# A figure of the suite in microseconds: suite COMMAND... COLUMN, a latency, half of one (that of a way), or a rate
suite() {
  local column=${*: -1}
  java -jar "$jar" "${@:1:$#-1}" -i 1 --placement "cpu:$cpu,$cpu" -o "$runs" >/dev/null 2>&1 || true
  sed 's/"[^"]*"/quoted/g' "$runs/output.csv" | awk -F, -v column="$column" '
    NR == 1 { half = sub("^Half", "", column); for (i = 1; i <= NF; i++) if ($i == column) at = i }
    NR == 2 { print column ~ /PerSecond/ ? 1e6 / $at : half ? $at / 2 : $at }'
}

# Microseconds from the call that wakes to the thread that has woken, as rt-tests mean them
woken() {
  local program=$1 options=(-a "$cpu" -t1 -i 1000 -l 2000 "${@:2}")
  [ "$program" = pmqtest ] || options+=(-f) # two processes; pmqtest has threads only
  "$program" "${options[@]}" --json="$runs/stranger.json" >/dev/null 2>&1
  sed -n 's/.*"avg": *\([0-9.]*\).*/\1/p' "$runs/stranger.json" | tail -1
}

# Microseconds a message of a stream of 100 bytes
hackbench_stream() {
  taskset -c "$cpu" hackbench -P "$@" -g 1 -f 1 -s 100 -l "$messages" | sed -n 's/^Time: //p' |
    awk -v n="$messages" '{ print $1 * 1e6 / n }'
}

# Microseconds a round trip of 64 bytes with a child that echoes, by the program's own clock
node_echo() {
  taskset -c "$cpu" node -e '
    const { spawn } = require("child_process");
    const child = spawn(process.execPath, ["-e", "process.stdin.on(\"data\", d => process.stdout.write(d))"], { stdio: ["pipe", "pipe", "inherit"] });
    const message = Buffer.alloc(64, 1), warm = 20000, all = 60000;
    let n = 0, seen = 0, start;
    const times = [];
    child.stdout.on("data", d => {
      seen += d.length;
      if (seen < 64) return;
      seen = 0;
      const now = process.hrtime.bigint();
      if (++n > warm) times.push(Number(now - start));
      if (n === all) { times.sort((a, b) => a - b); console.log(times[times.length >> 1] / 1000); child.stdin.end(); return; }
      start = process.hrtime.bigint();
      child.stdin.write(message);
    });
    start = process.hrtime.bigint();
    child.stdin.write(message);'
}

# Microseconds, p50, of a TCP round trip of 64 bytes: sockperf_round_trip [OPTION]
sockperf_round_trip() {
  local port=$((20000 + $$ % 10000)) server
  taskset -c "$cpu" sockperf server --tcp -i 127.0.0.1 -p "$port" "$@" >/dev/null 2>&1 &
  server=$!
  until ss -ltn "sport = :$port" | grep -q LISTEN; do sleep 0.05; done
  taskset -c "$cpu" sockperf ping-pong --tcp --full-rtt -m 64 -t 1 -i 127.0.0.1 -p "$port" "$@" 2>/dev/null |
    sed -n 's/.*percentile 50.000 = *\([0-9.]*\).*/\1/p'
  kill -INT "$server"
  wait "$server" || true
}

# A row of the table: compare STRANGER TITLE TRANSPORT STRANGER_COMMAND -- SUITE_COMMAND... COLUMN
compare() {
  local title=$1 transport=$2 theirs=() values=()
  shift 2
  while [ "$1" != -- ]; do theirs+=("$1"); shift; done
  shift
  for _ in $(seq "$pairs"); do
    values+=("$("${theirs[@]}") $(suite "$@")")
  done
  printf '%s\n' "${values[@]}" | awk -v row="$title | \`$transport\`" '
    { s[NR] = $1; m[NR] = $2; r[NR] = $2 / $1 }
    function median(a, n,   i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
      return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    END { printf "| %s | %.2f | %.2f | %.2f |\n", row, median(s, NR), median(m, NR), median(r, NR) }'
}

way=(latency -s 64 --duration 1s) # a wake-up each way; rt-tests wake a thread that has slept a millisecond
stream=(throughput -s 100 --duration 1s)
echo "| stranger | suite | stranger us | suite us | ratio |"
echo "| --- | --- | ---: | ---: | ---: |"
! wanted svsematest || compare "svsematest, one wake-up" ring-semaphore woken svsematest -- "${way[@]}" -t ring-semaphore HalfLatencyMeanMicros
! wanted sigwaittest || compare "sigwaittest, one wake-up" ring-signal woken sigwaittest -- "${way[@]}" -t ring-signal HalfLatencyMeanMicros
! wanted pmqtest || compare "pmqtest, one message" posix-mq woken pmqtest -- "${way[@]}" -t posix-mq HalfLatencyMeanMicros
! wanted pmqtest-fifo pmqtest || compare "pmqtest -p 50, one message" "posix-mq --scheduler fifo:50" woken pmqtest -p 50 -- "${way[@]}" -t posix-mq --scheduler fifo:50 HalfLatencyMeanMicros
! wanted hackbench || compare "hackbench, stream of 100 bytes" uds-pair hackbench_stream -- "${stream[@]}" -t uds-pair AvgMessagesPerSecond
! wanted hackbench-pipe hackbench || compare "hackbench -p, stream of 100 bytes" pipe-native hackbench_stream -p -- "${stream[@]}" -t pipe-native AvgMessagesPerSecond
! wanted node || compare "Node child_process, round trip of 64 bytes" uds-pair node_echo -- latency -s 64 --duration 1s -t uds-pair LatencyP50Micros
! wanted sockperf || compare "sockperf, round trip of 64 bytes" tcp sockperf_round_trip -- latency -s 64 --duration 1s -t tcp LatencyP50Micros
! wanted sockperf || compare "sockperf without TCP_NODELAY" "tcp --socket nagle" sockperf_round_trip --tcp-avoid-nodelay -- latency -s 64 --duration 1s -t tcp --socket nagle LatencyP50Micros

if wanted memfd strace; then
  echo
  echo "Calls of \`memfd\`, 2000 round trips and a warm-up, one file and 16 files a message; \`strace -c\`:"
  echo
  echo "| files a message | memfd_create | pwrite64 | sendmsg | memfd_create / sendmsg |"
  echo "| ---: | ---: | ---: | ---: | ---: |"
  for parts in 1 16; do
    strace -f -c -qq -e trace=memfd_create,pwrite64,sendmsg -o "$runs/strace" java -jar "$jar" latency -t memfd -s 64 -n 2000 --warmup 10ms \
      -i 1 --placement "cpu:$cpu,$cpu" --parts "$parts" -o "$runs" >/dev/null 2>&1 || true
    awk -v parts="$parts" '
      { for (i = 4; i <= NF; i++) if ($i ~ /^[a-z]/) calls[$i] = $4 }
      END { printf "| %d | %d | %d | %d | %.2f |\n", parts, calls["memfd_create"], calls["pwrite64"], calls["sendmsg"], calls["memfd_create"] / calls["sendmsg"] }' "$runs/strace"
  done
fi
