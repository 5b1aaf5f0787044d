/** The OpenAPI document, generated from the catalogue and the routes. Its test writes it; at run time the bus serves the file. */
package org.esbmt.administration.rest.internal.document;
