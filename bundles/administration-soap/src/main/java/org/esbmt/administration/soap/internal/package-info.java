/** The resource of the administration port that serves the SOAP API. */
package org.esbmt.administration.soap.internal;
