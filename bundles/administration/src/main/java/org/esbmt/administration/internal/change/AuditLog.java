package org.esbmt.administration.internal.change;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.tenancy.api.Audit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the operations of administrators: changes and all refusals, as {@link Audit} writes them, and mere reads at
 * DEBUG.
 */
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.LOGGER);

    private AuditLog() {}

    static void done(Administrator by, Operation operation, String object) {
        if (operation.trace() != Operation.Trace.OF_REFUSALS) {
            Audit.done(operation.toString(), by.toString(), object);
        } else if (LOG.isDebugEnabled()) {
            LOG.debug("{} by {} on {}: done.", operation, Audit.shown(by.toString()), Audit.shown(object));
        }
    }

    static void refused(Administrator by, Operation operation, String object, AdministrationException why) {
        Audit.refused(operation.toString(), by.toString(), object, why.reason().toString(), why.getMessage());
    }

    public static void loggedIn(String login) {
        LOG.info("{} by {}: done.", Operation.LOG_IN, Audit.shown(login));
    }

    /**
     * Records a login with a token or certificate.
     *
     * @param credential its kind and its identifier
     */
    public static void loggedIn(String login, String credential) {
        LOG.info("{} by {} with {}: done.", Operation.LOG_IN, Audit.shown(login), credential);
    }

    public static void loggedInFromMemory(String login) {
        LOG.info(
                "{} by {}: done, on the strength of an earlier login, since the registry is out of reach.",
                Operation.LOG_IN,
                Audit.shown(login));
    }

    public static void loginRefused(String login, String why) {
        LOG.info("{} by {}: refused, {}.", Operation.LOG_IN, Audit.shown(login), why);
    }
}
