package org.ipcbench.transports.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * A library as Maven knows it; its jar carries its version.
 *
 * @param groupId Maven's group
 * @param artifactId Maven's name within the group
 */
public record Artifact(String groupId, String artifactId) {

    /** The version on the class path; {@code unknown} where its jar was stripped of it. */
    public String version() {
        Properties properties = new Properties();
        try (InputStream file = Artifact.class.getResourceAsStream(
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
