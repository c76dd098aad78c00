#!/bin/bash
# Counts how often a gate of two variants fails, and whether it should have, with and without other work on the machine:
#
#   mvn package -DskipTests && tools/try-gate.sh RESULTS [N [JAR]]
#
# N gates (50) of equal variants; N more, with a load that starts at half-time; N * 2 / 5 of a loss of some 10 % under that load;
# and N / 5 of both kinds as two runs, one after the other, with a load from the second one on, for `compare --fail-on`.
# RESULTS gets a line for each: number, kind, exit code, "undecided" or "-", seconds. Given again, it is continued. An exit code
# above 100 is that of a run that failed for another reason than its gate. Prints the table for docs/evidence/experiments.md, also after
# Ctrl-C. Needs taskset; the load is a busy loop on each CPU.
#
# ROUNDS (10), DURATION (150ms), WARMUP (250ms), LIMIT (2%) and DELAY (620, in ns before each message; a round trip of 11 us loses 10 %)
# may be set.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,/^set/p' "$0" | sed '$d; s/^# \{0,1\}//' >&2; exit 2; }
repository=$(dirname "$(dirname "$(readlink -f "$0")")")
results=$(realpath -m "$1")
n=${2:-50}
jar=$(readlink -f "${3:-$repository/target/ipc-benchmarktest.jar}")
rounds=${ROUNDS:-10}
delay=${DELAY:-620}
gate=slower:${LIMIT:-2%}
[[ $n =~ ^[1-9][0-9]*$ ]] || { echo "try-gate: N must be a whole number from 1, was '$n'" >&2; exit 2; }
[ -f "$jar" ] || { echo "try-gate: no such file: $jar" >&2; exit 2; }
mkdir -p "$(dirname "$results")"
touch "$results"
work=$(mktemp -d /tmp/gate-XXXXXX)
loops=()
child=
tried=0

table() {
  awk -F '\t' '
    { gates[$2]++; codes[$2, $3]++; seconds[$2] += $5; if ($3 > 2) others[$2]++; if ($4 == "undecided" && $3 == 0) open[$2]++ }
    END {
      print "| variants | gates | exit code 0 | of them undecided | 1 | 2 | other | s each |"
      print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
      split("equal|equal-load|slow-load|apart-equal-load|apart-slow-load", kind, "|")
      split("equal|equal, load from half-time|10 % slower, load from half-time|equal, one run after the other, load with the second|10 % slower, one run after the other, load with the second", name, "|")
      for (i = 1; i <= 5; i++) if (gates[kind[i]])
        printf "| %s | %d | %d | %d | %d | %d | %d | %.0f |\n", name[i], gates[kind[i]], codes[kind[i], 0], open[kind[i]], codes[kind[i], 1],
          codes[kind[i], 2], others[kind[i]], seconds[kind[i]] / gates[kind[i]]
    }' "$results"
}

unload() {
  [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
  [ ${#loops[@]} -eq 0 ] || wait "${loops[@]}" 2>/dev/null || true
  loops=()
}

cleanup() {
  unload
  if [ -n "$child" ] && kill "$child" 2>/dev/null; then wait "$child" || true; fi
  rm -rf "$work"
}
trap 'cleanup; table' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

load() {
  local cpu
  for cpu in $(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | sed 's/-/ /' | while read -r from to; do seq "$from" "${to:-$from}"; done); do
    taskset -c "$cpu" bash -c 'while :; do :; done' &
    loops+=($!)
  done
}

mkdir -p "$work/twins"
javac -proc:none -cp "$jar" -d "$work/twins" $(find "$repository/samples/twins/src/main/java" -name '*.java')
"$(dirname "$(readlink -f "$(command -v javac)")")/jar" cf "$work/twins.jar" -C "$work/twins" . -C "$repository/samples/twins/src/main/resources" .

# Measures into a directory: measure DIRECTORY OPTION...
measure() {
  local output=$1
  shift
  java -jar "$jar" latency --transports=twin-slow --sizes=1024 --iterations="$rounds" --duration="${DURATION:-150ms}" \
    --warmup="${WARMUP:-250ms}" --placement=same-cpu --no-progress --plugin="$work/twins.jar" --output="$output" "$@" \
    >"$output.out" 2>&1 &
  child=$!
}

# Waits for what measures; its exit code is in $code.
finish() {
  code=0
  wait "$child" || code=$?
  child=
}

# Begins the load when half of the iterations are recorded.
load_at_half_time() {
  local recorded
  while kill -0 "$child" 2>/dev/null; do
    recorded=$(cat "$1"/*/results.jsonl 2>/dev/null | grep -c '"iteration"' || true)
    [ "$recorded" -lt "$rounds" ] || { load; return; }
    sleep 0.2
  done
  echo "try-gate: no load began, see $1.out" >&2
}

# A gate of both variants in the same rounds: paired OUTPUT DELAY LOADED
paired() {
  measure "$1" --vary="jvm-args=-Dtwins.delay.nanos=0,-Dtwins.delay.nanos=$2" --fail-on="$gate"
  [ "$3" = no ] || load_at_half_time "$1"
  finish
}

# The variants one after the other, a load with the second: apart OUTPUT DELAY
apart() {
  measure "$1-old" --jvm-args=-Dtwins.delay.nanos=0
  finish
  [ $code -eq 0 ] || { code=$((code + 100)); return 0; }
  load
  measure "$1-new" --jvm-args="-Dtwins.delay.nanos=$2"
  finish
  unload
  [ $code -eq 0 ] || { code=$((code + 100)); return 0; }
  java -jar "$jar" compare "$1-old"/*/ "$1-new"/*/ --fail-on="$gate" >"$1.out" 2>&1 || code=$?
}

# One line of the results: try NUMBER KIND
try() {
  local began=$SECONDS output=$work/run undecided=-
  case $2 in
    equal) paired "$output" -1 no ;; # no delay either, by another name
    equal-load) paired "$output" -1 yes ;;
    slow-load) paired "$output" "$delay" yes ;;
    apart-equal-load) apart "$output" -1 ;;
    apart-slow-load) apart "$output" "$delay" ;;
  esac
  unload
  if [ $code -eq 125 ] && ! grep -q 'no comparison' "$output.out"; then code=0; fi # not certain, which the column says
  if [ $code -eq 1 ] && ! grep '^--fail-on' "$output.out" | grep -qv 'not certain'; then code=101; fi
  ! grep -q 'not certain' "$output.out" 2>/dev/null || undecided=undecided
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$code" "$undecided" $((SECONDS - began)) >>"$results"
  tried=$((tried + 1))
  printf '%s of %s: %s: exit code %s, %s, %s s; %s min to go\n' "$1" "$total" "$2" "$code" "$undecided" $((SECONDS - began)) \
    $(((total - $1) * SECONDS / tried / 60)) >&2
  if [ $code -gt 1 ]; then tail -n 3 "$output"*.out >&2; fi
  rm -rf "$output"*
}

# Kinds in the order in which they are tried, spread so that a part of them is a fair part.
schedule() {
  local i
  for ((i = 0; i < n; i++)); do
    echo equal
    echo equal-load
    if ((i * 2 % 5 < 2)); then echo slow-load; fi
    if ((i % 5 == 0)); then echo apart-equal-load; fi
    if ((i % 5 == 2 || (n < 3 && i == 1))); then echo apart-slow-load; fi
  done
}

mapfile -t kinds < <(schedule)
total=${#kinds[@]}
for ((number = 1; number <= total; number++)); do
  if ! grep -q "^$number	" "$results"; then try "$number" "${kinds[number - 1]}"; fi
done
