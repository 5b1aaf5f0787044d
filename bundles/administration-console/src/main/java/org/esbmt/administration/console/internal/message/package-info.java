/** A message that an administrator sends to an endpoint of the own tenant, and its answer. Called by the pages alone. */
package org.esbmt.administration.console.internal.message;
