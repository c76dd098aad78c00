#!/bin/bash
# Tries what a release offers for download, as its users will, in Debian without Java, Maven or a network:
#
#   mvn package -DskipTests -Prelease && sudo tools/try-release.sh [PART...]
#
# Parts, all by default: "archive" unpacks it, "package" installs and purges it; in each an empty home gets the commands of the quick
# start, the last two with little to measure, as a transcript, and every transport. "image" loads the release's or, if it has none, builds
# deploy/Containerfile on a base of Debian's packages, as no registry may be at hand; it measures with every transport under the
# engine's seccomp profile and with 256 MiB of memory, and says what was not measured, and why. Prints sizes and three starts of each.
#
# Fails if a command does, or if something is left. Takes some ten minutes, and needs root, mmdebstrap, podman, runc, catatonit and
# Debian's packages. Leaves nothing but what it prints. RELEASE (target/release) has the files, SYSTEM is Debian's release (that of
# this machine) or a tar of a whole system.
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
release=$(realpath -m "${RELEASE:-$repository/target/release}")
system=${SYSTEM:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
work=$(mktemp -d /tmp/release-XXXXXX)
export LC_ALL=C.UTF-8
. "$repository/tools/containers.sh"
trap 'trap "" INT TERM HUP; remove_work' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
[ ! -f "$system" ] || system=$(readlink -f "$system")
cd "$work" # where a memory limit leaves a note of its use

title() {
  printf '\n== %s\n' "$1"
}

fail() {
  echo "try-release: $1" >&2
  exit 1
}

[ $# -gt 0 ] || set -- archive package image
for part; do
  [[ $part =~ ^(archive|package|image)$ ]] || fail "unknown part '$part'"
done
for tool in mmdebstrap podman runc catatonit; do
  command -v "$tool" >/dev/null || fail "$tool not found"
done
[ -f "$release/SHA256SUMS" ] || fail "no release in $release"
configure_podman

files_of() {
  (cd "$1" && find . -xdev -not -path './proc/*' -not -path './sys/*' -not -path './dev/*' -not -path './tmp/*' \
    -not -path './var/lib/apt/*' -not -path './var/cache/*' -not -path './var/log/*' -not -path './var/lib/dpkg/*' | sort)
}

# a system of its own, whose root has no file in the home
unpack() {
  mkdir "$work/$1"
  tar --directory="$work/$1" --extract --file="$work/base.tar"
  rm -f "$work/$1"/root/.[!.]*
  inside "$work/$1" true # podman leaves places to mount at
}

# in DIRECTORY: a shell's commands, as root in a home without files, without a network; a first process would not mind Ctrl-C
inside() {
  podman run --rm --sig-proxy=false --network=none "${limits[@]}" --volume "$release:/release:ro" --workdir /root --env HOME=/root \
    --rootfs "$1" bash -euc "exec 2>&1; $2"
}

starts='TIMEFORMAT="started and ended in %R s"; for start in 1 2 3; do time ipcbench --version; done'
# An answer that depends on the machine may also end with 1. The gate compares the release with itself.
quick_start=$(sed -n '
  s/^ipcbench doctor$/& || test $? = 1/
  s/^ipcbench advise .*/& -t pipe,uds -i 1 --duration 100ms || test $? = 1/
  s/^\(ipcbench .*\) -i 12 \(.*old.jar,new.jar.*\)/\1 -i 3 --duration 100ms \2 || test $? = 1/
  /^ipcbench/p' "$repository/docs/quick-start.md")
first_minutes="$starts
for build in old new; do cp /release/ipc-benchmarktest.jar \$build.jar; done
set -x
$quick_start
{ set +x; } 2>/dev/null
ipcbench latency -t all -s 64 -i 1 --duration 20ms
ls ~ ~/.cache"

try_archive() {
  unpack archive
  files_of "$work/archive" >"$work/before"
  inside "$work/archive" "
! command -v java || exit 1
(cd /release && sha256sum -c SHA256SUMS)
ls -lA
tar -xzf /release/ipcbench-*.tar.gz
du -sh ipcbench-*
PATH=\$PATH:\$(echo ~/ipcbench-*/bin)
source ~/ipcbench-*/share/bash-completion/completions/ipcbench && complete -p ipcbench
ls ~/ipcbench-*/share/man/man1
$first_minutes
rm -r ~/ipcbench-* ~/*.jar ~/output ~/.cache"
  files_of "$work/archive" | diff "$work/before" - || fail "the archive leaves files"
}

in_package() {
  DEBIAN_FRONTEND=noninteractive chroot "$work/package" "$@"
}

try_package() {
  unpack package
  cp "$release"/ipcbench_*.deb "$work/package/tmp/"
  cp /etc/resolv.conf "$work/package/etc/"
  in_package apt-get -qq update
  files_of "$work/package" >"$work/before"
  in_package apt-get -qq install --no-install-recommends "/tmp/$(basename "$release"/ipcbench_*.deb)"
  in_package dpkg --verify ipcbench
  inside "$work/package" "
! command -v java || exit 1
du -sh /usr/lib/ipcbench
$first_minutes
rm -r ~/*.jar ~/output ~/.cache"
  in_package apt-get -qq purge --auto-remove ipcbench
  files_of "$work/package" | diff "$work/before" - || fail "the package leaves files"
}

# Runs the image for ten minutes at most, and notes what it could not measure: in_image WORST OPTION ARGUMENT...
# An exit code above WORST is noted as well; it is a failure once all have run.
in_image() {
  local worst=$1 option=$2 code=0 run
  shift 2
  run="podman run ${option:+$option }$image $*"
  echo "-- $run"
  # shellcheck disable=SC2086 # an option, or none
  timeout --foreground --kill-after=30s 10m podman run --rm --init --network=none "${limits[@]}" $option "$image" "$@" 2>&1 |
    tee "$work/log" || code=$?
  {
    echo "-- $run: exit code $code"
    grep -E '^placement .* without |, (unavailable|unsupported|failed|not-measured|failed-iterations): ' "$work/log" | grep -v "^Packet size:" || true
  } >>"$work/summary"
  [ $code -le "$worst" ] || worse=1
}

try_image() {
  local archive=("$release"/*.oci.tar) measure=(latency -t all -s 64 -i 1 --duration 20ms) worse=0
  if [ -f "${archive[0]}" ]; then
    podman load --quiet --input "${archive[0]}"
    image=$(podman images --quiet --filter label=org.opencontainers.image.title=ipcbench | head -1)
  else
    image=localhost/ipcbench
    podman import --quiet "$work/base.tar" localhost/base
    podman build --isolation chroot --quiet --build-arg BASE=localhost/base --file "$repository/deploy/Containerfile" \
      --tag "$image" "$release"
  fi
  podman images
  podman run --rm --network=none "${limits[@]}" --entrypoint bash "$image" -c "$starts"
  in_image 0 "" list
  in_image 0 "" "${measure[@]}"
  in_image 0 --memory=256m list
  in_image 1 --memory=256m "${measure[@]}"
  title "image: what was not measured"
  cat "$work/summary"
  [ $worse = 0 ] || fail "a run of the image failed"
}

title "release"
(cd "$release" && du --apparent-size -h -- *)
title "system: $system"
if [ -f "$system" ]; then
  cp "$system" "$work/base.tar"
else
  TMPDIR=$work mmdebstrap --quiet --variant=minbase "$system" "$work/base.tar"
fi
for part; do
  title "$part"
  "try_$part"
done
