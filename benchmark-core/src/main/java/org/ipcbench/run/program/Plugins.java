package org.ipcbench.run.program;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.ipcbench.launch.command.ClassPath;
import org.ipcbench.launch.command.ControlObserver;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.text.Sha256;
import org.ipcbench.transport.EndpointKind;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;

/**
 * Jars with transports of third parties, and directories that describe some. They add to the known transports.
 *
 * @param jars the paths of jars and directories as given
 */
public record Plugins(List<Path> jars) {
    public Plugins {
        jars = List.copyOf(jars);
    }

    private TransportRegistry registry() {
        if (jars.isEmpty()) {
            return TransportRegistry.load();
        }
        TransportRegistry own = TransportRegistry.load();
        List<Transport> transports = new ArrayList<>(own.all());
        List<EndpointKind> kinds = new ArrayList<>();
        own.kinds().forEach(kinds::add);
        for (Path jar : jars) {
            if (Files.isDirectory(jar)) {
                for (Transport described : describedBy(jar)) {
                    requireOwnCsvName(described, transports);
                    transports.add(described);
                }
            } else {
                addAllOf(jar, transports, kinds);
            }
        }
        try {
            return new TransportRegistry(transports, kinds);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The CSV's rows are told apart by this name. */
    private static void requireOwnCsvName(Transport described, List<Transport> others) {
        String name = described.info().csvName();
        for (Transport other : others) {
            if (other.info().csvName().equals(name) && !other.id().equals(described.id())) {
                throw new IllegalArgumentException(
                        "'csv' of the transport %s is '%s', as that of %s is; give it another"
                                .formatted(described.id(), name, other.id()));
            }
        }
    }

    /**
     * A launcher with the transports of the suite and of the plugins.
     *
     * @throws IllegalArgumentException if a jar contains no transport, or one that cannot be loaded
     */
    public Launcher launcher() {
        return new Launcher(registry(), ClassPath.of(classPath()), jars, ControlObserver.NONE);
    }

    private String classPath() {
        StringBuilder path = new StringBuilder(PeerSettings.currentClassPath());
        jars.stream()
                .filter(jar -> !Files.isDirectory(jar)) // its transports have no classes
                .forEach(jar -> path.append(File.pathSeparator).append(jar.toAbsolutePath()));
        return path.toString();
    }

    /**
     * A jar, or a directory, that the user names.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Path existing(String text) {
        Path path = FilePath.parse(text);
        if (Files.isDirectory(path)) {
            return path;
        }
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException(
                    "'%s' is not a readable jar, nor a directory with a %s".formatted(text, TransportDescription.FILE));
        }
        return existingJar(text);
    }

    /** A digest of a jar, or of what describes transports. */
    public static String digest(Path plugin) throws IOException {
        Sha256 digest = new Sha256();
        if (!Files.isDirectory(plugin)) {
            return digest.add(plugin).hex();
        }
        for (TransportDescription description : TransportDescription.of(plugin)) {
            for (Path file : description.files()) {
                digest.add(description.id()).add(file);
            }
        }
        return digest.hex();
    }

    /**
     * A jar that the user names.
     *
     * @throws IllegalArgumentException if it is not a readable jar
     */
    static Path existingJar(String text) {
        Path jar = FilePath.parse(text);
        if (!Files.isRegularFile(jar) || !Files.isReadable(jar)) {
            throw new IllegalArgumentException("'%s' is not a readable jar".formatted(text));
        }
        requireNoSeparator(jar);
        try {
            new JarFile(jar.toFile()).close();
            return jar;
        } catch (IOException e) {
            throw new IllegalArgumentException("'%s' is not a jar: %s".formatted(text, e.getMessage()), e);
        }
    }

    /**
     * Refuses a path that a class path would split.
     *
     * @throws IllegalArgumentException if the path contains the class path's separator
     */
    public static void requireNoSeparator(Path jar) {
        if (jar.toAbsolutePath().toString().contains(File.pathSeparator)) {
            throw new IllegalArgumentException(
                    "'%s' has a '%s' in its path, which separates the entries of a class path, so no JVM would find its classes; move it"
                            .formatted(jar.toAbsolutePath(), File.pathSeparator));
        }
    }

    private static IllegalArgumentException unloadable(Path jar, String problem, Throwable cause) {
        return new IllegalArgumentException(
                "'%s' contains a transport that cannot be loaded: %s".formatted(jar, firstLine(problem)), cause);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** Calls every method that is called before a measurement, because a missing class is found only when it is needed. */
    private static void describe(Transport transport) {
        transport.info().library().nameAndVersion();
        transport.traits();
        transport.availability();
        transport.jvmArguments();
        transport.auxiliary();
    }

    private static List<Transport> describedBy(Path directory) {
        List<Transport> transports = TransportDescription.of(directory).stream()
                .<Transport>map(DescribedTransport::new)
                .toList();
        if (transports.isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s' describes no transport; it needs a file %s, or directories with one"
                            .formatted(directory, TransportDescription.FILE));
        }
        return transports;
    }

    private static void addAllOf(Path jar, List<Transport> transports, List<EndpointKind> kinds) {
        int before = transports.size() + kinds.size();
        String described = "";
        try {
            URL[] place = {jar.toUri().toURL()};
            // never closed: a transport may load further classes at any time
            URLClassLoader loader = new URLClassLoader(place, Plugins.class.getClassLoader());
            for (Transport transport : ServiceLoader.load(Transport.class, loader)) {
                if (transport.getClass().getClassLoader() == loader) {
                    described = transport.getClass().getName();
                    describe(transport);
                    transports.add(transport);
                }
            }
            for (EndpointKind kind : ServiceLoader.load(EndpointKind.class, loader)) {
                if (kind.getClass().getClassLoader() == loader) {
                    described = kind.getClass().getName();
                    kind.schemes();
                    kinds.add(kind);
                }
            }
        } catch (MalformedURLException | ServiceConfigurationError e) {
            throw unloadable(jar, String.valueOf(e.getMessage()), e);
        } catch (LinkageError e) { // built for a newer Java or another version of the suite, or a class is missing
            throw unloadable(jar, e.getClass().getSimpleName() + ": " + e.getMessage(), e);
        } catch (RuntimeException | Error e) { // thrown by the plugin's own code
            throw unloadable(jar, "%s fails with %s".formatted(described, e), e);
        }
        if (transports.size() + kinds.size() == before) {
            throw new IllegalArgumentException("'%s' contains no transport; name the class in META-INF/services/%s"
                    .formatted(jar, Transport.class.getName()));
        }
    }

    /** Reads paths from texts; without a UTF-8 locale, not every text is a path. */
    public static final class FilePath {
        private FilePath() {}

        /**
         * Reads a path.
         *
         * @throws IllegalArgumentException if the locale cannot express it; the message has the remedy
         */
        public static Path parse(String text) {
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(
                        "'%s' cannot be a file name in this locale (%s); LC_ALL=C.UTF-8 allows every character"
                                .formatted(text, e.getReason()),
                        e);
            }
        }

        /**
         * Reads the path of a directory that exists or can be made.
         *
         * @throws IllegalArgumentException if the text is no such path; the message says what is allowed
         */
        public static Path directory(String text) {
            Path directory = parse(text);
            if (text.isBlank() || (Files.exists(directory) && !Files.isDirectory(directory))) {
                throw new IllegalArgumentException(
                        "'%s' is not a directory; give a writable directory, or the name of a new one".formatted(text));
            }
            return directory;
        }
    }
}
