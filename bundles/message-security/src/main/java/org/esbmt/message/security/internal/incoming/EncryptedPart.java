package org.esbmt.message.security.internal.incoming;

import org.esbmt.message.security.internal.crypto.ContentCipher;

/** An EncryptedData at one of the places, and the range in whose place its plain text comes. */
final class EncryptedPart {
    final byte[] identifier;
    final byte[] key;
    final ContentCipher cipher;
    /** Vector, encrypted bytes and tag. */
    final byte[] content;
    /** The offset of the element that the plain text takes the place of. */
    final int from;

    final int to;

    EncryptedPart(byte[] identifier, byte[] key, ContentCipher cipher, byte[] content, int from, int to) {
        this.identifier = identifier;
        this.key = key;
        this.cipher = cipher;
        this.content = content;
        this.from = from;
        this.to = to;
    }

    /** The same content, whose plain text takes the place of an element around it. */
    EncryptedPart within(int outerFrom, int outerTo) {
        return new EncryptedPart(identifier, key, cipher, content, outerFrom, outerTo);
    }

    /** A range in whose place nothing comes. */
    static EncryptedPart nothing(int from, int to) {
        return new EncryptedPart(null, null, null, null, from, to);
    }
}
