/** The monitor of Karaf's own JMX port. No other package calls it. */
package org.esbmt.administration.jmx.internal.karaf;
