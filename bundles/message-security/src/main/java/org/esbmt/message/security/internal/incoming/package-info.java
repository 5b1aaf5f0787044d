/**
 * Received messages: grammar first ({@link org.esbmt.message.security.internal.incoming.MessageReader}), then signature,
 * times, decryption and digests ({@link org.esbmt.message.security.internal.incoming.Opening}). Called by the service.
 */
package org.esbmt.message.security.internal.incoming;
