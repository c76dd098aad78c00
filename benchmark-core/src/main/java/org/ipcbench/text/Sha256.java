package org.ipcbench.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 of texts and files, one after the other. */
public final class Sha256 {
    private static final int BLOCK_BYTES = 8 << 10;

    private final MessageDigest digest;

    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Adds a text in UTF-8. */
    public Sha256 add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Adds the content of a file. */
    public Sha256 add(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return add(content);
        }
    }

    /** Adds a stream to its end, and leaves it open. */
    public Sha256 add(InputStream content) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        for (int length = content.read(block); length >= 0; length = content.read(block)) {
            digest.update(block, 0, length);
        }
        return this;
    }

    /** The digest of what was added; the next one begins anew. */
    public byte[] bytes() {
        return digest.digest();
    }

    /** The digest in hexadecimal digits; the next one begins anew. */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    /** The first bytes of the digest in hexadecimal digits; the next one begins anew. */
    public String hex(int bytes) {
        return HexFormat.of().formatHex(bytes(), 0, bytes);
    }
}
