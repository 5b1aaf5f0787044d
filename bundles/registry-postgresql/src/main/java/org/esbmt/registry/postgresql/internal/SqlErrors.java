package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import org.esbmt.registry.api.RegistryException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The meaning of an SQLSTATE (PostgreSQL documentation, appendix A) for the caller of a registry. */
public final class SqlErrors {
    public static final String UNIQUE_VIOLATION = "23505";
    public static final String FOREIGN_KEY_VIOLATION = "23503";
    /** The class of our own codes, see registries-sql/tenant-registry/README.md. */
    private static final String OWN_RULES = "ESB";

    private static final String INTEGRITY = "23";
    /** Connection exception; operator intervention, which includes a crash or a shutdown. */
    private static final Set<String> LOST = Set.of("08", "57");
    /** Transaction rollback, insufficient resources, system error. */
    private static final Set<String> PASSING = Set.of("40", "53", "58");
    /** Query canceled, here by the statement timeout. It is of class 57, but the connection continues. */
    private static final String CANCELED = "57014";
    /** Conflicts with other transactions: lock not available in time, statement too long, deadlock, serialization. */
    private static final Set<String> BUSY = Set.of("55P03", CANCELED, "40P01", "40001");
    /** Terminated for being idle in a transaction. */
    private static final String IDLE_IN_TRANSACTION = "25P03";

    private SqlErrors() {}

    /** True if the connection broke, so that the outcome of the last statement is unknown. */
    static boolean connectionLost(SQLException e) {
        String state = state(e);
        return (LOST.contains(kind(state)) && !state.equals(CANCELED))
                || state.isEmpty()
                || e.getCause() instanceof IOException;
    }

    /** The exception for a transaction that was not committed. */
    static RegistryException failed(SQLException e) {
        String state = state(e);
        if (BUSY.contains(state)) {
            return new RegistryException.Busy("The registry is busy with changes of others: " + root(e), e);
        }
        if (connectionLost(e) || state.equals(IDLE_IN_TRANSACTION) || PASSING.contains(kind(state))) {
            return new RegistryException.Unavailable("The registry is out of reach: " + root(e), e);
        }
        if (state.startsWith(OWN_RULES) || state.startsWith(INTEGRITY)) {
            return new RegistryException.RuleBroken(sentence(e), e);
        }
        return new RegistryException.Failed("The registry failed (SQLSTATE " + state + "): " + root(e), e);
    }

    /** True if the statement violated exactly this constraint. */
    public static boolean broke(SQLException e, String sqlState, String constraint) {
        ServerErrorMessage message = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
        return sqlState.equals(e.getSQLState()) && message != null && constraint.equals(message.getConstraint());
    }

    /** The message of the root cause, on one line. */
    static String root(SQLException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return ServerProblems.oneLine(cause.getMessage());
    }

    private static String sentence(SQLException e) {
        ServerErrorMessage message = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
        return message == null || message.getMessage() == null ? root(e) : message.getMessage();
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    private static String kind(String state) {
        return state.length() < 2 ? "" : state.substring(0, 2);
    }
}
