package org.ipcbench.plan.cell;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.net.ExtendedSocketOptions;
import org.ipcbench.launch.command.Neighbour;
import org.ipcbench.launch.command.Relay;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.text.CommandWords;
import org.ipcbench.text.Lists;
import org.ipcbench.text.Quantity;
import org.ipcbench.transport.Session.ChannelOptions;
import org.ipcbench.transport.Session.ChannelOptions.Tcp;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.workload.shape.SizeMix;

/** The dimensions that say how channels send. */
final class ChannelDimensions {
    private ChannelDimensions() {}

    /** How the channels of a cell with these settings send. */
    static ChannelOptions options(CellSettings settings) {
        return new ChannelOptions(
                settings.get(Dimension.SOCKET),
                settings.get(Dimension.WRITES),
                settings.get(Dimension.PARTS),
                settings.get(Dimension.PROGRAM),
                settings.get(Dimension.PARENT_MEMORY));
    }

    /** The smallest message. */
    private static int leastBytes(Cell cell) {
        int answers = cell.workload().answerBytes();
        IntStream plain = IntStream.of(cell.workload().requestBytes(), answers > 0 ? answers : Cell.MAX_BYTES);
        Optional<SizeMix> mix = cell.workload().shape().flatMap(shape -> Optional.ofNullable(shape.mix()));
        return IntStream.concat(
                        plain, mix.map(SizeMix::sequence).map(IntStream::of).orElse(IntStream.empty()))
                .min()
                .orElseThrow();
    }

    /** The options of TCP sockets. */
    static final class Socket extends Setting<Tcp> {
        Socket() {
            super("socket", "Socket", "socket", "", Tcp.NODELAY, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--socket",
                    About.TRANSPORT,
                    "Comma-separated options of TCP sockets: nodelay, nagle (the kernel's default), quickack or nagle+quickack; unsupported"
                            + " where a library sets them, and without TCP (default: nodelay)."));
        }

        @Override
        public Tcp one(String text) {
            return Tcp.labelled(text.strip())
                    .orElseThrow(() -> new IllegalArgumentException("'%s' must be one of %s"
                            .formatted(
                                    text,
                                    Arrays.stream(Tcp.values()).map(Tcp::label).collect(Collectors.joining(", ")))));
        }

        @Override
        Object shown(Tcp tcp) {
            return tcp.label();
        }

        /** Names the default, too, where there is a choice. */
        @Override
        public String text(Cell cell) {
            return cell.transport().traits().has(Trait.TCP_OPTIONS)
                    ? cell.settings().get(this).label()
                    : super.text(cell);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Traits traits = cell.transport().traits();
            if (of(cell).isPresent() && !traits.has(Trait.TCP_OPTIONS)) {
                boolean isTcp = (traits.has(Trait.NETWORK) || traits.has(Trait.LOOPBACK)) && !traits.lossy();
                return Obstacle.unsupported(
                        isTcp
                                ? "leaves the options of its sockets to its library; omit --socket"
                                : "has no options of TCP to set; omit --socket");
            }
            return cell.settings().get(this).acknowledgesAtOnce() && !HasQuickAcknowledgements.HERE
                    ? Obstacle.unsupported(
                            "the sockets of this system have no TCP_QUICKACK; use --socket nodelay or nagle")
                    : Optional.empty();
        }

        /** Whether this system has the option, which is Linux's; asked once, if at all. */
        private static final class HasQuickAcknowledgements {
            static final boolean HERE = here();

            private static boolean here() {
                try (SocketChannel socket = SocketChannel.open()) {
                    return socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
                } catch (IOException e) {
                    return true; // then opening the connection tells why
                }
            }
        }
    }

    /** The number of writes for a message. */
    static final class Writes extends Setting<Integer> {
        private static final int LEAST_BYTES = 2;

        Writes() {
            super("writes", "Writes", "writes", "", ChannelOptions.USUAL.writes(), Optional.of(1));
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(
                    new Option(
                            "--writes",
                            About.TRANSPORT,
                            "Writes for a message of a stream: 1, 2 (the first 8 bytes, then the rest), or both (default: 1)."));
        }

        @Override
        public Integer one(String text) {
            return switch (text.strip()) {
                case "1" -> 1;
                case "2" -> ChannelOptions.MAX_WRITES;
                default ->
                    throw new IllegalArgumentException(
                            "'%s' must be 1, or 2 for header and body apart".formatted(text));
            };
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (of(cell).isEmpty()) {
                return Optional.empty();
            }
            Traits traits = cell.transport().traits();
            if (!traits.has(Trait.SPLIT_WRITES)) {
                return Obstacle.unsupported("sends a message whole; omit --writes");
            }
            if (leastBytes(cell) < LEAST_BYTES) {
                return Obstacle.unsupported("a message of 1 byte cannot be sent by two writes; omit --writes");
            }
            boolean certain =
                    cell.workload().inFlight() == 1 && !cell.workload().isBothWays();
            boolean anyDepth = traits.has(Trait.DUPLEX) && traits.waitStrategy() == WaitStrategy.BLOCKING;
            return certain || anyDepth
                    ? Optional.empty()
                    : Obstacle.unsupported(
                            "holds an unknown number of messages that are sent by two writes; omit --in-flight and"
                                    + " --both-ways, or --writes");
        }
    }

    /** What passes the bytes on between client and server. */
    static final class Relayed extends Setting<String> {
        private static final String SYSTEM = "Linux";

        Relayed() {
            super("relay", "Relay", "relay", "", Relay.NOBODY, Optional.empty());
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--relay",
                    About.TRANSPORT,
                    "Comma-separated processes that pass the bytes on between client and server: none, c (a relay in C), or commands that"
                            + " listen at {in} and connect to {out}, such as 'socat UNIX-LISTEN:{in} UNIX-CONNECT:{out}', in quotes if"
                            + " they have commas or quotes; 'haproxy -f {file}' gets a configuration, or {file:TEMPLATE} its own one (default:"
                            + " none)."));
        }

        @Override
        boolean isHonouredByOthers() {
            return true;
        }

        @Override
        public String one(String text) {
            String label = text.strip();
            new Relay(List.of(), label, 1).requireAddresses();
            return label;
        }

        @Override
        public List<String> parse(String text) {
            List<String> values =
                    Lists.quotedWhole(text).stream().map(this::one).toList();
            Lists.requireDistinct(values, text);
            return values;
        }

        @Override
        public boolean isOfTheSuite(String value) {
            return value.equals(Relay.NOBODY) || value.equals(Relay.OWN);
        }

        /** Not checked as a command: a shared run has a number in its place. */
        @Override
        String read(JsonObject cell) {
            return in(cell, key(), String.class, usual());
        }

        /** Names the default, too. */
        @Override
        public String text(Cell cell) {
            return cell.settings().get(this);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            Relay relay = cell.relay();
            if (!relay.isAsked()) {
                return Optional.empty();
            }
            Traits traits = cell.transport().traits();
            if (!traits.has(Trait.STREAM_SOCKET)) {
                return Obstacle.unsupported(
                        traits.sharesMemory()
                                ? "shares memory, so that nobody can stand between; omit --relay"
                                : "has no stream socket by a path or port at which a relay could listen; omit --relay");
            }
            return lack(relay).map(lack -> new Obstacle(CellStatus.UNAVAILABLE, lack));
        }

        private static Optional<String> lack(Relay relay) {
            if (!System.getProperty("os.name").equals(SYSTEM)) {
                return Optional.of("a relay needs Linux; omit --relay");
            }
            return Stream.concat(Stream.of(Neighbour.SESSION), relay.program().stream())
                    .filter(program -> !CommandWords.isCommand(program))
                    .map("the relay's command '%s' is not found; install it, or give its path"::formatted)
                    .findFirst()
                    .or(() -> relay.template()
                            .filter(template -> !Files.isReadable(template))
                            .map("the relay's template '%s' cannot be read; give its path"::formatted));
        }
    }

    /** The number of relays one behind the other. */
    static final class RelayHops extends Setting<Integer> {
        private static final int MAX_HOPS = 8;

        RelayHops() {
            super("relayHops", "RelayHops", "hops", "", Relay.NONE.hops(), Optional.of(1));
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--relay-hops",
                    About.TRANSPORT,
                    "Comma-separated numbers of relays one behind the other, at most %d (default: 1)."
                            .formatted(MAX_HOPS)));
        }

        /** Only a relay has hops. */
        @Override
        Cell fitted(Cell asked) {
            return Dimension.RELAY.of(asked).isEmpty() ? asked.with(this, usual()) : asked;
        }

        @Override
        boolean isHonouredByOthers() {
            return true;
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, MAX_HOPS);
        }

        @Override
        public String text(Cell cell) {
            return Dimension.RELAY.of(cell).isEmpty() ? "0" : super.text(cell);
        }
    }

    /** The number of memory files for a message. */
    static final class Parts extends Setting<Integer> {
        Parts() {
            super("parts", "Parts", "parts", "", ChannelOptions.USUAL.parts(), Optional.of(1));
        }

        @Override
        public Optional<Option> option() {
            return Optional.of(new Option(
                    "--parts",
                    About.TRANSPORT,
                    "Comma-separated numbers of memory files for a message, such as 1,16,114, at most %d (default: 1)."
                            .formatted(ChannelOptions.MAX_PARTS)));
        }

        @Override
        public Integer one(String text) {
            return (int) Quantity.count(text, ChannelOptions.MAX_PARTS);
        }

        @Override
        Optional<Obstacle> obstacle(Cell cell) {
            if (of(cell).isEmpty()) {
                return Optional.empty();
            }
            if (!cell.transport().traits().has(Trait.PARTS)) {
                return Obstacle.unsupported("hands over no memory files; omit --parts");
            }
            int parts = cell.settings().get(this);
            int bytes = leastBytes(cell);
            return bytes < parts
                    ? Obstacle.unsupported(
                            "a message of %d bytes has no %d parts; omit --parts %d".formatted(bytes, parts, parts))
                    : Optional.empty();
        }
    }
}
