/** The login module of the container's realm; JAAS calls it. */
package org.esbmt.administration.jaas.internal;
