package org.ipcbench.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.ipcbench.launch.command.PeerSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What the profile "sbom" says is in the jar, against what is in it. */
@Tag("full")
@EnabledIfSystemProperty(named = "sbom.phase", matches = "prepare-package")
class BillOfMaterialsIT {
    private static final Path TARGET = Path.of("..", "target").toAbsolutePath().normalize();

    /** Native code for encryption, which gRPC's jar brings and the suite's does not take. */
    private static final String LEFT_OUT = "META-INF/native/.*netty_tcnative.*";

    /** Files of which every jar has its own, and those that a jar of many makes anew. */
    private static final Pattern NOT_OF_ONE_LIBRARY =
            Pattern.compile("META-INF/(?!native/).*|(?:.*/)?module-info.class|" + LEFT_OUT);

    private static final Pattern CLASSIFIER = Pattern.compile(".*[?&]classifier=([^&]+).*");

    @Test
    void everyLibraryInTheJarIsListedAndNoOther() throws IOException {
        Set<String> inJar = files(TARGET.resolve("ipc-benchmarktest.jar"));
        Map<String, Set<String>> libraries = libraries();
        Map<String, Set<String>> contained = new TreeMap<>(libraries);
        contained.values().removeIf(files -> files.stream().noneMatch(inJar::contains));

        assertThat(listed()).isNotEmpty().isEqualTo(contained.keySet());
        assertThat(contained).allSatisfy((name, files) -> assertThat(inJar).containsAll(files));
        Set<String> explained =
                contained.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(HashSet::new));
        explained.addAll(ownFiles());
        assertThat(inJar).isSubsetOf(explained);
    }

    /** The file names of the listed libraries' jars; an artifact of type pom has none. */
    private static Set<String> listed() throws IOException {
        Set<String> names = new TreeSet<>();
        JsonObject bill = JsonParser.parseString(Files.readString(TARGET.resolve("ipc-benchmarktest.cdx.json")))
                .getAsJsonObject();
        for (JsonElement component : bill.getAsJsonArray("components")) {
            JsonObject fields = component.getAsJsonObject();
            String address = fields.get("purl").getAsString();
            if (!address.contains("type=pom")) {
                String classifier = CLASSIFIER.matcher(address).replaceFirst("-$1");
                names.add("%s-%s%s.jar"
                        .formatted(
                                fields.get("name").getAsString(),
                                fields.get("version").getAsString(),
                                classifier.equals(address) ? "" : classifier));
            }
        }
        return names;
    }

    /** The jars of this JVM, those of tests included, with their files. */
    private static Map<String, Set<String>> libraries() {
        return Stream.of(PeerSettings.currentClassPath().split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(place -> place.toString().endsWith(".jar"))
                .collect(Collectors.toMap(jar -> jar.getFileName().toString(), BillOfMaterialsIT::files));
    }

    private static Set<String> files(Path jar) {
        try (JarFile open = new JarFile(jar.toFile())) {
            return open.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !NOT_OF_ONE_LIBRARY.matcher(name).matches())
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> ownFiles() throws IOException {
        Path classes = Path.of("target", "classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString()).collect(Collectors.toSet());
        }
    }
}
