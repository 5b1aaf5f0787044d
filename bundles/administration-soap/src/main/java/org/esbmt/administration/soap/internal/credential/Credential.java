package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;

/**
 * A login and its password, as a message has them.
 *
 * @param password cleared by {@link #close}
 * @param nonce a text that the sender uses once
 */
@SuppressWarnings("ArrayRecordComponent") // credentials are never compared
record Credential(String login, char[] password, Optional<String> nonce) implements AutoCloseable {
    Credential {
        requireNonNull(login, "login");
        requireNonNull(password, "password");
        requireNonNull(nonce, "nonce");
    }

    @Override
    public void close() {
        Arrays.fill(password, '\0');
    }
}
