package org.esbmt.tenancy.authentication.internal;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The pause of all reads after a failure of the registry. Any thread. */
final class RegistryPause {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private volatile Optional<Long> failedAt = Optional.empty();

    RegistryPause(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void begin() {
        failedAt = Optional.of(nanos.getAsLong());
    }

    boolean lasts() {
        Optional<Long> at = failedAt;
        return at.isPresent() && nanos.getAsLong() - at.get() < NANOS;
    }
}
