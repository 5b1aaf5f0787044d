package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import org.esbmt.http.api.Response;
import org.osgi.annotation.versioning.ConsumerType;

/** The events of one stream. Called by one thread at a time. */
@ConsumerType
public interface EventFeed {

    /** The time between two calls, one second at least. Constant. */
    Duration pause();

    /**
     * The next event. The first call decides on the stream. Called on a worker, which the port shares out among tenants; may
     * block for a short time.
     *
     * @throws IOException like any other exception, ends the stream
     */
    Next next() throws IOException;

    /** The outcome of a call. */
    sealed interface Next {}

    /**
     * An event.
     *
     * @param type one line
     * @param last true if the stream ends after it
     */
    record Event(String type, String data, boolean last) implements Next {
        public Event {
            requireNonNull(type, "type");
            requireNonNull(data, "data");
        }
    }

    /** There is nothing new. */
    record Unchanged() implements Next {}

    /**
     * The administrator may not see it, or it does not exist. The first call has this answer in place of a stream; a later
     * one ends the stream.
     */
    record Refused(Response answer) implements Next {
        public Refused {
            requireNonNull(answer, "answer");
        }
    }
}
