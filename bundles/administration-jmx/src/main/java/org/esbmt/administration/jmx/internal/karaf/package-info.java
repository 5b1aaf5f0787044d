/** The monitor of Karaf's own JMX port. Nothing calls it. */
package org.esbmt.administration.jmx.internal.karaf;
