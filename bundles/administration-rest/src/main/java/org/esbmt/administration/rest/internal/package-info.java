/** The OSGi service of the API. Nobody calls it but the framework. */
package org.esbmt.administration.rest.internal;
