/**
 * The JMX connector of tenants: port, connections, and the MBeans that a tenant's administrator sees. No other package
 * calls it.
 */
package org.esbmt.administration.jmx.internal.connector;
