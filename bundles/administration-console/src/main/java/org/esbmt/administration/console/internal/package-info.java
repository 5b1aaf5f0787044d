/** The web console as a resource of the administration port. */
package org.esbmt.administration.console.internal;
