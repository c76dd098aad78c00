package org.ipcbench.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ipcbench.environment.Environment.PeerJvm;

/** A directory that looks like the root of some machine, and a JVM that claims to run there. */
public final class FakeMachine {
    static final Instant STARTED_AT = Instant.parse("2026-03-01T12:30:45.678Z");
    public static final String CPUS = "sys/devices/system/cpu/";

    private final Path root;
    private final Properties system = new Properties();

    public FakeMachine(Path root, String architecture) {
        this.root = root;
        system.setProperty("java.version", "17.0.15");
        system.setProperty("java.vm.name", "OpenJDK 64-Bit Server VM");
        system.setProperty("java.vendor", "Eclipse Adoptium");
        system.setProperty("java.vm.version", "17.0.15+6");
        system.setProperty("os.name", "Linux");
        system.setProperty("os.version", "5.10.0-jvm");
        system.setProperty("os.arch", architecture);
    }

    public FakeMachine with(String file, String content) throws IOException {
        return with(file, content.getBytes(StandardCharsets.UTF_8));
    }

    FakeMachine with(String file, byte[] content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, content);
        return this;
    }

    FakeMachine withDirectory(String directory) throws IOException {
        Files.createDirectories(root.resolve(directory));
        return this;
    }

    FakeMachine withCpu(int cpu, int socket, int core, String siblings) throws IOException {
        String topology = CPUS + "cpu" + cpu + "/topology/";
        return with(topology + "physical_package_id", socket + "\n")
                .with(topology + "core_id", core + "\n")
                .with(topology + "thread_siblings_list", siblings + "\n");
    }

    FakeMachine withCache(int cpu, int index, String level, String type, String size, String sharedCpus)
            throws IOException {
        String cache = CPUS + "cpu" + cpu + "/cache/index" + index + "/";
        return with(cache + "level", level + "\n")
                .with(cache + "type", type + "\n")
                .with(cache + "size", size + "\n")
                .with(cache + "shared_cpu_list", sharedCpus + "\n");
    }

    Environment capture() {
        return new EnvironmentProbe(root, system)
                .capture(STARTED_AT, 42, new PeerJvm("17.0.15", 17, List.of("-XX:+UseSerialGC")), Map.of("tcp", "JDK"));
    }
}
