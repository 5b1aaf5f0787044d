package org.esbmt.administration.http.api;

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
}
