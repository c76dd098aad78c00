#!/bin/bash
# Tries what a release offers for download, as its users will, in Debian without Java, Maven or a network:
#
#   mvn package -DskipTests -Prelease && sudo tools/try-release.sh [DIRECTORY [SUITE]]
#
# DIRECTORY has the files (target/release), SUITE is Debian's release (that of this machine) or a tar of a whole system. Unpacks the archive, installs and
# purges the package, builds the image, and measures in each with every transport; fails if a command does, or if something is
# left. Takes some five minutes, and needs root, mmdebstrap, podman, runc, catatonit and Debian's packages. Leaves nothing but what it prints.
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
release=$(readlink -f "${1:-$repository/target/release}")
suite=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
work=$(mktemp -d /tmp/release-XXXXXX)
export LC_ALL=C.UTF-8
. "$repository/tools/containers.sh"
trap remove_work EXIT
[ ! -f "$suite" ] || suite=$(readlink -f "$suite")
cd "$work" # where a memory limit leaves a note of its use

title() {
  printf '\n== %s\n' "$1"
}

fail() {
  echo "try-release: $1" >&2
  exit 1
}

for tool in mmdebstrap podman runc catatonit; do
  command -v "$tool" >/dev/null || fail "$tool not found"
done
configure_podman

files_of() {
  (cd "$1" && find . -xdev -not -path './proc/*' -not -path './sys/*' -not -path './dev/*' -not -path './tmp/*' \
    -not -path './var/lib/apt/*' -not -path './var/cache/*' -not -path './var/log/*' -not -path './var/lib/dpkg/*' | sort)
}

# in DIRECTORY: a shell's commands, as root in a home without files, without a network
inside() {
  podman run --rm --network=none "${limits[@]}" --volume "$release:/release:ro" --workdir /root --env HOME=/root \
    --rootfs "$1" bash -euc "$2"
}

first_minutes='
ipcbench --version
time ipcbench latency -s 64 -i 1 --duration 100ms
ipcbench doctor || test $? = 1
ipcbench list
ipcbench latency -t all -s 64 -i 1 --duration 20ms
for start in 1 2 3; do time ipcbench --version; done
ls ~ ~/.cache'

title "system: $suite"
if [ -f "$suite" ]; then
  cp "$suite" "$work/base.tar"
else
  mmdebstrap --quiet --variant=minbase "$suite" "$work/base.tar"
fi
for system in archive package; do
  mkdir "$work/$system"
  tar --directory="$work/$system" --extract --file="$work/base.tar"
done

title "archive"
inside "$work/archive" true # podman leaves places to mount at
files_of "$work/archive" >"$work/before"
inside "$work/archive" "
! command -v java || exit 1
(cd /release && sha256sum -c SHA256SUMS)
tar -xzf /release/ipcbench-*.tar.gz
PATH=\$PATH:\$(echo ~/ipcbench-*/bin)
source ~/ipcbench-*/share/bash-completion/completions/ipcbench && complete -p ipcbench
ls ~/ipcbench-*/share/man/man1
$first_minutes
rm -r ~/ipcbench-* ~/output ~/.cache"
files_of "$work/archive" | diff "$work/before" - || fail "the archive leaves files"

title "package"
in_package() {
  DEBIAN_FRONTEND=noninteractive chroot "$work/package" "$@"
}
cp "$release"/ipcbench_*.deb "$work/package/tmp/"
cp /etc/resolv.conf "$work/package/etc/"
in_package apt-get -qq update
inside "$work/package" true
files_of "$work/package" >"$work/before"
in_package apt-get -qq install --no-install-recommends "/tmp/$(basename "$release"/ipcbench_*.deb)"
in_package dpkg --verify ipcbench
inside "$work/package" "
! command -v java || exit 1
$first_minutes
rm -r ~/output ~/.cache"
in_package apt-get -qq purge --auto-remove ipcbench
files_of "$work/package" | diff "$work/before" - || fail "the package leaves files"

title "image"
podman import --quiet "$work/base.tar" localhost/base
archive=("$release"/*.oci.tar)
if [ -f "${archive[0]}" ]; then
  podman load --quiet --input "${archive[0]}"
  image=$(podman images --quiet --filter label=org.opencontainers.image.title=ipcbench | head -1)
else
  podman build --isolation chroot --quiet --build-arg BASE=localhost/base --file "$repository/deploy/Containerfile" \
    --tag localhost/ipcbench "$release"
  image=localhost/ipcbench
fi
podman images
in_image() {
  echo "-- podman run $*"
  podman run --rm --init --network=none "${limits[@]}" "$@"
}
in_image "$image" list
in_image "$image" latency -t all -s 64 -i 1 --duration 20ms
in_image --memory 256m "$image" list
in_image --memory 256m "$image" latency -t all -s 64 -i 1 --duration 20ms || test $? = 1
