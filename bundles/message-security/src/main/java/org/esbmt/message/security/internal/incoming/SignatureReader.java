package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.SignatureAlgorithm;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * Reads a Signature (XML Signature 1.1, section 4). The references are read from the canonical form of SignedInfo and
 * from nothing else, so the bytes that are verified are the bytes that were understood.
 */
final class SignatureReader {
    static final int MOST_REFERENCES = 16;
    private static final int MOST_PREFIXES = 16;
    private static final int LONGEST_SIGNATURE = 1024;
    private static final int LONGEST_DIGEST = 256;

    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] SIGNED_INFO = bytes("SignedInfo");
    private static final byte[] CANONICALIZATION_METHOD = bytes("CanonicalizationMethod");
    private static final byte[] SIGNATURE_METHOD = bytes("SignatureMethod");
    private static final byte[] SIGNATURE_VALUE = bytes("SignatureValue");
    private static final byte[] REFERENCE = bytes("Reference");
    private static final byte[] TRANSFORMS = bytes("Transforms");
    private static final byte[] TRANSFORM = bytes("Transform");
    private static final byte[] DIGEST_METHOD = bytes("DigestMethod");
    private static final byte[] DIGEST_VALUE = bytes("DigestValue");
    private static final byte[] KEY_INFO = bytes("KeyInfo");
    private static final byte[] HMAC_SHA256 = bytes(Names.HMAC_SHA256);
    private static final byte[] EXCLUSIVE = bytes(Names.EXCLUSIVE);
    private static final byte[] ENVELOPED = bytes(Names.ENVELOPED);
    private static final byte[] INCLUSIVE_NAMESPACES = bytes("InclusiveNamespaces");
    private static final byte[] PREFIX_LIST = bytes("PrefixList");
    private static final byte[] DEFAULT = bytes("#default");
    private static final byte[][] NO_PREFIXES = {};

    private SignatureReader() {}

    /**
     * Reads the element whose start tag was just read, and goes to its end tag. The algorithm decides the kind of key: HMAC
     * has a derived one, and all others have a certificate's.
     */
    static SignatureBlock read(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, DS, SIGNED_INFO);
        Markup whole = in.markup().again();
        byte[] signedInfo = canonical(in.markup(), whole);
        List<SignedReference> references = new ArrayList<>();
        SignatureAlgorithm algorithm = signedInfo(signedInfo, references);
        in.markup().skipTo(whole.to());
        in.one(at, DS, SIGNATURE_VALUE);
        byte[] value = in.base64(LONGEST_SIGNATURE);
        in.one(at, DS, KEY_INFO);
        boolean hmac = algorithm == null;
        CertificateSource certificate = hmac ? null : KeyInfoReader.signer(in);
        byte[] derivedKey = hmac ? KeyInfoReader.derivedKey(in) : null;
        in.end(at);
        return new SignatureBlock(algorithm, signedInfo, references, value, certificate, derivedKey);
    }

    /** @param whole the next token of which is the start tag; afterwards its end is the current one */
    static byte[] canonical(Markup signedInfo, Markup whole) throws SecurityRefusedException {
        ElementReader first = new ElementReader(signedInfo.again());
        first.markup().next();
        first.one(first.depth(), DS, CANONICALIZATION_METHOD);
        byte[][] prefixes = exclusive(first);
        whole.next();
        CanonicalOutput out = new CanonicalOutput();
        out.begin();
        new CanonicalForm(out).write(whole, prefixes, CanonicalForm.UNDIVIDED);
        return out.kept();
    }

    /** Reads the references. Returns the algorithm; null for HMAC-SHA256. */
    private static SignatureAlgorithm signedInfo(byte[] canonical, List<SignedReference> references)
            throws SecurityRefusedException {
        ElementReader in = new ElementReader(new Markup(canonical));
        in.root();
        in.expect(DS, SIGNED_INFO);
        in.one(1, DS, CANONICALIZATION_METHOD);
        exclusive(in);
        in.one(1, DS, SIGNATURE_METHOD);
        byte[] method = in.algorithm();
        SignatureAlgorithm algorithm = SignatureAlgorithm.of(method).orElse(null);
        invalidIf(
                algorithm == null && !Arrays.equals(method, HMAC_SHA256),
                "The signature has an algorithm that is not accepted.");
        in.end(2); // no HMACOutputLength
        while (in.child(1)) {
            in.expect(DS, REFERENCE);
            limitIf(references.size() == MOST_REFERENCES, "The signature has too many References.");
            references.add(reference(in, false));
        }
        invalidIf(references.isEmpty(), "The signature covers nothing.");
        return algorithm;
    }

    /** @param enveloped true if the transform that leaves the signature out is needed; no other place has one inside */
    static SignedReference reference(ElementReader in, boolean enveloped) throws SecurityRefusedException {
        int at = in.depth();
        byte[] identifier = in.fragment();
        in.one(at, DS, TRANSFORMS);
        in.one(at + 1, DS, TRANSFORM);
        boolean omits = Arrays.equals(in.algorithm(), ENVELOPED); // nothing, unless the signature is inside
        invalidIf(enveloped && !omits, "A signature is not enveloped.");
        if (omits) {
            in.end(at + 2);
            in.one(at + 1, DS, TRANSFORM);
        }
        byte[][] prefixes = exclusive(in);
        in.end(at + 1);
        in.one(at, DS, DIGEST_METHOD);
        DigestAlgorithm algorithm = DigestAlgorithm.of(in.algorithm())
                .orElseThrow(() -> invalid("A Reference has a digest that is not accepted."));
        in.end(at + 1);
        in.one(at, DS, DIGEST_VALUE);
        byte[] digest = in.base64(LONGEST_DIGEST);
        invalidIf(digest.length != algorithm.bytes(), "A digest has another length.");
        in.end(at);
        return new SignedReference(identifier, prefixes, algorithm, digest);
    }

    /** Reads the element, which names exclusive canonicalization, to its end. Returns the listed prefixes. */
    static byte[][] exclusive(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.algorithm(EXCLUSIVE);
        if (!in.child(at)) {
            return NO_PREFIXES;
        }
        in.expect(EXCLUSIVE, INCLUSIVE_NAMESPACES);
        byte[] list = in.markup().attribute(PREFIX_LIST);
        invalidIf(list == null, "There is no list of prefixes.");
        in.end(at + 1);
        in.end(at);
        return prefixes(list);
    }

    private static byte[][] prefixes(byte[] list) throws SecurityRefusedException {
        List<byte[]> prefixes = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= list.length; i++) {
            if (i < list.length && !Markup.isSpace(list[i])) {
                continue;
            }
            if (i > from) {
                limitIf(prefixes.size() == MOST_PREFIXES, "A list of prefixes is too long.");
                byte[] prefix = Arrays.copyOfRange(list, from, i);
                prefixes.add(Arrays.equals(prefix, DEFAULT) ? new byte[0] : prefix);
            }
            from = i + 1;
        }
        return prefixes.toArray(NO_PREFIXES);
    }
}
