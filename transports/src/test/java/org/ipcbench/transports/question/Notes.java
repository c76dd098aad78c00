package org.ipcbench.transports.question;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;

/** Counts of the messages that a process has sent, and of the lengths that it has waited for, in each of its sessions. */
final class Notes {
    private static final String SEPARATOR = " ";

    private final List<Token> sessions = new ArrayList<>();
    private final Map<Note, LongAdder> counts = new ConcurrentHashMap<>();

    /** What one side of a session has done with a message. */
    enum Deed {
        SENT,
        AWAITED
    }

    /** How much of a message has been written. */
    enum Content {
        FULL,
        TOUCHED,
        /** A header, or what is no message of a workload. */
        OTHER,
        /** Not written yet. */
        UNKNOWN
    }

    /**
     * One kind of message.
     *
     * @param session number of the session, from 0
     * @param side the side of the channel: a process may have both
     * @param bytes length of the message
     */
    record Note(int session, Role side, Deed deed, int bytes, Content content) {
        private static Note parse(List<String> words) {
            return new Note(
                    Integer.parseInt(words.get(0)),
                    Role.valueOf(words.get(1)),
                    Deed.valueOf(words.get(2)),
                    Integer.parseInt(words.get(3)),
                    Content.valueOf(words.get(4)));
        }

        private String text() {
            return String.join(
                    SEPARATOR,
                    String.valueOf(session),
                    side.name(),
                    deed.name(),
                    String.valueOf(bytes),
                    content.name());
        }
    }

    /** The number of a session: sessions are told apart by their tokens. */
    synchronized int number(Session session) {
        if (!sessions.contains(session.token())) {
            sessions.add(session.token());
        }
        return sessions.indexOf(session.token());
    }

    void sent(int session, Role side, ByteBuffer message) {
        add(new Note(session, side, Deed.SENT, message.remaining(), content(message)));
    }

    void awaited(int session, Role side, int bytes) {
        add(new Note(session, side, Deed.AWAITED, bytes, Content.UNKNOWN));
    }

    private void add(Note note) {
        counts.computeIfAbsent(note, unseen -> new LongAdder()).increment();
    }

    private static Content content(ByteBuffer message) {
        return Stream.of(Payload.FULL, Payload.TOUCHED)
                .filter(payload -> MessageLayout.ofSize(message.remaining(), payload)
                        .isSound(message.duplicate().order(ByteOrder.nativeOrder())))
                .findFirst()
                .map(payload -> Content.valueOf(payload.name()))
                .orElse(Content.OTHER);
    }

    void write(Path file) throws IOException {
        Files.write(
                file,
                counts.entrySet().stream()
                        .map(entry -> entry.getKey().text() + SEPARATOR + entry.getValue())
                        .toList(),
                StandardCharsets.UTF_8);
    }

    /** The notes of all processes that have left theirs in a directory. */
    static Map<Note, Long> in(Path directory) throws IOException {
        Map<Note, Long> all = new ConcurrentHashMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    List<String> words = List.of(line.split(SEPARATOR, -1));
                    all.merge(Note.parse(words), Long.valueOf(words.get(words.size() - 1)), Long::sum);
                }
            }
        }
        return all;
    }
}
