package org.ipcbench.kernel;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings that each network or IPC namespace has for itself, as this process sees them. What cannot be read is left out.
 *
 * @param root the directory that holds {@code proc}
 */
public record NamespacedSettings(Path root) {
    private static final Path THIS_MACHINE = Path.of("/");

    /** What sockets, pipes and queues hold, and how long a socket spins. */
    private static final List<String> LIMITS = List.of(
            "net.core.busy_poll",
            "net.core.busy_read",
            "net.core.netdev_max_backlog",
            "net.core.rmem_default",
            "net.core.rmem_max",
            "net.core.wmem_default",
            "net.core.wmem_max",
            "net.ipv4.tcp_notsent_lowat",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem",
            "net.unix.max_dgram_qlen",
            "fs.pipe-max-size",
            "fs.pipe-user-pages-hard",
            "fs.pipe-user-pages-soft",
            "fs.mqueue.msg_max",
            "fs.mqueue.msgsize_max",
            "fs.mqueue.queues_max",
            "kernel.msgmax",
            "kernel.msgmnb");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** Of {@code qdisc netem 8001: root refcnt 2 limit 1000 delay 1ms}, what is the same in each namespace set up alike. */
    private static final Pattern HANDLE =
            Pattern.compile("^qdisc (\\S+) \\S+ (?:root|parent \\S+) ?(?:refcnt \\d+ ?)?");

    /** Time limit of a command; commands take milliseconds. */
    private static final long DEADLINE_SECONDS = 2;

    /** The limits by the names of {@code sysctl}. */
    public Map<String, String> limits() {
        KernelFiles files = new KernelFiles(root);
        Map<String, String> limits = new LinkedHashMap<>();
        for (String name : LIMITS) {
            String value = files.text("proc/sys/" + name.replace('.', '/'));
            if (!value.isEmpty()) {
                limits.put(name, SPACE.matcher(value).replaceAll(" "));
            }
        }
        return limits;
    }

    /**
     * The loopback interface. It is asked by calls: {@code /sys} may show another namespace than this process's.
     */
    public Map<String, String> loopback() {
        Map<String, String> loopback = new LinkedHashMap<>();
        if (!root.equals(THIS_MACHINE)) {
            return loopback; // calls would tell of this machine
        }
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            for (NetworkInterface each : all.toList()) {
                if (each.isLoopback()) {
                    loopback.put("mtu", String.valueOf(each.getMTU()));
                    String queue = queue(output("tc", "qdisc", "show", "dev", each.getName()));
                    if (!queue.isEmpty()) {
                        loopback.put("queue", queue);
                    }
                    break;
                }
            }
        } catch (SocketException e) {
            return loopback; // no interface is up
        }
        return loopback;
    }

    /** The queueing disciplines that {@code tc} shows, without their handles. */
    static String queue(String disciplines) {
        return disciplines
                .lines()
                .filter(line -> line.startsWith("qdisc "))
                .map(line -> HANDLE.matcher(line.strip()).replaceFirst("$1 ").strip())
                .collect(Collectors.joining(" + "));
    }

    /** The output of a command; empty if it is missing or fails. */
    private static String output(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                process.getOutputStream().close();
                return process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        : "";
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "";
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return "";
        }
    }
}
