package org.esbmt.message.security.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The identifiers of session tokens. An identifier is the sealed session itself: every node of the installation opens
 * it, and none stores it. In service while the node has the sealing key of the installation. Any thread; never blocks.
 */
@ProviderType
public interface SessionTokens {

    /** The identifier of a session: a URI in ASCII of at most 512 characters. Two calls give two identifiers. */
    String seal(Session session);

    /**
     * The session of an identifier. Empty if it was not sealed by this installation, is altered, or is over. The session
     * says nothing about the present state of its tenant, user and certificate.
     */
    Optional<Session> open(String identifier);
}
