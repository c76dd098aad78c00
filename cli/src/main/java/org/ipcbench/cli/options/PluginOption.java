package org.ipcbench.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ipcbench.run.program.Plugins;

/** The option for jars with transports of third parties. It is read before the rest of the command line. */
public final class PluginOption {
    public static final String NAME = "--plugin";
    public static final String DESCRIPTION =
            "Jar with transports of your own, see docs/your-own-transport.md; repeatable.";

    private PluginOption() {}

    /**
     * The plugins that a command line names.
     *
     * @throws IllegalArgumentException if one is not a readable jar
     */
    public static Plugins plugins(String... arguments) {
        List<Path> jars = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith(NAME + "=")) {
                jars.add(Plugins.existing(arguments[i].substring(NAME.length() + 1)));
            } else if (arguments[i].equals(NAME) && i + 1 < arguments.length) {
                jars.add(Plugins.existing(arguments[i + 1]));
            }
        }
        return new Plugins(jars);
    }
}
