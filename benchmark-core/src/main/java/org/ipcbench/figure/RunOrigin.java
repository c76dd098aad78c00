package org.ipcbench.figure;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.ipcbench.environment.Environment;
import org.ipcbench.plan.cell.Cell;

/**
 * The run of a table and its environment, so that tables of several runs can be put into one and still be told apart. Unknown
 * values are empty.
 *
 * @param run the name of the run's directory
 * @param startedAt when the run started, ISO 8601 in UTC
 * @param jdk version of the peers' JVM, for example {@code 17.0.15}
 * @param jdkOfVariant the same of each variant, by the variant's label; empty if the run compares none
 * @param programsOfVariant the programs of client and server, by the variant's label; empty if all peers were JVMs
 * @param programsOfTransport the same of transports that have programs of their own, by the transport's id
 * @param kernel name and release of the kernel
 */
public record RunOrigin(
        String run,
        String startedAt,
        String jdk,
        Map<String, String> jdkOfVariant,
        Map<String, String> programsOfVariant,
        Map<String, String> programsOfTransport,
        String kernel) {
    /** Nothing is known. */
    public static final RunOrigin UNKNOWN = new RunOrigin("", "", "", Map.of(), Map.of(), Map.of(), "");

    public RunOrigin {
        jdkOfVariant = Map.copyOf(jdkOfVariant);
        programsOfVariant = Map.copyOf(programsOfVariant);
        programsOfTransport = Map.copyOf(programsOfTransport);
    }

    /** The origin of the run in this directory, measured in this environment. */
    public static RunOrigin of(Path directory, Environment environment) {
        Path name = directory.toAbsolutePath().normalize().getFileName();
        return new RunOrigin(
                name == null ? "" : name.toString(),
                environment.startedAt(),
                environment.peers().version(),
                environment.variants().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, variant -> variant.getValue().version())),
                environment.programs(),
                environment.ownPrograms(),
                "%s %s"
                        .formatted(
                                environment.kernel().name(),
                                environment.kernel().release())
                        .strip());
    }

    /** The programs of a cell's client and server; empty if both were JVMs. */
    public String programs(Cell cell) {
        return programsOfTransport.getOrDefault(
                cell.transportId(), programsOfVariant.getOrDefault(cell.variantName(), ""));
    }

    /** The JVM that a cell was measured with. */
    public String jdk(Cell cell) {
        return jdkOfVariant.getOrDefault(cell.variantName(), jdk);
    }
}
