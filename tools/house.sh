#!/bin/sh
# usage: tools/house.sh [SINCE]   in a clone: what the lines of the main code are, and how many main files a commit touches
# that a user notices (it has a line in CHANGELOG.md), since a day such as 2026-11-26, by default of all commits
set -eu
cd "$(dirname "$0")/.."

lines() {
    find "$@" -path '*/src/main/*.java' -exec cat {} + | awk '
        /^[ \t]*$/ {blank++; next}
        /^(import|package) / {imports++; next}
        /^[ \t]*(\/\/|\/\*|\*)/ {comments++; next}
        /^[ \t]*[]})(;,]+$/ {brackets++; next}
        {code++}
        END {printf "%d lines: %d code, %d comments, %d imports, %d blank, %d closing brackets\n",
            NR, code, comments, imports, blank, brackets}'
}

modules='benchmark-core transports codecs cli jmh-benchmarks'
for module in $modules; do
    echo "$module: $(find "$module" -path '*/src/main/*.java' | wc -l) files, $(lines "$module")"
done
# shellcheck disable=SC2086 # a list
echo "all: $(find $modules -path '*/src/main/*.java' | wc -l) files, $(lines $modules)"

git log --no-merges ${1:+--since="$1"} --format=%h -- CHANGELOG.md | while read -r commit; do
    git show -M --diff-filter=AMD --format= --name-only "$commit" | grep -c 'src/main/.*\.java$' || true
done | sort -n | awk '
    {files[NR] = $1}
    END {printf "main files of a commit that a user notices: median %d, ninth decile %d, of %d commits\n",
        files[int((NR + 1) / 2)], files[int(0.9 * NR + 0.5)], NR}'
