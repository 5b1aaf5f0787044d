package org.esbmt.registry.postgresql.internal;

import java.security.cert.CertPathBuilderException;
import java.sql.SQLException;

/** Derives the problem of a server from the driver's exception. */
final class ServerProblems {
    static final String INSUFFICIENT_PRIVILEGE = "42501";

    /** Part of the driver's message in every language: this error has no code of its own. */
    private static final String HOST_CHECK = "PgjdbcHostnameVerifier";

    private ServerProblems() {}

    static ServerProblem of(DatabaseTarget target, DatabaseLogin login, SQLException e) {
        String server = "PostgreSQL at " + target.address();
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String sentence;
        if (state.startsWith("28")) {
            sentence = server + " does not accept the role '" + login.user() + "' for the database '"
                    + target.database() + "': authentication failed (" + oneLine(e.getMessage()) + ").";
        } else if (state.equals("08001")) {
            sentence = server + " cannot be reached: " + reason(e) + ".";
        } else if (causedBy(e, CertPathBuilderException.class)) {
            String file = target.tls().rootCertificate();
            sentence = "The certificate of " + server + " is not signed by an authority "
                    + (file.isBlank()
                            ? "that Java trusts: set sslrootcert to the file of its own."
                            : "of the file " + file + " (sslrootcert).");
        } else if (String.valueOf(e.getMessage()).contains(HOST_CHECK)) {
            sentence = "The certificate of " + server + " is not for the host '" + target.host()
                    + "': set host to a name that is in it.";
        } else if (state.startsWith("08")) {
            sentence = "The connection to " + server + " failed: " + oneLine(e.getMessage()) + ".";
        } else if (state.equals(INSUFFICIENT_PRIVILEGE)) {
            sentence = server + " does not grant the role '" + login.user() + "' the necessary rights: "
                    + oneLine(e.getMessage()) + ".";
        } else {
            sentence = server + " cannot be used now: " + oneLine(e.getMessage()) + ".";
        }
        return new ServerProblem(sentence, e);
    }

    static String oneLine(String message) {
        String line = message == null ? "no reason given" : message.strip().replaceAll("\\s+", " ");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private static boolean causedBy(Throwable e, Class<? extends Throwable> kind) {
        Throwable cause = e;
        while (cause != null && !kind.isInstance(cause)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    private static String reason(SQLException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof java.net.UnknownHostException
                ? "no such host"
                : oneLine(cause.getMessage()) + " (" + cause.getClass().getSimpleName() + ")";
    }
}
