package org.ipcbench.environment;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM that starts the peers.
 *
 * @param version its {@code java.version}
 * @param vmName its {@code java.vm.name}
 * @param vendor its {@code java.vendor}
 * @param vmVersion its {@code java.vm.version}
 * @param osName its {@code os.name}
 * @param osArch its {@code os.arch}
 */
public record LauncherJvm(
        String version, String vmName, String vendor, String vmVersion, String osName, String osArch) {
    private static final Pattern FEATURE = Pattern.compile("\\d{1,9}");

    static LauncherJvm of(Properties system) {
        return new LauncherJvm(
                system.getProperty("java.version", ""),
                system.getProperty("java.vm.name", ""),
                system.getProperty("java.vendor", ""),
                system.getProperty("java.vm.version", ""),
                system.getProperty("os.name", ""),
                system.getProperty("os.arch", ""));
    }

    /** The first number of its version, for example 17. */
    public int featureVersion() {
        Matcher feature = FEATURE.matcher(version);
        return feature.lookingAt() ? Integer.parseInt(feature.group()) : 0;
    }
}
