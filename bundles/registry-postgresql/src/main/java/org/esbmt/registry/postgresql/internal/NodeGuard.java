package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the name of this node in a database of all nodes, for the life of its connection. Two nodes of one name could
 * complete each other's transactions against the decision. A copy of a running node's data is the likely cause of two
 * such nodes. The server releases the name when this process ends in any way, and within some 20 s after a failure of
 * its machine. Threads: one at a time.
 */
final class NodeGuard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeGuard.class);

    /** A session that the server never ends for idleness. */
    private static final String SESSION = DataSources.LOST_CLIENTS + " -c idle_session_timeout=0";

    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtextextended('esbmt node ' || ?, 0))";
    private static final String HELD = "SELECT EXISTS (SELECT FROM pg_locks"
            + " WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted)";
    /**
     * Finds the session that holds the lock. {@code pg_locks} has the two halves of the lock's number in separate
     * columns.
     */
    private static final String HOLDER =
            "SELECT a.pid, a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                    + " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
                    + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                    + " AND (l.classid::bigint << 32) | l.objid::bigint = hashtextextended('esbmt node ' || ?, 0)";

    private static final String END = "SELECT pg_terminate_backend(?, ?)";
    /** The socket timeout of the driver, in seconds. */
    private static final int ANSWER_SECONDS = 5;
    /** The longest wait for the end of an older session. */
    private static final int END_MILLIS = 2_000;

    private final Connection connection;
    private final int endMillis;

    private NodeGuard(Connection connection, int endMillis) {
        this.connection = connection;
        this.endMillis = endMillis;
    }

    /**
     * Takes the name. After a cut network or a stopped server, the server may still have an older session of the same
     * process. The method ends that session.
     *
     * @param node the value of {@code node.name}
     * @param process some characters that no other process has
     * @throws NameTaken if another process has it
     * @throws ServerProblem if the database cannot be used
     */
    static NodeGuard hold(DatabaseTarget target, String node, String process) throws ServerProblem, NameTaken {
        return hold(target, node, process, ANSWER_SECONDS, END_MILLIS);
    }

    /**
     * Like {@link #hold(DatabaseTarget, String, String)}, with limits.
     *
     * @param answerSeconds the longest wait for an answer of the server
     * @param endMillis the longest wait for the end of an older session
     */
    static NodeGuard hold(DatabaseTarget target, String node, String process, int answerSeconds, int endMillis)
            throws ServerProblem, NameTaken {
        PGSimpleDataSource source = DataSources.single(target, target.user(), target.database());
        source.setOptions(SESSION + " -c statement_timeout=" + TimeUnit.SECONDS.toMillis(answerSeconds));
        source.setSocketTimeout(answerSeconds);
        String application = "ESB-MT node " + node + " " + process;
        source.setApplicationName(application);
        try {
            NodeGuard guard = new NodeGuard(source.getConnection(), endMillis);
            boolean held = false;
            try {
                held = guard.takes(node) || (guard.endsFormer(node, application) && guard.takes(node));
            } finally {
                if (!held) {
                    guard.close();
                }
            }
            if (held) {
                return guard;
            }
        } catch (SQLException e) {
            throw ServerProblems.of(target, target.user(), e);
        }
        throw new NameTaken("Another node that is called '" + node + "' uses the " + target.registry() + " at "
                + target.address() + ". Stop it; or, if this is to be one more node, give it a node.name of its own"
                + " (etc/org.esbmt.transactions.cfg) and data that is no copy of another node's.");
    }

    private boolean takes(String node) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, node);
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }

    /**
     * Returns true if the lock is free now: a session of this process held it, and was ended, or no session holds it
     * any more.
     */
    private boolean endsFormer(String node, String application) throws SQLException, ServerProblem {
        try (PreparedStatement statement = connection.prepareStatement(HOLDER)) {
            statement.setString(1, node);
            try (ResultSet holder = statement.executeQuery()) {
                if (!holder.next()) {
                    return true;
                }
                boolean own = application.equals(holder.getString(2));
                if (own) {
                    end(holder.getInt(1));
                }
                return own;
            }
        }
    }

    private void end(int session) throws SQLException, ServerProblem {
        try (PreparedStatement statement = connection.prepareStatement(END)) {
            statement.setInt(1, session);
            statement.setLong(2, endMillis);
            try (ResultSet ended = statement.executeQuery()) {
                if (!ended.next() || !ended.getBoolean(1)) {
                    throw new ServerProblem(
                            "The server does not end a connection of this node that was cut off, so the name is not free",
                            null);
                }
            }
        }
        LOG.info("The server still had a connection of this node that was cut off; it is ended.");
    }

    /** Asks the server; takes at most {@value #ANSWER_SECONDS} seconds. */
    boolean isHeld() {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(HELD)) {
            return answer.next() && answer.getBoolean(1);
        } catch (SQLException e) {
            LOG.debug("The connection that holds the name of this node is gone.", e);
            return false;
        }
    }

    /** Releases the name. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection that holds the name of this node does not close.", e);
        }
    }

    /** Another process has the name of this node. The message is a sentence for the operator, who has to act. */
    static final class NameTaken extends Exception {
        private static final long serialVersionUID = 1L;

        NameTaken(String message) {
            super(message);
        }
    }
}
