package org.ipcbench.transports.libc;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.LongToIntFunction;

/** Texts in the form of C: UTF-8 with a zero at the end. */
public final class CText {
    /** Longer than any message of the C library. */
    private static final int MAX_BYTES = 1 << 10;

    private CText() {}

    /** Passes a text to a call, by an address that is valid during the call. */
    public static int pass(String text, LongToIntFunction call) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes.length + 1).put(bytes); // a zero is left at the end
        try {
            return call.applyAsInt(CLibrary.addressOf(memory));
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    /** The text at an address. */
    static String at(long address) {
        ByteBuffer memory = CLibrary.memoryAt(address, MAX_BYTES); // nothing after the text is read
        int end = 0;
        while (memory.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end];
        memory.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
