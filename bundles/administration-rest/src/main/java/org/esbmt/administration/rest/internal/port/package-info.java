/** The REST API on the administration port. */
package org.esbmt.administration.rest.internal.port;
