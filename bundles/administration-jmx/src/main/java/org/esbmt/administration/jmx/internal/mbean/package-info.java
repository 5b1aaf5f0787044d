/**
 * Dynamic MBeans over the catalogue of operations: open types, arguments, results, published names. Every other package
 * here except {@code karaf} calls it.
 */
package org.esbmt.administration.jmx.internal.mbean;
