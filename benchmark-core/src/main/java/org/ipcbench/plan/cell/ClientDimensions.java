package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;

/** The dimensions of a server and its clients. */
final class ClientDimensions {
    private ClientDimensions() {}

    static Clients of(CellSettings settings) {
        return new Clients(
                settings.get(Dimension.CLIENTS),
                settings.get(Dimension.CLIENT_THREADS),
                settings.get(Dimension.SERVING),
                settings.get(Dimension.IDLE),
                settings.get(Dimension.LISTENER),
                settings.get(Dimension.WORKERS),
                1);
    }

    static CellSettings with(CellSettings settings, Clients clients) {
        return settings.with(Dimension.CLIENTS, clients.number())
                .with(Dimension.CLIENT_THREADS, clients.inOneProcess())
                .with(Dimension.SERVING, clients.serving())
                .with(Dimension.IDLE, clients.idle())
                .with(Dimension.LISTENER, clients.backlog())
                .with(Dimension.WORKERS, clients.workers());
    }

    /** The number of clients. */
    static final class Count extends Setting<Integer> {
        Count() {
            super("clients", "Clients", "clients", "clients", Clients.ONE.number(), Optional.of(Clients.ONE.number()));
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, Clients.MAX_CONNECTIONS);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return cell.clients().number() > 1 && !cell.transport().traits().has(Trait.MANY_CLIENTS)
                    ? Obstacle.unsupported("serves one client only; omit --clients")
                    : Optional.empty();
        }

        @Override
        void write(Integer number, JsonObject cell) {
            if (number != usual().intValue()) {
                cell.addProperty(key(), number);
            }
        }

        @Override
        Integer read(JsonObject cell) {
            return in(cell, key(), Integer.class, usual());
        }
    }

    /** Whether the clients are connections of one process. */
    static final class Threads extends Setting<Boolean> {
        Threads() {
            super("clientThreads", "ClientThreads", "clientThreads", "", Clients.ONE.inOneProcess(), Optional.empty());
        }

        @Override
        public Boolean one(String text) {
            return Boolean.valueOf(text);
        }

        @Override
        Object shown(Boolean inOneProcess) {
            return inOneProcess ? "client threads" : "";
        }

        @Override
        void write(Boolean inOneProcess, JsonObject cell) {
            if (inOneProcess) {
                cell.addProperty(key(), true);
            }
        }

        @Override
        Boolean read(JsonObject cell) {
            return in(cell, key(), Boolean.class, usual());
        }
    }

    /** How the server serves its clients. */
    static final class Model extends Setting<Serving> {
        Model() {
            super("serving", "Serving", "serving", "", Clients.ONE.serving(), Optional.empty());
        }

        @Override
        public Serving one(String text) {
            return Stream.of(Serving.values())
                    .filter(serving -> serving.label().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no server model " + text));
        }

        @Override
        Object shown(Serving serving) {
            return switch (serving) {
                case THREADS -> "";
                case VIRTUAL -> "virtual threads";
                case SELECTOR -> "selector";
                case QUEUE -> "one shared queue";
            };
        }

        /** A transport may decide how its clients are served. */
        @Override
        Cell fitted(Cell asked) {
            CellSettings settings = asked.settings();
            return asked.with(settings.with(settings.clients().servedBy(asked.transport())));
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Serving serving = cell.clients().serving();
            String lack = lack(cell.transport().traits(), serving);
            if (!lack.isEmpty()) {
                return Obstacle.unsupported("%s; omit --server-model %s".formatted(lack, serving.label()));
            }
            return serving.isMultiplexed() && cell.workload().reconnects()
                    ? Obstacle.unsupported(
                            "one thread serves permanent connections, but %s opens and closes them; omit --server-model %s"
                                    .formatted(cell.workload().label(), serving.label()))
                    : Optional.empty();
        }

        /** What the transport lacks for this way of serving; empty if it lacks nothing. */
        private static String lack(Traits traits, Serving serving) {
            return switch (serving) {
                case THREADS -> "";
                case VIRTUAL ->
                    traits.has(Trait.YIELDS_CARRIER)
                            ? ""
                            : "waits outside the JDK, where a virtual thread keeps its carrier";
                case SELECTOR ->
                    traits.has(Trait.SELECTABLE) ? "" : "has no channels for which one thread can wait together";
                case QUEUE -> traits.has(Trait.SHARED_QUEUE) ? "" : "has no queue that all clients share";
            };
        }

        @Override
        void write(Serving serving, JsonObject cell) {
            if (serving != usual()) {
                cell.addProperty(key(), serving.name());
            }
        }

        @Override
        Serving read(JsonObject cell) {
            return in(cell, key(), Serving.class, usual());
        }
    }

    /** The number of connections over which nothing is sent. */
    static final class Idle extends Setting<Integer> {
        Idle() {
            super("idle", "IdleConnections", "idle", "", 0, Optional.of(0));
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--idle",
                    About.QUESTION,
                    "Comma-separated numbers of further connections that say nothing, such as 0,1000,10000, for byte streams over"
                            + " sockets of the JDK (default: 0)."));
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, 0, Clients.MAX_CONNECTIONS);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (of(cell).isEmpty()) {
                return Optional.empty();
            }
            if (!cell.transport().traits().has(Trait.IDLE_CONNECTIONS)) {
                return Obstacle.unsupported(
                        "does not hold connections that say nothing beside those that it measures; omit --idle");
            }
            if (cell.clients().serving() != Serving.THREADS) {
                return Obstacle.unsupported(
                        "idle connections are opened beside connections with a thread each; omit --idle or --server-model");
            }
            return cell.workload().reconnects()
                    ? Obstacle.unsupported("opens and closes its own connections; omit --idle")
                    : Optional.empty();
        }
    }

    /** The server processes that share what clients send. */
    static final class Sharing extends Setting<Workers> {
        private static final String BY_PORT = ":reuseport";

        Sharing() {
            super("workers", "Workers", "workers", "", Workers.ONE, Optional.of(1));
        }

        @Override
        public boolean isOfTheSuite(Workers value) {
            return true;
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(
                    new Option(
                            "--workers",
                            About.QUESTION,
                            "Comma-separated numbers of server processes that share a queue, a FIFO, or a listening socket, such as 1,2,4;"
                                    + " 4:reuseport for four sockets at one port. For calls with several under way (default: 1)."));
        }

        @Override
        public Workers one(String text) {
            String stripped = text.strip();
            boolean byPort = stripped.endsWith(BY_PORT);
            String number = byPort ? stripped.substring(0, stripped.length() - BY_PORT.length()) : stripped;
            int processes = (int) Quantity.count(number, Workers.MAX);
            if (byPort && processes == 1) {
                throw new IllegalArgumentException(
                        "'%s': one process shares no port; use 1, or 2%s".formatted(stripped, BY_PORT));
            }
            return new Workers(processes, byPort);
        }

        @Override
        Object shown(Workers workers) {
            return workers.number() + (workers.byPort() ? BY_PORT : "");
        }

        @Override
        Optional<String> lackBehindPrefix() {
            return Optional.of("is one process; omit --workers");
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            return of(cell).isEmpty() ? Optional.empty() : lack(cell).flatMap(Obstacle::unsupported);
        }

        private static Optional<String> lack(Cell cell) {
            Clients clients = cell.clients();
            Shape shape = cell.workload().shape().orElse(null);
            boolean isShared = cell.transport().traits().has(Trait.SHARED_REQUESTS);
            boolean asksInOrder = cell.workload().question() != Question.CALLS;
            if (shape == null || cell.workload().reconnects() || cell.workload().isBothWays()) {
                return Optional.of("workers answer calls; give load --in-flight or --work, or omit --workers");
            }
            Optional<String> own = cell.transport().lackForWorkers(clients.workers(), shape.largestBytes());
            if (own.isPresent()) {
                return own;
            }
            if (clients.serving() != Serving.THREADS || clients.idle() > 0 || clients.backlog() > 0) {
                return Optional.of("workers have a thread for each client; omit --server-model, --idle and --listener");
            }
            if (Dimension.SIDES.of(cell).isPresent() || Dimension.RELAY.of(cell).isPresent()) {
                return Optional.of("workers are processes that clients meet directly; omit --sides and --relay");
            }
            if (clients.number() * (long) shape.inFlight() < clients.workers().number()) {
                return Optional.of("fewer calls are under way than there are workers; raise "
                        + (isShared ? "--in-flight" : "--clients"));
            }
            if (shape.work().kind() == Work.Kind.TOUCH) {
                return Optional.of("what workers' caches cost is not told apart; use busy or sleep for --work");
            }
            if (!isShared) {
                return clients.number() < clients.workers().number()
                        ? Optional.of("each connection has one worker; raise --clients")
                        : Optional.empty();
            }
            if (clients.number() > 1 || asksInOrder) {
                return Optional.of("workers share the requests of one client of the command load; omit --clients");
            }
            if (cell.channel().writes() > 1) {
                return Optional.of("a message in two writes reaches two processes; omit --writes");
            }
            return shape.mix() != null || shape.isCoded() || Math.min(shape.requestBytes(), shape.answerBytes()) < 8
                    ? Optional.of("answers out of order are known by a number; use one size of at least 8 bytes")
                    : Optional.empty();
        }
    }

    /** The listening socket at which all clients meet: the length of its queue; 0 if each has a listener of its own. */
    static final class OneListener extends Setting<Integer> {
        private static final String OWN = "own";
        private static final String ONE = "one";

        /** Longer queues are those of the machine. */
        private static final int MAX_BACKLOG = 1_000_000;

        OneListener() {
            super("listener", "Listener", "listener", "", 0, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(
                    new Option(
                            "--listener",
                            About.QUESTION,
                            "Comma-separated ways to meet the clients, for byte streams over sockets of the JDK: own, a listening socket for each;"
                                    + " one for all, with the machine's longest queue; one:N with a backlog of N (default: own)."));
        }

        @Override
        public Integer one(String text) {
            String stripped = text.strip();
            if (stripped.equals(OWN)) {
                return 0;
            }
            if (stripped.equals(ONE)) {
                return Clients.LONGEST_BACKLOG;
            }
            if (!stripped.startsWith(ONE + ":")) {
                throw new IllegalArgumentException(
                        "'%s' must be %s, %s, or %s:N with a queue for N clients".formatted(text, OWN, ONE, ONE));
            }
            return (int) Quantity.count(stripped.substring(ONE.length() + 1), MAX_BACKLOG);
        }

        @Override
        String shown(Integer backlog) {
            return backlog == 0 ? OWN : backlog == Clients.LONGEST_BACKLOG ? ONE : ONE + ":" + backlog;
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (of(cell).isEmpty()) {
                return Optional.empty();
            }
            if (!cell.transport().traits().has(Trait.SHARED_LISTENER)) {
                return Obstacle.unsupported("does not let all clients meet at one listening socket; omit --listener");
            }
            return cell.workload()
                            .reconnects() // a new connection would be handed from thread to thread while it is measured
                    ? Obstacle.unsupported("has a thread that accepts for each client; omit --listener")
                    : Optional.empty();
        }
    }
}
