package org.esbmt.message.security.internal.incoming;

import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.crypto.AnswerNonce;
import org.esbmt.message.security.internal.crypto.Operations;

/** A DerivedKeyToken that follows the grammar. */
final class DerivedKey {
    final Conversation version;
    /** The {@code wsu:Id} of the element. */
    final byte[] place;
    /** The identifier of the element that it names as the token of its secret. */
    final byte[] token;

    final int offset;
    final int length;
    /** Label and nonce. */
    private final byte[] seed;

    DerivedKey(Conversation version, byte[] place, byte[] token, int offset, int length, byte[] seed) {
        this.version = version;
        this.place = place;
        this.token = token;
        this.offset = offset;
        this.length = length;
        this.seed = seed;
    }

    SecretKeySpec derive(byte[] secret, Operations operations) {
        return operations.derive(secret, seed, offset, length);
    }

    /** True if the bus has made it, for an answer. */
    boolean isOfAnswer(byte[] secret, Operations operations) {
        return AnswerNonce.ends(seed, secret, operations);
    }
}
