package org.esbmt.administration.http.api;

import java.io.IOException;
import java.util.Optional;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A part of the administration port, such as the REST API. Each service of this type is served from its registration to
 * its end. Of several resources, the one with the longest matching path serves a request.
 *
 * <p>The port checks the Host, the credentials that {@link #access} demands, and the limits. A resource sees these fields
 * of a request, and no others:
 * <ul>
 *   <li>Accept, Accept-Language, Content-Type, If-Match, If-None-Match, Prefer
 *   <li>Idempotency-Key, Last-Event-ID, SOAPAction, X-Background
 *   <li>HX-Request, HX-Target, HX-Trigger, HX-Boosted and HX-History-Restore-Request of htmx
 * </ul>
 */
@ConsumerType
public interface HttpResource {

    /**
     * The path below the public address, such as {@code /api/v1}; empty for the resource of all other paths. It serves
     * this path itself and those that continue it with a slash. Constant.
     */
    String path();

    /**
     * The adapter, as of {@link org.esbmt.administration.api.Administrator#adapter}: {@code rest}; {@link Sessions#WAY}
     * with {@link Access#SESSION}. Constant.
     */
    String way();

    /** The credential of this resource's requests. Constant. */
    Access access();

    /**
     * Decides on the body of a request. Called on an event loop before any credential is checked; must not block.
     *
     * @param pathBelow as of {@link Exchange#pathBelow}
     */
    BodyNeed body(RequestHead head, String pathBelow);

    /**
     * Begins a message whose sender is in its content, for a resource with {@link Access#OWN}. Without one, the body of the
     * request has at most 64 KiB. Called on an event loop; must not block.
     *
     * @param pathBelow as of {@link Exchange#pathBelow}
     */
    default Optional<OwnMessage> message(RequestHead head, String pathBelow) {
        return Optional.empty();
    }

    /**
     * Answers a request. Called on a worker, which the port shares out among tenants; may block.
     *
     * @return an answer of {@link Answers}. One without Cache-Control is replaced by 500, as it might be kept by a cache
     * @throws IOException of the body; any other exception is answered with 500 and logged
     */
    Response handle(Exchange exchange) throws IOException;

    /**
     * The answer to a request that the port refuses in the name of this resource. Called on an event loop or a worker;
     * must not block. It reveals no cause beyond the refusal.
     *
     * @param refusal with the status and the fields that it needs, by {@link Refusal#answer}
     */
    default Response refused(Refusal refusal, RequestHead head) {
        return refusal.answer(way()).empty();
    }
}
