package org.ipcbench.cli.value;

import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the text of an argument to a value; picocli puts the option's name before the message of an error. */
class Parsed<T> implements ITypeConverter<T> {
    private final Parsing<T> parsing;

    Parsed(Parsing<T> parsing) {
        this.parsing = parsing;
    }

    /** Reads a text. */
    @FunctionalInterface
    interface Parsing<T> {
        /** Throws an {@link IllegalArgumentException} that says what is allowed. */
        T parse(String text) throws IOException;
    }

    @Override
    public final T convert(String text) throws IOException {
        try {
            return parsing.parse(text);
        } catch (IllegalArgumentException e) {
            TypeConversionException complaint = new TypeConversionException(e.getMessage());
            complaint.initCause(e);
            throw complaint;
        }
    }
}
