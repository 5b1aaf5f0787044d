package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A new token. {@link #toString} does not show its text.
 *
 * @param token the text, {@code esbmt_} and 43 characters. It is returned once: the answer to a repeated request has none
 */
public record IssuedToken(AccessCredentialView view, Optional<String> token) {
    public IssuedToken {
        requireNonNull(view, "view");
        requireNonNull(token, "token");
    }

    @Override
    public String toString() {
        return view + " (token)";
    }
}
