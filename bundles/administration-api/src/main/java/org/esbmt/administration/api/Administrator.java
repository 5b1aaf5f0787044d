package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

/**
 * Who asks, as the adapter authenticated them.
 *
 * @param login the administrator's login
 * @param adapter the way they came: {@code shell}, {@code jmx}
 */
public record Administrator(String login, String adapter) {
    public Administrator {
        requireNonNull(login, "login");
        requireNonNull(adapter, "adapter");
        if (login.isBlank()) {
            throw new IllegalArgumentException("an administrator has a login");
        }
    }

    @Override
    public String toString() {
        return login + " (" + adapter + ")";
    }
}
