package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Set;

/**
 * A verified message. Its sender signed it, and it was not expired. It may be a repetition: the {@linkplain #claim()
 * claim} must be taken before the message goes on.
 */
public final class OpenedMessage {
    private static final int CLAIM_BYTES = 32;

    private final byte[] message;
    private final Set<MessagePart> signed;
    private final Set<MessagePart> encrypted;
    private final byte[] signature;
    private final byte[] claim;
    private final Instant expires;
    private final Set<Tolerance> tolerated;

    /** @param claim 32 bytes; no array is copied */
    public OpenedMessage(
            byte[] message,
            Set<MessagePart> signed,
            Set<MessagePart> encrypted,
            byte[] signature,
            byte[] claim,
            Instant expires,
            Set<Tolerance> tolerated) {
        this.message = requireNonNull(message, "message");
        this.signed = Set.copyOf(signed);
        this.encrypted = Set.copyOf(encrypted);
        this.signature = requireNonNull(signature, "signature");
        this.claim = requireNonNull(claim, "claim");
        this.expires = requireNonNull(expires, "expires");
        this.tolerated = Set.copyOf(tolerated);
        if (claim.length != CLAIM_BYTES) {
            throw new IllegalArgumentException("a claim has " + CLAIM_BYTES + " bytes, not " + claim.length);
        }
    }

    /**
     * The SOAP message in UTF-8, with plain text in place of encrypted parts and without its Security block. Signed
     * parts have no comments and no CDATA sections, since a signature does not cover their borders. Not a copy.
     */
    public byte[] message() {
        return message;
    }

    /**
     * The parts that the signature covers. {@code TIMESTAMP} is always among them. {@code ADDRESSING} is among them if
     * the message has WS-Addressing header blocks: unsigned ones are refused.
     */
    public Set<MessagePart> signed() {
        return signed;
    }

    /** The parts that were encrypted. */
    public Set<MessagePart> encrypted() {
        return encrypted;
    }

    /** The value of its signature, which an answer can confirm. Not a copy. */
    public byte[] signature() {
        return signature;
    }

    /**
     * The SHA-256 of the sender's certificate and the canonical SignedInfo: 32 bytes, not a copy. A repetition has the
     * same claim, whatever else has changed in it.
     */
    public byte[] claim() {
        return claim;
    }

    /**
     * The last moment at which a repetition could be accepted under any profile, clock skew included. It is the earlier
     * one of the signed Expires and of 5 minutes after the signed Created, and a minute more. So a repetition has the same
     * instant at each endpoint and node, whatever its profile is: claims rely on that.
     */
    public Instant expires() {
        return expires;
    }

    /** The practices that the message needed and its profile accepts. The endpoint must accept all of them, too. */
    public Set<Tolerance> tolerated() {
        return tolerated;
    }
}
