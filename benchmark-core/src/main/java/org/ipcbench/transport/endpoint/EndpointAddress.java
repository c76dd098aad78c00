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
 * http+unix:/run/app.sock:/path}, and {@code #pid=N} at the end if the server's process is to be that one.
 *
 * @param text the address as typed
 * @param host the host of a server at a port; empty if it has a Unix socket
 * @param port the server's port; 0 if it has a Unix socket
 * @param path the path behind {@code SCHEME+unix:}; empty if the server has a port
 * @param asked what follows: a path, or a question mark and a statement; may be empty
 * @param pid the server's process, if the user has given it
 */
public record EndpointAddress(String text, String host, int port, String path, String asked, OptionalLong pid) {
    /** What an address of a Unix socket has between its scheme and its colon. */
    public static final String UNIX = "+unix";

    private static final int MAX_PORT = 65_535;

    private static final Pattern PID = Pattern.compile("(.*)#pid=(\\d{1,9})", Pattern.DOTALL);

    /** A colon between host and port; an address of IPv6 has brackets. */
    private static final Pattern TCP = Pattern.compile(
            "[a-z]+://(\\[[0-9a-fA-F:.%\\w]+]|[^:/?#\\[\\]]+)(?::(\\d{1,5}))?([/?].*)?", Pattern.DOTALL);

    /** A path that ends before a colon or a question mark. */
    private static final Pattern SOCKET = Pattern.compile("[a-z]+\\+unix:(/[^:?]+)(?::(.*)|(\\?.*))?", Pattern.DOTALL);

    /**
     * Reads an address.
     *
     * @param usualPort the port if none is given
     * @throws IllegalArgumentException if it is none, or contains credentials, which are not repeated in the message
     */
    public static EndpointAddress parse(String text, int usualPort) {
        requireNoCredentials(text);
        Matcher given = PID.matcher(text);
        boolean hasPid = given.matches();
        String address = hasPid ? given.group(1) : text;
        if (address.contains("#pid=")) {
            throw new IllegalArgumentException("'%s': give #pid=N once, at the end, with a number".formatted(text));
        }
        OptionalLong pid = hasPid ? OptionalLong.of(Long.parseLong(given.group(2))) : OptionalLong.empty();
        Matcher socket = SOCKET.matcher(address);
        if (socket.matches()) {
            String asked = socket.group(2) == null ? socket.group(3) : socket.group(2);
            return new EndpointAddress(text, "", 0, socket.group(1), asked == null ? "" : asked, pid);
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
        return new EndpointAddress(text, host, port, "", tcp.group(3) == null ? "" : tcp.group(3), pid);
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

    /** Whether the server can only be on this machine. */
    public boolean isOfThisMachine() {
        if (isUnix()) {
            return true;
        }
        try {
            for (InetAddress each : InetAddress.getAllByName(host)) {
                if (!each.isLoopbackAddress() && NetworkInterface.getByInetAddress(each) == null) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'%s': host '%s' not found".formatted(text, host), e);
        } catch (SocketException e) {
            return false;
        }
    }
}
