/** Dynamic MBeans over the catalogue of operations: open types, arguments, results, published names. Every other package here calls it but {@code karaf}. */
package org.esbmt.administration.jmx.internal.mbean;
