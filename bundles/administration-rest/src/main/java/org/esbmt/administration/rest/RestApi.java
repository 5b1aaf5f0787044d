package org.esbmt.administration.rest;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/** The REST API of administration. A server mounts it below a path of its own. */
@ProviderType
public interface RestApi {

    /**
     * Answers a request. Each refusal is an answer, too, as problem details of RFC 9457. Slow, since a change waits for its
     * decision; any thread that may block. Calls may be concurrent.
     *
     * @throws IOException if the body cannot be read to its end: nobody waits for an answer. No operation acts on a part of a body
     */
    RestAnswer answer(RestRequest request) throws IOException;
}
