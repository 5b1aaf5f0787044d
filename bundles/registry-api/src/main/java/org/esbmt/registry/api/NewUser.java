package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

/** A user to be added, who starts {@link UserState#ACTIVE}. */
public record NewUser(Login login, Verifier verifier) {
    public NewUser {
        requireNonNull(login, "login");
        requireNonNull(verifier, "verifier");
    }
}
