package org.ipcbench.transports.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.ipcbench.transport.Library;

/**
 * A library of Maven; its jar contains its version.
 *
 * @param name the library's name, for people
 * @param groupId Maven's group
 * @param artifactId Maven's name within the group
 */
public record JarLibrary(String name, String groupId, String artifactId) implements Library {

    @Override
    public String nameAndVersion() {
        return name + " " + version();
    }

    /** The version on the class path; {@code unknown} if it was removed from the jar. */
    public String version() {
        Properties properties = new Properties();
        try (InputStream file = JarLibrary.class.getResourceAsStream(
                "/META-INF/maven/%s/%s/pom.properties".formatted(groupId, artifactId))) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the version of " + artifactId, e);
        }
        return properties.getProperty("version", "unknown");
    }
}
