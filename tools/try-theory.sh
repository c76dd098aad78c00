#!/usr/bin/env bash
# Compares the suite with queueing theory, and with sockperf and netperf, which nobody of this project wrote.
# Usage: tools/try-theory.sh [ITERATIONS [strangers]]
# Needs: mvn package -DskipTests, two CPUs with nothing else to do, six minutes, and of Debian's packages sockperf and netperf (the
# latter is in non-free); what is not installed is left out. Prints Markdown; leaves target/theory.
set -euo pipefail

iterations=${1:-3}
cd "$(dirname "$0")/.."
jar=target/ipc-benchmarktest.jar
runs=target/theory
[ -f "$jar" ] || { echo "no $jar: run mvn package -DskipTests" >&2; exit 2; }
rm -rf "$runs"

suite() {
  java -jar "$jar" "$@" -i "$iterations" --placement cpu:0,1 -o "$runs" >/dev/null
}

if [ "${2:-}" != strangers ]; then
  suite latency -t uds,tcp -s 64 --in-flight 1,8,64 --duration 1s
  suite latency -t uds,tcp -s 64 --work 50us --duration 1s
  suite load -t uds,tcp -s 64 --work 50us --rate 500,2K,4K,6K,8K --arrivals poisson --pacing spin --duration 4s
  java -cp "$jar" tools/Theory.java "$runs"/*/
  echo
fi

servers=()
trap 'kill "${servers[@]}" 2>/dev/null || true' EXIT
port=$((20000 + RANDOM % 20000))

# A server of a stranger, on CPU 1: server COMMAND...
server() {
  taskset -c 1 "$@" >/dev/null 2>&1 &
  servers+=($!)
  sleep 1
}

# Round trips per second of a stranger: sockperf|netperf REQUEST_BYTES ANSWER_BYTES
stranger() {
  case $1 in
    sockperf) taskset -c 0 sockperf ping-pong --tcp --full-rtt -i 127.0.0.1 -p "$port" -m "$2" -t 2 2>/dev/null |
      awk '/Summary: Round trip is/ { for (i = 1; i < NF; i++) if ($i == "is") print 1e6 / $(i + 1) }' ;;
    netperf) taskset -c 0 netperf -4 -H 127.0.0.1 -p $((port + 1)) -t TCP_RR -l 2 -P 0 -- -r "$2,$3" -D | awk 'NF == 6 { print $6 }' ;;
  esac
}

# A row of the table, of alternating pairs: compare sockperf|netperf REQUEST_BYTES ANSWER_BYTES
compare() {
  local pairs=() theirs ours
  for _ in $(seq "$iterations"); do
    theirs=$(stranger "$@")
    ours=$(java -jar "$jar" latency -t tcp -s "$2" --answer "$3" -i 1 --duration 2s --placement cpu:0,1 -o "$runs/tcp" \
      2>/dev/null | sed -n 's/^Mean round trips per second: \([0-9.]*\)/\1/p')
    pairs+=("$theirs $ours")
  done
  printf '%s\n' "${pairs[@]}" | awk -v row="$1 | $2 | $3" '
    { s[NR] = 1e6 / $1; m[NR] = 1e6 / $2; r[NR] = m[NR] / s[NR] }
    function median(a, n,   i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
      return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    END { printf "| %s | %.2f | %.2f | %.2f |\n", row, median(s, NR), median(m, NR), median(r, NR) }'
}

echo "| stranger | request bytes | answer bytes | stranger us | \`tcp\` us | ratio |"
echo "| --- | ---: | ---: | ---: | ---: | ---: |"
if command -v sockperf >/dev/null; then
  server sockperf server --tcp -i 127.0.0.1 -p "$port"
  for size in 64 1024 16384; do
    compare sockperf "$size" "$size"
  done
fi
if command -v netperf >/dev/null; then
  server netserver -D -4 -L 127.0.0.1 -p $((port + 1))
  compare netperf 500 20480
  compare netperf 64 65536
  compare netperf 20480 500
fi
