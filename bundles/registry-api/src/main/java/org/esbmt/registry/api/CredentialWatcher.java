package org.esbmt.registry.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Caches data about users' credentials. The follower of the registry on this node calls every service of this type
 * about once a second. It reports changes of all nodes.
 */
@ConsumerType
public interface CredentialWatcher {

    /**
     * These changes were committed since the last call. Called in the thread that follows the registry: the method
     * returns at once and calls no other service. The first call is {@link CredentialReader.Changes#everything},
     * because earlier changes are unknown.
     */
    void changed(CredentialReader.Changes changes);
}
