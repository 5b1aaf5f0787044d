package org.esbmt.message.security.internal.incoming;

import org.esbmt.tenancy.api.SamlAssertion;

/** An assertion that follows the grammar, and has the digest that its signature names. */
final class ReadAssertion {
    /** The attribute ID, as it is written. */
    final byte[] identifier;

    final SamlAssertion claims;

    ReadAssertion(byte[] identifier, SamlAssertion claims) {
        this.identifier = identifier;
        this.claims = claims;
    }
}
