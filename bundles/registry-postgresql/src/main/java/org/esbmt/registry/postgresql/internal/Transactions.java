package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;

/**
 * Runs work in transactions of its own and tells how they ended. The connection it hands out is the only way to the
 * database, so nothing can be written beside the transaction. Any thread.
 *
 * <p>Work for a tenant sees and writes the rows of that tenant alone where the database has row-level security: the
 * tenant is a setting of the transaction, and gone with it.
 */
public final class Transactions implements AutoCloseable {
    private static final String OF_TENANT = "SELECT set_config('esbmt.tenant_id', ?, true)";

    /** Statements of one transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Connection connection) throws SQLException, RegistryException;
    }

    /** How a transaction is ended whose work is done. Afterwards the connection is in none. */
    @FunctionalInterface
    interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private final Ending ending;
    private volatile Optional<HikariDataSource> pool = Optional.empty();

    public Transactions() {
        this(Connection::commit);
    }

    Transactions(Ending ending) {
        this.ending = ending;
    }

    /** From now on connections come from this pool; those of the one before are closed. */
    void use(HikariDataSource next) {
        Optional<HikariDataSource> before = pool;
        pool = Optional.of(next);
        before.ifPresent(HikariDataSource::close);
    }

    /** One reading statement, which sees what is committed. */
    public <T> T read(Work<T> work) throws RegistryException {
        try (Connection connection = connect()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    /** Reading statements in one transaction. */
    public <T> T read(TenantId tenant, Work<T> work) throws RegistryException {
        try (Connection connection = connect()) {
            connection.setReadOnly(true);
            T result = runToCommit(connection, ofTenant(tenant, work));
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    /** As {@link #write(Work)}. */
    public <T> T write(TenantId tenant, Work<T> work) throws RegistryException {
        return write(ofTenant(tenant, work));
    }

    /** When it returns, everything is committed; but for {@link RegistryException.InDoubt}, when it throws, nothing is. */
    public <T> T write(Work<T> work) throws RegistryException {
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

    private static <T> Work<T> ofTenant(TenantId tenant, Work<T> work) {
        return connection -> {
            Sql.execute(connection, OF_TENANT, tenant.toString());
            return work.run(connection);
        };
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

    private void commit(Connection connection) throws SQLException, RegistryException {
        try {
            ending.end(connection);
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
