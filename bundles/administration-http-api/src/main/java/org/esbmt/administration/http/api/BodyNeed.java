package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import org.esbmt.http.api.Response;

/** The form in which a resource takes the body of a request. A larger body is answered with 413. */
public sealed interface BodyNeed {
    /** For requests without a body. */
    BodyNeed NONE = new Whole(0);

    /** The body is complete before the resource is called. For everything that fits into memory. */
    record Whole(int mostBytes) implements BodyNeed {
        public Whole {
            if (mostBytes < 0) {
                throw new IllegalArgumentException("a body has no " + mostBytes + " bytes");
            }
        }
    }

    /** The resource reads the body while it arrives, and changes nothing before its end. For archives. */
    record Streamed(long mostBytes) implements BodyNeed {
        public Streamed {
            if (mostBytes < 0) {
                throw new IllegalArgumentException("a body has no " + mostBytes + " bytes");
            }
        }
    }

    /**
     * The request is answered before its body arrives, and before a credential is checked. For answers that follow from the
     * head alone, such as 415.
     */
    record Refused(Response answer) implements BodyNeed {
        public Refused {
            requireNonNull(answer, "answer");
        }
    }
}
