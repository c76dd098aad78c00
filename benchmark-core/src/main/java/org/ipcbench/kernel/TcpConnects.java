package org.ipcbench.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What the kernel has counted of TCP's connects in this network namespace.
 *
 * @param refused number of times that the queue of a listening socket was full; -1 if unknown
 * @param repeated number of repeated requests for a connection, and of repeated answers to them; -1 if unknown
 */
public record TcpConnects(long refused, long repeated) {
    public static final TcpConnects UNKNOWN = new TcpConnects(-1, -1);

    /** Pairs of lines: names, and then their values. */
    private static final KernelFile COUNTERS = new KernelFile(Path.of("/proc/net/netstat"));

    private static final KernelFile BOOT = new KernelFile(Path.of("/proc/sys/kernel/random/boot_id"));
    private static final Path NAMESPACE = Path.of("/proc/self/ns/net");

    private static final String GROUP = "TcpExt:";

    /** The counters at present. */
    public static TcpConnects now() throws IOException {
        return of(COUNTERS.wholeText().orElse(""));
    }

    /** Names the network namespace whose counters these are, and its kernel; other ones have another name. */
    public static String network() {
        String boot = BOOT.text().orElse("").strip();
        try {
            return boot + " " + Files.readSymbolicLink(NAMESPACE);
        } catch (IOException | UnsupportedOperationException e) {
            return boot; // a kernel without namespaces, or no Linux
        }
    }

    static TcpConnects of(String counters) {
        List<List<String>> lines = counters.lines()
                .map(line -> Arrays.asList(line.split(" ", -1)))
                .filter(words -> words.get(0).equals(GROUP))
                .toList();
        return lines.size() == 2
                ? new TcpConnects(
                        number(lines.get(0), lines.get(1), "ListenOverflows"),
                        number(lines.get(0), lines.get(1), "TCPSynRetrans"))
                : UNKNOWN;
    }

    private static long number(List<String> names, List<String> values, String name) {
        int place = names.indexOf(name);
        return place < 0 || place >= values.size() ? -1 : Long.parseLong(values.get(place));
    }

    /** What was added since an earlier reading. */
    public TcpConnects since(TcpConnects earlier) {
        return new TcpConnects(difference(refused, earlier.refused), difference(repeated, earlier.repeated));
    }

    private static long difference(long now, long before) {
        return now < 0 || before < 0 ? -1 : now - before;
    }
}
