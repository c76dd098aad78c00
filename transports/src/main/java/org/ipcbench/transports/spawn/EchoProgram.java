package org.ipcbench.transports.spawn;

import java.io.IOException;
import java.util.Arrays;

/** The program in Java: reads a request whole, and writes an answer of its own, both of which begin with the call's number. */
public final class EchoProgram {
    private static final int LINE_BYTES = 64;

    private EchoProgram() {}

    /**
     * Answers once.
     *
     * @param sizes of the request and of the answer, in bytes
     */
    @SuppressWarnings("SystemOut") // the channel of the answer
    public static void main(String[] sizes) throws IOException {
        byte[] request = System.in.readNBytes(Integer.parseInt(sizes[0]));
        System.out.write(answer(request, Integer.parseInt(sizes[1])));
        System.out.flush();
    }

    /** A copy of the request, or its number in each line if the sizes differ. */
    static byte[] answer(byte[] request, int answerBytes) {
        if (request.length == answerBytes) {
            return Arrays.copyOf(request, answerBytes);
        }
        byte[] answer = new byte[answerBytes];
        int number = Math.min(Math.min(request.length, answerBytes), Long.BYTES);
        for (int line = 0; line + number <= answerBytes; line += LINE_BYTES) {
            System.arraycopy(request, 0, answer, line, number);
        }
        return answer;
    }
}
