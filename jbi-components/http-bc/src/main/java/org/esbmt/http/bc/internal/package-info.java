/**
 * The HTTP binding component: its life cycle, and its configuration with the check of its values. Declarative Services and
 * the tests make objects of this package; the packages below know none of them but the settings.
 */
package org.esbmt.http.bc.internal;
