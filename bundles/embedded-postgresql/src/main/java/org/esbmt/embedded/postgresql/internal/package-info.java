/** The PostgreSQL server that the bus brings along, as a process; others call it as DatabaseServer. */
package org.esbmt.embedded.postgresql.internal;
