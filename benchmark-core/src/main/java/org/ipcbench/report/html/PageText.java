package org.ipcbench.report.html;

import java.util.regex.Pattern;

/** Texts that the page shares with the terminal, which may lack the letter µ. Options and their values, as 20us, stay as typed. */
final class PageText {
    private static final Pattern MICROS = Pattern.compile("(?<= )us\\b");

    private PageText() {}

    static String of(String text) {
        return MICROS.matcher(text).replaceAll("µs");
    }
}
