/**
 * The keys of tenants for the message path. Other bundles use the services {@code TenantKeys} and {@code
 * TenantKeyMaterial}.
 */
package org.esbmt.tenant.keys.internal;
