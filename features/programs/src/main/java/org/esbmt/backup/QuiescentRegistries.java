package org.esbmt.backup;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Locks the tables of the three databases against changes until {@link #close}; reads continue. A transaction over
 * several databases holds locks in each of them until it is committed there, prepared or not. So once all tables of all
 * databases are locked, it has ended everywhere or has changed nothing yet. {@link Backup} copies the databases at that
 * moment.
 *
 * <p>Changes wait meanwhile. The bus's limit of a statement is 5 s, so the locks must be held for less.
 */
final class QuiescentRegistries implements AutoCloseable {
    /** The longest wait for locks, and thereby of changes behind them. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /**
     * Claims of signed messages go on during a backup. Each is a transaction of one database, so there is no half of one.
     */
    private static final String CLAIMS = ".replay_";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String DEADLOCK = "40P01";
    private static final String CANCELED = "57014";

    private final Map<String, Connection> connections = new LinkedHashMap<>();

    private QuiescentRegistries() {}

    /** A change is under way that does not end in time. */
    static final class NotNow extends IOException {
        private static final long serialVersionUID = 1L;

        NotNow(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** @throws NotNow if a lock is not granted in time; then no lock is held */
    static QuiescentRegistries lock(RegistryDatabases registries) throws SQLException, NotNow {
        QuiescentRegistries quiescent = new QuiescentRegistries();
        try {
            Map<Connection, String> commands = new LinkedHashMap<>();
            for (Map.Entry<String, String> database : registries.databases().entrySet()) {
                Connection connection = registries.connect(database.getValue());
                quiescent.connections.put(database.getKey(), connection);
                connection.setAutoCommit(false);
                List<String> tables = RegistryDatabases.tables(connection).stream()
                        .filter(table -> !table.contains(CLAIMS))
                        .toList();
                if (tables.isEmpty()) {
                    throw new NotNow("The database " + database.getValue() + " has no tables yet", null);
                }
                commands.put(connection, "LOCK TABLE " + String.join(", ", tables) + " IN SHARE MODE");
            }
            long began = System.nanoTime();
            for (Map.Entry<Connection, String> command : commands.entrySet()) {
                long left =
                        Math.max(1, LIMIT.minusNanos(System.nanoTime() - began).toMillis());
                RegistryDatabases.execute(command.getKey(), "SET LOCAL statement_timeout = " + left);
                RegistryDatabases.execute(command.getKey(), command.getValue());
                RegistryDatabases.execute(command.getKey(), "SET LOCAL statement_timeout = 0");
            }
            quiescent.requireNothingPrepared();
            return quiescent;
        } catch (SQLException e) {
            quiescent.abandon(e);
            if (List.of(LOCK_NOT_AVAILABLE, DEADLOCK, CANCELED).contains(String.valueOf(e.getSQLState()))) {
                throw new NotNow("A change holds its locks", e);
            }
            throw e;
        } catch (NotNow e) {
            quiescent.abandon(e);
            throw e;
        }
    }

    private void requireNothingPrepared() throws SQLException, NotNow {
        for (Connection connection : connections.values()) {
            List<String> prepared = RegistryDatabases.texts(
                    connection, "SELECT gid FROM pg_prepared_xacts WHERE database = current_database() ORDER BY 1");
            if (!prepared.isEmpty()) {
                throw new NotNow(
                        "In " + connection.getCatalog() + " is prepared: "
                                + prepared.stream().limit(3).collect(joining(", ")),
                        null);
            }
        }
    }

    Connection connection(String registry) {
        return connections.get(registry);
    }

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        for (Connection connection : connections.values()) {
            try (connection) {
                connection.rollback();
            } catch (SQLException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void abandon(Exception cause) {
        try {
            close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
