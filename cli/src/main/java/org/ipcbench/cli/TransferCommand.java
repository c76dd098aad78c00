package org.ipcbench.cli;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ipcbench.plan.Plan;
import org.ipcbench.scratch.GeneratedFile;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How long a real file takes. */
@Command(
        name = "transfer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Sends a file from one process to the other and compares what arrived: seconds per file. The clock"
                        + " stops when the receiver has written everything; whether it is on a disk by then is the kernel's"
                        + " affair.")
final class TransferCommand extends MeasuringCommand {
    private static final String FILE = "FILE";
    private static final String OPTION = "option '%s'";

    @Parameters(index = "0", paramLabel = FILE, description = "The file to send; it may not change meanwhile.")
    Path file = Path.of("");

    @Option(
            names = TransferFiles.TO,
            paramLabel = "PATH",
            description = "Where every cell writes the file, one after the other, for this user alone to read; what was"
                    + " written is read back and compared. Default: the receiver takes its checksum and drops it.")
    @Nullable
    Path target;

    @Option(
            names = TransferFiles.GENERATE,
            paramLabel = "SIZE",
            converter = Converters.Bytes.class,
            description = "Makes FILE first: pseudo-random bytes, the same for the same --seed, such as 1G.")
    @Nullable
    Long generatedBytes;

    @Option(names = "--force", description = "Replaces what --to and --generate find in their place.")
    boolean force;

    @Option(
            names = {"-s", "--sizes"},
            paramLabel = "LIST",
            defaultValue = "4K,64K",
            converter = Converters.Sizes.Converter.class,
            description = "Message sizes between commas, with doubling ranges: 4K,64K or 4K..1M; at least 16 bytes, of"
                    + " which 8 are a header; default: ${DEFAULT-VALUE}.")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Mixin
    IterationsOption iterations = new IterationsOption();

    TransferCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        requireRoomForHeaders();
        Path source = allowed(FILE, () -> generatedBytes == null ? existing(file) : placeToGenerate());
        long bytes = generatedBytes == null ? Files.size(source) : generatedBytes;
        Path given = target;
        Path written =
                given == null ? null : allowed(OPTION.formatted(TransferFiles.TO), () -> placeToWrite(given, source));
        TransferFiles files = new TransferFiles(source, bytes, generatedBytes != null, written);
        return measure(
                GridOptions.DEFAULT_TRANSPORTS,
                sizes.bytes(),
                iterations.count,
                size -> new Workload.Transfer(source, bytes, size, written),
                new BenchmarkRun.Preparation() {
                    @Override
                    public void check(Plan plan) throws IOException {
                        requireRoom(files.written(plan.turns().size()));
                    }

                    @Override
                    public void prepare() throws IOException {
                        if (files.generated()) {
                            generate(source, bytes);
                        }
                    }
                });
    }

    private void requireRoom(List<WrittenFile> files) throws IOException {
        Optional<DiskNeed.Shortage> shortage = DiskNeed.shortage(files);
        if (shortage.isPresent()) {
            throw invalid(
                    OPTION.formatted(shortage.get().need().file().option()),
                    shortage.get().problem());
        }
    }

    private void requireRoomForHeaders() {
        for (int size : sizes.bytes()) {
            if (size < Workload.Transfer.SMALLEST_MESSAGE_BYTES) {
                throw invalid(
                        "option '--sizes'",
                        "'%d' is less than the %d bytes that a message of a file has at least"
                                .formatted(size, Workload.Transfer.SMALLEST_MESSAGE_BYTES));
            }
        }
    }

    private static Path existing(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "'%s' does not exist; give a file, or make one by --generate SIZE".formatted(file));
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("'%s' is %s; give a regular file"
                    .formatted(file, Files.isDirectory(file) ? "a directory" : "no regular file"));
        }
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("'%s' may not be read; give a file that you may read".formatted(file));
        }
        return file.toRealPath();
    }

    private Path placeToGenerate() throws IOException {
        return new NewPlace(file, force, "leave --generate away to send it as it is").resolved();
    }

    private Path placeToWrite(Path given, Path source) throws IOException {
        Path place = new NewPlace(given, force, "give another").resolved();
        if (place.equals(source)) {
            throw new IllegalArgumentException("'%s' is the file to send; give another".formatted(given));
        }
        return place;
    }

    private void generate(Path place, long bytes) throws IOException {
        terminal().err().printf("generating %d bytes in %s%n", bytes, place);
        try {
            new GeneratedFile(place, bytes, options.seed).make();
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw invalid(
                    OPTION.formatted(TransferFiles.GENERATE), "cannot make '%s': %s".formatted(file, e.getMessage()));
        }
    }

    /** What a file is looked for or made in may be anything at all. */
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
