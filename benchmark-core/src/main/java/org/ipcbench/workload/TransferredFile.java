package org.ipcbench.workload;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file that a question transfers.
 *
 * @param source the file to send
 * @param bytes its size, in bytes
 * @param target the file that the server writes; null if it drops the content
 */
public record TransferredFile(
        Path source, long bytes, @Nullable Path target) {}
