#!/bin/sh
# Makes what a release offers for download, for the Linux of the JDK that runs the build; the same input gives the same bytes:
#
#   build.sh JAVA_HOME TARGET VERSION TIME [BASE]
#
# leaves in TARGET/release: the jar and its bill of materials, an archive with a Java runtime of its own, a Debian package of
# the same, and their checksums. With BASE, an image of Debian or of a system made from it, also an OCI archive, by podman.
# TARGET has what the build left before: jar, manual pages, completion. TIME is the time that each file gets.
set -eu
umask 022
export LC_ALL=C TZ=UTC

java_home=$1
target=$2
version=$3
time=$4
base=${5:-}
here=$(dirname "$(readlink -f "$0")")
repository=$here/../../../..

fail() {
  echo "build.sh: $1" >&2
  exit 1
}

for tool in dpkg-deb dpkg-shlibdeps objdump setarch chrt taskset; do
  command -v "$tool" >/dev/null || fail "$tool not found; apt-get install dpkg-dev binutils util-linux"
done
case $(sed -n 's/^OS_NAME="\(.*\)"$/\1/p;s/^OS_ARCH="\(.*\)"$/\1/p' "$java_home/release" | sort | xargs) in
  "Linux x86_64") machine=x86_64 platform=linux-x64 architecture=amd64 ;;
  "Linux aarch64") machine=aarch64 platform=linux-aarch64 architecture=arm64 ;;
  *) fail "$java_home is not a JDK for Linux on x86-64 or aarch64" ;;
esac

SOURCE_DATE_EPOCH=$(date -d "$time" +%s)
export SOURCE_DATE_EPOCH
release=$target/release
work=$target/release-work
name=ipcbench-$version-$platform
image=$work/$name
package=$work/package
rm -rf "$release" "$work"
mkdir -p "$release" "$image/bin" "$image/lib" "$image/share/man" "$image/share/bash-completion/completions"

with_fixed_times() {
  find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# writes a tar of what is in a directory: packed DIRECTORY NAME...
packed() {
  directory=$1
  shift
  tar --directory="$directory" --create --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s "$@"
}

# what the classes refer to, without libraries that only unused parts of other libraries need
modules=$("$java_home/bin/jdeps" --multi-release base --ignore-missing-deps --print-module-deps "$target/ipc-benchmarktest.jar")
# what they find by name only: German numbers, more character sets, attributes of sockets and files
modules=$modules,jdk.localedata,jdk.charsets,jdk.net,jdk.zipfs
# what peers are measured with by --jvm-args: flight recordings, agents
modules=$modules,jdk.jfr,java.instrument
"$java_home/bin/jlink" --add-modules "$modules" --include-locales=de,en --no-header-files --no-man-pages \
  --output "$image/runtime"
# windows and sound: they need libraries of the system that a measuring machine has no other use for
for library in awt_xawt jawt jsound splashscreen; do
  rm -f "$image/runtime/lib/lib$library.so"
done

cp "$target/ipc-benchmarktest.jar" "$image/lib/"
sed "s/@MACHINE@/$machine/" "$here/ipcbench" >"$image/bin/ipcbench"
chmod 755 "$image/bin/ipcbench"
cp -R "$target/man/man1" "$image/share/man/"
cp "$target/completion/ipcbench.bash" "$image/share/bash-completion/completions/ipcbench"
cp "$repository/LICENSE" "$repository/THIRD-PARTY-LICENSES" "$image/"

# Without an archive of the JDK's own classes every JVM starts slower, and the suite cannot make one of its own classes. The
# archive has the time of the runtime's classes in it, so they get theirs before. Up to 17 the archive also has addresses and the
# order of threads in it: at fixed addresses, on one CPU, and with each thread running until it waits, which needs a right, all
# are the same. Without that right other load shows, so the first bytes that come twice are taken.
with_fixed_times "$image/runtime"
class_archive=$image/runtime/lib/server/classes.jsa
cpu=$(taskset --cpu-list --pid $$ | sed 's/.*: *\([0-9]*\).*/\1/')
touch "$work/attempts"
scheduled="chrt --batch 0"
! chrt --fifo 1 true 2>/dev/null || scheduled="chrt --fifo 1"
while
  # shellcheck disable=SC2086 # a command and its arguments
  setarch --addr-no-randomize $scheduled taskset --cpu-list "$cpu" "$image/runtime/bin/java" -Xshare:dump -Xint \
    -Xms128m -Xmx128m -XX:+UseG1GC -XX:ParallelGCThreads=1 -XX:ConcGCThreads=1 >"$work/share-dump.log" 2>&1 || fail "see $work/share-dump.log"
  attempt=$(sha256sum <"$class_archive")
  ! grep -Fqx -e "$attempt" "$work/attempts"
do
  echo "$attempt" >>"$work/attempts"
  [ "$(wc -l <"$work/attempts")" -lt 20 ] || fail "java -Xshare:dump leaves other bytes each time"
  rm -f "$class_archive"
done
with_fixed_times "$image"
packed "$work" "$name" | gzip -n9 >"$release/$name.tar.gz"

mkdir -p "$package/DEBIAN" "$package/usr/lib/ipcbench" "$package/usr/bin" "$package/usr/share/doc/ipcbench"
cp -R "$image/bin" "$image/lib" "$image/runtime" "$package/usr/lib/ipcbench/"
cp -R "$image/share" "$package/usr/"
gzip -n9 "$package"/usr/share/man/man1/*
ln -s ../lib/ipcbench/bin/ipcbench "$package/usr/bin/ipcbench"
cp "$here/copyright" "$repository/THIRD-PARTY-LICENSES" "$package/usr/share/doc/ipcbench/"
# plots in PNG are all that needs the libraries of the painting ones: without them the program works and says so
painting=
for library in awt awt_headless fontmanager javajpeg lcms mlib_image freetype; do
  file=$package/usr/lib/ipcbench/runtime/lib/lib$library.so
  [ ! -f "$file" ] || painting="$painting $file"
done
mkdir "$work/debian"
printf 'Source: ipcbench\n\nPackage: ipcbench\nArchitecture: any\n' >"$work/debian/control"
libraries() {
  sed -n "s/^shlibs:$1=//p" "$work/substvars"
}
needing=$(find "$package/usr/lib/ipcbench/runtime" -type f \( -name '*.so' -o -perm -u+x \) | sort)
for each in $painting; do
  needing=$(echo "$needing" | grep -Fxv "$each")
done
# shellcheck disable=SC2086 # paths of the build have no spaces; dpkg-shlibdeps takes no other form
(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -l"$package/usr/lib/ipcbench/runtime/lib" \
  -l"$package/usr/lib/ipcbench/runtime/lib/server" -dDepends $needing -dRecommends $painting) >"$work/substvars" 2>"$work/shlibdeps.log" \
  || fail "see $work/shlibdeps.log"
with_fixed_times "$package"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" \
  -e "s/@SIZE@/$(du -sk --apparent-size "$package/usr" | cut -f1)/" \
  -e "s/@DEPENDS@/$(libraries Depends)/" -e "s/@RECOMMENDS@/$(libraries Recommends)/" \
  "$here/control" >"$package/DEBIAN/control"
(cd "$package" && find usr -type f | sort | xargs md5sum) >"$package/DEBIAN/md5sums"
with_fixed_times "$package"
dpkg-deb --root-owner-group --build "$package" "$release/ipcbench_${version}_$architecture.deb" >/dev/null

cp "$target/ipc-benchmarktest.jar" "$target/ipc-benchmarktest.cdx.json" "$release/"

if [ -n "$base" ]; then
  command -v podman >/dev/null || fail "podman not found, which an image needs"
  podman build --isolation chroot --timestamp "$SOURCE_DATE_EPOCH" --no-cache --build-arg BASE="$base" \
    --file "$repository/deploy/Containerfile" --tag "localhost/ipcbench:$version" "$release" >"$work/podman.log" 2>&1 \
    || fail "see $work/podman.log"
  podman save --quiet --format oci-dir --output "$work/oci" "localhost/ipcbench:$version"
  packed "$work/oci" . >"$release/$name.oci.tar" # podman's own archive has the time of its making
fi

(cd "$release" && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
rm -rf "$work"
ls "$release"
