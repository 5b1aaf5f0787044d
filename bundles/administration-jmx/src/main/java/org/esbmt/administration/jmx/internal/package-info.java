/**
 * Administration over JMX. {@code mbean} depends on none of the others; {@code notification} calls it, and {@code administration} and
 * {@code connector} call both.
 */
package org.esbmt.administration.jmx.internal;
