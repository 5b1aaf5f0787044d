package org.esbmt.administration.http.api;

import org.esbmt.http.api.Response;
import org.esbmt.http.api.wire.HeaderName;

/** Begins answers with the field that tells caches what they may keep. */
public final class Answers {
    private static final HeaderName CACHE_CONTROL = HeaderName.of("Cache-Control");

    private Answers() {}

    /** An answer that no cache and no browser keeps. */
    public static Response.Builder of(int status) {
        return Response.of(status).field(CACHE_CONTROL, "no-store");
    }

    /**
     * A static file whose name changes with its content, such as {@code app.3f9c.css}. Every cache keeps it for a year, so
     * it must not depend on the user.
     */
    public static Response.Builder asset() {
        return Response.of(200).field(CACHE_CONTROL, "public, max-age=31536000, immutable");
    }
}
