package org.esbmt.management.api.event;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Listens for changes of states. Every source of changes calls every service of this type as soon as the change is
 * effective. Earlier changes are not reported.
 */
@ConsumerType
public interface StateListener {

    /**
     * Called in the thread that has made or found the change. The method returns at once, does not block, and leaves
     * longer work to a thread of its own. Several threads may call at the same time. An exception is logged and has no
     * effect.
     */
    void changed(StateChange change);
}
