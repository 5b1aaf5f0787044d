/**
 * The port itself: it finds the resource of a request, checks the credential, and calls the resource on a worker. No
 * other package calls it.
 */
package org.esbmt.administration.http.internal.port;
