package com.example.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.endpoint.EndpointAddress;
import org.ipcbench.transport.endpoint.EndpointProtocol;
import org.postgresql.Driver;

/**
 * A PostgreSQL server: {@code postgres://127.0.0.1/DATABASE} or {@code postgres+unix:/run/postgresql/DATABASE}, with another statement
 * than SELECT 1 behind a question mark. A statement is prepared once, as drivers do.
 */
public final class PostgresEndpoint implements EndpointProtocol {
    private static final int PORT = 5432;
    private static final String SOCKET = ".s.PGSQL.";

    /** As of libpq. */
    private static final String USER = "PGUSER";

    private static final String PASSWORD = "PGPASSWORD";

    @Override
    public String scheme() {
        return "postgres";
    }

    @Override
    public String title() {
        return "prepared statement";
    }

    @Override
    public Library library() {
        return () -> "pgjdbc " + org.postgresql.util.DriverInfo.DRIVER_VERSION;
    }

    @Override
    public int usualPort() {
        return PORT;
    }

    @Override
    public void requireUsable(EndpointAddress address) {
        if (database(address).isEmpty()) {
            throw new IllegalArgumentException(
                    "'%s': give a database: postgres://127.0.0.1/DATABASE or postgres+unix:/DIRECTORY/DATABASE"
                            .formatted(address.text()));
        }
    }

    private static String database(EndpointAddress address) {
        if (address.isUnix()) {
            return Objects.toString(Path.of(address.path()).getFileName(), "");
        }
        String asked = address.asked();
        int end = asked.indexOf('?');
        String path = end < 0 ? asked : asked.substring(0, end);
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** The socket of the usual port if there is one, else the only one. */
    @Override
    public Path socket(EndpointAddress address) {
        Path directory = Objects.requireNonNull(Path.of(address.path()).getParent());
        String[] names = Objects.requireNonNullElse(
                directory.toFile().list((place, name) -> name.matches("\\.s\\.PGSQL\\.\\d+")), new String[0]);
        return new File(directory.toFile(), SOCKET + PORT).exists() || names.length != 1
                ? directory.resolve(SOCKET + PORT)
                : directory.resolve(names[0]);
    }

    @Override
    public Caller connect(EndpointAddress address, Session session) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("user", Objects.requireNonNullElse(System.getenv(USER), System.getProperty("user.name")));
        String password = System.getenv(PASSWORD);
        if (password != null) {
            properties.setProperty("password", password);
        }
        String seconds = Long.toString(Math.max(1, session.connectTimeout().toSeconds()));
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        if (address.isUnix()) {
            properties.setProperty("socketFactory", "org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg");
            properties.setProperty("socketFactoryArg", socket(address).toString());
        }
        if (address.isOfThisMachine()) { // a port that encrypts would be no comparison with a socket, which cannot
            properties.setProperty("sslmode", "disable");
            properties.setProperty("gssEncMode", "disable");
        }
        String server = address.isUnix()
                ? "localhost"
                : (address.target().contains(":") ? "[" + address.target() + "]" : address.target())
                        + ":" + address.port();
        try {
            Connection connection =
                    new Driver().connect("jdbc:postgresql://%s/%s".formatted(server, database(address)), properties);
            return new PostgresCaller(Objects.requireNonNull(connection), address.statementOr("SELECT 1"));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The server's own words. */
    private static IOException failure(SQLException e) {
        Throwable cause = e.getCause();
        return new IOException(cause == null ? e.getMessage() : e.getMessage() + " " + cause.getMessage());
    }

    private static final class PostgresCaller implements Caller {
        private final Connection connection;
        private final PreparedStatement statement;

        PostgresCaller(Connection connection, String text) throws SQLException, IOException {
            this.connection = connection;
            try {
                statement = connection.prepareStatement(text);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }

        @Override
        public void call() throws IOException {
            try {
                if (statement.execute()) {
                    read(statement.getResultSet());
                }
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        private static void read(ResultSet rows) throws SQLException {
            try (rows) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        rows.getObject(column);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failure(e);
            }
        }
    }
}
