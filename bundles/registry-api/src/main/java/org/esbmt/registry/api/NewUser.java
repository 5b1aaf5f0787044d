package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import org.esbmt.tenancy.api.UserId;

/**
 * A user to be added. Its first state is {@link UserState#ACTIVE}.
 *
 * @param id drawn at random by the caller; unique in the tenant
 */
public record NewUser(UserId id, Login login, Verifier verifier) {
    /** Draws the identifier. */
    public NewUser(Login login, Verifier verifier) {
        this(new UserId(UUID.randomUUID()), login, verifier);
    }

    public NewUser {
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(verifier, "verifier");
    }
}
