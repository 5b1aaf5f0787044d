package org.esbmt.management.api.event;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears of changes of states. Whoever registers a service of this type is told by everybody who knows of one, as soon as it
 * is so; what was so before is not told.
 */
@ConsumerType
public interface StateListener {

    /**
     * Called in the thread that has made the change, or has found it out: it returns at once, waits for nobody, and leaves
     * what takes longer to a thread of its own. Several threads may call at the same time. What this throws is logged and
     * changes nothing.
     */
    void changed(StateChange change);
}
