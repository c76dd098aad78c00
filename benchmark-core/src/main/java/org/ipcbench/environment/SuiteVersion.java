package org.ipcbench.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this suite, as its build wrote it down. */
public final class SuiteVersion {
    private static final String RESOURCE = "/org/ipcbench/environment/suite.properties";

    private SuiteVersion() {}

    /**
     * Reads it.
     *
     * @throws IllegalStateException where the suite was packaged without it
     */
    public static String current() {
        try (InputStream resource = SuiteVersion.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing: the suite is packaged incompletely");
            }
            Properties suite = new Properties();
            suite.load(resource);
            return suite.getProperty("version", "");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
    }
}
