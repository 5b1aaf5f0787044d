package org.esbmt.message.security.internal.incoming;

import org.esbmt.message.security.api.KeyReference;
import org.esbmt.message.security.internal.crypto.Oaep;

/** An EncryptedKey that follows the grammar. */
final class WrappedKey {
    /** Null if it has none. */
    final byte[] identifier;

    final Oaep oaep;
    final KeyReference recipient;
    final byte[] value;

    WrappedKey(byte[] identifier, Oaep oaep, KeyReference recipient, byte[] value) {
        this.identifier = identifier;
        this.oaep = oaep;
        this.recipient = recipient;
        this.value = value;
    }
}
