package org.ipcbench.transport;

/**
 * The largest message a transport carries on the running kernel.
 *
 * @param maximumBytes largest message, in bytes
 * @param remedy how to raise the limit, for example a {@code sysctl} command; empty if nothing raises it
 */
public record SizeLimit(int maximumBytes, String remedy) {
    /** The suite's own limit: messages of up to 1 GiB. */
    public static final SizeLimit NONE = new SizeLimit(1 << 30, "");

    public SizeLimit {
        if (maximumBytes < 1) {
            throw new IllegalArgumentException("maximumBytes must be at least 1, was " + maximumBytes);
        }
    }

    public boolean allows(int messageBytes) {
        return messageBytes <= maximumBytes;
    }
}
