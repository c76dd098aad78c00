package org.ipcbench.text;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of a limited length. */
public final class WrappedText {
    private static final String CONTINUED = "  ";

    private WrappedText() {}

    /** The lines of a text, broken at blanks where there are some. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (TextColumns.of(rest) > width) {
            int end = Math.max(TextColumns.end(rest, width), rest.offsetByCodePoints(0, 1));
            int blank = rest.lastIndexOf(' ', end);
            lines.add(rest.substring(0, blank > 0 ? blank : end));
            rest = rest.substring(blank > 0 ? blank + 1 : end);
        }
        lines.add(rest);
        return lines;
    }

    /** A line of prose, continued on further lines that are indented. Words stay whole, so that a path can be copied. */
    public static String of(String line, int width) {
        StringBuilder text = new StringBuilder();
        String rest = line;
        while (TextColumns.of(rest) > width) {
            int indent = text.length() == 0 ? 0 : CONTINUED.length();
            int end = TextColumns.end(rest, width);
            int before = rest.lastIndexOf(' ', end);
            int blank = before >= indent && before > 0 ? before : rest.indexOf(' ', Math.max(end, indent));
            if (blank < 0) {
                break;
            }
            text.append(rest, 0, blank).append(System.lineSeparator());
            rest = CONTINUED + rest.substring(blank + 1);
        }
        return text.append(rest).toString();
    }
}
