/**
 * Argon2id verifiers, the memory of verified credentials and the throttle. Other bundles use the services
 * TenantAuthenticator and PasswordHasher.
 */
package org.esbmt.tenancy.authentication.internal;
