package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.MDC;

/**
 * Log lines about messages of one owner. While such a line is written, and only then, the logging context (MDC) has
 * {@code tenant} and {@code exchange}: the threads are not the engine's own. Thread-safe.
 */
final class MessageLog {
    static final String TENANT = "tenant";
    static final String EXCHANGE = "exchange";

    private final Logger log;
    private final Owner owner;
    private final BiConsumer<String, String> put;
    private final Consumer<String> remove;

    MessageLog(Logger log, Owner owner) {
        this(log, owner, MDC::put, MDC::remove);
    }

    MessageLog(Logger log, Owner owner, BiConsumer<String, String> put, Consumer<String> remove) {
        this.log = requireNonNull(log, "log");
        this.owner = requireNonNull(owner, "owner");
        this.put = put;
        this.remove = remove;
    }

    /** @param exchange its identifier */
    void write(String exchange, Consumer<Logger> line) {
        put.accept(TENANT, owner.toString());
        put.accept(EXCHANGE, exchange);
        try {
            line.accept(log);
        } finally {
            remove.accept(EXCHANGE);
            remove.accept(TENANT);
        }
    }
}
