package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines of the audit log, at INFO: operation, user, object and outcome. Every operation by which a user can
 * change the bus writes one. Text from outside is shortened to 200 characters and stripped of control characters, so
 * that it cannot forge further lines. Any thread.
 */
public final class Audit {
    /** The name of the logger. */
    public static final String LOGGER = "org.esbmt.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int SHOWN = 200;

    private Audit() {}

    /**
     * The operation was done.
     *
     * @param by the login and the way it came, or the way alone if it needs no login
     * @param object the object of the operation; never a secret
     */
    public static void done(String operation, String by, String object) {
        LOG.info("{} by {} on {}: done.", operation, shown(by), shown(object));
    }

    /**
     * The operation was refused, or failed.
     *
     * @param reason one word
     * @param why a sentence without secrets; may be absent
     */
    public static void refused(String operation, String by, String object, String reason, String why) {
        LOG.info(
                "{} by {} on {}: {}, {}",
                operation,
                shown(by),
                shown(object),
                reason,
                why == null ? "see the log" : shown(why));
    }

    /** The form of a text in the audit log. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        requireNonNull(text, "text")
                .codePoints()
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
