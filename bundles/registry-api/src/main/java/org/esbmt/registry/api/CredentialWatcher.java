package org.esbmt.registry.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Remembers something of users' credentials. Whoever registers a service of this type is told by who follows the registry on this
 * node, about every second, also of what was changed on another one.
 */
@ConsumerType
public interface CredentialWatcher {

    /**
     * These changes were committed since the last call. Called in the thread that follows the registry: returns at once and
     * asks nobody. Where it begins to follow, nobody knows what was before, so {@link CredentialReader.Changes#everything}.
     */
    void changed(CredentialReader.Changes changes);
}
