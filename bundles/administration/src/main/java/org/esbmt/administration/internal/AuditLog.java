package org.esbmt.administration.internal;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who asked for what, and what became of it: one line each on the logger {@code org.esbmt.audit}. What was done, and all
 * that was refused, at INFO; what was merely read at DEBUG. Text from outside is shortened and stripped of control
 * characters, so that nobody writes lines of their own.
 */
final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.esbmt.audit");
    private static final int SHOWN = 200;

    private AuditLog() {}

    static void done(Administrator by, Operation operation, String object) {
        if (operation.changing()) {
            LOG.info("{} by {} on {}: done.", operation, line(by.toString()), line(object));
        } else {
            LOG.debug("{} by {} on {}: done.", operation, line(by.toString()), line(object));
        }
    }

    static void refused(Administrator by, Operation operation, String object, AdministrationException why) {
        LOG.info(
                "{} by {} on {}: {}, {}",
                operation,
                line(by.toString()),
                line(object),
                why.reason(),
                line(why.getMessage()));
    }

    static void loggedIn(String login) {
        LOG.info("{} by {}: done.", Operation.LOG_IN, line(login));
    }

    static void loggedInFromMemory(String login) {
        LOG.info(
                "{} by {}: done, on the strength of an earlier login, since the registry is out of reach.",
                Operation.LOG_IN,
                line(login));
    }

    static void loginRefused(String login, String why) {
        LOG.info("{} by {}: refused, {}.", Operation.LOG_IN, line(login), why);
    }

    private static String line(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .forEach(c -> shown.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || isLineBreak(c)
                                ? '?'
                                : c));
        return shown.toString();
    }

    private static boolean isLineBreak(int codePoint) {
        return codePoint == 0x2028 || codePoint == 0x2029;
    }
}
