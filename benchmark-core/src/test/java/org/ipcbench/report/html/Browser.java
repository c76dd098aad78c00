package org.ipcbench.report.html;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chromium without a window, driven over its debugging protocol. */
final class Browser implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://127\\.0\\.0\\.1:(\\d+)/");
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final HttpClient client =
            HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
    private final BlockingQueue<JsonObject> messages = new LinkedBlockingQueue<>();
    private final List<String> errors = new ArrayList<>();
    private final WebSocket socket;
    private int sent;

    /**
     * Starts it.
     *
     * @param directory for all that it writes
     */
    Browser(Path program, Path directory) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox", // root has none
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "about:blank");
        builder.environment().put("TMPDIR", directory.toString());
        builder.environment().put("HOME", directory.toString());
        process = builder.redirectErrorStream(true).start();
        socket = connect(port());
        for (String domain : List.of("Page", "Runtime", "Log")) {
            send(domain + ".enable", Map.of());
        }
    }

    /** The browser of this machine. */
    static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page in a window of this size, in pixels, and waits for it. */
    void open(Path page, int width, int height) throws InterruptedException {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        send("Page.navigate", Map.of("url", page.toUri().toString()));
        while (!"Page.loadEventFired".equals(method(next()))) {
            // other events
        }
    }

    /** The scheme of colours that the user prefers: light or dark. */
    void prefer(String scheme) throws InterruptedException {
        Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
        send("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
    }

    /** The value of an expression. */
    JsonElement evaluate(String script) throws InterruptedException {
        JsonObject answer = send("Runtime.evaluate", Map.of("expression", script, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalArgumentException(answer.toString());
        }
        return answer.getAsJsonObject("result").get("value");
    }

    void hover(double x, double y) throws InterruptedException {
        send("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
    }

    void press(String key) throws InterruptedException {
        for (String type : List.of("keyDown", "keyUp")) {
            send("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key));
        }
    }

    /** Writes a picture of the page: of what is seen of it, or of all. */
    void picture(Path file, boolean all) throws IOException, InterruptedException {
        String height = all ? "document.documentElement.scrollHeight" : "innerHeight";
        Map<String, Number> clip = Map.of(
                "x",
                0,
                "y",
                all ? 0 : evaluate("scrollY").getAsDouble(),
                "width",
                evaluate("innerWidth").getAsInt(),
                "height",
                evaluate(height).getAsInt(),
                "scale",
                1);
        JsonObject answer = send("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip", clip));
        Files.write(file, Base64.getDecoder().decode(answer.get("data").getAsString()));
    }

    /** Exceptions of scripts, errors on the console, and what the page's policy did not allow. */
    List<String> errors() {
        return errors;
    }

    @Override
    public void close() throws InterruptedException {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /** The port that the browser names in its first lines; what it says later is read, lest it waits for a reader. */
    private String port() throws IOException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher port = LISTENING.matcher(line);
            if (port.find()) {
                Thread reader = new Thread(() -> said.lines().forEach(unused -> {}), "browser");
                reader.setDaemon(true);
                reader.start();
                return port.group(1);
            }
        }
        throw new IOException("the browser ended before it listened");
    }

    private WebSocket connect(String port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/json/list".formatted(port)))
                .build();
        String pages =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        String address = JsonParser.parseString(pages).getAsJsonArray().asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(target -> target.get("type").getAsString().equals("page"))
                .map(target -> target.get("webSocketDebuggerUrl").getAsString())
                .findFirst()
                .orElseThrow();
        return client.newWebSocketBuilder()
                .buildAsync(URI.create(address), new Inbox())
                .join();
    }

    private JsonObject send(String method, Map<String, ?> parameters) throws InterruptedException {
        int id = ++sent;
        JsonObject message = new JsonObject();
        message.addProperty("id", id);
        message.addProperty("method", method);
        message.add("params", new Gson().toJsonTree(parameters));
        socket.sendText(message.toString(), true).join();
        while (true) {
            JsonObject answer = next();
            if (answer.has("id") && answer.get("id").getAsInt() == id) {
                if (answer.has("error")) {
                    throw new IllegalStateException(method + ": " + answer.get("error"));
                }
                return answer.getAsJsonObject("result");
            }
        }
    }

    private JsonObject next() throws InterruptedException {
        JsonObject message = messages.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        if (message == null) {
            throw new IllegalStateException("the browser is silent");
        }
        String method = String.valueOf(method(message));
        boolean console = method.equals("Runtime.consoleAPICalled");
        if (console || method.equals("Runtime.exceptionThrown") || method.equals("Log.entryAdded")) {
            errors.add(message.get("params").toString());
        }
        return message;
    }

    private static @Nullable String method(JsonObject message) {
        return message.has("method") ? message.get("method").getAsString() : null;
    }

    /** Puts parts of messages together. */
    private final class Inbox implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(JsonParser.parseString(text.toString()).getAsJsonObject());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }
    }
}
