package org.ipcbench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.awaitility.Awaitility;
import org.ipcbench.cli.Console;
import org.ipcbench.cli.job.Job;
import org.ipcbench.cli.job.RunningJobs;
import org.ipcbench.cli.job.SampleJar;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.results.RecordSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of users in the place of transports: one in this JVM, and those of Debian. */
class EndpointJobIT extends RunningJobs {
    private static final String SECRET = "Bearer 5tt4nd";
    private static final String CREDENTIALS = "IPCBENCH_AUTHORIZATION=" + SECRET;
    private static final String BRIEF = " -i 1 --warmup 50ms --duration 200ms";
    private static final String RUN_AS = "runuser";
    private static final String COUNTED = " -i 1 --warmup 50ms -n 500";

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Of the processes that this test has started, while a server is asked. */
    private final List<Told> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void endServers() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load --rate 10 --endpoint http://192.0.2.1/                | 'http://192.0.2.1/' is not on this machine; give --anywhere
            load --rate 10 --endpoint http://me:5tt4nd@127.0.0.1/      | give them in the environment
            load --rate 501 --anywhere --endpoint http://127.0.0.1/    | give --rate numbers of at most 500
            load --rate auto --anywhere --endpoint http://127.0.0.1/   | give --rate numbers of at most 500
            load --rate 1 --duration 2m --anywhere --endpoint http://127.0.0.1/ | at most 60s
            latency --anywhere --endpoint http://127.0.0.1/            | use load
            latency --endpoint gopher://me:5tt4nd@127.0.0.1/           | begins with none of http:, http+unix:
            latency --endpoint gopher://127.0.0.1/                     | begins with none of http:, http+unix:
            latency --endpoint http://127.0.0.1/,http://127.0.0.1/     | give each value once
            latency --endpoint http://127.0.0.1/?api_key=5tt4nd        | names no password, key or token
            latency --endpoint http://127.0.0.1/ --sizes 64            | omit --sizes or --endpoint
            latency --endpoint http://127.0.0.1/ -t tcp                | omit --transports or --endpoint
            latency --endpoint http+unix:/run/app.sock                 | http+unix:/SOCKET:/PATH
            latency -t http://127.0.0.1/                               | 'http://127.0.0.1/' is a server; use --endpoint
            """)
    void badAddressIsRefusedInOneLine(String arguments, String problem) {
        Console console = Console.of(arguments.split(" +", -1));

        assertThat(console.exitCode()).as("%s", console.err()).isEqualTo(2);
        assertThat(console.err().toString()).contains(problem).doesNotContain("5tt4nd");
    }

    @Test
    void nobodyPlacesTheServer() throws IOException {
        int cpu = CpuSet.allowed().list().get(0);
        String clientOnly = "cpu:%d,-".formatted(cpu);

        assertThat(dryRun("--endpoint http://127.0.0.1/ --placement same-cpu," + clientOnly))
                .contains("nobody here places; use --placement " + clientOnly)
                .containsPattern("latency http://127.0.0.1/, .*, %s\\R".formatted(clientOnly))
                .doesNotContain("byte");
        assertThat(dryRun("-t tcp -s 64 --placement " + clientOnly)).contains("use --placement cpu:C,S");
    }

    private static String dryRun(String arguments) {
        Console console = Console.of(("latency --dry-run " + arguments).split(" ", -1));
        return String.join("\n", console.out()) + "\n" + String.join("\n", console.err());
    }

    @Test
    void serverIsMeasuredAtAPortAndAtASocketWithCredentialsThatReachNoFile() throws Exception {
        String port = "http://127.0.0.1:%d/".formatted(portServer());
        String socket = "http+unix:%s:/".formatted(socketServer());
        String nobody = "http+unix:%s/nobody:/".formatted(site.root());

        Job job = startBehind(
                List.of("env", CREDENTIALS),
                ("latency --endpoint %s,%s --endpoint %s".formatted(port, socket, nobody) + COUNTED).split(" ", -1));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(1);
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactlyInAnyOrder(tuple(port, "measured"), tuple(socket, "measured"), tuple(nobody, "failed"));
        assertThat(site.table())
                .filteredOn(row -> "measured".equals(row.get("Status")))
                .allSatisfy(row -> {
                    assertThat(row.get("ServerCpuSeconds")).isNotEmpty();
                    assertThat(Double.parseDouble(row.get("LatencyP50Micros"))).isPositive();
                    assertThat(Stream.of("PacketSize", "TotalDataSize", "AvgThroughputMBps", "ThroughputCiLowMBps")
                                    .map(row::get))
                            .containsOnly("");
                    assertThat(row.get("Messages")).isEqualTo("500");
                });
        assertThat(String.join("\n", job.out())).contains("cannot connect: there is no such socket");
        assertThat(String.join("\n", job.out()))
                .contains("the socket ")
                .doesNotContain("Packet size", "1 byte", "MiB/s");
        RecordSchema.assertDescribes(site.run().resolve("results.jsonl"));
        assertThat(site.run().resolve("report.html")).content().doesNotContainPattern("\\b1 bytes?\\b");
        assertNoSecret();
        assertThat(told).isNotEmpty().allSatisfy(each -> {
            assertThat(each.commandLine()).doesNotContain("5tt4nd");
            assertThat(each.environment())
                    .filteredOn(entry -> entry.contains("5tt4nd"))
                    .isSubsetOf(CREDENTIALS);
        });
        assertThat(Console.of("report", site.run().toString()).exitCode()).isZero();
        assertThat(Console.of("share", site.run().toString()).err())
                .singleElement()
                .asString()
                .contains("measured a server of yours");
        site.assertNothingLeft();
    }

    @Tag("full")
    @Test
    void serverGetsALoad() throws Exception {
        String port = "http://127.0.0.1:%d/".formatted(portServer());

        Job job =
                startBehind(List.of("env", CREDENTIALS), ("load --rate 200 --endpoint " + port + BRIEF).split(" ", -1));

        // a busy machine may not reach the rate
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isBetween(0, 1);
        assertThat(site.table().get(0))
                .containsEntry("Transport", port)
                .satisfies(row -> assertThat(row.get("Status")).isIn("measured", "not-reached"));
    }

    @Test
    void serverThatAsksForCredentialsFailsItsCellOnly() throws Exception {
        String port = "http://127.0.0.1:%d/".formatted(portServer());

        Job job = start(("latency --endpoint " + port + BRIEF).split(" ", -1));

        assertThat(job.exitCode()).isEqualTo(1);
        assertThat(String.join("\n", job.out())).contains("the server answered '401 Unauthorized'");
    }

    @Tag("full")
    @Test
    void serverThatDiesFailsItsCellOnly() throws Exception {
        String dying = "http+unix:%s:/".formatted(dyingServer());
        String port = "http://127.0.0.1:%d/".formatted(portServer());

        Job job = startBehind(
                List.of("env", CREDENTIALS),
                ("latency --endpoint %s,%s".formatted(dying, port) + COUNTED).split(" ", -1));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isEqualTo(1);
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactlyInAnyOrder(tuple(dying, "failed"), tuple(port, "measured"));
        assertThat(String.join("\n", job.out())).containsAnyOf("the server closed the connection", "cannot connect");
    }

    @Test
    void clientsShareAServer() throws Exception {
        String socket = "http+unix:%s:/".formatted(socketServer());

        Job job = startBehind(
                List.of("env", CREDENTIALS), ("latency --clients 2 --endpoint " + socket + BRIEF).split(" ", -1));

        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table().get(0)).containsEntry("Clients", "2").containsEntry("Status", "measured");
    }

    @Tag("full")
    @Test
    void nginxIsMeasured() throws Exception {
        needs("/usr/sbin/nginx");
        int port = freePort();
        Path socket = site.root().resolve("nginx.sock");
        StringBuilder places = new StringBuilder();
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            places.append("%s_temp_path %s/%s;".formatted(kind, site.root(), kind));
        }
        Path settings =
                Files.writeString(site.root().resolve("nginx.conf"), """
                daemon off; pid %1$s/pid; error_log %1$s/error.log; events {}
                http { access_log off; %2$s
                  server { listen 127.0.0.1:%3$d; listen unix:%4$s; location / { return 200 "hello"; } } }
                """.formatted(site.root(), places, port, socket));
        launch("/usr/sbin/nginx", "-c", settings.toString());
        awaitServer(port);

        assertMeasured(List.of(), "http://127.0.0.1:%d/".formatted(port), "http+unix:%s:/".formatted(socket));
    }

    @Tag("full")
    @Test
    void redisIsMeasured() throws Exception {
        needs("/usr/bin/redis-server");
        int port = freePort();
        Path socket = site.root().resolve("redis.sock");
        launch(
                "/usr/bin/redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--unixsocket",
                socket.toString(),
                "--dir",
                site.root().toString(),
                "--requirepass",
                SECRET.replace(' ', '-'),
                "--save",
                "");
        awaitServer(port);
        List<String> plugin = List.of(
                "--plugin", SampleJar.ofServers("redis-endpoint", site.root()).toString());
        String atPort = "redis://127.0.0.1:%d".formatted(port);

        Job refused = startBehind(Job.WITHOUT_CLASS_ARCHIVE, line(plugin, atPort));
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(String.join("\n", refused.out())).contains("NOAUTH");
        assertMeasured(plugin, atPort, "redis+unix:" + socket, "redis+unix:%s?SET key value".formatted(socket));
    }

    @Tag("full")
    @Test
    void postgresIsMeasured() throws Exception {
        Path programs;
        try (Stream<Path> versions = Files.isDirectory(Path.of("/usr/lib/postgresql"))
                ? Files.list(Path.of("/usr/lib/postgresql"))
                : Stream.empty()) {
            Optional<Path> newest = versions.max((one, other) -> one.compareTo(other));
            assumeThat(newest).isPresent();
            programs = newest.orElseThrow().resolve("bin");
        }
        Files.setPosixFilePermissions(site.root(), PosixFilePermissions.fromString("rwxrwxrwx"));
        List<String> user =
                System.getProperty("user.name").equals("root") ? List.of(RUN_AS, "-u", "postgres", "--") : List.of();
        Path data = site.root().resolve("data");
        Process made = launch(words(
                user, programs.resolve("initdb").toString(), "-D", data.toString(), "-A", "trust", "-U", "me", "-N"));
        assertThat(made.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(made.exitValue()).isZero();
        int port = freePort();
        launch(words(
                user,
                programs.resolve("postgres").toString(),
                "-D",
                data.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-k",
                site.root().toString()));
        String isReady = programs.resolve("pg_isready").toString();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> new ProcessBuilder(isReady, "-q", "-h", "127.0.0.1", "-p", Integer.toString(port))
                                .start()
                                .waitFor()
                        == 0);
        List<String> plugin = List.of(
                "--plugin",
                SampleJar.ofServers("postgres-endpoint", site.root()).toString());
        String atPort = "postgres://127.0.0.1:%d/".formatted(port);

        Job refused = startBehind(List.of("env", "PGUSER=me"), line(plugin, atPort + "nowhere"));
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(String.join("\n", refused.out())).contains("database \"nowhere\" does not exist");
        assertMeasured(
                plugin,
                atPort + "postgres",
                "postgres+unix:%s/postgres".formatted(site.root()),
                "postgres+unix:%s/postgres?SELECT generate_series(1, 10)".formatted(site.root()));
    }

    private static void needs(String program) {
        assumeThat(Path.of(program)).isExecutable();
    }

    private void assertMeasured(List<String> plugin, String... addresses) throws Exception {
        List<String> secrets =
                List.of("env", "XDG_CACHE_HOME=/dev/null", "PGUSER=me", "REDISCLI_AUTH=" + SECRET.replace(' ', '-'));
        Job job = startBehind(secrets, line(plugin, addresses));
        assertThat(job.exitCode()).as("%s%n%s", job.out(), job.err()).isZero();
        assertThat(site.table())
                .extracting(row -> row.get("Transport"), row -> row.get("Status"))
                .containsExactlyInAnyOrder(Stream.of(addresses)
                        .map(each -> tuple(each, "measured"))
                        .toArray(Tuple[]::new));
        assertThat(site.table())
                .allSatisfy(row -> assertThat(row.get("ServerCpuSeconds")).isNotEmpty());
        assertThat(String.join("\n", job.out())).contains("the socket ");
        assertNoSecret();
    }

    private static String[] line(List<String> plugin, String... addresses) {
        List<String> words = new ArrayList<>(plugin);
        words.addAll(0, List.of("latency"));
        for (String address : addresses) {
            words.addAll(List.of("--endpoint", address));
        }
        words.addAll(List.of(COUNTED.strip().split(" ", -1)));
        return words.toArray(String[]::new);
    }

    private static String[] words(List<String> first, String... further) {
        return Stream.concat(first.stream(), Stream.of(further)).toArray(String[]::new);
    }

    private void assertNoSecret() throws IOException {
        try (Stream<Path> files = Files.walk(site.output())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(textOf(file)).as("%s", file).doesNotContain("5tt4nd");
            }
        }
    }

    private Process launch(String... command) throws IOException {
        File log = site.root().resolve("server%d.log".formatted(opened.size())).toFile();
        Process process = new ProcessBuilder(command)
                .directory(site.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        opened.add(() -> end(process, command[0].equals(RUN_AS)));
        return process;
    }

    /** As Ctrl-C does, upon which PostgreSQL does not wait for its clients. */
    private static void end(Process process, boolean isOfChild) throws Exception {
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList(); // before one of them ends and leaves its children
        ProcessHandle server = isOfChild ? process.children().findFirst().orElse(all.get(0)) : all.get(0);
        new ProcessBuilder("sh", "-c", "kill -INT " + server.pid()).start().waitFor();
        for (ProcessHandle each : all) {
            try {
                each.onExit().get(10, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                each.destroyForcibly();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void awaitServer(int port) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            try (SocketChannel channel =
                    SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                return channel.isConnected();
            }
        });
    }

    /** Answers whoever knows the secret. */
    private int portServer() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        opened.add(() -> server.stop(0));
        server.createContext("/", exchange -> {
            if (told.isEmpty()) { // who waits for the answer cannot end meanwhile
                for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
                    Told.of(each).ifPresent(told::add);
                }
            }
            boolean knows = SECRET.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(knows ? 200 : 401, -1);
            exchange.close();
        });
        server.start();
        return server.getAddress().getPort();
    }

    /** The same at a Unix socket, for any number of connections. */
    private Path socketServer() throws IOException {
        Path path = site.root().resolve("app.sock");
        ServerSocketChannel listening =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        opened.add(listening);
        daemon(() -> {
            while (true) {
                SocketChannel client = listening.accept();
                daemon(() -> answer(client, Integer.MAX_VALUE));
            }
        });
        return path;
    }

    /** One that ends in the middle of a run, with its socket. */
    private Path dyingServer() throws IOException {
        Path path = site.root().resolve("dying.sock");
        ServerSocketChannel listening =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        opened.add(listening);
        daemon(() -> {
            try (listening) {
                answer(listening.accept(), 300);
            }
        });
        return path;
    }

    private static void answer(SocketChannel client, int most) throws IOException {
        try (client) {
            ByteBuffer bytes = ByteBuffer.allocate(1 << 10);
            StringBuilder request = new StringBuilder();
            for (int left = most; left > 0 && client.read(bytes) >= 0; ) {
                request.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
                bytes.clear();
                if (request.indexOf("\r\n\r\n") >= 0) {
                    String status = request.indexOf(SECRET) < 0 ? "401 Unauthorized" : "200 OK";
                    String answer = "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n".formatted(status);
                    client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
                    request.setLength(0);
                    left--;
                }
            }
        }
    }

    /**
     * What a process tells other programs of its user.
     *
     * @param commandLine its program and arguments
     * @param environment its environment
     */
    private record Told(String commandLine, List<String> environment) {
        /** Empty if it has just ended. */
        static Optional<Told> of(ProcessHandle process) {
            Path directory = Path.of("/proc", Long.toString(process.pid()));
            try {
                List<String> entries =
                        List.of(textOf(directory.resolve("environ")).split("\0", -1));
                return Optional.of(new Told(textOf(directory.resolve("cmdline")), entries));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    private static String textOf(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    /** What a thread does until its socket is closed. */
    @FunctionalInterface
    private interface Serving {
        void serve() throws IOException;
    }

    private static void daemon(Serving serving) {
        Thread thread = new Thread(
                () -> {
                    try {
                        serving.serve();
                    } catch (IOException e) {
                        return; // the test is over
                    }
                },
                "server");
        thread.setDaemon(true);
        thread.start();
    }
}
