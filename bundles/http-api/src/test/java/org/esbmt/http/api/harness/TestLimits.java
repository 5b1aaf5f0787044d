package org.esbmt.http.api.harness;

import java.util.concurrent.TimeUnit;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.wire.HeaderNames;

/** Limits of ports in the tests of resources. They are so wide that no request of such a test meets them. */
public final class TestLimits {
    private static final int TARGET_BYTES = 8_192;
    private static final int HEAD_BYTES = 32_768;
    private static final int FIELDS = 100;
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long MINIMUM_RATE = 100;
    private static final int CONNECTIONS = 100;

    private TestLimits() {}

    /** The limits of a port that takes an empty POST, and whose clients all have one address. */
    public static EdgeLimits of(HeaderNames names) {
        return new EdgeLimits(
                names,
                false,
                TARGET_BYTES,
                HEAD_BYTES,
                FIELDS,
                DEADLINE_NANOS,
                DEADLINE_NANOS,
                2 * DEADLINE_NANOS,
                MINIMUM_RATE,
                DEADLINE_NANOS,
                CONNECTIONS,
                0);
    }
}
