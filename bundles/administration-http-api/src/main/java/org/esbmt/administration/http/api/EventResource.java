package org.esbmt.administration.http.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A resource that also serves streams of server-sent events. The port keeps them without a thread, asks the feed from time
 * to time, and confirms the credential before. So a stream ends with its session or login.
 */
@ConsumerType
public interface EventResource extends HttpResource {

    /**
     * The events that a GET with {@code Accept: text/event-stream} asks for; empty if the path has none, and {@link #handle}
     * answers. Called on a worker; may block.
     */
    Optional<EventFeed> feed(Exchange exchange);
}
