/** Claims of signed messages in the tenant registry, so that each is let on once in the cluster. */
package org.esbmt.registry.postgresql.internal.replay;
