package org.ipcbench.run.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies the content of a jar, independent of its path. */
public final class JarDigest {
    private JarDigest() {}

    /** The SHA-256 of its content. */
    public static String of(Path jar) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream content = new DigestInputStream(Files.newInputStream(jar), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
