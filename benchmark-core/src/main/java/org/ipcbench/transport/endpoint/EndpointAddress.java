package org.ipcbench.transport.endpoint;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server of the user's is, and what it is asked: {@code http://127.0.0.1:8080/path} or {@code
 * http+unix:/run/app.sock:/path}. At the end may be {@code #at=IP}, which is where the host was found, and then {@code #pid=N}, if the
 * server's process is to be that one.
 *
 * @param text the address as typed, with {@code ~} for the user's home in the path of a socket
 * @param host the host of a server at a port; empty if it has a Unix socket
 * @param at the host's IP address; empty if nobody has looked it up
 * @param port the server's port; 0 if it has a Unix socket
 * @param path the path behind {@code SCHEME+unix:}; empty if the server has a port
 * @param asked what follows: a path, or a question mark and a statement; may be empty
 * @param pid the server's process, if the user has given it
 */
public record EndpointAddress(
        String text, String host, String at, int port, String path, String asked, OptionalLong pid) {
    /** What an address of a Unix socket has between its scheme and its colon. */
    public static final String UNIX = "+unix";

    private static final int MAX_PORT = 65_535;

    private static final String AT = "#at=";
    private static final String PROCESS = "#pid=";

    private static final Pattern FOUND =
            Pattern.compile("(.*?)(?:#at=([\\w.:%-]+))?(?:#pid=(\\d{1,9}))?", Pattern.DOTALL);

    private static final String HOME = "~";

    /** A colon between host and port; an address of IPv6 has brackets. */
    private static final Pattern TCP = Pattern.compile(
            "[a-z]+://(\\[[0-9a-fA-F:.%\\w]+]|[^:/?#\\[\\]]+)(?::(\\d{1,5}))?([/?].*)?", Pattern.DOTALL);

    /** A path that ends before a colon or a question mark. */
    private static final Pattern SOCKET =
            Pattern.compile("([a-z]+\\+unix:)(~?/[^:?]+)((?::(.*)|(\\?.*))?)", Pattern.DOTALL);

    /**
     * Reads an address.
     *
     * @param usualPort the port if none is given
     * @throws IllegalArgumentException if it is none, or contains credentials, which are not repeated in the message
     */
    public static EndpointAddress parse(String text, int usualPort) {
        requireNoCredentials(text);
        Matcher given = FOUND.matcher(text);
        if (!given.matches()
                || given.group(1).contains(PROCESS)
                || given.group(1).contains(AT)) {
            throw new IllegalArgumentException("'%s': give #pid=N once, at the end, with a number".formatted(text));
        }
        String address = given.group(1);
        OptionalLong pid =
                given.group(3) == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(given.group(3)));
        Matcher socket = SOCKET.matcher(address);
        if (socket.matches()) {
            String asked = socket.group(4) == null ? socket.group(5) : socket.group(4);
            String path = socket.group(2);
            String shown = socket.group(1) + withoutHome(path) + socket.group(3) + text.substring(address.length());
            return new EndpointAddress(shown, "", "", 0, withHome(path), asked == null ? "" : asked, pid);
        }
        Matcher tcp = TCP.matcher(address);
        if (!tcp.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not an address; give SCHEME://HOST:PORT/PATH or SCHEME+unix:/SOCKET:/PATH"
                            .formatted(text));
        }
        int port = tcp.group(2) == null ? usualPort : Integer.parseInt(tcp.group(2));
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("'%s': the port must be between 1 and %d".formatted(text, MAX_PORT));
        }
        String host = tcp.group(1).replaceAll("[\\[\\]]", "");
        String at = given.group(2) == null ? "" : given.group(2);
        return new EndpointAddress(text, host, at, port, "", tcp.group(3) == null ? "" : tcp.group(3), pid);
    }

    private static String withoutHome(String path) {
        String home = System.getProperty("user.home", "");
        return home.length() > 1 && path.startsWith(home + "/") ? HOME + path.substring(home.length()) : path;
    }

    private static String withHome(String path) {
        return path.startsWith(HOME) ? System.getProperty("user.home", "") + path.substring(HOME.length()) : path;
    }

    /** No message repeats such an address. */
    private static void requireNoCredentials(String text) {
        int statement = text.indexOf('?');
        if (text.substring(0, statement < 0 ? text.length() : statement).indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "an address contains no user and no password, which everybody could read; give them in the environment (and %40 for @ in a path)");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an address is one line, without control characters");
        }
    }

    public boolean isUnix() {
        return !path.isEmpty();
    }

    /**
     * Whether this Unix socket is asked the same as a port. What follows a port may contain a name that belongs to the path of a socket,
     * such as that of a database; then names and statements are compared.
     */
    public boolean asksTheSameAs(EndpointAddress port) {
        if (asked.startsWith("/")) {
            return asked.equals(port.asked.isEmpty() ? "/" : port.asked);
        }
        String name = port.asked.substring(
                0, port.asked.length() - statement(port.asked).length());
        return statement(asked).equals(statement(port.asked)) && path.endsWith(name.replaceFirst("[/?]+$", ""));
    }

    private static String statement(String asked) {
        int start = asked.indexOf('?');
        return start < 0 ? "" : asked.substring(start + 1);
    }

    /** The statement behind a question mark; another one if there is none. */
    public String statementOr(String usual) {
        String given = statement(asked);
        return given.isEmpty() ? usual : given;
    }

    /**
     * Returns a copy that says where the host is, so that the peer does not resolve the name again and reach another machine.
     *
     * @throws IllegalArgumentException if the host is not found
     */
    public EndpointAddress found() {
        if (isUnix() || !at.isEmpty()) {
            return this;
        }
        try {
            String literal = InetAddress.getByName(host).getHostAddress();
            int end = pid.isPresent() ? text.lastIndexOf(PROCESS) : text.length();
            return new EndpointAddress(
                    text.substring(0, end) + AT + literal + text.substring(end), host, literal, port, path, asked, pid);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'%s': host '%s' not found".formatted(text, host), e);
        }
    }

    /** The address with its whole path: a peer may be another user, whose home is elsewhere. */
    String textForPeers() {
        return isUnix()
                ? text.replaceFirst(
                        Pattern.quote(UNIX + ":" + withoutHome(path)), Matcher.quoteReplacement(UNIX + ":" + path))
                : text;
    }

    /** The IP address, or the host if nobody has looked it up; empty if it has a Unix socket. */
    public String target() {
        return at.isEmpty() ? host : at;
    }

    /** Whether the server can only be on this machine. */
    public boolean isOfThisMachine() {
        if (isUnix()) {
            return true;
        }
        try {
            InetAddress server = InetAddress.getByName(found().at);
            return server.isLoopbackAddress() || NetworkInterface.getByInetAddress(server) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }
}
