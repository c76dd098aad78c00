package org.ipcbench.transports.spawn;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.ChildProgram;

/** Each request starts a process by {@code posix_spawn}: one call that makes it, and one that puts the program into it. */
public final class SpawnTransport extends StartTransport {
    public SpawnTransport() {
        super(
                "spawn",
                "a process for each call: posix_spawn, pipes, wait, by native calls",
                "Process per Call (posix_spawn)",
                910,
                CLibrary.LIBRARY);
    }

    @Override
    StartingChannel channel(Session session, PreparedProgram program) throws IOException {
        return new Spawning(session, program);
    }

    private static final class Spawning extends StartingChannel {
        private final Program program;
        private final ChildProgram child;

        Spawning(Session session, PreparedProgram prepared) throws IOException {
            super(session, prepared);
            program = prepared.program();
            child = prepared.child();
        }

        @Override
        void sizes(int ofRequest, int ofAnswer) {
            child.arguments(program.command(ofRequest, ofAnswer));
        }

        @Override
        int exchange(ByteBuffer asked, int askedBytes, ByteBuffer answered, int capacityBytes) throws IOException {
            child.start();
            return child.exchange(CLibrary.addressOf(asked), askedBytes, CLibrary.addressOf(answered), capacityBytes);
        }

        @Override
        int await() throws IOException {
            return child.await();
        }

        @Override
        void end() throws IOException {
            child.close();
        }
    }
}
