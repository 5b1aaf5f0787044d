package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The place of a SAML 2.0 assertion in a message's head. Its content is not read here. Offsets count bytes from the
 * message's first.
 *
 * @param from the first byte of the assertion
 * @param to the byte after the assertion
 * @param flaw the reason why the assertion proves nothing, whatever its content: part of a sentence
 * @param blockFrom the first byte of its Security block
 * @param blockTo the byte after its Security block
 */
public record EmbeddedAssertion(int from, int to, Optional<String> flaw, int blockFrom, int blockTo) {
    public EmbeddedAssertion {
        requireNonNull(flaw, "flaw");
    }
}
