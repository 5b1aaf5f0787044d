package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.XaParticipant;

/**
 * Runs work in the unit of work of the calling thread, or else in a transaction of its own. The work receives the only
 * connection to the database, so no statement can run outside of the transaction. Any thread.
 *
 * <p>Within a unit of work nothing is committed here, and reads see its earlier writes. An exception of a writing work
 * rolls the unit of work back.
 *
 * <p>In a database with row-level security, work for a tenant sees and writes only the rows of that tenant. The tenant
 * is a setting of the transaction, and ends with it.
 */
public final class RegistryTransactions implements AutoCloseable {
    private static final String OF_TENANT = "SELECT set_config('esbmt.tenant_id', ?, true)";
    private static final String OUT_OF_REACH = "The registry is out of reach: ";

    /** Statements of one transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Connection connection) throws SQLException, RegistryException;
    }

    /** The end of a transaction after its work. Afterwards the connection has no open transaction. */
    @FunctionalInterface
    interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private final Supplier<Optional<Transaction>> unitOfWork;
    private final Ending ending;
    private volatile Optional<HikariDataSource> pool = Optional.empty();
    private volatile Optional<XaParticipant<Participation>> participant = Optional.empty();

    /** @param unitOfWork the transaction of the calling thread */
    RegistryTransactions(Supplier<Optional<Transaction>> unitOfWork) {
        this(unitOfWork, Connection::commit);
    }

    RegistryTransactions(Supplier<Optional<Transaction>> unitOfWork, Ending ending) {
        this.unitOfWork = unitOfWork;
        this.ending = ending;
    }

    /** Uses this pool for all later connections, and closes the former pool. */
    void use(HikariDataSource next) {
        Optional<HikariDataSource> before = pool;
        pool = Optional.of(next);
        before.ifPresent(HikariDataSource::close);
    }

    /** Takes part in units of work with this registration from now on. The former registration is closed. */
    void join(Supplier<XaParticipant<Participation>> registration) {
        leave();
        participant = Optional.of(registration.get());
    }

    /** Takes part in no units of work from now on: calls in them fail as unavailable. */
    void leave() {
        participant.ifPresent(XaParticipant::close);
        participant = Optional.empty();
    }

    /** Runs one reading statement, which sees committed data. */
    public <T> T read(Work<T> work) throws RegistryException {
        Optional<Participation> joined = joined();
        if (joined.isPresent()) {
            return joined.get().read(Optional.empty(), work);
        }
        try (Connection connection = connect()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    /** Runs reading statements in one transaction. */
    public <T> T read(TenantId tenant, Work<T> work) throws RegistryException {
        Optional<Participation> joined = joined();
        return joined.isPresent() ? joined.get().read(Optional.of(tenant), work) : readAlone(ofTenant(tenant, work));
    }

    /** Runs reading statements in one transaction, for no tenant. */
    public <T> T readTogether(Work<T> work) throws RegistryException {
        Optional<Participation> joined = joined();
        return joined.isPresent() ? joined.get().read(Optional.empty(), work) : readAlone(work);
    }

    private <T> T readAlone(Work<T> work) throws RegistryException {
        try (Connection connection = connect()) {
            connection.setReadOnly(true);
            T result = runToCommit(connection, work);
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw SqlErrors.failed(e);
        }
    }

    /** Like {@link #write(Work)}. */
    public <T> T write(TenantId tenant, Work<T> work) throws RegistryException {
        Optional<Participation> joined = joined();
        return joined.isPresent() ? joined.get().write(Optional.of(tenant), work) : writeAlone(ofTenant(tenant, work));
    }

    /**
     * Outside of a unit of work, a return means that everything is committed. An exception means that nothing is,
     * except for {@link RegistryException.InDoubt}.
     */
    public <T> T write(Work<T> work) throws RegistryException {
        Optional<Participation> joined = joined();
        return joined.isPresent() ? joined.get().write(Optional.empty(), work) : writeAlone(work);
    }

    private <T> T writeAlone(Work<T> work) throws RegistryException {
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
        participant.ifPresent(XaParticipant::close);
        pool.ifPresent(HikariDataSource::close);
    }

    private Optional<Participation> joined() throws RegistryException {
        Optional<Transaction> current = unitOfWork.get();
        return current.isEmpty() ? Optional.empty() : Optional.of(joined(current.get()));
    }

    private Participation joined(Transaction current) throws RegistryException {
        try {
            return current.enlist(participant.orElseThrow(() -> new IllegalStateException("not prepared yet")));
        } catch (RolledBackException | IllegalStateException e) {
            throw new RegistryException.Unavailable(OUT_OF_REACH + e.getMessage(), e);
        }
    }

    private static <T> Work<T> ofTenant(TenantId tenant, Work<T> work) {
        return connection -> {
            Sql.execute(connection, OF_TENANT, tenant.toString());
            return work.run(connection);
        };
    }

    /**
     * Leaves the transaction open after success, or rolls it back. If the rollback fails, too, the transaction ends
     * with its connection.
     */
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
            // The caller receives the original exception; the server rolls back a lost connection.
            org.slf4j.LoggerFactory.getLogger(RegistryTransactions.class).debug("A rollback failed.", e);
        }
    }

    private void commit(Connection connection) throws SQLException, RegistryException {
        try {
            ending.end(connection);
        } catch (SQLException e) {
            if (SqlErrors.connectionLost(e)) {
                throw new RegistryException.InDoubt(
                        "The connection to the registry was lost during a commit: the outcome of the change is"
                                + " unknown.",
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
            throw new RegistryException.Unavailable(OUT_OF_REACH + SqlErrors.root(e), e);
        }
    }
}
