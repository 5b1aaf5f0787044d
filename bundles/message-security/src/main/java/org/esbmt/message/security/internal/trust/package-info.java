/** The requests of WS-Trust that begin and end sessions. Called by the service. */
package org.esbmt.message.security.internal.trust;
