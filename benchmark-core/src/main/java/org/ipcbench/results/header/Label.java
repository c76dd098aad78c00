package org.ipcbench.results.header;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What the user says about a run, such as the name of its host.
 *
 * @param key up to 32 letters, digits, dots, hyphens and underscores, a letter first
 * @param value up to 100 printable characters
 */
public record Label(String key, String value) {
    /** The key of the machine's name; without it, merged runs show the machine's id. */
    public static final String HOST = "host";

    private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,31}");

    /** Values are shown in tables and legends. */
    private static final Pattern VALUE = Pattern.compile("\\S(?:[^\\p{Cntrl}]{0,98}\\S)?");

    /** Spreadsheets take other first characters for a formula. */
    private static final Pattern HOST_NAME = Pattern.compile("[\\p{L}\\p{N}].*");

    public Label {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException(
                    "'%s' cannot be a key; give up to 32 letters, digits, '.', '-' and '_', a letter first"
                            .formatted(key));
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'%s' cannot be the value of '%s'; give 1 to 100 printable characters, without space at either end"
                            .formatted(value, key));
        }
        if (key.equals(HOST) && !HOST_NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'%s' cannot name a host; must begin with a letter or a digit".formatted(value));
        }
    }

    /**
     * Reads {@code key=value}.
     *
     * @throws IllegalArgumentException if the text has another form, with what is allowed
     */
    public static Label parse(String text) {
        int sign = text.indexOf('=');
        if (sign < 0) {
            throw new IllegalArgumentException("'%s' has no '='; give key=value, such as host=node7".formatted(text));
        }
        return new Label(text.substring(0, sign), text.substring(sign + 1));
    }

    /**
     * The values by key, in the given order.
     *
     * @throws IllegalArgumentException if a key is given twice
     */
    public static Map<String, String> byKey(Collection<Label> labels) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Label label : labels) {
            if (values.put(label.key, label.value) != null) {
                throw new IllegalArgumentException("'%s' is given twice; give each key once".formatted(label.key));
            }
        }
        return Collections.unmodifiableMap(values);
    }
}
