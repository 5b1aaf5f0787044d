package org.esbmt.registry.api;

import java.util.SortedMap;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Stores the fingerprints of the sealing keys behind the {@link SealedValue}s of this registry. A node compares them with
 * its key file, as it does with {@link PepperLedger}. A fingerprint reveals nothing about a key.
 */
@ProviderType
public interface SealingLedger {

    /** The identifier of this registry, which differs from that of any other one. */
    UUID registry() throws RegistryException;

    /** The recorded fingerprints by generation. */
    SortedMap<Integer, String> fingerprints() throws RegistryException;

    /**
     * Records a fingerprint if the generation has none.
     *
     * @return the recorded fingerprint; it is another node's if that node was first
     */
    String record(int generation, String fingerprint) throws RegistryException;
}
