package org.ipcbench.text;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of a limited length. */
public final class WrappedText {
    private WrappedText() {}

    /** The lines of a text, broken at blanks where there are some. */
    public static List<String> lines(String text, int width) {
        return lines(text, width, "");
    }

    /**
     * The lines of a text, broken at blanks where there are some.
     *
     * @param indent what all lines but the first begin with
     */
    public static List<String> lines(String text, int width, String indent) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int begin = lines.isEmpty() ? 0 : indent.length();
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > begin ? blank : Math.max(width, begin + 1);
            lines.add(rest.substring(0, end));
            rest = (width > indent.length() ? indent : "") + rest.substring(blank > begin ? blank + 1 : end);
        }
        lines.add(rest);
        return lines;
    }
}
