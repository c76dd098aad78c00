package org.ipcbench.transports.shared;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.Token;

/**
 * Authentication in the first page of the memory of two rings; the page also has the geometry of the rings. One client at a
 * time shows its proof. A lock outside this class, which is released if its process dies, decides which client. The second
 * half of the page is free for this lock.
 */
public final class RingAuthentication {
    public static final int BYTES = 4096;

    private static final int MAGIC_AT = 0;
    private static final int PHASE_AT = 8;
    private static final int LEFT_AT = 12;
    private static final int SLOTS_AT = 16;
    private static final int STRIDE_AT = 20;
    private static final int CLIENT_PROOF_AT = 32;
    private static final int SERVER_PROOF_AT = 48;

    /** "ipcbring" in ASCII; a file without it is not one of the suite's. */
    private static final long MAGIC = 0x6970636272696e67L;

    /** A listener waits for a client; the state of a file of zeros. */
    private static final int FREE = 0;
    /** A client has written its proof. */
    private static final int SHOWN = 1;
    /** The server reads the proof; from now on the client cannot take it back. */
    private static final int CHECKED = 2;
    /** The proof was wrong; equivalent to {@link #FREE} for the next client. */
    private static final int REFUSED = 3;
    /** The proof was right, and the server's proof is there. */
    private static final int ACCEPTED = 4;
    /** The server does not listen any more. */
    private static final int ENDED = 5;

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private RingAuthentication(ByteBuffer memory) {
        this.memory = memory.order(ByteOrder.nativeOrder());
    }

    /** The server's side, on a page of zeros. */
    public static RingAuthentication create(ByteBuffer memory, RingGeometry geometry) {
        RingAuthentication authentication = new RingAuthentication(memory);
        authentication.memory.putInt(SLOTS_AT, geometry.slots());
        authentication.memory.putInt(STRIDE_AT, geometry.strideBytes());
        authentication.memory.putLong(MAGIC_AT, MAGIC);
        return authentication;
    }

    /** The client's side, on a page that the server has created. */
    public static RingAuthentication open(ByteBuffer memory) throws IOException {
        RingAuthentication authentication = new RingAuthentication(memory);
        if (authentication.memory.getLong(MAGIC_AT) != MAGIC) {
            throw new IOException("not a ring of this suite");
        }
        return authentication;
    }

    /** The geometry of the server's rings. */
    public RingGeometry geometry() {
        return new RingGeometry(memory.getInt(SLOTS_AT), memory.getInt(STRIDE_AT));
    }

    /** The server's side: answers the client that belongs to the session, and refuses all others before it. */
    public void verifyClient(Token token, Polling polling) throws IOException {
        while (true) {
            if (isChanged(SHOWN, CHECKED)) {
                boolean known = Token.matches(token.clientProof(), read(CLIENT_PROOF_AT));
                if (known) {
                    memory.put(SERVER_PROOF_AT, token.serverProof());
                }
                boolean answered = isChanged(CHECKED, known ? ACCEPTED : REFUSED);
                if (known && answered) {
                    return;
                }
            }
            if (phase() == ENDED) {
                throw new IOException("the listener has been closed");
            }
            polling.rest("a client that proves the session's token");
        }
    }

    /** The client's side, which must hold the lock: shows its proof and demands the server's. */
    public void proveToServer(Token token, Polling polling) throws IOException {
        while (isUndecided()) {
            polling.rest("the server's answer to a client that has gone");
        }
        requireListener();
        memory.put(CLIENT_PROOF_AT, token.clientProof());
        if (!isChanged(FREE, SHOWN) && !isChanged(REFUSED, SHOWN)) {
            requireListener();
        }
        try {
            while (isUndecided()) {
                polling.rest("the server's answer");
            }
        } catch (IOException e) {
            isChanged(SHOWN, FREE); // a later client must not be accepted because of this one's proof
            throw e;
        }
        if (phase() != ACCEPTED) {
            throw new IOException("the server refused authentication");
        }
        if (!Token.matches(token.serverProof(), read(SERVER_PROOF_AT))) {
            throw new IOException("peer failed authentication");
        }
    }

    /** Stops listening. Returns whether the server was still listening, without an accepted client. */
    public boolean end() {
        for (int phase = phase(); phase != ACCEPTED && phase != ENDED; phase = phase()) {
            if (isChanged(phase, ENDED)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Notes that one side has closed its channel and does not use the rings any more. Returns whether it is the second
     * side.
     */
    public boolean leave() {
        return (int) INTS.getAndAdd(memory, LEFT_AT, 1) == 1;
    }

    private void requireListener() throws IOException {
        switch (phase()) {
            case ACCEPTED -> throw new IOException("the server has its client already");
            case ENDED -> throw new IOException("the server no longer listens");
            default -> {} // the server waits for a client
        }
    }

    private boolean isUndecided() {
        int phase = phase();
        return phase == SHOWN || phase == CHECKED;
    }

    private int phase() {
        return (int) INTS.getAcquire(memory, PHASE_AT);
    }

    private boolean isChanged(int from, int to) {
        return INTS.compareAndSet(memory, PHASE_AT, from, to);
    }

    private byte[] read(int offset) {
        byte[] proof = new byte[Token.PROOF_BYTES];
        memory.get(offset, proof);
        return proof;
    }
}
