package org.esbmt.management.api.traffic;

import java.util.Collection;
import org.osgi.annotation.versioning.ConsumerType;

/** A part of this node that takes messages of tenants. Each service of this type is read every few seconds. */
@ConsumerType
public interface TrafficSource {

    /**
     * The meters that exist now. Called by any thread; returns at once. A meter is the same object as long as its
     * address is open.
     */
    Collection<? extends TrafficMeter> meters();
}
