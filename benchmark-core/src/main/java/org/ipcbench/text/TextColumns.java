package org.ipcbench.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns that texts take on a terminal: East Asian characters and emoji take two, marks above or below another character none.
 */
public final class TextColumns {
    /** Below, every character takes one column. */
    private static final int FIRST_OTHER = 0x300;

    /** Vowels and final consonants of Korean stand in the two columns of the consonant before them. */
    private static final int FIRST_JAMO_WITHOUT_COLUMN = 0x1160;

    private static final int LAST_JAMO_WITHOUT_COLUMN = 0x11FF;

    /** First and last characters of the blocks whose characters take two columns. */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19,
        0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x1B2FF, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F7E0,
        0x1F7F0, 0x1F900, 0x1FAFF, 0x20000, 0x3FFFD
    };

    /** Emoji among symbols that take one column. */
    private static final String EMOJI = "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕";

    private TextColumns() {}

    /** Number of columns of a text. */
    public static int of(String text) {
        return text.codePoints().map(TextColumns::of).sum();
    }

    /** The longest beginning of a text that takes at most this many columns. */
    public static String cut(String text, int columns) {
        return text.substring(0, end(text, columns));
    }

    /** Where the longest beginning of a text ends that takes at most this many columns. */
    static int end(String text, int columns) {
        int taken = 0;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            taken += of(character);
            if (taken > columns) {
                break;
            }
            end += Character.charCount(character);
        }
        return end;
    }

    private static int of(int character) {
        if (character < FIRST_OTHER) {
            return 1;
        }
        if (character >= FIRST_JAMO_WITHOUT_COLUMN && character <= LAST_JAMO_WITHOUT_COLUMN) {
            return 0;
        }
        return switch (Character.getType(character)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(character) ? 2 : 1;
        };
    }

    private static boolean isWide(int character) {
        for (int i = 0; i < WIDE.length && character >= WIDE[i]; i += 2) {
            if (character <= WIDE[i + 1]) {
                return true;
            }
        }
        return EMOJI.indexOf(character) >= 0;
    }

    /** Text in lines of a limited length. */
    public static final class WrappedText {
        private static final String CONTINUED = "  ";

        private WrappedText() {}

        /** The lines of a text, broken at blanks where there are some, else behind hyphens. */
        static List<String> lines(String text, int width) {
            List<String> lines = new ArrayList<>();
            String rest = text;
            while (TextColumns.of(rest) > width) {
                int end = Math.max(TextColumns.end(rest, width), rest.offsetByCodePoints(0, 1));
                int blank = rest.lastIndexOf(' ', end);
                int hyphen = rest.lastIndexOf('-', end - 1);
                lines.add(rest.substring(0, blank > 0 ? blank : hyphen > 0 ? hyphen + 1 : end));
                rest = rest.substring(blank > 0 ? blank + 1 : hyphen > 0 ? hyphen + 1 : end);
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
}
