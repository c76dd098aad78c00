package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.run.TargetFile;
import org.ipcbench.run.TransferFiles;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.transfer.Transfer;
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
                        + " stops when the receiver has written everything; the kernel may not have put it on a disk yet.",
        footer = {
            "",
            "Examples:",
            "  ipcbench transfer big.iso -t tcp,uds",
            "  ipcbench transfer --generate 1G made.bin -t pipe,uds"
        })
public final class TransferCommand extends MeasuringCommand {
    private static final String FILE = "FILE";
    private static final String OPTION = "option '%s'";
    static final String GENERATE = "--generate";
    static final String TO = "--to";

    @Parameters(index = "0", paramLabel = FILE, description = "File to send; must not change during the run.")
    Path file = Path.of("");

    @Option(
            names = TO,
            paramLabel = "PATH",
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
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "4K,64K",
            converter = DimensionOption.Sizes.class,
            description =
                    "Comma-separated message sizes of at least 16 bytes, 8 of them a header, with doubling ranges: 4K,64K"
                            + " or 4K..1M (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Option(
            names = {"-i", IterationsOption.NAME},
            paramLabel = "N",
            defaultValue = "3",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int iterations = 3;

    public TransferCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        Path source = allowed(
                FILE,
                () -> generatedBytes == null
                        ? TransferFiles.existing(file, "give a file, or make one with --generate SIZE")
                        : placeToGenerate());
        long bytes = generatedBytes == null ? Files.size(source) : generatedBytes;
        Path given = target;
        Path written = given == null ? null : allowed(OPTION.formatted(TO), () -> placeToWrite(given, source));
        RunRequest request = request(
                SizedWorkload.ofSizes(sizes.list(), size -> new Transfer(source, bytes, size, written)),
                options.times(iterations));
        return measure(request.after(new TransferFiles(
                file,
                source,
                bytes,
                generatedBytes == null ? OptionalLong.empty() : OptionalLong.of(options.generationSeed()),
                Optional.ofNullable(written),
                display())));
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

    /** Chooses a path; may fail for many reasons. */
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
