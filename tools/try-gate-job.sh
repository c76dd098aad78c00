#!/bin/bash
# Runs the commands of deploy/github/gate.yaml, step by step, in a Debian that has only git, Maven and JDK 17:
#
#   tools/try-gate-job.sh [BASE [HEAD]]
#
# BASE (HEAD~1) is the jar of a release, of a pull request that starts from HEAD~1, or a commit as if there were no release; HEAD (HEAD)
# is a commit. Commits are built there, with the artifacts that Maven has in this home. The exit code is the job's. Takes some ten
# minutes; needs root, mmdebstrap, podman and runc. Leaves nothing. SYSTEM is Debian's release (that of this machine).
set -euo pipefail

repository=$(dirname "$(dirname "$(readlink -f "$0")")")
system=${SYSTEM:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
head=$(git -C "$repository" rev-parse "${2:-HEAD}")
base=${1:-$head~1} release=
if [[ -f $base ]]; then release=$(readlink -f "$base") base=$head~1; fi
base=$(git -C "$repository" rev-parse "$base")
for tool in mmdebstrap podman runc; do
  command -v "$tool" >/dev/null || { echo "try-gate-job: $tool not found" >&2; exit 2; }
done
work=$(mktemp -d /tmp/gate-job-XXXXXX)
. "$repository/tools/containers.sh"
trap 'trap "" INT TERM HUP; remove_work' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
configure_podman

# The commands of a job's steps.
steps() {
  awk '
    inside && /[^ ]/ && match($0, /[^ ]/) <= indent { inside = 0 }
    inside { print substr($0, indent + 2) }
    /^ *run: \|/ { inside = 1; indent = match($0, /[^ ]/) }' "$1"
}

mkdir "$work/root"
mmdebstrap --quiet --variant=minbase --include=ca-certificates,git,maven,openjdk-17-jdk-headless "$system" | tar -x -C "$work/root"
{
  echo "set -euxo pipefail
    git config --global --add safe.directory '*'
    git clone --quiet /repository /root/source
    cd /root/source
    git checkout --quiet $head
    export BASE=$base"
  steps "$repository/deploy/github/gate.yaml"
} >"$work/root/job.sh"
# Stands for GitHub's command, which asks GitHub for the release.
if [[ $release ]]; then
  cp "$release" "$work/root/ipc-benchmarktest.jar"
  printf '#!/bin/sh\ncp /"$4" "$6"\n' >"$work/root/usr/local/bin/gh" # gh release download --pattern NAME --output FILE
  chmod +x "$work/root/usr/local/bin/gh"
fi
mkdir -p "$HOME/.m2/repository"
podman run --rm --network=host "${limits[@]}" --volume "$repository:/repository:ro" --volume "$HOME/.m2/repository:/root/.m2/repository" \
  --env HOME=/root --workdir /root --rootfs "$work/root" bash /job.sh
