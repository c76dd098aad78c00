package org.ipcbench.run;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.plan.Plan;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.RunRequest.Preparation;
import org.ipcbench.scratch.GeneratedFile;

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
}
