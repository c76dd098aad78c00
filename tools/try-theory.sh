#!/usr/bin/env bash
# Compares the suite with queueing theory and with sockperf, which nobody of this project wrote.
# Usage: tools/try-theory.sh [ITERATIONS]
# Needs: mvn package -DskipTests, sockperf, two CPUs with nothing else to do, four minutes. Prints Markdown; leaves target/theory.
set -euo pipefail

iterations=${1:-3}
cd "$(dirname "$0")/.."
jar=target/ipc-benchmarktest.jar
runs=target/theory
[ -f "$jar" ] || { echo "no $jar: run mvn package -DskipTests" >&2; exit 2; }
rm -rf "$runs"

suite() {
  java -jar "$jar" "$@" -i "$iterations" --placement cpu:0,1 --no-baseline -o "$runs" >/dev/null
}

suite latency -t uds,tcp -s 64 --in-flight 1,8,64 --duration 1s
suite latency -t uds,tcp -s 64 --work 50us --duration 1s
suite load -t uds,tcp -s 64 --work 50us --rate 500,2K,4K,6K,8K --arrivals poisson --pacing spin --duration 4s
java -cp "$jar" tools/Theory.java "$runs"/*/
echo

command -v sockperf >/dev/null || { echo "no sockperf: only theory is compared" >&2; exit 0; }
server=
trap 'kill $server 2>/dev/null || true' EXIT
port=$((20000 + RANDOM % 20000))
taskset -c 1 sockperf server --tcp -i 127.0.0.1 -p "$port" >/dev/null 2>&1 &
server=$!
sleep 1
echo "| bytes | sockperf us | \`tcp\` us | ratio |"
echo "| --- | --- | --- | --- |"
for size in 64 1024 16384; do
  ratios=()
  for _ in $(seq "$iterations"); do
    stranger=$(taskset -c 0 sockperf ping-pong --tcp --full-rtt -i 127.0.0.1 -p "$port" -m "$size" -t 2 2>/dev/null |
      sed -n 's/.*Summary: Round trip is \([0-9.]*\) usec.*/\1/p')
    mine=$(java -jar "$jar" latency -t tcp -s "$size" -i 1 --duration 2s --placement cpu:0,1 --no-baseline -o "$runs/tcp" 2>/dev/null |
      sed -n 's/^Mean round trips per second: \([0-9.]*\)/\1/p')
    ratios+=("$stranger $mine")
  done
  printf '%s\n' "${ratios[@]}" | awk -v size="$size" '
    { s[NR] = $1; m[NR] = 1e6 / $2; r[NR] = m[NR] / s[NR] }
    function median(a, n,   i, j, t) {
      for (i = 2; i <= n; i++) for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
      return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
    }
    END { printf "| %d | %.2f | %.2f | %.2f |\n", size, median(s, NR), median(m, NR), median(r, NR) }'
done
