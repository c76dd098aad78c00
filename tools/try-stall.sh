#!/bin/bash
# Stops a peer for 200 ms in the measured part of an iteration, and prints what the run says of it.
#
#   mvn package -DskipTests && tools/try-stall.sh client|server COMMAND...
#
# for example: tools/try-stall.sh client throughput -t uds -i 1 --duration 1s
#              tools/try-stall.sh server load -t uds -s 64 -i 1 --rate 10K --duration 2s
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: $0 client|server COMMAND..." >&2; exit 2; }
role=$1
shift
jar=$(dirname "$(dirname "$(readlink -f "$0")")")/target/ipc-benchmarktest.jar
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java -Djava.io.tmpdir="$work" -jar "$jar" "$@" --verbose -o "$work/output" 2>"$work/err" &
run=$!
until grep -q ': measuring' "$work/err"; do
  kill -0 "$run" 2>/dev/null || { cat "$work/err" >&2; exit 1; }
  sleep 0.1
done
# a peer's last argument is its role; grep fails for processes that end meanwhile
peer=$(grep -lsz "^$role\$" $(grep -ls "$work" /proc/[0-9]*/cmdline || true) | cut -d/ -f3 || true)
[ -n "$peer" ] || { echo "$0: no running $role found" >&2; kill "$run"; exit 1; }
kill -STOP "$peer"
sleep 0.2
kill -CONT "$peer"
wait "$run"
