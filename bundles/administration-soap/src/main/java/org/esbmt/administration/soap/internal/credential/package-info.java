/** The one credential of a message, and the login with it. */
package org.esbmt.administration.soap.internal.credential;
