/** The tenant registry on PostgreSQL, and the preparation of all three databases; others call it by registry-api. */
package org.esbmt.registry.postgresql.internal;
