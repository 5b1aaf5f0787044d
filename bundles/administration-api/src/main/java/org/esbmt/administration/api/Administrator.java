package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Who asks, as the adapter authenticated them, and what they say about this one request.
 *
 * @param login the administrator's login; a user of a tenant is {@code <name of the tenant>/<login>}
 * @param adapter the way they came: {@code shell}, {@code jmx}
 * @param operation identifies the request: asked again under the same identifier, it has the outcome of the first time
 * @param expectedRevision of what is to be changed, as it was read; if somebody changed it since, nothing is done (STALE), and so
 *     if it has none (INVALID)
 * @param credential which of their passwords they came in with, where they did so before this request: they are refused once
 *     it is another one, or none. Empty for who has shown it with this request
 */
public record Administrator(
        String login,
        String adapter,
        Optional<UUID> operation,
        OptionalLong expectedRevision,
        OptionalLong credential) {
    /** Between a tenant's name and a login; neither has one. */
    private static final char OF_TENANT = '/';

    public Administrator {
        requireNonNull(login, "login");
        requireNonNull(adapter, "adapter");
        requireNonNull(operation, "operation");
        requireNonNull(expectedRevision, "expectedRevision");
        requireNonNull(credential, "credential");
        if (login.isBlank()) {
            throw new IllegalArgumentException("an administrator has a login");
        }
    }

    /** For requests that are asked once, of whatever revision. */
    public Administrator(String login, String adapter) {
        this(login, adapter, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /** For a request that may be asked again. */
    public Administrator asking(UUID id) {
        return new Administrator(login, adapter, Optional.of(id), expectedRevision, credential);
    }

    /** For a request that holds for this revision only. */
    public Administrator expecting(long revision) {
        return new Administrator(login, adapter, operation, OptionalLong.of(revision), credential);
    }

    /** For who came in with that password some time ago. */
    public Administrator cameInWith(long version) {
        return new Administrator(login, adapter, operation, expectedRevision, OptionalLong.of(version));
    }

    /** The name of the tenant whose user this is; empty for a user of the system's own. */
    public Optional<String> tenant() {
        int end = login.indexOf(OF_TENANT);
        return end < 0 ? Optional.empty() : Optional.of(login.substring(0, end));
    }

    /** The login within the tenant. */
    public String user() {
        return login.substring(login.indexOf(OF_TENANT) + 1);
    }

    @Override
    public String toString() {
        return login + " (" + adapter + ")";
    }
}
