package org.ipcbench.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.opencsv.CSVReaderHeaderAware;
import com.opencsv.CSVReaderHeaderAwareBuilder;
import com.opencsv.RFC4180ParserBuilder;
import com.opencsv.exceptions.CsvValidationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.results.RecordSchema;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Where a job runs, to itself, so that all it leaves can be counted.
 *
 * @param root holds all of it
 */
public record JobSite(Path root) {

    /** Makes directories whose paths leave room for a Unix socket below them. */
    public static final class Factory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of("/tmp"), "it");
        }
    }

    public static JobSite at(Path root) throws IOException {
        JobSite site = new JobSite(root);
        Files.createDirectory(site.temporary());
        return site;
    }

    /** The directory for temporary files. */
    public Path temporary() {
        return root.resolve("t");
    }

    public Path output() {
        return root.resolve("output");
    }

    /** The directories of the runs, the oldest first. */
    public List<Path> runs() throws IOException {
        return list(output()).stream().filter(Files::isDirectory).sorted().toList();
    }

    /** The directory of the only run. */
    public Path run() throws IOException {
        List<Path> runs = runs();
        assertThat(runs).as("runs").hasSize(1);
        return runs.get(0);
    }

    /** Number of iterations that the newest run has recorded so far. */
    public long iterations() throws IOException {
        List<Path> runs = Files.isDirectory(output()) ? runs() : List.of();
        Path record = runs.isEmpty() ? output() : runs.get(runs.size() - 1).resolve("results.jsonl");
        return Files.isRegularFile(record)
                ? Files.readAllLines(record).stream()
                        .filter(line -> line.contains("\"record\":\"iteration\""))
                        .count()
                : 0;
    }

    /** What lies in the directory for temporary files. */
    public List<Path> scratchDirectories() throws IOException {
        return list(temporary());
    }

    /** Every process that was started with this site's directory for temporary files, also if its parent has ended. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(temporary() + "/")
                        || process.info().commandLine().orElse("").contains("=" + temporary() + " "))
                .toList();
    }

    /** The kernel's lines about Unix sockets below this site's directory for temporary files, with or without a file. */
    public List<String> sockets() throws IOException {
        return Files.readAllLines(Path.of("/proc/net/unix"), StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.contains(temporary() + "/"))
                .toList();
    }

    /** Neither a process nor a file of a job is there any more, apart from results. */
    public void assertNothingLeft() throws IOException {
        assertThat(processes()).as("processes").isEmpty();
        assertThat(scratchDirectories()).as("scratch directories").isEmpty();
    }

    /** The rows of the newest run's table by the names of their columns. */
    public List<Map<String, String>> table() throws IOException, CsvValidationException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (CSVReaderHeaderAware reader = new CSVReaderHeaderAwareBuilder(
                        Files.newBufferedReader(output().resolve("output.csv")))
                .withCSVParser(new RFC4180ParserBuilder().build())
                .build()) {
            for (Map<String, String> row = reader.readMap(); row != null; row = reader.readMap()) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** The lines about iterations in the only run's record, which is as its description says. */
    public List<JsonObject> log() throws IOException {
        RecordSchema.assertDescribes(run().resolve("results.jsonl"));
        return Files.readAllLines(run().resolve("results.jsonl")).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(line -> line.get("record").getAsString().equals("iteration"))
                .toList();
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}
