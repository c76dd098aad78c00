package org.ipcbench.kernel;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel lets a process of this user have: the limits that {@code ulimit} sets, and children inherit. */
public final class ResourceLimits {
    private static final String LIMITS = "proc/self/limits";
    private static final String STATUS = "/status";

    /** The name of the limit that {@code ulimit -q} sets. */
    public static final String MESSAGE_QUEUES = "Max msgqueue size";

    /** The name of a limit, its value now, and the value up to which a process may raise it. */
    private static final Pattern LINE = Pattern.compile("(.+?) {2,}(unlimited|\\d{1,18}) +(unlimited|\\d{1,18})( .*)?");

    private static final int NOW = 2;
    private static final int AT_MOST = 3;
    private static final String UNLIMITED = "unlimited";

    /** The two capabilities that free a process of the limit of threads: CAP_SYS_ADMIN and CAP_SYS_RESOURCE. */
    private static final BigInteger FREE_OF_LIMITS = BigInteger.ZERO.setBit(21).setBit(24);

    private static final int HEXADECIMAL = 16;
    private static final Pattern HEXADECIMAL_DIGITS = Pattern.compile("[0-9a-fA-F]{1,16}");

    /** Who may begin so many threads needs no exact number, which takes reading the state of every process. */
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

    /** How many files and sockets a JVM may have open: it raises its limit to what it may. Empty without limit. */
    public OptionalLong descriptors() {
        return limit("Max open files", AT_MOST);
    }

    /** The addresses that a process may use, in bytes; empty without limit. */
    public OptionalLong addressSpaceBytes() {
        return limit("Max address space", NOW);
    }

    /**
     * How many more threads and processes this user may begin; at least this many, where it is plenty. Empty without limit, as
     * for root. Threads in other containers count as well and cannot be seen, so that it may be fewer.
     */
    public OptionalLong tasksLeft() {
        OptionalLong limit = limit("Max processes", NOW);
        if (limit.isEmpty() || isFreeOfLimits()) {
            return OptionalLong.empty();
        }
        long plenty = limit.getAsLong() - tasksOfAll();
        return OptionalLong.of(plenty >= PLENTY ? plenty : Math.max(0, limit.getAsLong() - tasksOfThisUser()));
    }

    /** The kernel memory that a user's message queues may take together, in bytes; empty without limit. */
    public OptionalLong messageQueueBytes() {
        return limit(MESSAGE_QUEUES, NOW);
    }

    /** The kernel's line of {@link #messageQueueBytes}, without what aligns it: the limit now, and what a user may raise it to. */
    public String messageQueueLine() {
        return files.lines(LIMITS).stream()
                .filter(line -> line.startsWith(MESSAGE_QUEUES))
                .findFirst()
                .orElse(MESSAGE_QUEUES) // there may be no descriptor left for reading it
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

    /** The fourth figure of a line like {@code 0.20 0.18 0.12 1/80 11206} is that of all threads there are. */
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
}
