/**
 * The threads and the timer of the service engine: one bounded set for all tenants, of which each has its share. A
 * waiting exchange occupies none of them.
 */
package org.esbmt.camel.se.internal.work;
