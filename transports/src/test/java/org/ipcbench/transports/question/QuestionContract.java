package org.ipcbench.transports.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.launch.PeerPair;
import org.ipcbench.launch.StandingPeers;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.ContractPeers;
import org.ipcbench.transports.question.Notes.Content;
import org.ipcbench.transports.question.Notes.Deed;
import org.ipcbench.transports.question.Notes.Note;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.SampleWorkloads;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Acknowledgement;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.transfer.Transfer;

/**
 * What peers do over a transport is what the question says, in one way to serve clients: launcher and peers are those of every run,
 * and no value of a question is the default. HonouredComponentTest proves over memory that a half depends on each value; here is
 * looked at what the halves do that the peers have chosen for this transport.
 */
public final class QuestionContract {
    private static final int SEVERAL = 2;

    /** From this version of Java on there are virtual threads. */
    private static final int VIRTUAL_FROM = 21;

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** As good as none: only batches of two messages and of one. */
    private static final long WARM_UP_NANOS = 1;

    private final Transport transport;
    private final Clients clients;

    private QuestionContract(Transport transport, Clients clients) {
        this.transport = transport;
        this.clients = clients;
    }

    /** The contract of each way to serve that the transport has. */
    public static List<QuestionContract> of(Transport transport) {
        return Stream.concat(
                        Stream.of(Clients.ONE),
                        Stream.of(Serving.values()).map(serving -> new Clients(SEVERAL, true, serving)))
                .map(clients -> clients.servedBy(transport))
                .distinct()
                .filter(clients -> clients.serving() != Serving.VIRTUAL
                        || Runtime.version().feature() >= VIRTUAL_FROM)
                .map(clients -> new QuestionContract(transport, clients))
                .filter(contract -> contract.questions().findAny().isPresent())
                .toList();
    }

    public boolean hasOneClient() {
        return clients.number() == 1;
    }

    @Override
    public String toString() {
        return "%d client%s, %s"
                .formatted(
                        clients.number(),
                        clients.number() == 1 ? "" : "s",
                        clients.serving().label());
    }

    /** A question of each kind, as far as the transport can be asked. */
    private Stream<Workload> questions() {
        return Stream.concat(
                        SampleWorkloads.survived(),
                        Stream.of(
                                SampleWorkloads.inFlight(),
                                SampleWorkloads.overlapping(),
                                SampleWorkloads.mixed(),
                                SampleWorkloads.bothWays()))
                .filter(workload -> clients.number() == 1 || !(workload instanceof Transfer)) // one file, one client
                .map(this::cell)
                .filter(cell -> cell.obstacle().isEmpty())
                .map(Cell::workload);
    }

    private Cell cell(Workload workload) {
        return Cell.of(transport, workload, CellSettings.USUAL.with(clients));
    }

    public void verify(Path directory) throws Exception {
        Path file = directory.resolve("file");
        List<Workload> left = new ArrayList<>(questions().toList());
        while (!left.isEmpty()) {
            int atOnce = StandingPeers.endWithEachQuestion(transport) ? 1 : left.size();
            List<Workload> next = left.subList(0, atOnce);
            Path notes = Files.createTempDirectory(directory, "notes");
            ask(next, file, notes);
            verify(next, Notes.in(notes));
            next.clear();
        }
    }

    private void ask(List<Workload> questions, Path file, Path notes) throws Exception {
        Set<Path> scratch = new ConcurrentSkipListSet<>();
        PeerSettings settings = ContractPeers.running(
                        NotedPeer.class, List.of("-D%s=%s".formatted(NotedPeer.DIRECTORY, notes)), TIMEOUT)
                .observedBy((role, message) -> {
                    if (message instanceof Assign assign) {
                        scratch.add(assign.session().scratchDirectory());
                    }
                });
        int maxMessageBytes = questions.stream()
                .mapToInt(question -> cell(question).maxMessageBytes())
                .max()
                .orElseThrow();
        try (PeerPair peers = PeerPair.start(settings, transport, maxMessageBytes, Placement.UNPINNED, clients)) {
            for (Workload question : questions) {
                if (question instanceof Transfer transfer) {
                    Files.write(file, new byte[(int) transfer.fileBytes()]);
                }
                Measurement measurement = peers.measure(
                        cell(question).task(question.withFiles(file, null), WARM_UP_NANOS, 0), unwatched -> {});
                assertThat(measurement.messages())
                        .as("messages of %s", question)
                        .isGreaterThanOrEqualTo(
                                question.extent() instanceof Extent.Count count
                                                && !transport.traits().lossy()
                                        ? count.messages()
                                        : 1);
            }
        }
        assertThat(scratch).hasSize(1).allSatisfy(QuestionContract::assertNothingLeft);
    }

    /** Neither the directory nor a file beside it that is named after it. */
    private static void assertNothingLeft(Path scratchDirectory) throws IOException {
        String name = scratchDirectory.getFileName().toString();
        try (Stream<Path> entries = Files.list(scratchDirectory.getParent())) {
            assertThat(entries.map(entry -> entry.getFileName().toString())
                            .filter(entry -> entry.equals(name) || entry.startsWith(name + ".")))
                    .isEmpty();
        }
    }

    private void verify(List<Workload> questions, Map<Note, Long> notes) {
        for (int session = 0; session < questions.size(); session++) {
            Workload question = questions.get(session);
            Content content = content(question);
            verify(question, notes, session, Role.CLIENT, requests(question), content);
            boolean answers = question.answerBytes() > 0;
            verify(
                    question,
                    notes,
                    session,
                    Role.SERVER,
                    Set.of(answers ? question.answerBytes() : Acknowledgement.BYTES),
                    question.answerBytes() > Acknowledgement.BYTES ? content : Content.FULL);
        }
    }

    /** The sizes of the requests, in bytes. */
    private static Set<Integer> requests(Workload question) {
        return question.shape()
                .map(Shape::mix)
                .map(mix -> Arrays.stream(mix.sequence()).boxed().collect(Collectors.toSet()))
                .orElse(Set.of(question.requestBytes()));
    }

    /** A side sends messages of these lengths and of this content, and the other one waits for them. */
    private void verify(
            Workload question, Map<Note, Long> notes, int session, Role sender, Set<Integer> sizes, Content content) {
        List<Note> messages = sizes.stream()
                .map(bytes -> new Note(session, sender, Deed.SENT, bytes, content))
                .toList();
        if (transport.traits().lossy()) {
            Predicate<Note> isOfQuestion = note -> note.bytes() > LossyChannel.MIN_BYTES; // others end a batch
            assertThat(noted(notes, session, sender, Deed.SENT).filter(isOfQuestion))
                    .as("sent by the %s of %s", sender.label(), question)
                    .containsExactlyElementsOf(
                            messages.stream().filter(isOfQuestion).toList());
            return;
        }
        Role receiver = sender == Role.CLIENT ? Role.SERVER : Role.CLIENT;
        assertThat(noted(notes, session, sender, Deed.SENT))
                .as("sent by the %s of %s", sender.label(), question)
                .containsExactlyInAnyOrderElementsOf(messages);
        assertThat(noted(notes, session, receiver, Deed.AWAITED))
                .as("awaited by the %s of %s", receiver.label(), question)
                .containsExactlyInAnyOrderElementsOf(sizes.stream()
                        .map(bytes -> new Note(session, receiver, Deed.AWAITED, bytes, Content.UNKNOWN))
                        .toList());
    }

    private static Stream<Note> noted(Map<Note, Long> notes, int session, Role side, Deed deed) {
        return notes.keySet().stream()
                .filter(note -> note.session() == session && note.side() == side && note.deed() == deed);
    }

    /** What a message of the question contains; of a file, whatever stands in the file. */
    private static Content content(Workload question) {
        if (question instanceof Transfer) {
            return Content.OTHER;
        }
        return switch (question.payload()) {
            case FULL -> Content.FULL;
            case TOUCHED -> Content.TOUCHED;
            case HEADER -> Content.OTHER;
        };
    }
}
