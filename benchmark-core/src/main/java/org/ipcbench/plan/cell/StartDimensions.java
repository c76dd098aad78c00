package org.ipcbench.plan.cell;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.kernel.ControlGroups;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.CommandWords;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Trait;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;

/** The dimensions of transports whose client starts the server for each request ({@link Trait#STARTS_SERVER}). */
final class StartDimensions {
    private StartDimensions() {}

    /** What is started: a name that the transport knows, or a command. */
    static final class Program extends Setting<String> {
        private static final Set<Question> QUESTIONS = EnumSet.of(Question.LATENCY, Question.CONNECT, Question.CALLS);

        private static final Set<String> OWN = Set.of("c", "sh", "python", "java", "java-plain", "java-aot");

        Program() {
            super("program", "Program", "program", "", ChannelOptions.USUAL_PROGRAM, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--program",
                    About.TRANSPORT,
                    "Comma-separated programs that are started for each request: c, sh, python, java, java-plain (without the suite's"
                            + " class archive), java-aot (with an AOT cache, from JDK 25 on), or a command that returns its input, in which {request} and {answer} stand for"
                            + " sizes (default: c)."));
        }

        @Override
        public boolean isOfTheSuite(String value) {
            return OWN.contains(value);
        }

        @Override
        public String one(String text) {
            CommandWords.parse(text);
            return text.strip();
        }

        /** Names the default, too, where there is a choice. */
        @Override
        public String text(Cell cell) {
            return cell.transport().traits().startsServer() ? cell.settings().get(this) : super.text(cell);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (!cell.transport().traits().startsServer()) {
                return of(cell).isPresent()
                        ? Obstacle.unsupported("starts no program; omit --program")
                        : Optional.empty();
            }
            return oneAnswer(cell)
                    .or(() -> placement(cell.placement()))
                    .or(() -> cell.transport().canStart(cell.settings().get(this)) instanceof Unavailable lack
                            ? Optional.of(new Obstacle(CellStatus.UNAVAILABLE, lack.toString()))
                            : Optional.empty());
        }

        /** Why a program that knows nothing but its request cannot answer it as a server's peer does. */
        private static Optional<Obstacle> oneAnswer(Cell cell) {
            Workload workload = cell.workload();
            if (!QUESTIONS.contains(workload.question())) {
                return Obstacle.unsupported(
                        "starts a process that answers one request, and cannot measure %s; use latency or connect"
                                .formatted(workload.label()));
            }
            if (CallDimensions.work(cell).isPresent()) {
                return Obstacle.unsupported("starts a program that answers at once; omit --work");
            }
            if (Dimension.CODEC.of(cell).isPresent()) {
                return Obstacle.unsupported("starts a program that knows no codec; omit --codec");
            }
            int answerBytes = workload.answerBytes();
            if (workload.payload() == Payload.FULL && answerBytes != workload.requestBytes()) {
                return Obstacle.unsupported(
                        "starts a program that cannot make up a payload of another size; omit --answer or --payload full");
            }
            return workload.requestBytes() < Long.BYTES && answerBytes >= Long.BYTES
                    ? Obstacle.unsupported(
                            "starts a program that learns the call's number from the request, which needs %d bytes for it"
                                    .formatted(Long.BYTES))
                    : Optional.empty();
        }

        /** A child process runs where its parent runs. */
        private static Optional<Obstacle> placement(Placement placement) {
            return placement.isOnePlace()
                    ? Optional.empty()
                    : Obstacle.unsupported(
                            "starts its server where the client runs; use --placement same-cpu or unpinned");
        }
    }

    /** Memory that the client has written to before it starts programs. */
    static final class ParentMemory extends Setting<Long> {
        private static final String NONE = "0";
        private static final List<String> UNITS = List.of("", "K", "M", "G");
        private static final int UNIT_BITS = 10;
        private static final KernelFile MEMORY = new KernelFile(Path.of("/proc/meminfo"));

        ParentMemory() {
            super("parentMemory", "ParentMemory", "parent", "", 0L, Optional.of(0));
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--parent-heap",
                    About.TRANSPORT,
                    "Comma-separated volumes of memory that the client has written to before it starts programs, such as 0,4G"
                            + " (default: 0)."));
        }

        @Override
        Object shown(Long bytes) {
            if (bytes == 0) {
                return NONE;
            }
            int unit = Math.min(Long.numberOfTrailingZeros(bytes) / UNIT_BITS, UNITS.size() - 1);
            return (bytes >> (unit * UNIT_BITS)) + UNITS.get(unit);
        }

        @Override
        public Long one(String text) {
            return text.strip().equals(NONE) ? 0L : Quantity.bytes(text);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            long bytes = cell.settings().get(this);
            if (bytes == 0) {
                return Optional.empty();
            }
            if (!cell.transport().traits().startsServer()) {
                return Obstacle.unsupported("starts no program; omit --parent-heap");
            }
            long available = available();
            return bytes > available
                    ? Obstacle.unsupported("%d MiB of memory are available; use a smaller --parent-heap than %d MiB"
                            .formatted(available >> 20, bytes >> 20))
                    : Optional.empty();
        }

        private static long available() {
            long machine = MEMORY.number("MemAvailable:").orElse(Long.MAX_VALUE >> 10) << 10;
            return Math.min(
                    machine, new ControlGroups(Path.of("/")).memoryBytes().orElse(machine));
        }
    }
}
