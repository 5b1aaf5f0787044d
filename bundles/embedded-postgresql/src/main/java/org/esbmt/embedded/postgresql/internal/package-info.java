/** The PostgreSQL server in the bundle, as a process. Other bundles use it through the service DatabaseServer. */
package org.esbmt.embedded.postgresql.internal;
