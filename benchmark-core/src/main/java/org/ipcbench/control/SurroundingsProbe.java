package org.ipcbench.control;

import java.io.File;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFiles;
import org.ipcbench.kernel.NamespacedSettings;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.text.Sha256;

/**
 * Looks at the surroundings of this process.
 *
 * @param root the directory that holds {@code proc} and {@code sys}
 */
public record SurroundingsProbe(Path root) {
    private static final String STATUS = "proc/self/status";

    /** The line that a peer adds to each file that it sees. */
    public static final String MARK = "seen";

    /** The probe of this machine. */
    public static SurroundingsProbe system() {
        return new SurroundingsProbe(Path.of("/"));
    }

    /**
     * The surroundings of this process.
     *
     * @param probes the launcher's files, which may exist here
     */
    public Surroundings surroundings(List<Path> probes) throws IOException {
        KernelFiles files = new KernelFiles(root);
        return new Surroundings(
                Surroundings.PROTOCOL,
                program(System.getProperty("java.class.path")),
                System.getProperty("java.home"),
                System.getProperty("java.version"),
                TemporaryDirectory.path().toAbsolutePath(),
                facts(files),
                namespaces(files),
                files.text("proc/sys/kernel/random/boot_id"),
                addresses(),
                probes.stream().filter(SurroundingsProbe::mark).toList(),
                null);
    }

    private Map<String, String> facts(KernelFiles files) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Java", System.getProperty("java.version"));
        facts.put("kernel", files.text("proc/sys/kernel/osrelease"));
        facts.put(Surroundings.CPUS, files.field(STATUS, "Cpus_allowed_list"));
        facts.put("CPU quota", new ControlGroups(files).cpuMax());
        facts.put("seccomp", seccomp(files.field(STATUS, "Seccomp")));
        NamespacedSettings namespaced = new NamespacedSettings(root);
        namespaced.loopback().forEach((name, value) -> facts.put("loopback " + name, value));
        facts.putAll(namespaced.limits());
        facts.values().removeIf(String::isEmpty);
        return facts;
    }

    private static String seccomp(String mode) {
        return switch (mode) {
            case "0" -> "off";
            case "1" -> "strict";
            case "2" -> "filter";
            default -> "";
        };
    }

    private Map<String, String> namespaces(KernelFiles files) {
        Map<String, String> namespaces = new LinkedHashMap<>();
        for (String name : files.names("proc/self/ns")) {
            if (!name.endsWith("_for_children")) {
                try {
                    namespaces.put(
                            name,
                            Files.readSymbolicLink(root.resolve("proc/self/ns").resolve(name))
                                    .toString());
                } catch (IOException | UnsupportedOperationException e) {
                    // unknown
                }
            }
        }
        return namespaces;
    }

    private static List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(address -> address.getHostAddress().replaceFirst("%.*", "")) // without the interface
                    .forEach(addresses::add);
        } catch (SocketException e) {
            return List.of(); // there is no interface
        }
        return addresses;
    }

    /** Adds a line to a file of the launcher; whether it was there and could be changed. */
    private static boolean mark(Path file) {
        try {
            Files.writeString(file, MARK + "\n", StandardCharsets.US_ASCII, StandardOpenOption.APPEND);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The digest of the jars of a class path; empty if there is a directory, whose classes only developers have. */
    private static String program(String classPath) throws IOException {
        Sha256 digest = new Sha256();
        for (String entry : classPath.split(Pattern.quote(File.pathSeparator), -1)) {
            Path jar = Path.of(entry);
            if (!Files.isRegularFile(jar)) {
                return "";
            }
            digest.add(jar);
        }
        return digest.hex();
    }
}
