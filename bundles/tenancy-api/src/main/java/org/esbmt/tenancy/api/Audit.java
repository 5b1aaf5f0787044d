package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines of the audit log, at INFO: who did what to what, and what became of it. For everything by which somebody
 * can change the bus. Text from outside is shortened to 200 characters and stripped of control characters, so that nobody
 * writes lines of their own. Any thread.
 */
public final class Audit {
    /** The name of the logger. */
    public static final String LOGGER = "org.esbmt.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final int SHOWN = 200;

    private Audit() {}

    /**
     * It was done.
     *
     * @param by the login and the way they came, or the way alone where nobody logs in
     * @param object what it was done to; never a secret
     */
    public static void done(String operation, String by, String object) {
        LOG.info("{} by {} on {}: done.", operation, shown(by), shown(object));
    }

    /**
     * It was refused, or failed.
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

    /** A text as the audit log shows it. */
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
