package com.atomikos.logging;

/**
 * Atomikos' way to its loggers, in the place of its own class: that one looks for SLF4J 1 by a class which later versions and
 * OSGi containers do not have, says so on the standard output, and falls back to {@code java.util.logging}. This one takes
 * SLF4J, which is there. The bundle's own classes come before those of the jars in it.
 */
public final class LoggerFactory {
    private LoggerFactory() {}

    /** Called by every class of Atomikos that logs. */
    public static Logger createLogger(Class<?> logging) {
        return new Slf4jLogger(logging);
    }
}
