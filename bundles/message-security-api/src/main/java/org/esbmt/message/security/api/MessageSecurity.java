package org.esbmt.message.security.api;

import java.util.Optional;
import org.esbmt.tenancy.api.SamlAssertion;

/**
 * WS-Security 1.1 of SOAP 1.1 and 1.2: X.509 signatures and encryption, by a fixed list of algorithms. A service; all
 * methods can be called by many threads at a time.
 */
public interface MessageSecurity {

    /**
     * Reads a received message without any operation with a key: its well-formedness, the grammar of its Security
     * block, sizes, algorithms and the form of its times. It takes 3 us a KiB, so an event loop may call it for messages of
     * usual sizes. The result proves nothing yet.
     *
     * @param message a whole SOAP message in UTF-8. The array must not change before {@link SecuredMessage#open} has
     * returned
     * @throws SecurityRefusedException if the message is not acceptable, whoever sent it: {@code LIMIT} if it is too
     * large or has too many parts, else {@code INVALID}
     */
    SecuredMessage read(byte[] message, SecurityProfile profile) throws SecurityRefusedException;

    /**
     * Reads a SAML 2.0 assertion in a message without a signature, whose bearer is taken for its subject. It has no
     * operation with a key, and takes 6 us a KiB. The result proves nothing before the issuer's signature is
     * verified.
     *
     * @param head the message in UTF-8 from its first byte to the end of the assertion or further. The lexer of the bus
     * has accepted these bytes
     * @param from the offset of the assertion's start tag, a child of a Security block
     * @throws SecurityRefusedException if the assertion is not acceptable, whoever issued it, or needs a signature of its
     * holder
     */
    SamlAssertion readAssertion(byte[] head, int from) throws SecurityRefusedException;

    /**
     * Reads the answer to a request, as {@link #read}. {@link SecuredMessage#open} refuses an answer without a signed
     * SignatureConfirmation of the request (WSS SOAP Message Security 1.1.1, section 8.5).
     *
     * @param signature of {@link SecuredRequest#signature}
     */
    SecuredMessage readAnswer(byte[] answer, SecurityProfile profile, byte[] signature) throws SecurityRefusedException;

    /**
     * Signs a message, encrypts it, or both, or adds a UsernameToken. A signature covers a new Timestamp, the Body and each WS-Addressing header
     * block. Encryption covers the content of the Body. It has at most one private operation of RSA or EC, which takes
     * up to a millisecond, so no event loop may call it.
     *
     * @param message a whole SOAP message in UTF-8 without a Security block. It is not changed
     * @return a new array
     * @throws SecurityRefusedException if the message is not a SOAP message, has a Security block, or exceeds the limits
     * of XML ({@code LIMIT})
     * @throws IllegalArgumentException if a key is weak, or the recipient's key is not an RSA key
     */
    byte[] secure(byte[] message, OutgoingSecurity how) throws SecurityRefusedException;

    /**
     * Signs an answer under the session of its request, and encrypts the content of its Body if asked. It derives new keys
     * from the session's key, and needs no RSA.
     *
     * @param token of the request
     * @throws SecurityRefusedException as {@link #secure(byte[], OutgoingSecurity)}
     */
    byte[] secure(byte[] answer, Session session, SessionToken token, boolean encrypted)
            throws SecurityRefusedException;

    /**
     * Reads an opened message as a RequestSecurityToken.
     *
     * @return empty if the Body has another element
     * @throws SecurityRefusedException {@code INVALID} if it is a malformed request
     */
    Optional<SessionRequest> sessionRequest(OpenedMessage opened) throws SecurityRefusedException;

    /** Does the same as {@link #secure}, and keeps the signature for the answer. */
    SecuredRequest secureRequest(byte[] message, OutgoingSecurity how) throws SecurityRefusedException;
}
