package org.ipcbench.kernel;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A small text file of the kernel. The file is read with a single call if possible, because the kernel may end a file
 * after the first read. Bytes that are not UTF-8 are replaced, because names from firmware may contain any bytes.
 *
 * <p>The file is not read with {@link java.nio.file.Files}, which reads through a {@link java.nio.channels.FileChannel}
 * into memory on the heap. Code that was compiled in the warm-up for a transport's channels has never used such memory,
 * and would be discarded just when the measured part begins. Nor would a channel survive the interrupt of Ctrl-C.
 */
public record KernelFile(Path path) {
    /** Length of a tick: USER_HZ, which is part of the kernel's interface, is 100 on every machine that runs a JVM. */
    public static final long TICK_NANOS = 10_000_000;

    /** Nearly every such file fits into this buffer, so that it is read by a single system call. */
    private static final int BUFFER_BYTES = 4 << 10;

    /**
     * The file's content; empty if there is no such file, this process may not read it, or the thread that it describes
     * has ended.
     */
    public Optional<String> text() {
        try {
            return Optional.of(read(false));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The content of a file that may be a table, of which the kernel returns some lines at a time; empty if there is no such
     * file, or this process may not read it: some files that anybody may read by their mode are refused by a rule.
     *
     * @throws IOException if this process has no descriptor left
     */
    public Optional<String> wholeText() throws IOException {
        try {
            return Optional.of(read(true));
        } catch (IOException e) {
            if (Files.isReadable(path) && !hasDescriptor()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static boolean hasDescriptor() {
        try (InputStream any = new FileInputStream("/dev/null")) {
            return any.read() < 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** @param toTheEnd whether to read on after a read that left room in the buffer */
    private String read(boolean toTheEnd) throws IOException {
        try (InputStream file = new FileInputStream(path.toFile())) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int filled = 0;
            int length;
            do {
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * filled);
                }
                length = file.read(buffer, filled, buffer.length - filled);
                filled += Math.max(0, length);
            } while (length > 0 && (toTheEnd || filled == buffer.length));
            return new String(buffer, 0, filled, StandardCharsets.UTF_8);
        }
    }

    /** The file's lines; none if there is no text. */
    public List<String> lines() {
        return text().map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The first number after a label at the beginning of a line. */
    public OptionalLong number(String label) {
        return text().map(text -> number(text, label)).orElse(OptionalLong.empty());
    }

    /** The first number after a label at the beginning of a line, in a text that has been read already. */
    public static OptionalLong number(String text, String label) {
        int line = text.startsWith(label) ? 0 : text.indexOf('\n' + label) + 1;
        if (!text.startsWith(label, line)) {
            return OptionalLong.empty();
        }
        int start = line + label.length();
        while (start < text.length() && text.charAt(start) != '\n' && !Character.isDigit(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end > start ? OptionalLong.of(Long.parseLong(text.substring(start, end))) : OptionalLong.empty();
    }

    /** Names of a directory's entries; none if the directory does not exist. */
    public static String[] names(Path directory) {
        String[] names = new File(directory.toString()).list();
        return names == null ? new String[0] : names;
    }
}
