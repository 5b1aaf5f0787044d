package org.esbmt.message.security.internal.trust;

/**
 * The MessageID of a request, to which its answer relates.
 *
 * @param namespace of the version of WS-Addressing
 * @param messageId as it is written
 */
record Addressing(String namespace, String messageId) {}
