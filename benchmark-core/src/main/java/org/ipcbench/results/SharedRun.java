package org.ipcbench.results;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.ipcbench.results.RunSource.UnreadableRunException;

/**
 * The files of a run in a zip archive, for handing on. The archive may come from a stranger: it is read into memory, never
 * unpacked, and anything but a few small files is refused.
 */
public final class SharedRun implements RunSource {
    /** Enough for ten thousand iterations. */
    public static final int MAX_BYTES = 128 << 20;

    private static final int MAX_FILES = 16;
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** How every archive begins. */
    private static final byte[] SIGNATURE = {'P', 'K', 3, 4};

    /** Equal runs make equal archives, and the time zone stays private. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final String name;
    private final Map<String, byte[]> files;

    /**
     * A run with these files.
     *
     * @param name name in messages
     * @param files their contents, by name
     */
    public SharedRun(String name, Map<String, byte[]> files) {
        this.name = name;
        this.files = new LinkedHashMap<>(files);
    }

    /** Whether this is an archive, as far as its beginning tells. */
    public static boolean isAt(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream content = Files.newInputStream(path)) {
            return Arrays.equals(content.readNBytes(SIGNATURE.length), SIGNATURE);
        }
    }

    /**
     * Reads an archive.
     *
     * @throws UnreadableRunException if it is damaged, or none that {@code share} made
     */
    static SharedRun read(Path path) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        int rest = MAX_BYTES;
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!FILE_NAME.matcher(entry.getName()).matches() || files.containsKey(entry.getName())) {
                    throw foreign(path, "it holds '%s'".formatted(entry.getName()));
                }
                byte[] content = zip.readNBytes(rest + 1);
                if (content.length > rest || files.size() == MAX_FILES) {
                    throw foreign(path, "it holds more than %d MiB or %d files".formatted(MAX_BYTES >> 20, MAX_FILES));
                }
                rest -= content.length;
                files.put(entry.getName(), content);
            }
        } catch (ZipException | EOFException | IllegalArgumentException e) { // the last for a name that is not UTF-8
            throw new UnreadableRunException("'%s' is damaged: %s".formatted(path, e.getMessage()), e);
        }
        if (!files.containsKey(ResultsLog.FILE_NAME)) {
            throw foreign(path, "it is damaged, or without a " + ResultsLog.FILE_NAME);
        }
        return new SharedRun(path.toString(), files);
    }

    private static UnreadableRunException foreign(Path path, String reason) {
        return new UnreadableRunException("'%s' is not a file of 'share': %s".formatted(path, reason));
    }

    /**
     * Returns a copy with a further file.
     *
     * @throws UnreadableRunException if nobody could read the archive, because it is too large
     */
    public SharedRun with(String file, String content) throws UnreadableRunException {
        SharedRun more = new SharedRun(name, files);
        more.files.put(file, content.getBytes(StandardCharsets.UTF_8));
        if (more.files.values().stream().mapToLong(each -> each.length).sum() > MAX_BYTES) {
            throw new UnreadableRunException(
                    "has more than %d MiB, which is too much to share".formatted(MAX_BYTES >> 20));
        }
        return more;
    }

    /** The archive. */
    public byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(NO_TIME);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    @Override
    public InputStream open(String file) throws IOException {
        return new ByteArrayInputStream(content(file));
    }

    @Override
    public long bytes(String file) throws IOException {
        return content(file).length;
    }

    @Override
    public String text(String file) throws IOException {
        return new String(content(file), StandardCharsets.UTF_8);
    }

    private byte[] content(String file) throws IOException {
        byte[] content = files.get(file);
        if (content == null) {
            throw new NoSuchFileException(place(file));
        }
        return content;
    }

    @Override
    public String place(String file) {
        return "%s of '%s'".formatted(file, name);
    }

    @Override
    public Optional<Path> directory() {
        return Optional.empty();
    }
}
