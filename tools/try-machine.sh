#!/bin/bash
# Tries the program on machines that are not at hand: boots each in QEMU, from Debian's packages, and prints what works there.
#
#   mvn package -DskipTests && tools/try-machine.sh [MACHINE...]
#
# Machines, all by default: "x86-64" and "aarch64" with four CPUs and two NUMA nodes (x86-64: two threads a core), "aarch64-16k" with
# a kernel whose pages have 16 KiB. tools/machine/guest.sh says what is tried; no figures, only outcomes. Uses KVM if it works and the
# architecture is this machine's, otherwise emulation, which takes half an hour for each and wants an idle machine: a guest that gets no
# CPU time for seconds fails what it measures. Emulation knows no memory order that is weaker than this machine's.
#
# Exit code 1 if an outcome is not the expected one. Needs mmdebstrap, qemu-system-x86 or qemu-system-arm, cpio, 4 GiB of memory,
# Debian's packages, and what mmdebstrap needs: root, or user namespaces. Leaves nothing but what it prints. JAR
# (target/ipc-benchmarktest.jar) is tried, SYSTEM (bookworm) is Debian's release, which has JAVA (17), STEPS is a part of
# "list doctor form transports placements peers kills".
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
jar=$(realpath -m "${JAR:-$repository/target/ipc-benchmarktest.jar}")
system=${SYSTEM:-bookworm}
java=${JAVA:-17}
work=$(mktemp -d /tmp/machine-XXXXXX)
export LC_ALL=C.UTF-8

fail() {
  echo "try-machine: $1" >&2
  exit 1
}

cleanup() {
  trap '' INT TERM HUP
  [ ! -f "$work/pid" ] || kill "$(cat "$work/pid")" 2>/dev/null || true
  wait
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

[ $# -gt 0 ] || set -- x86-64 aarch64 aarch64-16k
for machine; do
  case $machine in
    x86-64) emulator=qemu-system-x86_64 ;;
    aarch64 | aarch64-16k) emulator=qemu-system-aarch64 ;;
    *) fail "unknown machine '$machine'" ;;
  esac
  for tool in mmdebstrap cpio "$emulator"; do
    command -v "$tool" >/dev/null || fail "$tool not found"
  done
done
[ -f "$jar" ] || fail "no such file: $jar"

# Unpacks packages, without running any program of theirs, as they may be another architecture's: system NAME ARCHITECTURE KERNEL
# All of it becomes the first file system of the kernel, which therefore needs no modules.
system() {
  local root=$work/$1 from="deb http://deb.debian.org/debian $system"
  local sources=("$from main")
  [ "$system" != bookworm ] || sources+=("$from-backports main") # has the kernel that bookworm lacks
  mkdir "$root"
  TMPDIR=$work mmdebstrap --quiet --variant=extract --architectures="$2" --include='?essential' \
    --include="openjdk-$java-jre-headless,gcc,libc6-dev,python3-minimal,libpython3-stdlib,mount,iproute2,numactl,procps,$3" \
    "$system" - "${sources[@]}" |
    tar --directory="$root" --extract --exclude='./dev/*' --exclude='./usr/share/doc' --exclude='./usr/share/man' \
      --exclude='./usr/share/locale' --exclude='./lib/modules' --exclude='./usr/lib/modules'
  cp "$root"/boot/vmlinuz-* "$work/$1.kernel"
  cp "$repository/tools/machine/guest.sh" "$root/init"
  cp "$repository/tools/machine/outcomes.py" "$root/"
  cp "$jar" "$root/ipcbench.jar"
  chmod 755 "$root/init" "$root"
  (cd "$root" && find . -path ./boot -prune -o -print0 | cpio --quiet --null --create --format=newc --owner=0:0) >"$work/$1.cpio"
  rm -rf "$root"
}

# Whether this machine's KVM boots the kernel, which ends for want of a file system: kvm_boots NAME COMMAND...
kvm_boots() {
  local name=$1
  shift
  [ -w /dev/kvm ] && [ "${name%-16k}" = "$(uname -m | tr _ -)" ] &&
    timeout 30 "$@" -accel kvm -cpu host -kernel "$work/$name.kernel" -append "console=ttyS0 console=ttyAMA0 panic=-1" 2>/dev/null |
    grep --quiet "Kernel panic"
}

boot() {
  local name=$1 code=0 command cpu=max kernel_options="console=ttyS0 console=ttyAMA0 quiet loglevel=1 panic=-1"
  case $name in
    x86-64)
      system "$name" amd64 linux-image-amd64
      command=(qemu-system-x86_64 -smp "4,sockets=2,cores=1,threads=2")
      cpu=max,vendor=GenuineIntel # QEMU gives AMD's no second thread
      kernel_options+=" tsc=reliable"
      ;;
    aarch64*)
      cpu=max,pauth-impdef=on # else pointer authentication takes most of the time
      system "$name" arm64 "linux-image-arm64${name#aarch64}"
      command=(qemu-system-aarch64 -machine virt -smp "4,sockets=2,cores=2,threads=1")
      ;;
  esac
  command+=(-m 4G -nic none -display none -monitor none -serial stdio -no-reboot
    -object "memory-backend-ram,id=m0,size=2G" -numa "node,nodeid=0,cpus=0-1,memdev=m0"
    -object "memory-backend-ram,id=m1,size=2G" -numa "node,nodeid=1,cpus=2-3,memdev=m1")
  if kvm_boots "$name" "${command[@]}"; then
    command+=(-accel kvm -cpu host)
  else
    command+=(-accel "tcg,thread=multi" -cpu "$cpu")
  fi
  printf '\n== %s: %s\n' "$name" "${command[*]}"
  # Words with "=" that the kernel does not know become variables of its first process.
  timeout 3h "${command[@]}" -pidfile "$work/pid" -kernel "$work/$name.kernel" -initrd "$work/$name.cpio" \
    -append "$kernel_options MACHINE=$name STEPS=\"${STEPS:-}\"" </dev/null 2>&1 | sed --unbuffered 's/\r$//' | tee "$work/log" &
  wait $! || code=$?
  [ $code = 0 ] || fail "$name: QEMU ended with $code"
  grep --quiet '^all outcomes as expected$' "$work/log" || failed+=" $name"
  rm "$work/$name".*
}

failed=
for machine; do
  boot "$machine"
done
[ -z "$failed" ] || fail "outcomes are not as expected:$failed"
