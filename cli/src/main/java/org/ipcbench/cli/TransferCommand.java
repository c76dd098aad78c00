package org.ipcbench.cli;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.Plan;
import org.ipcbench.run.DiskRoom;
import org.ipcbench.run.TargetFile;
import org.ipcbench.scratch.GeneratedFile;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Transfer of a real file. */
@Command(
        name = "transfer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Sends a file from one process to the other and compares what arrived: seconds per file. The clock"
                        + " stops when the receiver has written everything; the kernel may not have put it on a disk yet.")
final class TransferCommand extends MeasuringCommand {
    private static final String FILE = "FILE";
    private static final String OPTION = "option '%s'";
    private static final String GENERATE = "--generate";
    private static final String TO = "--to";

    @Parameters(
            index = "0",
            paramLabel = FILE,
            converter = Converters.PathText.class,
            description = "File to send; must not change during the run.")
    Path file = Path.of("");

    @Option(
            names = TO,
            paramLabel = "PATH",
            converter = Converters.PathText.class,
            description =
                    "File that every iteration writes, reads back and compares, readable by this user only (default: the"
                            + " receiver only takes the checksum).")
    @Nullable
    Path target;

    @Option(
            names = GENERATE,
            paramLabel = "SIZE",
            converter = Converters.Bytes.class,
            description =
                    "Make FILE first, of this size, such as 1G: pseudo-random bytes, the same for the same --seed, and the same"
                            + " without.")
    @Nullable
    Long generatedBytes;

    @Option(names = "--force", description = "Replace existing files at --to and --generate.")
    boolean force;

    @Option(
            names = {"-s", "--sizes"},
            paramLabel = "LIST",
            defaultValue = "4K,64K",
            converter = Converters.Sizes.Converter.class,
            description =
                    "Comma-separated message sizes of at least 16 bytes, 8 of them a header, with doubling ranges: 4K,64K"
                            + " or 4K..1M (default: ${DEFAULT-VALUE}).")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "3",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int iterations = 3;

    TransferCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        requireRoomForHeaders();
        Path source = allowed(
                FILE,
                () -> generatedBytes == null
                        ? existing(file, "give a file, or make one with --generate SIZE")
                        : placeToGenerate());
        long bytes = generatedBytes == null ? Files.size(source) : generatedBytes;
        Path given = target;
        Path written = given == null ? null : allowed(OPTION.formatted(TO), () -> placeToWrite(given, source));
        Request request = Request.ofSizes(
                Request.STANDARD,
                sizes.bytes(),
                iterations,
                size -> new Workload.Transfer(source, bytes, size, written));
        return measure(request.after(new Request.Preparation() {
            @Override
            public void check(Plan plan) throws IOException {
                if (generatedBytes != null) {
                    requireRoom(GENERATE, new DiskRoom(source, bytes, 1));
                }
                if (written != null) {
                    requireRoom(TO, new DiskRoom(written, bytes, (int) Math.min(plan.turnCount(), 2)));
                }
            }

            @Override
            public void prepare() throws IOException {
                if (generatedBytes != null) {
                    generate(source, bytes);
                }
            }
        }));
    }

    private void requireRoom(String option, DiskRoom room) throws IOException {
        Optional<String> shortage = room.shortage();
        if (shortage.isPresent()) {
            throw invalid(OPTION.formatted(option), shortage.get());
        }
    }

    private void requireRoomForHeaders() {
        for (int size : sizes.bytes()) {
            if (size < Workload.Transfer.MIN_MESSAGE_BYTES) {
                throw invalid(
                        "option '--sizes'",
                        "'%d' is too small; a message of a file has at least %d bytes"
                                .formatted(size, Workload.Transfer.MIN_MESSAGE_BYTES));
            }
        }
    }

    /**
     * A file that can be sent.
     *
     * @param otherwise what the user can do where there is none
     * @throws IllegalArgumentException where it cannot, with what is allowed
     */
    static Path existing(Path file, String otherwise) throws IOException {
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

    private Path placeToGenerate() throws IOException {
        return new TargetFile(file, force, "omit --generate to send it as it is").resolved();
    }

    private Path placeToWrite(Path given, Path source) throws IOException {
        Path place = new TargetFile(given, force, "give another").resolved();
        if (place.equals(source)) {
            throw new IllegalArgumentException("'%s' is the file to send; give another".formatted(given));
        }
        return place;
    }

    private void generate(Path place, long bytes) throws IOException {
        terminal().err().printf("generating %d bytes in %s%n", bytes, place);
        try {
            new GeneratedFile(place, bytes, options.generationSeed()).make();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw invalid(OPTION.formatted(GENERATE), "cannot make '%s': %s".formatted(file, e.getMessage()));
        }
    }

    /** A choice of a path, which may fail for many reasons. */
    private interface Choice {
        Path make() throws IOException;
    }

    private Path allowed(String name, Choice choice) {
        try {
            return choice.make();
        } catch (IllegalArgumentException e) {
            throw invalid(name, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw invalid(name, e.toString());
        }
    }
}
