package org.ipcbench.run;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.kernel.KernelFiles.DiskSpace;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.plan.Plan;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.RunRequest.Preparation;
import org.ipcbench.scratch.NewFile.GeneratedFile;

/**
 * The files of a transfer, which are created or checked before the first cell is measured.
 *
 * @param given file to send, as the user names it
 * @param source its path from {@link #existing} or {@link TargetFile#resolved}
 * @param bytes its size
 * @param seed seed of its content if it has to be generated; empty if it exists
 * @param target file that every iteration writes; empty if none does
 * @param display gets a line when the file is made
 */
public record TransferFiles(
        Path given, Path source, long bytes, OptionalLong seed, Optional<Path> target, RunDisplay display)
        implements Preparation {

    /**
     * Returns the path of a file that can be sent.
     *
     * @param otherwise what the user can do if the file does not exist
     * @throws IllegalArgumentException if it cannot be sent; the message says what is allowed
     */
    public static Path existing(Path file, String otherwise) throws IOException {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("'%s' not found; %s".formatted(file, otherwise));
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("'%s' is %s; give a regular file"
                    .formatted(file, Files.isDirectory(file) ? "a directory" : "not a regular file"));
        }
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("'%s' is not readable; give a file that you may read".formatted(file));
        }
        return file.toRealPath();
    }

    @Override
    public void check(Plan plan) throws IOException {
        if (seed.isPresent()) {
            requireRoom(Argument.GENERATED_FILE, new DiskRoom(source, bytes, 1));
        }
        if (target.isPresent()) {
            requireRoom(Argument.TARGET_FILE, DiskRoom.ofTarget(target.get(), bytes, plan));
        }
    }

    private static void requireRoom(Argument argument, DiskRoom room) throws IOException {
        Optional<String> shortage = room.shortage();
        if (shortage.isPresent()) {
            throw new InvalidRequestException(argument, shortage.get());
        }
    }

    @Override
    public void prepare() throws IOException {
        if (seed.isEmpty()) {
            return;
        }
        display.line("generating %d bytes in %s".formatted(bytes, source));
        try {
            new GeneratedFile(source, bytes, seed.getAsLong()).make();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new InvalidRequestException(
                    Argument.GENERATED_FILE, "cannot create '%s': %s".formatted(given, e.getMessage()));
        }
    }

    /**
     * Disk space that a file takes while it is written once or several times. A new copy exists beside the one it replaces
     * until it is complete.
     *
     * @param file path of the file
     * @param bytes its size
     * @param copies number of copies at the same time, at most two
     */
    public record DiskRoom(Path file, long bytes, int copies) {
        private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);

        /** The space for a file that every iteration of a plan writes. */
        public static DiskRoom ofTarget(Path target, long bytes, Plan plan) {
            return new DiskRoom(target, bytes, (int) Math.min(plan.turnCount(), 2));
        }

        /**
         * The file system's shortage of space, or the limit of files that is too low, in one line; empty if there is enough, or if the file
         * system does not report it, as in some containers.
         */
        public Optional<String> shortage() throws IOException {
            OptionalLong largest = new ResourceLimits(Path.of("/")).fileBytes();
            if (largest.isPresent() && largest.getAsLong() < bytes) {
                return Optional.of(
                        "'%s' needs %s MiB, but a file may have only %s MiB; raise that with: ulimit -f unlimited"
                                .formatted(
                                        file,
                                        mebibytes(bytes, RoundingMode.UP),
                                        mebibytes(largest.getAsLong(), RoundingMode.DOWN)));
            }
            DiskSpace space = DiskSpace.of(TargetFile.directoryOf(file));
            return space.totalBytes() == 0
                    ? Optional.empty()
                    : shortage(space.freeBytes(), Files.exists(file) ? Files.size(file) : 0);
        }

        /**
         * The shortage of space, in one line; empty if there is enough.
         *
         * @param usableBytes available bytes
         * @param replacedBytes size of the file that the first copy replaces
         */
        public Optional<String> shortage(long usableBytes, long replacedBytes) {
            long neededBytes = Math.max(bytes, copies * bytes - replacedBytes);
            return neededBytes <= usableBytes
                    ? Optional.empty()
                    : Optional.of("'%s' needs %s MiB, but its file system has only %s MiB available; free some, or give"
                                    .formatted(
                                            file,
                                            mebibytes(neededBytes, RoundingMode.UP),
                                            mebibytes(usableBytes, RoundingMode.DOWN))
                            + " another place");
        }

        /** Needed bytes are rounded up and available ones down, so that the two figures differ. */
        private static BigDecimal mebibytes(long bytes, RoundingMode rounding) {
            return BigDecimal.valueOf(bytes).divide(MIB, 1, rounding);
        }
    }
}
