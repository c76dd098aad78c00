package com.example.chronicle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.ipcbench.transport.Library;

/** The library's jar carries its version, as Maven leaves it there; none of its classes is loaded to find out. */
final class ChronicleLibrary implements Library {
    private static final String PROPERTIES = "/META-INF/maven/net.openhft/chronicle-queue/pom.properties";

    @Override
    public String nameAndVersion() {
        Properties properties = new Properties();
        try (InputStream file = ChronicleLibrary.class.getResourceAsStream(PROPERTIES)) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + PROPERTIES, e);
        }
        return "Chronicle Queue " + properties.getProperty("version", "unknown");
    }
}
