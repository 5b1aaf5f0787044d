package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.incoming.SamlValues.checkAttributes;
import static org.esbmt.message.security.internal.incoming.SamlValues.checkTypedAttributes;
import static org.esbmt.message.security.internal.incoming.SamlValues.text;
import static org.esbmt.message.security.internal.incoming.SamlValues.time;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.Markup;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * Reads a signed Assertion (SAML 2.0 Core, section 2.3.3) by a strict grammar: Issuer, Signature, Subject, Conditions, then
 * statements, which are passed over. All values are those of the element at this place, and the digest is that of the same
 * element without the Signature at its place. Nothing is looked up by an identifier.
 */
final class AssertionReader {
    private static final int MOST_BYTES = 32 * 1024;
    private static final int MOST_RESTRICTIONS = 4;
    private static final int MOST_AUDIENCES = 16;
    private static final int MOST_STATEMENTS = 16;

    private static final byte[] SAML = bytes(Names.SAML2);
    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] ASSERTION = bytes("Assertion");
    private static final byte[] VERSION = bytes("Version");
    private static final byte[] VERSION_2 = bytes("2.0");
    private static final byte[] ID = bytes("ID");
    private static final byte[] ISSUE_INSTANT = bytes("IssueInstant");
    private static final byte[] ISSUER = bytes("Issuer");
    private static final byte[] FORMAT = bytes("Format");
    private static final byte[] ENTITY = bytes("urn:oasis:names:tc:SAML:2.0:nameid-format:entity");
    private static final byte[] SIGNATURE = bytes("Signature");
    private static final byte[] CONDITIONS = bytes("Conditions");
    private static final byte[] NOT_BEFORE = bytes("NotBefore");
    private static final byte[] NOT_ON_OR_AFTER = bytes("NotOnOrAfter");
    private static final byte[] AUDIENCE_RESTRICTION = bytes("AudienceRestriction");
    private static final byte[] AUDIENCE = bytes("Audience");
    private static final byte[] AUTHN_STATEMENT = bytes("AuthnStatement");
    private static final byte[] ATTRIBUTE_STATEMENT = bytes("AttributeStatement");

    private final ElementReader in;
    private final List<Set<String>> audiences = new ArrayList<>();
    private Instant notBefore;
    private Instant notOnOrAfter = Instant.MAX;

    private AssertionReader(ElementReader in) {
        this.in = in;
    }

    /** True if the current token is the start tag of an Assertion of SAML 2.0. */
    static boolean is(ElementReader in) {
        return in.is(SAML, ASSERTION);
    }

    /** Reads the element whose start tag was just read, and goes to its end tag. Its size is known before it is read. */
    static ReadAssertion read(ElementReader in) throws SecurityRefusedException {
        Markup whole = in.markup().again();
        whole.next();
        int from = whole.from();
        whole.skip();
        limitIf(whole.to() - from > MOST_BYTES, "The assertion is too large.");
        return new AssertionReader(in).read();
    }

    private ReadAssertion read() throws SecurityRefusedException {
        int at = in.depth();
        Markup start = in.markup().again();
        checkTypedAttributes(in, "AssertionType", ID, VERSION, ISSUE_INSTANT);
        invalidIf(!in.markup().attributeIs(VERSION, VERSION_2), "The assertion is not of SAML 2.0.");
        byte[] identifier = in.markup().attribute(ID);
        byte[] issueInstant = in.markup().attribute(ISSUE_INSTANT);
        invalidIf(identifier == null || issueInstant == null, "The assertion lacks its ID or IssueInstant.");
        notBefore = time(issueInstant);
        in.one(at, SAML, ISSUER);
        String issuer = issuer();
        in.one(at, DS, SIGNATURE);
        int signatureFrom = in.markup().from();
        AssertionSignature signature = AssertionSignature.read(in, identifier);
        AssertionSubject subject = AssertionSubject.read(in, at, issuer);
        conditions(at);
        statements(at);
        compareDigest(start, signature.reference, signatureFrom);
        narrow(subject.notBefore, subject.notOnOrAfter);
        subject.qualifier.ifPresent(qualifier -> audiences.add(Set.of(qualifier)));
        invalidIf(notOnOrAfter.equals(Instant.MAX), "The assertion has no end.");
        return new ReadAssertion(
                identifier,
                new SamlAssertion(
                        subject(issuer, subject.name),
                        audiences,
                        notBefore,
                        notOnOrAfter,
                        subject.recipient,
                        subject.holder,
                        signature.claims));
    }

    private static TokenSubject subject(String issuer, String name) throws SecurityRefusedException {
        try {
            return new TokenSubject(issuer, name);
        } catch (IllegalArgumentException e) {
            throw invalid("The Issuer or NameID of an assertion is empty, too long, or not printable.");
        }
    }

    private String issuer() throws SecurityRefusedException {
        checkAttributes(in, FORMAT);
        byte[] format = in.markup().attribute(FORMAT);
        invalidIf(
                format != null && !in.markup().attributeIs(FORMAT, ENTITY),
                "The Issuer of an assertion is not named as an entity.");
        return text(in, TokenSubject.MAX_ISSUER);
    }

    private void narrow(Instant from, Instant end) {
        notBefore = from.isAfter(notBefore) ? from : notBefore;
        notOnOrAfter = end.isBefore(notOnOrAfter) ? end : notOnOrAfter;
    }

    /** A condition that the bus does not know, or does not keep, makes the assertion useless (section 2.5.1.1). */
    private void conditions(int at) throws SecurityRefusedException {
        in.one(at, SAML, CONDITIONS);
        checkAttributes(in, NOT_BEFORE, NOT_ON_OR_AFTER);
        byte[] from = in.markup().attribute(NOT_BEFORE);
        byte[] end = in.markup().attribute(NOT_ON_OR_AFTER);
        narrow(from == null ? Instant.MIN : time(from), end == null ? Instant.MAX : time(end));
        while (in.child(at + 1)) {
            invalidIf(!in.is(SAML, AUDIENCE_RESTRICTION), "The assertion has a condition that is not accepted.");
            limitIf(audiences.size() == MOST_RESTRICTIONS, "The assertion has too many audiences.");
            audiences.add(restriction(at + 2));
        }
        invalidIf(audiences.isEmpty(), "The assertion has no audience.");
    }

    private Set<String> restriction(int at) throws SecurityRefusedException {
        checkAttributes(in);
        Set<String> names = new HashSet<>();
        while (in.child(at)) {
            in.expect(SAML, AUDIENCE);
            limitIf(names.size() == MOST_AUDIENCES, "The assertion has too many audiences.");
            checkAttributes(in);
            names.add(text(in, TokenSubject.MAX_ISSUER));
        }
        invalidIf(names.isEmpty(), "The assertion has no audience.");
        return names;
    }

    private void statements(int at) throws SecurityRefusedException {
        int count = 0;
        while (in.child(at)) {
            invalidIf(
                    !in.is(SAML, AUTHN_STATEMENT) && !in.is(SAML, ATTRIBUTE_STATEMENT),
                    "The assertion has an element twice, or one that is not accepted.");
            limitIf(++count > MOST_STATEMENTS, "The assertion has too many statements.");
            in.markup().skip();
        }
    }

    private static void compareDigest(Markup start, SignedReference reference, int signatureFrom)
            throws SecurityRefusedException {
        CanonicalOutput out = new CanonicalOutput();
        try {
            out.begin(MessageDigest.getInstance(
                    switch (reference.algorithm) {
                        case SHA256 -> "SHA-256";
                        case SHA512 -> "SHA-512";
                    }));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java platform lacks an algorithm of WS-Security", e);
        }
        start.next();
        new CanonicalForm(out).write(start, reference.prefixes, CanonicalForm.UNDIVIDED, signatureFrom);
        invalidIf(!MessageDigest.isEqual(out.digested(), reference.digest), "The assertion was changed.");
    }
}
