package org.esbmt.tenancy.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes and checks the verifiers that the registry stores in place of passwords. A verifier is Argon2id (RFC 9106) with
 * its own salt and the installation's pepper. Both operations deliberately take tens of milliseconds and 19 MiB: never
 * call them on an event loop, and never without a bound.
 */
@ProviderType
public interface PasswordHasher {

    /** A new verifier; two calls never return the same. The password is not stored. */
    String verifier(char[] password);

    /** True if the password matches the verifier; a verifier of an unknown form never matches. */
    boolean matches(char[] password, String verifier);
}
