package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Availability.Unavailable;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.MemoryLock;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.Sides;

/** The dimensions that say where peers run and how they wait there. */
final class PlaceDimensions {
    private PlaceDimensions() {}

    /** Whether a cell leaves its peers one CPU, as far as this process may use more. */
    static boolean leavesOneCpu(Cell cell) {
        return cell.placement().leavesOneCpu(Runtime.getRuntime().availableProcessors());
    }

    /** Whether a peer would keep the only CPU busy that the other one needs. */
    static boolean spinsOnOneCpu(Cell cell) {
        Traits traits = cell.transport().traits();
        boolean spins = traits.waitStrategy() == WaitStrategy.SPINNING
                || (cell.workload().senderSpins() && !traits.inProcess());
        return spins && leavesOneCpu(cell);
    }

    /** The CPUs or NUMA nodes of the peers. */
    static final class Where extends Setting<Placement> {
        Where() {
            super("placement", "Placement", "placement", "", Placement.UNPINNED, Optional.empty());
        }

        @Override
        public boolean isOfTheSuite(Placement value) {
            return true;
        }

        @Override
        public Placement one(String text) {
            try {
                return Placement.parse(text, Topology.ofThisMachine());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<Placement> parse(String text) throws IOException {
            List<Placement> placements = Placement.parseAll(text, Topology.ofThisMachine());
            List<String> obstacles =
                    placements.stream().map(Placement::obstacle).toList();
            if (!obstacles.contains("")) {
                throw new IllegalArgumentException(String.join("; ", obstacles));
            }
            return placements;
        }

        @Override
        public Optional<? extends Object> of(Cell cell) {
            return Optional.of(cell.placement().label());
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Placement placement = cell.placement();
            if (!placement.obstacle().isEmpty()) {
                return Obstacle.unsupported(placement.obstacle());
            }
            boolean hasForeignServer = cell.transport().traits().hasForeignServer();
            if (hasForeignServer && placement.server().isPresent()) {
                return Obstacle.unsupported(
                        "is a server of the user's, which nobody here places; use --placement %s,-, and taskset -acp for it"
                                .formatted(placement
                                        .client()
                                        .filter(place -> place.node().isEmpty())
                                        .map(place -> "cpu:" + place.cpus())
                                        .orElse("cpu:C")));
            }
            if (!hasForeignServer && placement.isOfClient()) {
                return Obstacle.unsupported(
                        "has a server without a place in %s; use --placement cpu:C,S".formatted(placement.label()));
            }
            return spinsOnOneCpu(cell)
                    ? Obstacle.unsupported(
                            cell.transport().traits().waitStrategy() == WaitStrategy.SPINNING
                                    ? "both peers spin, but share one CPU; use --placement split-cpu on two CPUs or more"
                                    : "the sender spins until a message is due, but both peers share one CPU; use --pacing sleep")
                    : Optional.empty();
        }

        @Override
        void write(Placement placement, JsonObject cell) {
            cell.addProperty(key(), placement.label());
            write(placement, Role.CLIENT, cell);
            write(placement, Role.SERVER, cell);
            cell.addProperty("placementObstacle", placement.obstacle());
        }

        private static void write(Placement placement, Role role, JsonObject cell) {
            placement.place(role).ifPresent(place -> {
                cell.addProperty(role.label() + "Cpus", place.cpus().toString());
                place.node().ifPresent(node -> cell.addProperty(role.label() + "Node", node));
            });
        }

        @Override
        Placement read(JsonObject cell) {
            return new Placement(
                    Placement.ofRecord(in(cell, key(), String.class)),
                    place(Role.CLIENT, cell),
                    place(Role.SERVER, cell),
                    in(cell, "placementObstacle", String.class));
        }

        private static Optional<Place> place(Role role, JsonObject cell) {
            Optional<Integer> node = found(cell, role.label() + "Node", Integer.class);
            return found(cell, role.label() + "Cpus", String.class).map(cpus -> new Place(CpuSet.parse(cpus), node));
        }
    }

    /** For how long a receiver looks for a message before it sleeps. */
    static final class SpinTime extends Setting<Spin> {
        private static final Quantity TIME = new Quantity(
                "0 or a time with its unit (ns, us, ms), such as 10us",
                Quantity.TIME_UNITS,
                0,
                Spin.MAX_NANOS,
                "0 and 1s");

        SpinTime() {
            super("spin", "Spin", "spin", "", Spin.NONE, Optional.of(0));
        }

        @Override
        public boolean isOfTheSuite(Spin value) {
            return true;
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(
                    new Option(
                            "--spin",
                            About.TRANSPORT,
                            "Comma-separated times for which a receiver looks for a message before it sleeps, such as 0,10us,50us, see"
                                    + " docs/transports.md; a transport that cannot is unsupported (default: 0, it sleeps at once)."));
        }

        @Override
        public Spin one(String text) {
            return text.strip().equals("0") ? Spin.NONE : new Spin(TIME.read(text));
        }

        @Override
        Object shown(Spin spin) {
            return spin.label();
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (!cell.spin().isAsked()) {
                return Optional.empty();
            }
            Traits traits = cell.transport().traits();
            if (!traits.has(Trait.BOUNDED_SPIN)) {
                return Obstacle.unsupported(
                        switch (traits.waitStrategy()) {
                            case BLOCKING -> "cannot spin before it sleeps; omit --spin";
                            case SPINNING -> "never sleeps, so it has no spin before that; omit --spin";
                            case NONE -> "never waits; omit --spin";
                        });
            }
            Serving serving = cell.clients().serving();
            if (serving != Serving.THREADS) {
                return Obstacle.unsupported("spins only if each connection has a thread; omit --server-model %s"
                        .formatted(serving.label()));
            }
            return leavesOneCpu(cell)
                    ? Obstacle.unsupported(
                            "a receiver spins on the one CPU that the sender needs; omit --spin, or use --placement"
                                    + " split-cpu on two CPUs or more")
                    : Optional.empty();
        }

        @Override
        void write(Spin spin, JsonObject cell) {
            if (spin.isAsked()) {
                cell.addProperty("spinNanos", spin.nanos());
            }
        }

        @Override
        Spin read(JsonObject cell) {
            return new Spin(in(cell, "spinNanos", Long.class, 0L));
        }
    }

    /** One of the variants that a run compares. */
    static final class Compared extends Setting<Variant> {
        Compared() {
            super("variant", "Variant", "variant", "", Variant.NONE, Optional.empty());
        }

        @Override
        public Variant one(String text) {
            return new Variant(text);
        }

        @Override
        Object shown(Variant variant) {
            return variant.label();
        }

        @Override
        void write(Variant variant, JsonObject cell) {
            cell.addProperty(key(), variant.label());
        }

        @Override
        Variant read(JsonObject cell) {
            return new Variant(in(cell, key(), String.class));
        }
    }

    /** The machine, if results of several are put together; empty for this machine. */
    static final class Host extends Setting<String> {
        Host() {
            super("host", "Host", "host", "", "", Optional.empty());
        }

        @Override
        public String one(String text) {
            return text;
        }

        @Override
        void write(String name, JsonObject cell) {
            cell.addProperty(key(), name);
        }

        @Override
        String read(JsonObject cell) {
            return in(cell, key(), String.class);
        }
    }

    /** Whether peers keep all of their memory in RAM. */
    static final class LockedMemory extends Setting<Boolean> {
        private static final String YES = "yes";
        private static final String NO = "no";

        LockedMemory() {
            super("memory", "Memory", "memory", "", false, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--lock-memory",
                    About.PLACE,
                    YES,
                    "Keep all memory of the peers in RAM (mlockall): no, yes, or both; takes ulimit -l unlimited or CAP_IPC_LOCK"
                            + " (default: no; without a value: yes)."));
        }

        @Override
        public Boolean one(String text) {
            return switch (text.strip()) {
                case YES -> true;
                case NO -> false;
                default -> throw new IllegalArgumentException("'%s' must be %s or %s".formatted(text, NO, YES));
            };
        }

        @Override
        String shown(Boolean locks) {
            return locks ? "locked" : "pageable";
        }

        @Override
        Boolean read(JsonObject cell) {
            String memory = in(cell, key(), String.class, shown(usual()));
            for (Boolean locks : List.of(true, false)) {
                if (memory.equals(shown(locks))) {
                    return locks;
                }
            }
            throw new IllegalArgumentException("%s is '%s', which this version does not know".formatted(key(), memory));
        }

        @Override
        Optional<String> lackBehindPrefix() {
            return Optional.of("has limits of its own that nobody asks here; omit --lock-memory");
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return of(cell).isEmpty()
                    ? Optional.empty()
                    : refusal(MemoryLock.installed().availability());
        }

        static Optional<Obstacle> refusal(Availability locks) {
            return locks instanceof Unavailable lack
                    ? Optional.of(new Obstacle(CellStatus.UNAVAILABLE, lack.toString()))
                    : Optional.empty();
        }
    }

    /** Whether both halves are processes, or threads of one. */
    static final class OneProcess extends Setting<Sides> {
        OneProcess() {
            super("sides", "Sides", "sides", "", Sides.PROCESSES, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--sides",
                    About.PLACE,
                    "Comma-separated kinds of client and server: processes, or threads of one process, over the same transport; with"
                            + " both, a table says what the wall between processes costs (default: processes)."));
        }

        @Override
        public Sides one(String text) {
            return Sides.ofLabel(text.strip());
        }

        @Override
        Object shown(Sides sides) {
            return sides.label();
        }

        /** Names the default, too. */
        @Override
        public String text(Cell cell) {
            return cell.transport().traits().inProcess()
                    ? "one thread"
                    : cell.settings().get(this).label();
        }

        @Override
        Optional<String> lackBehindPrefix() {
            return Optional.of("is a process of its own; omit --sides");
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Traits traits = cell.transport().traits();
            return switch (cell.settings().get(this)) {
                case PROCESSES ->
                    traits.has(Trait.BETWEEN_THREADS)
                            ? Obstacle.unsupported(
                                    "hands objects from thread to thread, as in a run with --sides threads")
                            : Optional.empty();
                case THREADS ->
                    traits.has(Trait.BETWEEN_PROCESSES)
                            ? Obstacle.unsupported("needs a process at each end; use --sides processes")
                            : tooMuch(cell.clients())
                                    .or(() -> onTwoNodes(cell.placement())
                                            ? Optional.of(
                                                    "--placement on two nodes, as one process has its memory on one")
                                            : Optional.empty())
                                    .flatMap(lack -> Obstacle.unsupported(
                                            "threads are one client and its server in one process; omit --sides threads, or "
                                                    + lack));
            };
        }

        /** The option that threads of one process do not honour; empty if none is given. */
        private static Optional<String> tooMuch(Clients clients) {
            if (clients.number() > 1) {
                return Optional.of("--clients");
            }
            if (clients.serving() != Serving.THREADS) {
                return Optional.of("--server-model " + clients.serving().label());
            }
            return clients.idle() > 0
                    ? Optional.of("--idle")
                    : clients.backlog() > 0 ? Optional.of("--listener") : Optional.empty();
        }

        private static boolean onTwoNodes(Placement placement) {
            return !placement
                    .client()
                    .flatMap(Place::node)
                    .equals(placement.server().flatMap(Place::node));
        }
    }
}
