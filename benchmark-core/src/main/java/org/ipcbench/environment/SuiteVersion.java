package org.ipcbench.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version and commit of this suite, as its build recorded them. */
public final class SuiteVersion {
    /** The entry in a build's jar that has the version. */
    public static final String ENTRY = "org/ipcbench/environment/suite.properties";

    private static final String RESOURCE = "/" + ENTRY;

    private SuiteVersion() {}

    /**
     * Reads this suite's version.
     *
     * @throws IllegalStateException if the suite was packaged without it
     */
    public static String current() {
        return version(suite());
    }

    /** The Git commit of the suite, abbreviated; empty if the build did not know it. */
    public static String commit() {
        return commit(suite());
    }

    /** The version that a build wrote into its properties; empty if there is none. */
    public static String version(Properties suite) {
        return suite.getProperty("version", "");
    }

    /** The commit that a build wrote into its properties; empty if it did not know it. */
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
