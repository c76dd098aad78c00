package org.ipcbench.run.program;

import java.util.List;

/** Reads the text of several JVM arguments. */
public final class JvmArguments {
    private JvmArguments() {}

    /** Splits at white space. */
    public static List<String> parse(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
