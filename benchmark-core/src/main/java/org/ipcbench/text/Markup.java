package org.ipcbench.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes HTML or XML from beginning to end. Every text and every value of an attribute is escaped, because names come from plugins
 * and paths from users.
 */
public final class Markup {
    /** Elements that need no end tag; their end tags would be an eighth of a page of tables. */
    private static final Set<String> ENDED_BY_THE_NEXT =
            Set.of("td", "th", "tr", "thead", "tbody", "tfoot", "li", "dt", "dd");

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");

    /** Values that need no quotes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:%#+-]+");

    private final boolean xml;
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    public Markup() {
        this(false);
    }

    private Markup(boolean xml) {
        this.xml = xml;
    }

    /** A document of XML, such as a file of SVG. */
    public static Markup xml() {
        Markup markup = new Markup(true);
        markup.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        return markup;
    }

    /**
     * Begins an element.
     *
     * @param attributes a name, its value, the next name and so on; an empty value writes the name alone
     */
    public Markup open(String element, String... attributes) {
        begin(element, attributes);
        text.append('>');
        open.push(element);
        return this;
    }

    /** Ends the element that was opened last. */
    public Markup close() {
        String element = open.pop();
        if (xml || !ENDED_BY_THE_NEXT.contains(element)) {
            text.append("</").append(element).append(xml ? ">\n" : ">");
        }
        return this;
    }

    /** An element without content, of HTML's empty ones or of SVG. */
    public Markup leaf(String element, String... attributes) {
        begin(element, attributes);
        text.append(xml ? "/>\n" : " />");
        return this;
    }

    /** An element with this text. */
    public Markup element(String element, String content, String... attributes) {
        return open(element, attributes).text(content).close();
    }

    public Markup text(String content) {
        escape(content);
        return this;
    }

    /** A style sheet or script of the page itself, without escaping; never content of a run. */
    public Markup resource(String element, String content) {
        open(element);
        text.append(content);
        return close();
    }

    /** The type of the document, before everything else. */
    public Markup documentType() {
        text.append("<!DOCTYPE html>\n");
        return this;
    }

    /** A number with at most this many decimals. */
    public static String number(double value, int decimals) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** A coordinate of a drawing. */
    public static String number(double value) {
        return number(value, 1);
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return text.toString();
    }

    private void begin(String element, String... attributes) {
        text.append('<').append(name(element));
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(name(attributes[i]));
            String value = attributes[i + 1];
            if (!xml && PLAIN.matcher(value).matches()) {
                text.append('=').append(value);
            } else if (xml || !value.isEmpty()) {
                text.append("=\"");
                escape(value);
                text.append('"');
            }
        }
    }

    private static String name(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'%s' is no name of an element or attribute".formatted(name));
        }
        return name;
    }

    private void escape(String content) {
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&#39;");
                case '\n', '\t' -> text.append(c);
                default -> text.append(Character.isISOControl(c) ? '?' : c);
            }
        }
    }
}
