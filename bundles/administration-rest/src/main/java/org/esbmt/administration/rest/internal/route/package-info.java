/** The addresses of operations: paths, queries, and the table of routes. It calls {@code problem} and {@code json}. */
package org.esbmt.administration.rest.internal.route;
