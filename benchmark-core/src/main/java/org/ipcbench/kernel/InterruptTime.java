package org.ipcbench.kernel;

/**
 * To whom the kernel charges the time of interrupts, among them the loopback's work on a message.
 */
public enum InterruptTime {
    /** To the process that they interrupt, as the kernel does unless it counts them apart. */
    CHARGED("charged"),
    /** To no process ({@code CONFIG_IRQ_TIME_ACCOUNTING}). */
    UNCHARGED("uncharged"),
    UNKNOWN("");

    private static final String ALL_CPUS = "cpu ";

    /** Indexes among the numbers of a line of {@code /proc/stat}. */
    private static final int INTERRUPTS = 5;

    private static final int SOFT_INTERRUPTS = 6;

    private final String label;

    InterruptTime(String label) {
        this.label = label;
    }

    /** The word in a record. */
    public String label() {
        return label;
    }

    /**
     * Tells it by the time of hard interrupts since the boot. A kernel that counts by ticks has zero there, because a tick is itself such an
     * interrupt, and none interrupts another; one that counts them apart has had many by the time a program runs. An option of the build
     * does not tell: the kernel does not count them apart on a clock that it finds unstable.
     *
     * @param stat the text of {@code /proc/stat}
     */
    public static InterruptTime of(String stat) {
        if (!stat.startsWith(ALL_CPUS)) {
            return UNKNOWN;
        }
        int end = stat.indexOf('\n');
        String[] fields = stat.substring(ALL_CPUS.length(), end < 0 ? stat.length() : end)
                .strip()
                .split(" ", -1);
        if (fields.length <= SOFT_INTERRUPTS) {
            return UNKNOWN;
        }
        if (!fields[INTERRUPTS].equals("0")) {
            return UNCHARGED;
        }
        return fields[SOFT_INTERRUPTS].equals("0") ? UNKNOWN : CHARGED; // some containers show zeros
    }
}
