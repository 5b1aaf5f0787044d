/**
 * The tenant registry on PostgreSQL, and the preparation of all three databases. Other bundles use it through
 * registry-api.
 */
package org.esbmt.registry.postgresql.internal;
