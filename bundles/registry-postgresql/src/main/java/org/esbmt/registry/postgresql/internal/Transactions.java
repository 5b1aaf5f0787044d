package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;

/**
 * Runs work in transactions of its own and tells how they ended. The connection it hands out is the only way to the
 * database, so nothing can be written beside the transaction. Any thread.
 */
final class Transactions implements AutoCloseable {

    /** Statements of one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException, RegistryException;
    }

    private volatile Optional<HikariDataSource> pool = Optional.empty();

    /** From now on connections come from this pool; those of the one before are closed. */
    void use(HikariDataSource next) {
        Optional<HikariDataSource> before = pool;
        pool = Optional.of(next);
        before.ifPresent(HikariDataSource::close);
    }

    /** One reading statement, which sees what is committed. */
    <T> T read(Work<T> work) throws RegistryException {
        try (Connection connection = connect()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    /** When it returns, everything is committed; but for {@link RegistryException.InDoubt}, when it throws, nothing is. */
    <T> T write(Work<T> work) throws RegistryException {
        try (Connection connection = connect()) {
            T result = runToCommit(connection, work);
            commit(connection);
            return result;
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    @Override
    public void close() {
        pool.ifPresent(HikariDataSource::close);
    }

    /** Leaves the transaction open, or rolls it back: a connection that cannot even do that takes it down with it. */
    private static <T> T runToCommit(Connection connection, Work<T> work) throws SQLException, RegistryException {
        boolean complete = false;
        connection.setAutoCommit(false);
        try {
            T result = work.run(connection);
            complete = true;
            return result;
        } finally {
            if (!complete) {
                rollBack(connection);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The cause of the failure is on its way to the caller already; the server rolls back a lost connection.
            org.slf4j.LoggerFactory.getLogger(Transactions.class).debug("A rollback failed.", e);
        }
    }

    private static void commit(Connection connection) throws SQLException, RegistryException {
        try {
            connection.commit();
        } catch (SQLException e) {
            if (SqlErrors.connectionLost(e)) {
                throw new RegistryException.InDoubt(
                        "The connection to the registry was lost during a commit: whether the change was made is not"
                                + " known.",
                        e);
            }
            throw e;
        }
    }

    private Connection connect() throws RegistryException {
        try {
            HikariDataSource source = pool.orElseThrow(() -> new SQLTransientConnectionException("not prepared yet"));
            return source.getConnection();
        } catch (SQLException e) {
            throw new RegistryException.Unavailable("The registry is out of reach: " + SqlErrors.root(e), e);
        }
    }
}
