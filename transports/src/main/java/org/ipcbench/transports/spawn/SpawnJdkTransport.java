package org.ipcbench.transports.spawn;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

/** Each request starts a process as programs in Java do, which executes a helper of the JDK before the program, and has a thread wait. */
public final class SpawnJdkTransport extends StartTransport {
    public SpawnJdkTransport() {
        super(
                "spawn-jdk",
                "a process for each call: ProcessBuilder",
                "Process per Call (ProcessBuilder)",
                911,
                Library.JDK);
    }

    @Override
    StartingChannel channel(Session session, PreparedProgram program) {
        return new Building(session, program);
    }

    private static final class Building extends StartingChannel {
        /** A pipe usually has room for 64 KiB; a longer request is written while the answer is read. */
        private static final int SURE_BYTES = 1 << 15;

        private static final int FIRST_SIGNAL = 128;

        private final Program program;
        private final ProcessBuilder builder;
        private final byte[] request;
        private final byte[] answer;
        private @Nullable Process process;

        Building(Session session, PreparedProgram prepared) {
            super(session, prepared);
            program = prepared.program();
            builder = new ProcessBuilder()
                    .redirectError(Redirect.appendTo(prepared.errors().toFile()));
            builder.environment().clear();
            builder.environment().putAll(prepared.environment());
            request = new byte[session.maxMessageBytes()];
            answer = new byte[session.maxMessageBytes() + 1];
        }

        @Override
        void sizes(int ofRequest, int ofAnswer) {
            builder.command(program.command(ofRequest, ofAnswer));
        }

        @Override
        int exchange(ByteBuffer asked, int askedBytes, ByteBuffer answered, int capacityBytes) throws IOException {
            asked.clear().get(request, 0, askedBytes);
            Process started = builder.start();
            process = started;
            Future<?> written = CompletableFuture.completedFuture(null);
            if (askedBytes > SURE_BYTES) {
                written = CompletableFuture.runAsync(() -> handOver(started, askedBytes));
            } else {
                handOver(started, askedBytes);
            }
            int got = started.getInputStream().readNBytes(answer, 0, capacityBytes);
            started.getInputStream().close();
            if (!written.isDone()) {
                started.getOutputStream().close();
            }
            answered.clear().put(answer, 0, got);
            return got;
        }

        private void handOver(Process started, int askedBytes) {
            try (OutputStream input = started.getOutputStream()) {
                input.write(request, 0, askedBytes);
            } catch (IOException e) {
                return; // a program that has ended: its status and its words tell more
            }
        }

        @Override
        int await() throws IOException {
            Process started = process;
            if (started == null) {
                throw new IllegalStateException("no program has been started");
            }
            try {
                int code = started.waitFor();
                started.getErrorStream().close();
                process = null;
                return code > FIRST_SIGNAL ? code - FIRST_SIGNAL : code << Byte.SIZE;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a program was running", e);
            }
        }

        @Override
        void end() {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }
}
