package org.ipcbench.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * UTF-8 text that is safe for a terminal. Control characters, and characters that reverse the order of others, become
 * replacement characters: names of directories and contents of records may come from strangers.
 */
final class TextOutput extends FilterOutputStream {
    /** Characters to replace; line ends and tabs are kept. */
    private static final Pattern NOT_SHOWN =
            Pattern.compile("\r(?!\n)|[\\p{Cc}&&[^\t\n\r]]|[\u202A-\u202E\u2066-\u2069]");

    private static final String REPLACEMENT = "\uFFFD";

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /** The first bytes of a character whose other bytes have not been written yet. */
    private ByteBuffer begun = ByteBuffer.allocate(0);

    TextOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer encoded = ByteBuffer.allocate(begun.remaining() + length)
                .put(begun)
                .put(bytes, offset, length)
                .flip();
        CharBuffer text = CharBuffer.allocate(encoded.remaining());
        decoder.decode(encoded, text, false);
        begun = encoded;
        out.write(shown(text.flip()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the text with replacement characters for all characters that are not shown. */
    static String shown(CharSequence text) {
        return NOT_SHOWN.matcher(text).replaceAll(REPLACEMENT);
    }
}
