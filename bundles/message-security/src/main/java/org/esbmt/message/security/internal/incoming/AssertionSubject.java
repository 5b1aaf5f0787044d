package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.incoming.SamlValues.checkAttributes;
import static org.esbmt.message.security.internal.incoming.SamlValues.checkCount;
import static org.esbmt.message.security.internal.incoming.SamlValues.text;
import static org.esbmt.message.security.internal.incoming.SamlValues.time;
import static org.esbmt.message.security.internal.incoming.SamlValues.unescaped;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * Reads the Subject of an assertion (SAML 2.0 Core, section 2.4): one NameID and one SubjectConfirmation, by bearer or
 * holder-of-key. A restriction that the bus cannot check, such as an address, refuses the assertion.
 */
final class AssertionSubject {
    private static final int LONGEST_URL = 1024;
    private static final String METHODS = "urn:oasis:names:tc:SAML:2.0:cm:";
    private static final byte[] BEARER = bytes(METHODS + "bearer");
    private static final byte[] HOLDER_OF_KEY = bytes(METHODS + "holder-of-key");
    private static final String FORMATS = "urn:oasis:names:tc:SAML:2.0:nameid-format:";
    /** A format may be written with references to characters, and be the same for the digest. */
    private static final Set<String> UNUSABLE = Set.of(FORMATS + "transient", FORMATS + "encrypted");

    private static final byte[] SAML = bytes(Names.SAML2);
    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] SUBJECT = bytes("Subject");
    private static final byte[] NAME_ID = bytes("NameID");
    private static final byte[] FORMAT = bytes("Format");
    private static final byte[] NAME_QUALIFIER = bytes("NameQualifier");
    private static final byte[] SP_NAME_QUALIFIER = bytes("SPNameQualifier");
    private static final byte[] CONFIRMATION = bytes("SubjectConfirmation");
    private static final byte[] METHOD = bytes("Method");
    private static final byte[] DATA = bytes("SubjectConfirmationData");
    private static final byte[] NOT_BEFORE = bytes("NotBefore");
    private static final byte[] NOT_ON_OR_AFTER = bytes("NotOnOrAfter");
    private static final byte[] RECIPIENT = bytes("Recipient");
    private static final byte[] KEY_INFO = bytes("KeyInfo");
    private static final byte[] X509_DATA = bytes("X509Data");
    private static final byte[] X509_CERTIFICATE = bytes("X509Certificate");

    /** The NameID. */
    String name;
    /** The receiver for whom the name is, if the NameID says so. */
    Optional<String> qualifier = Optional.empty();

    Instant notBefore = Instant.MIN;
    Instant notOnOrAfter = Instant.MAX;
    Optional<String> recipient = Optional.empty();
    Optional<byte[]> holder = Optional.empty();

    private AssertionSubject() {}

    /**
     * Reads the next child of the assertion to its end.
     *
     * @param at the depth of the assertion
     */
    static AssertionSubject read(ElementReader in, int at, String issuer) throws SecurityRefusedException {
        AssertionSubject subject = new AssertionSubject();
        in.one(at, SAML, SUBJECT);
        checkAttributes(in);
        in.one(at + 1, SAML, NAME_ID);
        subject.name(in, issuer);
        in.one(at + 1, SAML, CONFIRMATION);
        subject.confirmation(in);
        in.end(at + 1);
        return subject;
    }

    /** Qualifiers make a name another one, so only those of the issuer and its audience are accepted. */
    private void name(ElementReader in, String issuer) throws SecurityRefusedException {
        checkAttributes(in, FORMAT, NAME_QUALIFIER, SP_NAME_QUALIFIER);
        byte[] format = in.markup().attribute(FORMAT);
        invalidIf(
                format != null && UNUSABLE.contains(unescaped(format, LONGEST_URL)),
                "The NameID of an assertion is transient or encrypted.");
        byte[] by = in.markup().attribute(NAME_QUALIFIER);
        byte[] forWhom = in.markup().attribute(SP_NAME_QUALIFIER);
        invalidIf(
                by != null && !unescaped(by, TokenSubject.MAX_ISSUER).equals(issuer),
                "The NameID of an assertion is qualified by another one than the issuer.");
        if (forWhom != null) {
            qualifier = Optional.of(unescaped(forWhom, TokenSubject.MAX_ISSUER));
        }
        name = text(in, TokenSubject.MAX_SUBJECT);
    }

    private void confirmation(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        checkAttributes(in, METHOD);
        boolean bearer = in.markup().attributeIs(METHOD, BEARER);
        invalidIf(
                !bearer && !in.markup().attributeIs(METHOD, HOLDER_OF_KEY),
                "The subject of an assertion is confirmed in a way that is not accepted.");
        if (bearer && !in.child(at)) {
            return;
        }
        if (!bearer) {
            invalidIf(!in.child(at), "A holder-of-key assertion has no key.");
        }
        in.expect(SAML, DATA);
        data(in);
        if (bearer) {
            in.end(at + 1);
        } else {
            holder = Optional.of(certificate(in));
        }
        in.end(at);
    }

    private void data(ElementReader in) throws SecurityRefusedException {
        byte[] from = in.markup().attribute(NOT_BEFORE);
        byte[] end = in.markup().attribute(NOT_ON_OR_AFTER);
        byte[] url = in.markup().attribute(RECIPIENT);
        boolean typed = in.markup().attribute(SamlValues.XSI, SamlValues.TYPE) != null;
        int known = (from == null ? 0 : 1) + (end == null ? 0 : 1) + (url == null ? 0 : 1) + (typed ? 1 : 0);
        checkCount(in, known);
        notBefore = from == null ? Instant.MIN : time(from);
        notOnOrAfter = end == null ? Instant.MAX : time(end);
        if (url != null) {
            recipient = Optional.of(unescaped(url, LONGEST_URL));
        }
    }

    /** Reads the only key, which is named by its certificate, and goes to the end of the SubjectConfirmationData. */
    private static byte[] certificate(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, DS, KEY_INFO);
        in.one(at + 1, DS, X509_DATA);
        in.one(at + 2, DS, X509_CERTIFICATE);
        byte[] certificate = in.base64(KeyInfoReader.LONGEST_CERTIFICATE);
        in.end(at + 2);
        in.end(at + 1);
        in.end(at);
        return certificate;
    }
}
