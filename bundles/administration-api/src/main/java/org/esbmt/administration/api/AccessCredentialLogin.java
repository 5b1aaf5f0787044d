package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Authenticates administrators by a personal access token or a registered certificate, at an adapter that offers only the
 * bus's own operations. Threads: any that may block.
 *
 * <p>The answer is empty for every cause, and only the log distinguishes them: an unknown, expired or revoked credential,
 * an owner who is locked, removed or without a role, a tenant that is not active. A success needs some queries of the
 * registry and no hash of a password. A failure counts for its origin like a wrong password, and waits like one.
 *
 * <p>Each method throws {@link AdministrationException} if the registry cannot answer now, with {@code UNAVAILABLE} or
 * {@code BUSY}.
 */
@ProviderType
public interface AccessCredentialLogin {

    /**
     * Finds the owner of a token.
     *
     * @param token the whole text; not kept, the caller clears it
     */
    Optional<Owner> byToken(Origin from, char[] token) throws AdministrationException;

    /**
     * Finds the owner of a certificate by the SHA-256 of its DER encoding. The registration alone makes it trusted; no
     * authority does. The caller has checked that the sender has the private key.
     *
     * @param certificate refused outside of its own validity
     */
    Optional<Owner> byCertificate(Origin from, X509Certificate certificate) throws AdministrationException;

    /**
     * The administrator whose credential it is.
     *
     * @param login as of {@link Administrator#login}
     * @param scope the limit of the credential. The administration enforces it for each operation of {@link #administrator}
     */
    record Owner(String login, AccessCredentialId credential, Scope scope) {
        public Owner {
            requireNonNull(login, "login");
            requireNonNull(credential, "credential");
            requireNonNull(scope, "scope");
        }

        /**
         * The caller of requests with this credential. Each request is refused once the credential has ended.
         *
         * @param adapter as of {@link Administrator#adapter}
         */
        public Administrator administrator(String adapter) {
            return new Administrator(login, adapter).with(credential);
        }
    }
}
