/** Argon2id verifiers, the memory of verified credentials and the throttle; others call them as TenantAuthenticator and PasswordHasher. */
package org.esbmt.tenancy.authentication.internal;
