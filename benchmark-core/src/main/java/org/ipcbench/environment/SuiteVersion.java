package org.ipcbench.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this suite and what it was built from, as its build wrote them down. */
public final class SuiteVersion {
    /** Where the jar of a build has it. */
    public static final String ENTRY = "org/ipcbench/environment/suite.properties";

    private static final String RESOURCE = "/" + ENTRY;

    private SuiteVersion() {}

    /**
     * Reads it.
     *
     * @throws IllegalStateException where the suite was packaged without it
     */
    public static String current() {
        return version(suite());
    }

    /** What the suite was built from, as Git abbreviates it; empty where the build did not know. */
    public static String commit() {
        return commit(suite());
    }

    /** The version that a build wrote into its properties; empty where there is none. */
    public static String version(Properties suite) {
        return suite.getProperty("version", "");
    }

    /** What a build wrote of its origin into its properties; empty where it did not know. */
    public static String commit(Properties suite) {
        String commit = suite.getProperty("commit", "");
        return commit.startsWith("$") ? "" : commit;
    }

    private static Properties suite() {
        try (InputStream resource = SuiteVersion.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing: the suite is packaged incompletely");
            }
            Properties suite = new Properties();
            suite.load(resource);
            return suite;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
    }
}
