package org.esbmt.administration.http.internal.login;

import java.util.Optional;

/** The credential of an Authorization field. {@link #close} clears it. */
public sealed interface GivenCredential extends AutoCloseable permits BasicCredentials, BearerToken {

    /** Reads a field; empty for another scheme, and for anything malformed. */
    static Optional<GivenCredential> of(String field) {
        Optional<GivenCredential> basic = BasicCredentials.of(field).map(given -> given);
        return basic.isPresent() ? basic : BearerToken.of(field).map(given -> given);
    }

    @Override
    void close();
}
