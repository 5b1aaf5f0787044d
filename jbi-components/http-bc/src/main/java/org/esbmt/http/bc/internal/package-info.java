/**
 * The HTTP binding component: its life cycle, and its configuration with validation. Declarative Services and the tests
 * create objects of this package. The packages below know only the settings of it.
 */
package org.esbmt.http.bc.internal;
