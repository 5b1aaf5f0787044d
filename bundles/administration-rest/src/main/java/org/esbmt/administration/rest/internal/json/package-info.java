/** The codec between JSON and the words and shapes of the catalogue. It calls {@code problem} alone. */
package org.esbmt.administration.rest.internal.json;
