package org.esbmt.message.security.api;

/** A part of a message that a signature or encryption covers. */
public enum MessagePart {
    /** The header block that names tenant and user. */
    TENANT_CONTEXT,
    TIMESTAMP,
    BODY,
    /** All WS-Addressing header blocks of the message. */
    ADDRESSING
}
