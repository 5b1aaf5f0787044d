package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.UserId;

/**
 * A subject of tokens that proves messages of a user.
 *
 * @param name the name of the issuer
 * @param issuer the claim {@code iss}
 * @param subject the claim {@code sub}
 */
public record UserSubjectView(UserId user, String name, String issuer, String subject, Instant addedAt) {
    public UserSubjectView {
        requireNonNull(user, "user");
        requireNonNull(name, "name");
        requireNonNull(issuer, "issuer");
        requireNonNull(subject, "subject");
        requireNonNull(addedAt, "addedAt");
    }
}
