#!/bin/bash
# Measures what a prefix between two processes costs, and prints one Markdown table: the rate behind each prefix ÷ the rate without one.
#
#   mvn package -DskipTests && sudo tools/try-prefixes.sh [DIRECTORY]
#
# The client is beside the launcher, the server behind a prefix: network namespaces (veth, bridge), bwrap, ssh, and containers that
# share two directories: in the host's network, with and without seccomp, and with a quota of a quarter of a CPU; and a sandbox of gVisor,
# in the host's network, with its own kernel. All prefixes are in the same rounds. DIRECTORY gets the runs (output/prefixes). Makes namespaces, interfaces, containers and a directory below /tmp, and
# removes them. Needs root, iproute2, bubblewrap, openssh-server, podman, runc and mmdebstrap; SYSTEM names a tar of a system with
# Java 17 instead of the latter. The sandbox needs runsc, and is left out where that is missing.
#
# TRANSPORTS (tcp,uds,ring-futex), QUESTIONS (latency throughput connect), ITERATIONS (10), DURATION (1s) and SIZE (64) may be set, and
# PREFIXES to a part of "veth bridge bwrap ssh host container unconfined quota gvisor".
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
jar=${JAR:-$repository/target/ipc-benchmarktest.jar}
results=$(realpath -m "${1:-output/prefixes}")
kinds=(${PREFIXES:-veth bridge bwrap ssh host container unconfined quota $(command -v runsc >/dev/null && echo gvisor)})
work=$(mktemp -d /tmp/prefixes-XXXXXX)
name=w$$ # of namespaces and interfaces, whose names have at most 15 characters
export LC_ALL=C.UTF-8
. "$repository/tools/containers.sh"

fail() {
  echo "try-prefixes: $1" >&2
  exit 1
}

undo=()
cleanup() {
  local command
  trap '' INT TERM HUP
  [ -z "${child:-}" ] || { kill "$child" 2>/dev/null && wait "$child" || true; }
  [ ! -d "$work/gvisor/state" ] || runsc --root "$work/gvisor/state" delete --force gvisor 2>/dev/null || true # before its state is gone
  remove_work
  for command in "${undo[@]}"; do
    $command 2>/dev/null || true
  done
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

[ "$(id -u)" = 0 ] || fail "needs root"
[ -f "$jar" ] || fail "no such file: $jar"
[ "${kinds[*]}" = gvisor ] && tools=(runsc) || tools=(ip bwrap ssh podman runc ${SYSTEM:+tar} ${SYSTEM:-mmdebstrap})
for tool in java "${tools[@]}"; do
  [ -f "$tool" ] || command -v "$tool" >/dev/null || fail "$tool not found"
done
[[ " ${kinds[*]} " != *" ssh "* ]] || command -v sshd >/dev/null || [ -x /usr/sbin/sshd ] || fail "sshd not found"
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")") # the same one for all; the system has what it needs
chmod 755 "$work"
mkdir -m 700 "$work/tmp"
addresses=()

# A network namespace that reaches this one: namespace NAME NUMBER
namespace() {
  undo=("ip netns del $name-$1" "${undo[@]}")
  ip netns add "$name-$1"
  ip link add "$name-$2" type veth peer name eth0 netns "$name-$1"
  undo=("ip link del $name-$2" "${undo[@]}")
  if [ "$1" = bridge ]; then
    ip link add "$name-b" type bridge
    undo=("ip link del $name-b" "${undo[@]}")
    ip link set "$name-$2" master "$name-b"
    ip link set "$name-b" up
    ip addr add "198.18.$2.1/24" dev "$name-b" # addresses that are reserved for benchmarks
  else
    ip addr add "198.18.$2.1/24" dev "$name-$2"
  fi
  ip link set "$name-$2" up
  ip -n "$name-$1" addr add "198.18.$2.2/24" dev eth0
  ip -n "$name-$1" link set eth0 up
  ip -n "$name-$1" link set lo up
  addresses+=("198.18.$2.2")
}

# A container that shares the directory for temporary files and /dev/shm: container NAME NUMBER OPTION... Without a number it has
# the host's network.
container() {
  local name_of=$1 number=$2 network=host
  shift 2
  if [ ! -d "$work/system" ]; then
    configure_podman
    mkdir "$work/system"
    if [ -n "${SYSTEM:-}" ]; then
      tar --directory="$work/system" --extract --file="$SYSTEM"
    else
      mmdebstrap --quiet --variant=minbase --include=openjdk-17-jre-headless \
        "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/system"
    fi
  fi
  if [ -n "$number" ]; then
    namespace "$name_of" "$number"
    network=ns:/run/netns/$name-$name_of
  fi
  podman run --detach --quiet --name "$name_of" --network "$network" --pid=host "${limits[@]}" \
    --volume "$work/tmp:$work/tmp" --volume /dev/shm:/dev/shm --volume "$jar:$jar:ro" --volume "$java_home:$java_home:ro" "$@" \
    --rootfs "$work/system" sleep infinity >/dev/null
}

# A sandbox with this system's files, of which only the directory for temporary files can be written. Unix sockets pass it by --host-uds.
gvisor() {
  mkdir -m 700 "$work/gvisor"
  cat >"$work/gvisor/config.json" <<END
{"ociVersion": "1.0.0", "root": {"path": "/", "readonly": true}, "linux": {"namespaces": [{"type": "pid"}, {"type": "ipc"}, {"type": "mount"}]},
 "process": {"user": {"uid": 0, "gid": 0}, "cwd": "/", "args": ["sleep", "infinity"], "env": ["PATH=$PATH"]},
 "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"}, {"destination": "/dev", "type": "tmpfs", "source": "tmpfs"},
  {"destination": "$work/tmp", "type": "bind", "source": "$work/tmp", "options": ["rw"]}]}
END
  runsc --root "$work/gvisor/state" --network=host --host-uds=all --overlay2=none --ignore-cgroups run --detach \
    --bundle "$work/gvisor" gvisor </dev/null >"$work/gvisor/log" 2>&1 || fail "runsc: $(tail -1 "$work/gvisor/log")"
}

# An SSH server for each connection, on its standard input and output, so that nothing listens
ssh_server() {
  [ -d /run/sshd ] || { mkdir /run/sshd; undo+=("rmdir /run/sshd"); }
  ssh-keygen -q -t ed25519 -N '' -f "$work/host"
  ssh-keygen -q -t ed25519 -N '' -f "$work/user"
  cat >"$work/sshd" <<END
HostKey $work/host
AuthorizedKeysFile $work/user.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PrintMotd no
END
  cat >"$work/ssh" <<END
Host here
  ProxyCommand $(command -v sshd || echo /usr/sbin/sshd) -i -f $work/sshd
  IdentityFile $work/user
  IdentitiesOnly yes
  UserKnownHostsFile $work/known
  StrictHostKeyChecking accept-new
  LogLevel ERROR
END
}

prefixes=(none)
titles=()
for kind in "${kinds[@]}"; do
  case $kind in
    veth) namespace veth 1; prefix="ip netns exec $name-veth"; title="network namespace, veth" ;;
    bridge) namespace bridge 2; prefix="ip netns exec $name-bridge"; title="network namespace, bridge" ;;
    bwrap) prefix="bwrap --dev-bind / / --unshare-ipc"; title="bwrap, own mounts and IPC namespace" ;;
    ssh) ssh_server; prefix="ssh -F $work/ssh here"; title="ssh to this machine" ;;
    host) container host ''; prefix="podman exec -i host"; title="container, host's network, shared directories" ;;
    container) container container 3; prefix="podman exec -i container"; title="container, veth, shared directories" ;;
    unconfined) container unconfined 4 --security-opt seccomp=unconfined; prefix="podman exec -i unconfined"; title="container without seccomp" ;;
    quota) container quota 5 --cpus 0.25; prefix="podman exec -i quota"; title="container, a quarter of a CPU" ;;
    gvisor) gvisor; prefix="runsc --root $work/gvisor/state exec gvisor"; title="gVisor, host's network" ;;
    *) fail "unknown prefix '$kind'" ;;
  esac
  prefixes+=("$prefix")
  titles+=("$title")
done

# The suite's tables of variants as one: a row for each prefix, a column for each question and transport.
table() {
  local files=() question
  for question in "$@"; do
    files+=("question=$question" "$(ls -d "$results/$question"/*/table.md | tail -1)")
  done
  paste -d '\t' <(printf '%s\n' "${prefixes[@]:1}") <(printf '%s\n' "${titles[@]}") >"$work/names"
  awk '
    FILENAME == ARGV[1] { split($0, names, "\t"); kinds[++rows] = names[1]; title[names[1]] = names[2]; next }
    !/^\|/ { variants = 0; delete column; next }
    {
      n = split($0, cell, / *\| */)
      if (!("ratio" in column)) for (i = 2; i < n; i++) column[cell[i]] = i
      if ($0 ~ /^\| *:?-/ || !("variant" in column) || !("ratio" in column)) next
      if (!variants++) next
      key = question ", " cell[column["transport"]]
      if (!(key in seen)) { seen[key] = 1; keys[++columns] = key }
      ratio[cell[column["variant"]], key] = cell[column["ratio"]]
    }
    END {
      line = "| prefix |"; rule = "| --- |"
      for (i = 1; i <= columns; i++) { line = line " " keys[i] " |"; rule = rule " ---: |" }
      print line "\n" rule
      for (w = 1; w <= rows; w++) {
        line = "| " title[kinds[w]] " |"
        for (i = 1; i <= columns; i++) line = line " " ((kinds[w], keys[i]) in ratio ? ratio[kinds[w], keys[i]] : "cannot cross") " |"
        print line
      }
    }' "$work/names" "${files[@]}"
}

via=$(IFS=, && echo "via=${prefixes[*]}")
address=()
[ ${#addresses[@]} -eq 0 ] || address=(--server-address "$(IFS=, && echo "${addresses[*]}")")
questions=(${QUESTIONS:-latency throughput connect})
for question in "${questions[@]}"; do
  [ "$question" = throughput ] && placement=split-cpu || placement=same-cpu
  java "-Djava.io.tmpdir=$work/tmp" -jar "$jar" "$question" --transports "${TRANSPORTS:-tcp,uds,ring-futex}" --sizes "${SIZE:-64}" \
    --iterations "${ITERATIONS:-10}" --duration "${DURATION:-1s}" --placement $placement --vary "$via" "${address[@]}" \
    --export markdown --output "$results/$question" >&2 &
  child=$!
  code=0
  wait $child || code=$?
  child=
  [ $code -le 1 ] || exit $code
done
table "${questions[@]}"
