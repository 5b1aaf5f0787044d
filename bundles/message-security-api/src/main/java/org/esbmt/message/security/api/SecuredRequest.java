package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A request that leaves the bus, and the value of its signature, which the answer confirms. */
public final class SecuredRequest {
    private final byte[] message;
    private final Optional<byte[]> signature;

    /** @param signature empty for a request without one; neither array is copied */
    public SecuredRequest(byte[] message, Optional<byte[]> signature) {
        this.message = requireNonNull(message, "message");
        this.signature = requireNonNull(signature, "signature");
    }

    /** The SOAP message in UTF-8 with its Security block. Not a copy. */
    public byte[] message() {
        return message;
    }

    /** The content of SignatureValue. Two requests never have the same one. Not a copy. */
    public Optional<byte[]> signature() {
        return signature;
    }
}
