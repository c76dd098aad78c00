package org.ipcbench.kernel;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ipcbench.kernel.KernelFiles.KernelNumber;

/**
 * The resources that the kernel allows a process of this user: the limits that {@code ulimit} sets and that child
 * processes inherit.
 */
public final class ResourceLimits {
    private static final String LIMITS = "proc/self/limits";
    private static final String STATUS = "/status";

    /** The name of the limit that {@code ulimit -q} sets. */
    public static final String MESSAGE_QUEUES = "Max msgqueue size";

    /** The name of a limit, its current value, and the value up to which a process may raise it. */
    private static final Pattern LINE = Pattern.compile("(.+?) {2,}(unlimited|\\d{1,18}) +(unlimited|\\d{1,18})( .*)?");

    private static final int NOW = 2;
    private static final int AT_MOST = 3;
    private static final String UNLIMITED = "unlimited";

    /** The two capabilities that exempt a process from the limit of threads: CAP_SYS_ADMIN and CAP_SYS_RESOURCE. */
    private static final BigInteger FREE_OF_LIMITS = BigInteger.ZERO.setBit(21).setBit(24);

    private static final int HEXADECIMAL = 16;
    private static final Pattern HEXADECIMAL_DIGITS = Pattern.compile("[0-9a-fA-F]{1,16}");

    /**
     * A user who may start this number of threads needs no exact number, which would require reading the state of every
     * process.
     */
    private static final long PLENTY = 1_000;

    private final KernelFiles files;

    /**
     * The limits of this process.
     *
     * @param root the directory that holds {@code proc}
     */
    public ResourceLimits(Path root) {
        files = new KernelFiles(root);
    }

    /**
     * Number of files and sockets that a JVM may have open: a JVM raises its limit as far as allowed. Empty without a
     * limit.
     */
    public OptionalLong descriptors() {
        return limit("Max open files", AT_MOST);
    }

    /** The size up to which a process may write a file, in bytes; empty without a limit. */
    public OptionalLong fileBytes() {
        return limit("Max file size", NOW);
    }

    /** The memory that a process may lock, in bytes; empty without a limit. */
    public OptionalLong lockedBytes() {
        return limit("Max locked memory", NOW);
    }

    /** The address space that a process may use, in bytes; empty without a limit. */
    public OptionalLong addressSpaceBytes() {
        return limit("Max address space", NOW);
    }

    /**
     * Number of further threads and processes that this user may start; a lower bound if the number is large. Empty
     * without a limit, as for root. Threads in other containers count as well but cannot be seen, so the actual number
     * may be smaller.
     */
    public OptionalLong tasksLeft() {
        OptionalLong limit = limit("Max processes", NOW);
        if (limit.isEmpty() || isFreeOfLimits()) {
            return OptionalLong.empty();
        }
        long plenty = limit.getAsLong() - tasksOfAll();
        return OptionalLong.of(plenty >= PLENTY ? plenty : Math.max(0, limit.getAsLong() - tasksOfThisUser()));
    }

    /** The kernel memory that a user's message queues may take together, in bytes; empty without a limit. */
    public OptionalLong messageQueueBytes() {
        return limit(MESSAGE_QUEUES, NOW);
    }

    /**
     * The kernel's line of {@link #messageQueueBytes}, without alignment spaces: the current limit, and the value up to
     * which a user may raise it.
     */
    public String messageQueueLine() {
        return files.lines(LIMITS).stream()
                .filter(line -> line.startsWith(MESSAGE_QUEUES))
                .findFirst()
                .orElse(MESSAGE_QUEUES) // there may be no descriptor left to read the file
                .replaceAll(" +", " ")
                .strip();
    }

    private OptionalLong limit(String name, int column) {
        for (String line : files.lines(LIMITS)) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches() && parts.group(1).equals(name)) {
                String value = parts.group(column);
                return value.equals(UNLIMITED) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
            }
        }
        return OptionalLong.empty();
    }

    private boolean isFreeOfLimits() {
        String capabilities = files.field("proc/self" + STATUS, "CapEff");
        boolean capable = HEXADECIMAL_DIGITS.matcher(capabilities).matches()
                && new BigInteger(capabilities, HEXADECIMAL).and(FREE_OF_LIMITS).signum() > 0;
        return capable || user("self").equals("0");
    }

    /** Number of all threads: the number after the slash in a line like {@code 0.20 0.18 0.12 1/80 11206}. */
    private long tasksOfAll() {
        String[] words = files.text("proc/loadavg").split("[ /]", -1);
        return words.length > 4 && KernelNumber.isNumber(words[4]) ? KernelNumber.number(words[4]) : Long.MAX_VALUE / 2;
    }

    private long tasksOfThisUser() {
        String user = user("self");
        return files.numbers("proc", "").stream()
                .map(String::valueOf)
                .filter(process -> user(process).equals(user))
                .mapToLong(process -> KernelNumber.number(files.field("proc/" + process + STATUS, "Threads")))
                .sum();
    }

    /** The real user id of a process, which the kernel counts by. */
    private String user(String process) {
        return files.field("proc/" + process + STATUS, "Uid").split("\\s", -1)[0];
    }

    /**
     * The limit of files, sockets and queues together that a process may have open at the same time.
     *
     * @param descriptors the current limit; negative if the system does not tell it
     */
    public record DescriptorLimit(long descriptors) {
        private static final String NAME = "Max open files";
        private static final String EXHAUSTED = "Too many open files";
        private static final String EXHAUSTED_BY_ALL_PROCESSES = "Too many open files in system";
        private static final String ERRNO = "EMFILE";

        /**
         * The limit of this process. Uses a call that needs no descriptor, because there may be none left to read {@code
         * /proc}.
         */
        public static DescriptorLimit ofThisProcess() {
            return new DescriptorLimit(
                    ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                            ? system.getMaxFileDescriptorCount()
                            : -1);
        }

        /** The limit's name as in {@code /proc/self/limits}, its value, and how to raise it. */
        public String remedy() {
            return (descriptors < 0 ? NAME : "%s is %d (/proc/self/limits)".formatted(NAME, descriptors))
                    + ", ulimit -n raises it";
        }

        /** Returns a failure's text, with this limit appended if the failure is due to it and does not name it. */
        public String explain(String failure) {
            boolean met = failure.contains(ERRNO)
                    || failure.replace(EXHAUSTED_BY_ALL_PROCESSES, "").contains(EXHAUSTED);
            if (!met || failure.contains(NAME)) {
                return failure;
            }
            return failure + "; " + (failure.contains(ERRNO) ? "" : ERRNO + "; ") + remedy();
        }
    }
}
