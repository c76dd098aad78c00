package org.ipcbench.transport;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret of one session. The client sends one half as proof that it belongs to the session, and the server answers
 * with the other half. Each half is {@value #PROOF_BYTES} bytes long.
 *
 * @param hex the secret as {@value #HEX_DIGITS} hexadecimal digits
 */
public record Token(String hex) {
    public static final int PROOF_BYTES = 16;
    private static final int HEX_DIGITS = 4 * PROOF_BYTES;

    public Token {
        if (HexFormat.of().parseHex(hex).length != 2 * PROOF_BYTES) {
            throw new IllegalArgumentException("a token has " + HEX_DIGITS + " hexadecimal digits");
        }
    }

    public static Token random() {
        byte[] secret = new byte[2 * PROOF_BYTES];
        new SecureRandom().nextBytes(secret);
        return new Token(HexFormat.of().formatHex(secret));
    }

    /** The client's half, {@value #PROOF_BYTES} bytes. */
    public byte[] clientProof() {
        return HexFormat.of().parseHex(hex, 0, HEX_DIGITS / 2);
    }

    /** The server's half, {@value #PROOF_BYTES} bytes. */
    public byte[] serverProof() {
        return HexFormat.of().parseHex(hex, HEX_DIGITS / 2, HEX_DIGITS);
    }

    /** Compares in constant time. */
    public static boolean matches(byte[] expected, byte[] actual) {
        return MessageDigest.isEqual(expected, actual);
    }

    @Override
    public String toString() {
        return "Token[secret]";
    }
}
