/** Messages that leave the bus. Called by the service. */
package org.esbmt.message.security.internal.outgoing;
