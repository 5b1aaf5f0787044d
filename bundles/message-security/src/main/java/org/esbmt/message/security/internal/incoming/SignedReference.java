package org.esbmt.message.security.internal.incoming;

import org.esbmt.message.security.internal.crypto.DigestAlgorithm;

/** A Reference of the signature: the identifier of an element, and the digest of its canonical form. */
final class SignedReference {
    final byte[] identifier;
    final byte[][] prefixes;
    final DigestAlgorithm algorithm;
    final byte[] digest;
    /** True once an element at one of the places has been found and compared. */
    boolean found;

    SignedReference(byte[] identifier, byte[][] prefixes, DigestAlgorithm algorithm, byte[] digest) {
        this.identifier = identifier;
        this.prefixes = prefixes;
        this.algorithm = algorithm;
        this.digest = digest;
    }
}
