package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.http.api.Response;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One message to a resource with {@link Access#OWN}. Its beginning has the sender's credential. The port gathers the
 * beginning without a thread, then has the sender admitted, and then has the message handled by a worker of the sender's
 * tenant. So a sender without a credential occupies no worker, however slow it is. The three calls follow one another.
 */
@ConsumerType
public interface OwnMessage {
    /** The bytes of a beginning. A longer one is refused with {@link Refusal#BEGINNING_TOO_LONG}. */
    int MOST_BEGINNING_BYTES = 32 * 1024;

    /**
     * Returns true once the beginning is complete. Called on the event loop after each piece; must not block.
     *
     * @param bytes of the message so far, from index 0; they may change after the call
     */
    boolean isBegun(byte[] bytes, int size);

    /**
     * Finds the sender. Called on a thread for checks of credentials, which a source shares out; may block.
     *
     * @param exchange without an administrator. Its body is the beginning alone
     * @throws IOException of the message; it is answered with 500 and logged, like any other exception
     */
    Admission admit(Exchange exchange) throws IOException;

    /**
     * Answers the message, as {@link HttpResource#handle}.
     *
     * @param exchange with the admitted administrator. Its body is the whole message, still arriving
     */
    Response handle(Exchange exchange) throws IOException;

    /** The outcome of {@link #admit}. */
    sealed interface Admission {
        /** The sender is known. */
        record Admitted(Administrator by) implements Admission {
            public Admitted {
                requireNonNull(by, "by");
            }
        }

        /** The message goes no further. */
        record Refused(Response answer) implements Admission {
            public Refused {
                requireNonNull(answer, "answer");
            }
        }
    }
}
