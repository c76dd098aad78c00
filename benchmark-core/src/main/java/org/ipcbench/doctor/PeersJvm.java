package org.ipcbench.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Whether the JVM is one for production.
 *
 * @param system the JVM's system properties
 */
record PeersJvm(Properties system) implements Probe {
    private static final String OTHER_JVM = "--jvm JAVA_HOME of another one";

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        String debug = system.getProperty("jdk.debug", "release");
        if (!debug.equals("release")) {
            findings.add(new Finding(
                    "debug JVM",
                    Severity.SERIOUS,
                    "the JVM is a %s build".formatted(debug),
                    "its code checks itself all the time: figures are several times too low",
                    OTHER_JVM));
        }
        // java.vm.info alone does not suffice: peers do not get this program's flags, so its -Xint does not matter.
        String name = system.getProperty("java.vm.name", "");
        if (name.contains("Zero")) {
            findings.add(new Finding(
                    "interpreter only",
                    Severity.SERIOUS,
                    "%s (%s) has no compiler".formatted(name, system.getProperty("java.vm.info", "")),
                    "what is measured is the interpreter",
                    OTHER_JVM));
        }
        String version = system.getProperty("java.version", "");
        if (version.endsWith("-ea")) {
            findings.add(new Finding(
                    "early-access JVM",
                    Severity.MODERATE,
                    "the JVM is %s, which is not released".formatted(version),
                    "they may be others with the release",
                    OTHER_JVM));
        }
        return findings;
    }
}
