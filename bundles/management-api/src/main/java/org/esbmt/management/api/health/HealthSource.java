package org.esbmt.management.api.health;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reports the problems of a part of this node. A part registers a service of this type. The readiness of the node asks
 * each service about once a second, and shows the problems in {@code bin/status}, {@code bin/start} and JMX.
 */
@ConsumerType
public interface HealthSource {

    /** The part that this source reports on. */
    Part part();

    /**
     * The problems that exist now, each a sentence for the operator on one line; empty while the part works. The source has
     * logged them itself. Called by one thread; returns at once and waits for nothing.
     */
    List<String> problems();

    /**
     * Facts that are no problems, but perhaps not the administrator's intention, each a sentence as those of
     * {@link #problems}. The readiness of the node logs each of them once as a warning. Called as {@link #problems}.
     */
    default List<String> notes() {
        return List.of();
    }
}
