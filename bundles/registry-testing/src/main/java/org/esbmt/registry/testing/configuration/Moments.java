package org.esbmt.registry.testing.configuration;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Slice;

/** The common part of the doubles: clock and pages. */
final class Moments {
    private Moments() {}

    /** The time in PostgreSQL's precision. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    static <T> Listing<T> listing(List<T> all, Slice slice) {
        return new Listing<>(
                all.stream().skip(slice.offset()).limit(slice.limit()).toList(), all.size());
    }
}
