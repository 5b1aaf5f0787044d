package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.tenancy.api.AccessCredentialId;

/**
 * The calling administrator, as the adapter authenticated them, with the options of this one request.
 *
 * @param login the administrator's login; a user of a tenant is {@code <name of the tenant>/<login>}
 * @param adapter the adapter of the request: {@code shell}, {@code jmx}
 * @param operation the identifier of the request. A repetition under the same identifier has the outcome of the first
 *     time
 * @param expectedRevision the revision of the target, as the caller read it. The change is refused with STALE if the
 *     target was changed since, and with INVALID if it has no revision
 * @param credential the version of the password at an earlier login. The request is refused once the administrator has
 *     another password, or none. Empty if the request itself came with the password
 * @param accessCredential the token or certificate of the request. The request is refused once it has ended, and outside
 *     of its scope. Empty if the administrator gave a password
 */
public record Administrator(
        String login,
        String adapter,
        Optional<UUID> operation,
        OptionalLong expectedRevision,
        OptionalLong credential,
        Optional<AccessCredentialId> accessCredential) {
    /** The separator between a tenant's name and a login; neither contains one. */
    private static final char OF_TENANT = '/';

    public Administrator {
        requireNonNull(login, "login");
        requireNonNull(adapter, "adapter");
        requireNonNull(operation, "operation");
        requireNonNull(expectedRevision, "expectedRevision");
        requireNonNull(credential, "credential");
        requireNonNull(accessCredential, "accessCredential");
        if (login.isBlank()) {
            throw new IllegalArgumentException("an administrator has a login");
        }
    }

    /** For requests without a repetition, at any revision. */
    public Administrator(String login, String adapter) {
        this(login, adapter, Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
    }

    /** For a request that may be repeated. */
    public Administrator asking(UUID id) {
        return new Administrator(login, adapter, Optional.of(id), expectedRevision, credential, accessCredential);
    }

    /** For a request that holds for this revision only. */
    public Administrator expecting(long revision) {
        return new Administrator(login, adapter, operation, OptionalLong.of(revision), credential, accessCredential);
    }

    /** For an administrator who logged in earlier, with that version of the password. */
    public Administrator cameInWith(long version) {
        return new Administrator(
                login, adapter, operation, expectedRevision, OptionalLong.of(version), accessCredential);
    }

    /** For an administrator whom a token or a certificate authenticated. */
    public Administrator with(AccessCredentialId id) {
        return new Administrator(login, adapter, operation, expectedRevision, credential, Optional.of(id));
    }

    /** The name of the user's tenant; empty for a user of the installation. */
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
        return login + " (" + adapter
                + accessCredential.map(id -> ", credential " + id).orElse("") + ")";
    }
}
