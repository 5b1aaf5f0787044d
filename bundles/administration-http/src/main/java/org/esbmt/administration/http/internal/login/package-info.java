/** Passwords, sessions and their confirmation by the registry. The port calls it; resources use its services. */
package org.esbmt.administration.http.internal.login;
