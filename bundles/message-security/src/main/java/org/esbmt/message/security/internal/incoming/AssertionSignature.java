package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.xml.Markup;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * Reads the Signature of an assertion (SAML 2.0 Core, section 5.4): one Reference, to the assertion around it, with the two
 * transforms that the profile asks for. The Reference is read from the canonical form of SignedInfo alone.
 */
final class AssertionSignature {
    private static final int LONGEST_SIGNATURE = 1024;
    private static final String RFC_4051 = "http://www.w3.org/2001/04/xmldsig-more#";
    private static final String RFC_6931 = "http://www.w3.org/2007/05/xmldsig-more#";
    private static final Map<String, TokenAlgorithm> ALGORITHMS = Map.of(
            RFC_4051 + "rsa-sha256",
            TokenAlgorithm.RS256,
            RFC_4051 + "rsa-sha384",
            TokenAlgorithm.RS384,
            RFC_4051 + "rsa-sha512",
            TokenAlgorithm.RS512,
            RFC_6931 + "sha256-rsa-MGF1",
            TokenAlgorithm.PS256,
            RFC_6931 + "sha384-rsa-MGF1",
            TokenAlgorithm.PS384,
            RFC_6931 + "sha512-rsa-MGF1",
            TokenAlgorithm.PS512,
            RFC_4051 + "ecdsa-sha256",
            TokenAlgorithm.ES256,
            RFC_4051 + "ecdsa-sha384",
            TokenAlgorithm.ES384,
            "http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519",
            TokenAlgorithm.EdDSA);

    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] SIGNED_INFO = bytes("SignedInfo");
    private static final byte[] CANONICALIZATION_METHOD = bytes("CanonicalizationMethod");
    private static final byte[] SIGNATURE_METHOD = bytes("SignatureMethod");
    private static final byte[] REFERENCE = bytes("Reference");
    private static final byte[] SIGNATURE_VALUE = bytes("SignatureValue");
    private static final byte[] KEY_INFO = bytes("KeyInfo");
    private static final byte[] X509_DATA = bytes("X509Data");
    private static final byte[] X509_CERTIFICATE = bytes("X509Certificate");

    final SignedReference reference;
    final SamlAssertion.Signature claims;

    private AssertionSignature(SignedReference reference, SamlAssertion.Signature claims) {
        this.reference = reference;
        this.claims = claims;
    }

    /**
     * Reads the element whose start tag was just read, and goes to its end tag.
     *
     * @param identifier that of the assertion
     */
    static AssertionSignature read(ElementReader in, byte[] identifier) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, DS, SIGNED_INFO);
        Markup whole = in.markup().again();
        byte[] signedInfo = SignatureReader.canonical(in.markup(), whole);
        ElementReader info = new ElementReader(new Markup(signedInfo));
        TokenAlgorithm algorithm = algorithm(info);
        info.one(1, DS, REFERENCE);
        SignedReference reference = SignatureReader.reference(info, true);
        invalidIf(!Arrays.equals(reference.identifier, identifier), "An assertion's signature is for another element.");
        info.end(1);
        in.markup().skipTo(whole.to());
        in.one(at, DS, SIGNATURE_VALUE);
        byte[] value = in.base64(LONGEST_SIGNATURE);
        Optional<byte[]> certificate = Optional.empty();
        if (in.child(at)) {
            in.expect(DS, KEY_INFO);
            certificate = certificate(in);
            in.end(at);
        }
        return new AssertionSignature(
                reference, new SamlAssertion.Signature(algorithm, signedInfo, value, certificate));
    }

    private static TokenAlgorithm algorithm(ElementReader info) throws SecurityRefusedException {
        info.root();
        info.expect(DS, SIGNED_INFO);
        info.one(1, DS, CANONICALIZATION_METHOD);
        byte[][] unused = SignatureReader.exclusive(info);
        info.one(1, DS, SIGNATURE_METHOD);
        String uri = new String(info.algorithm(), StandardCharsets.UTF_8);
        TokenAlgorithm algorithm = ALGORITHMS.get(uri);
        if (algorithm == null) {
            throw invalid("An assertion's signature has an algorithm that is not accepted.");
        }
        info.end(2);
        return algorithm;
    }

    /** Goes to the end of KeyInfo. Its first certificate only helps to choose among registered keys; the rest is unused. */
    private static Optional<byte[]> certificate(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        Optional<byte[]> first = Optional.empty();
        while (in.child(at)) {
            boolean data = first.isEmpty() && in.is(DS, X509_DATA);
            while (data && in.child(at + 1)) {
                if (first.isEmpty() && in.is(DS, X509_CERTIFICATE)) {
                    first = Optional.of(in.base64(KeyInfoReader.LONGEST_CERTIFICATE));
                } else {
                    in.markup().skip();
                }
            }
            if (!data) {
                in.markup().skip();
            }
        }
        return first;
    }
}
