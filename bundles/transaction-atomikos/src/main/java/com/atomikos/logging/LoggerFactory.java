package com.atomikos.logging;

/**
 * Replaces the logger factory of Atomikos. The original detects SLF4J 1 by a class that later versions and OSGi
 * containers do not have. Without it, the original prints a message on the standard output and falls back to
 * {@code java.util.logging}. This class uses SLF4J, which is always present. The bundle's own classes take precedence
 * over those of its embedded jars.
 */
public final class LoggerFactory {
    private LoggerFactory() {}

    /** Called by every class of Atomikos with a log. */
    public static Logger createLogger(Class<?> logging) {
        return new Slf4jLogger(logging);
    }
}
