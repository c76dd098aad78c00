package org.ipcbench.workload.codec;

import java.nio.charset.StandardCharsets;

/** A text with what is known of it, whose body has all of the asked size but what a C structure of the other fields takes. */
public final class TextDocument extends Document {
    /** The fields but the body, as a C structure has them. */
    static final int FIELDS_BYTES = 64;

    /** In UTF-8, as in all codecs. */
    private static final int TITLE_BYTES = 24;

    private static final int MAX_AUTHOR = 10_000_000;
    private static final String[] LANGUAGES = {"en", "de", "fr", "es"};

    /** Some have letters of two and three bytes, and what JSON escapes. */
    private static final String[] WORDS = {
        "the",
        "order",
        "of",
        "a",
        "process",
        "and",
        "its",
        "message",
        "is",
        "read",
        "by",
        "peers",
        "which",
        "wait",
        "for",
        "data",
        "that",
        "no",
        "copy",
        "keeps",
        "\"quoted\"",
        "naïve",
        "Größe",
        "€",
        "café",
        "path/to",
        "line\n",
        "value",
        "memory",
        "kernel",
        "call",
        "server"
    };

    private final long written;
    private final String language;
    private final String title;
    private final String author;
    private final String body;

    /** The text that these numbers give. */
    TextDocument(Numbers numbers, int messageBytes) {
        written = numbers.time();
        language = numbers.one(LANGUAGES);
        title = words(numbers, TITLE_BYTES);
        author = "AUTHOR-%07d".formatted(numbers.below(MAX_AUTHOR));
        body = words(numbers, bodyBytes(messageBytes));
    }

    /** The same text for another thread, which gives it ids of its own. */
    TextDocument(TextDocument other) {
        written = other.written;
        language = other.language;
        title = other.title;
        author = other.author;
        body = other.body;
    }

    /** Words of so many bytes, which full stops fill up. */
    private static String words(Numbers numbers, int bytes) {
        StringBuilder text = new StringBuilder(bytes);
        int left = bytes;
        while (true) {
            String word = numbers.one(WORDS) + " ";
            int needed = word.getBytes(StandardCharsets.UTF_8).length;
            if (needed > left) {
                return text.append(".".repeat(left)).toString();
            }
            text.append(word);
            left -= needed;
        }
    }

    /** The bytes of the body of a text of this size, in bytes. */
    static int bodyBytes(int messageBytes) {
        return messageBytes - FIELDS_BYTES;
    }

    @Override
    void addTo(FieldSum sum) {
        sum.written(written);
        sum.language(language);
        sum.title(title);
        sum.author(author);
        sum.body(body);
    }

    @Override
    long integers() {
        return written;
    }

    /** When it was written, in nanoseconds since 1970. */
    public long written() {
        return written;
    }

    public String language() {
        return language;
    }

    public String title() {
        return title;
    }

    public String author() {
        return author;
    }

    public String body() {
        return body;
    }
}
