package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.Administrator;

/**
 * The sender of a message.
 *
 * @param body to be checked once the Body is there, before the message has an effect; present if the message is signed
 */
public record Sender(Administrator by, Optional<SignedBody> body) {
    public Sender {
        requireNonNull(by, "by");
        requireNonNull(body, "body");
    }
}
