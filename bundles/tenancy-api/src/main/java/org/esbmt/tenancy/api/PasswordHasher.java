package org.esbmt.tenancy.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes and checks the verifiers that the registry keeps in place of passwords: Argon2id (RFC 9106) with a salt of its
 * own each and the installation's pepper. Both operations take tens of milliseconds and 19 MiB on purpose: never on an
 * event loop, never unbounded.
 */
@ProviderType
public interface PasswordHasher {

    /** A new verifier; two calls never give the same. The password is not kept. */
    String verifier(char[] password);

    /** Whether the password is the one behind the verifier; a verifier of an unknown form is never matched. */
    boolean matches(char[] password, String verifier);
}
