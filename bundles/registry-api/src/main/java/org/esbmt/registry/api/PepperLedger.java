package org.esbmt.registry.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Remembers which pepper the verifiers of this registry were made with, so that a lost or wrong pepper file is told from
 * a first start, and two nodes never hash with two peppers. A fingerprint tells nothing about the pepper.
 */
@ProviderType
public interface PepperLedger {

    /** Empty: no node has recorded a pepper yet. */
    Optional<String> pepperFingerprint() throws RegistryException;

    /**
     * Records a fingerprint if none is.
     *
     * @return the recorded one, which is another node's if that was first
     */
    String recordPepperFingerprint(String fingerprint) throws RegistryException;
}
