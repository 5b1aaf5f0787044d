package org.esbmt.message.security.api;

import java.security.PrivateKey;
import java.util.Optional;

/** The private keys with which messages for one tenant may be decrypted. */
@FunctionalInterface
public interface DecryptionKeys {

    /** No key at all: encrypted messages are refused. */
    DecryptionKeys NONE = reference -> Optional.empty();

    /**
     * The key whose certificate has this reference, if it is a current or former DECRYPT key of the tenant. It must
     * return the same object for the same key: unwrapped session keys are remembered by it. It must not block.
     */
    Optional<PrivateKey> find(KeyReference reference);
}
