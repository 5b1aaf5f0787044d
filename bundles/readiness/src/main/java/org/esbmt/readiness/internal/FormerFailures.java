package org.esbmt.readiness.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;

/**
 * Recognizes the failure of a former configuration. While the runtime tries a component with a new configuration, it
 * reports the new values with the former failure. Confined to one thread.
 */
final class FormerFailures {
    /** The longest expected time of an attempt. After it, an equal failure is the one of the new configuration. */
    private static final long LONGEST_ATTEMPT = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier clock;
    private final Map<String, Seen> seen = new HashMap<>();

    /**
     * A failure.
     *
     * @param values of the first report
     * @param attempt the time of the first report with other values; empty if there was none
     */
    private record Seen(String failure, Map<String, String> values, OptionalLong attempt) {}

    /** @param clock in nanoseconds, like {@link System#nanoTime} */
    FormerFailures(LongSupplier clock) {
        this.clock = clock;
    }

    /** Whether the reported failure is of a former configuration. The runtime's next report may decide otherwise. */
    boolean isFormer(ComponentConfigurationDTO state) {
        String component = state.description.bundle.symbolicName + "/" + state.description.implementationClass;
        Map<String, String> values = values(state.properties);
        Seen before = seen.get(component);
        if (before == null
                || !before.failure().equals(state.failure)
                || before.values().equals(values)) {
            seen.put(component, new Seen(state.failure, values, OptionalLong.empty()));
            return false;
        }
        long now = clock.getAsLong();
        if (before.attempt().isEmpty()) {
            seen.put(component, new Seen(before.failure(), before.values(), OptionalLong.of(now)));
            return true;
        }
        if (now - before.attempt().getAsLong() < LONGEST_ATTEMPT) {
            return true;
        }
        seen.put(component, new Seen(state.failure, values, OptionalLong.empty()));
        return false;
    }

    private static Map<String, String> values(Map<String, Object> properties) {
        Map<String, String> values = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (!key.startsWith("component.") && !key.startsWith("service.")) {
                values.put(key, Arrays.deepToString(new Object[] {value}));
            }
        });
        return values;
    }
}
