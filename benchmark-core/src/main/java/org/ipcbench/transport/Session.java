package org.ipcbench.transport;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What both peers of one measured run share.
 *
 * @param scratchDirectory private to the user, emptied by the launcher afterwards; files and sockets go here
 * @param token proves that a connecting peer belongs to this session
 * @param messageSizeBytes the largest message a channel of this session has to carry, in bytes
 * @param bufferSizeBytes the size that the user asked for of the transport's buffer, in bytes; 0 leaves the default
 * @param connectTimeout how long connecting and accepting may take
 */
public record Session(
        Path scratchDirectory, Token token, int messageSizeBytes, int bufferSizeBytes, Duration connectTimeout) {
    public Session {
        if (messageSizeBytes < 1) {
            throw new IllegalArgumentException("messageSizeBytes must be at least 1, was " + messageSizeBytes);
        }
        if (bufferSizeBytes < 0) {
            throw new IllegalArgumentException("bufferSizeBytes must not be negative, was " + bufferSizeBytes);
        }
    }
}
