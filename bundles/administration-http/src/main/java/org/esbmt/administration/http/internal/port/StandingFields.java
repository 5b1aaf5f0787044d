package org.esbmt.administration.http.internal.port;

import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;

/** The fields of every answer, those of the edge included. They tell browsers to grant a page nothing but its own site. */
final class StandingFields {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
    /** A year. */
    private static final String TLS_ALWAYS = "max-age=31536000";

    private StandingFields() {}

    /** @param tlsAlways true if browsers must use TLS for the host, at all its ports */
    static Headers of(boolean tlsAlways) {
        // Under no-referrer browsers send the Origin "null" with a form, and the port would refuse it.
        Headers.Builder fields = new Headers.Builder()
                .put(HeaderName.of("Content-Security-Policy"), POLICY)
                .put(HeaderName.of("X-Content-Type-Options"), "nosniff")
                .put(HeaderName.of("Referrer-Policy"), "same-origin")
                .put(HeaderName.of("Cross-Origin-Opener-Policy"), "same-origin")
                .put(HeaderName.of("Cross-Origin-Resource-Policy"), "same-origin");
        if (tlsAlways) {
            fields.put(HeaderName.of("Strict-Transport-Security"), TLS_ALWAYS);
        }
        return fields.build();
    }
}
