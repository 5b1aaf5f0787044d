package org.esbmt.registry.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Stores the fingerprint of the pepper behind the verifiers of this registry. A node compares it with its pepper file,
 * and so distinguishes a lost or wrong file from a first start. Two nodes never hash with two peppers. A fingerprint
 * reveals nothing about the pepper.
 */
@ProviderType
public interface PepperLedger {

    /** Empty before any node has recorded a pepper. */
    Optional<String> pepperFingerprint() throws RegistryException;

    /**
     * Records a fingerprint if none is recorded.
     *
     * @return the recorded fingerprint; it is another node's if that node was first
     */
    String recordPepperFingerprint(String fingerprint) throws RegistryException;
}
