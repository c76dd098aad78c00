package com.example.redis;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointProtocol;
import org.newsclub.net.unix.AFUNIXSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis server: {@code redis://127.0.0.1:6379} or {@code redis+unix:/run/redis.sock}, with another command than PING behind a question mark. */
public final class RedisEndpoint implements EndpointProtocol {
    private static final int PORT = 6379;

    /** As of redis-cli. */
    private static final String PASSWORD = "REDISCLI_AUTH";

    @Override
    public String scheme() {
        return "redis";
    }

    @Override
    public String title() {
        return "command over RESP";
    }

    @Override
    public Library library() {
        return () -> "Jedis";
    }

    @Override
    public int usualPort() {
        return PORT;
    }

    @Override
    public void requireUsable(EndpointAddress address) {
        String asked = address.asked();
        if (!asked.isEmpty() && !asked.equals("/") && !asked.startsWith("?")) {
            throw new IllegalArgumentException(
                    "'%s': a command stands behind a question mark: redis://127.0.0.1?GET key".formatted(address.text()));
        }
    }

    @Override
    public Caller connect(EndpointAddress address, Session session) throws IOException {
        int timeoutMillis = Math.toIntExact(session.connectTimeout().toMillis());
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .connectionTimeoutMillis(timeoutMillis)
                .socketTimeoutMillis(timeoutMillis);
        String password = System.getenv(PASSWORD);
        if (password != null) {
            config.password(password);
        }
        try {
            return new RedisCaller(open(address, config.build()), address.statementOr("PING"));
        } catch (JedisException e) {
            throw failure(e);
        }
    }

    private static Jedis open(EndpointAddress address, JedisClientConfig config) {
        return address.isUnix()
                ? new Jedis(new UnixSockets(Path.of(address.path()), config.getSocketTimeoutMillis()), config)
                : new Jedis(new HostAndPort(address.target(), address.port()), config);
    }

    /** The server's own words. */
    private static IOException failure(JedisException e) {
        Throwable cause = e.getCause();
        return new IOException(cause == null ? e.getMessage() : e.getMessage() + ": " + cause.getMessage());
    }

    private record UnixSockets(Path path, int timeoutMillis) implements JedisSocketFactory {
        @Override
        public Socket createSocket() {
            try {
                AFUNIXSocket socket = AFUNIXSocket.connectTo(AFUNIXSocketAddress.of(path));
                socket.setSoTimeout(timeoutMillis);
                return socket;
            } catch (IOException e) {
                throw new JedisConnectionException("cannot connect", e);
            }
        }
    }

    private static final class RedisCaller implements Caller {
        private final Jedis redis;
        private final ProtocolCommand command;
        private final byte[][] arguments;

        RedisCaller(Jedis redis, String text) {
            this.redis = redis;
            String[] words = text.strip().split("\\s+");
            byte[] name = words[0].getBytes(StandardCharsets.UTF_8);
            command = () -> name;
            arguments = Stream.of(words)
                    .skip(1)
                    .map(word -> word.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
        }

        @Override
        public void call() throws IOException {
            try {
                redis.sendCommand(command, arguments);
            } catch (JedisException e) {
                throw failure(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                redis.close();
            } catch (JedisException e) {
                throw failure(e);
            }
        }
    }
}
