#!/bin/bash
# The first process of a machine that tools/try-machine.sh boots: tries the program there as an ordinary user, and powers the machine
# off. MACHINE and STEPS come from the kernel's command line.
set -uo pipefail

export LC_ALL=C.UTF-8 HOME=/home/user
PATH=$(echo /usr/lib/jvm/java-[1-9]*/bin | cut -d ' ' -f 1):/usr/bin:/bin:/usr/sbin:/sbin
export PATH
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/shm /dev/mqueue $HOME
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t mqueue mqueue /dev/mqueue
mount -t tmpfs -o mode=1777 tmpfs /tmp
ln -s /proc/self/fd /dev/fd
exec </dev/null > >(exec cat >/dev/console) 2>&1 # no terminal, so no bar of progress
trap 'sleep 1; echo o >/proc/sysrq-trigger; sleep 60' EXIT
# What the packages' scripts would do
echo "root:x:0:0::/root:/bin/bash
user:x:1000:1000::$HOME:/bin/bash" >/etc/passwd
echo "root:x:0:
user:x:1000:" >/etc/group
chmod 1777 /tmp
chown 1000:1000 $HOME
ldconfig
ip link set lo up
ulimit -n 4096

failures=0
title() {
  printf '\n-- %s\n' "$*"
}

wrong() {
  echo "NOT AS EXPECTED: $*"
  failures=$((failures + 1))
}

as_user() {
  setpriv --reuid=1000 --regid=1000 --clear-groups timeout 90m "$@"
}

quick=-XX:TieredStopAtLevel=1 # what is emulated compiles slowly
brief=(-i 1 --warmup 200ms --timeout 10m "--jvm-args=$quick")

# ipcbench WORST ARGUMENT...: fails above that exit code
ipcbench() {
  local worst=$1 code=0
  shift
  title "ipcbench $*"
  (cd $HOME && as_user java $quick -jar /ipcbench.jar "$@") || code=$?
  [ $code -le "$worst" ] || wrong "exit code $code"
}

# The same, but only its last lines, if it fails
quietly() {
  local before=$failures
  ipcbench "$@" >/tmp/log 2>&1
  grep -m 1 -- '^-- ipcbench' /tmp/log
  [ $failures = "$before" ] || tail -20 /tmp/log
}

# Of the cells of the newest run, whose figures mean nothing: outcomes TRANSPORT..., which need not be measured here
outcomes() {
  python3 /outcomes.py table $HOME/output/output.csv "$@" || wrong "cells that are not measured"
}

try_list() {
  ipcbench 0 list
}

try_doctor() {
  ipcbench 1 doctor
}

try_form() {
  quietly 0 0.0005 4096 1
  outcomes
}

try_transports() {
  quietly 0 latency -t all -s 64,4096 -n 200 --placement split-cpu "${brief[@]}"
  outcomes
}

# What /proc says of the peers while they run: placement EXPECTED ARGUMENT...
placement() {
  local expected=$1 watcher seen
  shift
  python3 /outcomes.py watch >/tmp/seen &
  watcher=$!
  quietly 0 latency -t uds -s 4096 --duration 2s "${brief[@]}" --placement "$@"
  kill $watcher
  wait $watcher
  cat /tmp/seen
  seen=$(cut -d ';' -f 1 /tmp/seen | paste -s -d ';')
  [ "$seen" = "$expected" ] || wrong "expected '$expected'"
}

try_placements() {
  local other=1 on_node="client 0-1 bind:0;server 0-1 bind:0" across="client 0-1 bind:0;server 2-3 bind:1"
  [ "$MACHINE" != x86-64 ] || other=2 # the other core, on the other node
  placement "client 0 default;server 0 default" same-cpu
  placement "client 0 default;server $other default" split-cpu
  placement "$on_node" same-node
  placement "$across" cross-node
  placement "client 0 default;server 1 default" cpu:0,1
  placement "client 1 default;server 3 default" cpu:1,3 --peer python:c
  placement "$across" cross-node --peer c:python
}

try_peers() {
  local peers missing
  for peers in "c c" "python python" "c java" "java python"; do
    # shellcheck disable=SC2086 # two words
    set -- $peers
    [[ $peers != *python* || $MACHINE == x86-64 ]] && missing= || missing=ring-spin # Python cannot order memory there
    quietly 0 latency -t tcp,uds,pipe,posix-mq,ring-spin -s 64,4096 -n 200 --placement split-cpu "${brief[@]}" \
      --peer "$2:$1"
    outcomes $missing
  done
}

pid_of() { # a role
  case $1 in
    launcher) pgrep -u 1000 -f -- '^java .*-jar /ipcbench.jar' | tail -1 ;;
    *) pgrep -u 1000 -f "/$1.control $1" | tail -1 ;;
  esac
}

# What a JVM that is killed leaves of its own does not count.
remains() {
  pgrep -u 1000 -l
  find /tmp /dev/shm /dev/mqueue -mindepth 1 -user 1000 -not -path '/tmp/hsperfdata*'
  ipcs | grep user
}

# kill_one TRANSPORT ROLE
kill_one() {
  local launcher code=0 second
  (cd $HOME && as_user java $quick -jar /ipcbench.jar latency -t "$1" -s 64 --duration 60s "${brief[@]}" \
    --placement unpinned --verbose >/tmp/log 2>&1) &
  launcher=$!
  for ((second = 0; second < 300; second++)); do
    ! grep -q ': measuring$' /tmp/log || break
    sleep 1
  done
  kill -KILL "$(pid_of "$2")"
  wait $launcher || code=$?
  for ((second = 0; second < 60; second++)); do
    [ -n "$(remains)" ] || break
    sleep 1
  done
  echo "$1, $2 killed: exit code $code, $([ -n "$(remains)" ] && echo "left after a minute: $(remains)" || echo "nothing left after ${second} s")"
  [ -z "$(remains)" ] || wrong "something is left"
  case $2:$code in
    launcher:137 | server:1 | client:1 | auxiliary:1) grep -h 'failed: ' /tmp/log | tail -1 ;;
    *) wrong "exit code"; tail -15 /tmp/log ;;
  esac
}

try_kills() {
  local transport
  title "each process killed while it measures"
  for role in launcher server client auxiliary; do
    kill_one aeron-ipc $role
  done
  for transport in sysv-mq posix-mq; do
    for role in launcher server client; do
      kill_one $transport $role
    done
  done
}

title "$MACHINE: $(uname -srvm), pages of $(getconf PAGESIZE) bytes"
java -version 2>&1 | head -2
lscpu | grep -E '^(Architecture|Model name|Thread|Core|Socket|NUMA)'
numactl --hardware | grep -E 'cpus|size'
for step in ${STEPS:-list doctor form transports placements peers kills}; do
  started=$SECONDS
  "try_$step"
  echo "($step took $((SECONDS - started)) s)"
done
echo
if [ $failures = 0 ]; then
  echo "all outcomes as expected"
else
  echo "$failures outcomes are not as expected"
fi
