package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantCredential;

/** The state of a message's head after a piece of it. */
public sealed interface HeadResult {

    /** The Body has not begun yet. */
    enum NeedMore implements HeadResult {
        NEED_MORE
    }

    /**
     * The Body has begun, and the part before it is good. Offsets count bytes from the message's first.
     *
     * @param credential the claim of the TenantContext with its password
     * @param names the claim of a TenantContext without a password
     * @param signed true if a Security block of WS-Security has a signature
     * @param usernameToken of a Security block for this bus
     * @param assertion the place of a SAML assertion in such a block
     * @param contextFrom the first byte of the TenantContext element; equal to {@code contextTo} if there is none
     * @param contextTo the byte after the TenantContext element: {@code [contextFrom, contextTo)} never leaves the bus
     * @param bodyFrom the first byte of the Body's start tag
     * @param bodyContentFrom the byte after the Body's start tag
     * @param action {@code wsa:Action}; equal to the transport's action if both are present
     * @param rest checks the rest of the message. It has read to the end of the piece that brought this result, and
     *     takes all later pieces. If the rules for the Body were unknown, it has read to {@code bodyContentFrom}, and
     *     needs {@link EnvelopeScanner#begin} first
     */
    record Head(
            SoapVersion version,
            Optional<TenantCredential> credential,
            Optional<SenderNames> names,
            boolean signed,
            Optional<UsernameToken> usernameToken,
            Optional<EmbeddedAssertion> assertion,
            int contextFrom,
            int contextTo,
            int bodyFrom,
            int bodyContentFrom,
            Optional<String> action,
            EnvelopeScanner rest)
            implements HeadResult {
        public Head {
            requireNonNull(version, "version");
            requireNonNull(credential, "credential");
            requireNonNull(names, "names");
            requireNonNull(usernameToken, "usernameToken");
            requireNonNull(assertion, "assertion");
            requireNonNull(action, "action");
            requireNonNull(rest, "rest");
        }
    }

    /**
     * The message must not pass, and no further byte is read.
     *
     * @param sentence for the sender: names the rule, never repeats a value of the message
     */
    record Refused(FaultCode code, String sentence) implements HeadResult {
        public Refused {
            requireNonNull(code, "code");
            requireNonNull(sentence, "sentence");
        }
    }
}
