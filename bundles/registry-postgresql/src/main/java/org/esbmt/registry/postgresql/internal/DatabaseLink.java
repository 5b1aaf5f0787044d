package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.esbmt.transaction.api.XaLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to a registry's database for one distributed transaction, or for recovery. Threads: one at a time. */
final class DatabaseLink implements XaLink<Participation> {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLink.class);

    private final XAConnection connection;
    private final Participation participation;
    private final XAResource resource;

    private DatabaseLink(XAConnection connection) throws SQLException {
        this.connection = connection;
        Connection handle = connection.getConnection();
        handle.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        participation = new Participation(handle);
        resource = new VotingResource(connection.getXAResource(), participation);
    }

    /** Opens a connection outside of the pool: no prepared transaction gets into a pool. */
    static DatabaseLink open(XADataSource source) throws SQLException {
        XAConnection connection = source.getXAConnection();
        try {
            return new DatabaseLink(connection);
        } catch (SQLException e) {
            close(connection);
            throw e;
        }
    }

    @Override
    public XAResource resource() {
        return resource;
    }

    @Override
    public Participation connection() {
        return participation;
    }

    @Override
    public void close() {
        close(connection);
    }

    private static void close(XAConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection of a distributed transaction does not close.", e);
        }
    }
}
