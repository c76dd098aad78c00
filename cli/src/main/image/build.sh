#!/bin/sh
# Packs the jar, a Java runtime of the modules it needs, and a command into one archive, for the platform of the JDK:
#
#   build.sh JAVA_HOME JAR VERSION DIR      leaves DIR/ipcbench-VERSION-PLATFORM.tar.gz
set -eu

java_home=$1
jar=$2
version=$3
target=$4
repository=$(dirname "$(readlink -f "$0")")/../../../..

property() {
  sed -n "s/^$1=\"\(.*\)\"\$/\1/p" "$java_home/release" | tr '[:upper:]' '[:lower:]'
}

name=ipcbench-$version-$(property OS_NAME)-$(property OS_ARCH)
image=$target/image/$name
rm -rf "$image"
mkdir -p "$image/bin" "$image/lib"

# what the classes refer to, without libraries that only unused parts of other libraries need
modules=$("$java_home/bin/jdeps" --multi-release base --ignore-missing-deps --print-module-deps "$jar")
# and what they find by name only: German numbers, more character sets, attributes of sockets and files
modules=$modules,jdk.localedata,jdk.charsets,jdk.net,jdk.zipfs
"$java_home/bin/jlink" --add-modules "$modules" --include-locales=de,en --no-header-files --no-man-pages \
  --output "$image/runtime"
# without the archive of the JDK's own classes every JVM starts slower, and the suite cannot make one of its own classes
"$image/runtime/bin/java" -Xshare:dump >/dev/null

cp "$jar" "$image/lib/ipc-benchmarktest.jar"
cp "$(dirname "$0")/ipcbench" "$image/bin/"
chmod 755 "$image/bin/ipcbench"
cp "$repository/LICENSE" "$repository/THIRD-PARTY-LICENSES" "$image/"
tar -C "$target/image" -czf "$target/$name.tar.gz" "$name"
echo "$target/$name.tar.gz"
