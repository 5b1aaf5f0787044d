/** Tenants, their users and their contacts. Called by {@code batch} and by the adapters through {@code administration-api}. */
package org.esbmt.administration.internal.tenant;
