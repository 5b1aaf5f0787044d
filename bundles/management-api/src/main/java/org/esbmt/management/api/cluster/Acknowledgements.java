package org.esbmt.management.api.cluster;

import org.esbmt.management.api.message.ManagementResponse;
import org.osgi.annotation.versioning.ConsumerType;

/** Takes a node's answers. Threads: any that may block. */
@ConsumerType
public interface Acknowledgements {

    /**
     * Passes an answer on, durably. An answer that is given twice is taken once.
     *
     * @throws ClusterUnavailableException if it cannot be passed on now
     */
    void send(ManagementResponse response) throws ClusterUnavailableException;
}
