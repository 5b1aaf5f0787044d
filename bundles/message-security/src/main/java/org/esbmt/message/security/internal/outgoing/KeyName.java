package org.esbmt.message.security.internal.outgoing;

/**
 * An element of a message as the source of a key.
 *
 * @param identifier of the element
 * @param type of the token
 */
record KeyName(String identifier, String type) {}
