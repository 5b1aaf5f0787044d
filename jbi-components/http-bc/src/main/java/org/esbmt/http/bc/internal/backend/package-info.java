/**
 * The side of back ends: pools of connections for each owner, one call at a time on a connection, the lookup of addresses
 * and the egress rules. The package {@code endpoint} calls it.
 */
package org.esbmt.http.bc.internal.backend;
