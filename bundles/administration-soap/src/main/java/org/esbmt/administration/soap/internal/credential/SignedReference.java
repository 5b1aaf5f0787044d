package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/**
 * A reference of a signature to an element of the same message, in the one permitted form. Nothing looks the element up: the
 * reader compares the identifier with those of the elements that it uses.
 *
 * @param id of the element
 * @param prefixes of InclusiveNamespaces, separated by spaces; empty if there are none
 * @param digest the name of the digest's algorithm in Java
 */
@SuppressWarnings("ArrayRecordComponent") // references are never compared
record SignedReference(String id, String prefixes, String digest, byte[] expected) {
    private static final String EXCLUSIVE = Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS;
    private static final Map<String, String> DIGESTS = Map.of(
            "http://www.w3.org/2001/04/xmlenc#sha256", "SHA-256",
            "http://www.w3.org/2001/04/xmldsig-more#sha384", "SHA-384",
            "http://www.w3.org/2001/04/xmlenc#sha512", "SHA-512");
    private static final QName TRANSFORMS = new QName(WSConstants.SIG_NS, "Transforms");
    private static final QName TRANSFORM = new QName(WSConstants.SIG_NS, "Transform");
    private static final QName DIGEST_METHOD = new QName(WSConstants.SIG_NS, "DigestMethod");
    private static final QName DIGEST_VALUE = new QName(WSConstants.SIG_NS, "DigestValue");
    private static final QName INCLUSIVE = new QName(EXCLUSIVE, "InclusiveNamespaces");

    static {
        org.apache.xml.security.Init.init();
    }

    SignedReference {
        requireNonNull(id, "id");
        requireNonNull(prefixes, "prefixes");
        requireNonNull(digest, "digest");
        requireNonNull(expected, "expected");
    }

    /** Reads an element Reference: a fragment, exclusive canonicalization, and a digest of SHA-2. */
    static SignedReference read(Element reference) throws Refusal {
        Map<QName, Element> parts = Blocks.each(reference, Set.of(TRANSFORMS, DIGEST_METHOD, DIGEST_VALUE));
        String uri = reference.getAttributeNS(null, "URI");
        if (!uri.startsWith("#") || uri.length() < 2) {
            throw Refusal.invalidSecurity(
                    "a Reference of the signature is to an element of the message, by its wsu:Id");
        }
        Element transform =
                Blocks.each(parts.get(TRANSFORMS), Set.of(TRANSFORM)).get(TRANSFORM);
        String digest = DIGESTS.get(parts.get(DIGEST_METHOD).getAttributeNS(null, "Algorithm"));
        if (digest == null || parts.get(DIGEST_METHOD).hasChildNodes()) {
            throw Refusal.unsupportedAlgorithm("the digest of a Reference is SHA-256, SHA-384 or SHA-512");
        }
        return new SignedReference(
                uri.substring(1), prefixes(transform), digest, Blocks.bytes(parts.get(DIGEST_VALUE)));
    }

    /** The prefixes of an exclusive canonicalization, which is the only transform and the only method. */
    static String prefixes(Element canonicalization) throws Refusal {
        if (!EXCLUSIVE.equals(canonicalization.getAttributeNS(null, "Algorithm"))) {
            throw Refusal.unsupportedAlgorithm("the only transform of a signature is the exclusive canonicalization");
        }
        List<Element> children = Blocks.children(canonicalization, Set.of(INCLUSIVE), Set.of());
        return children.isEmpty() ? "" : children.get(0).getAttributeNS(null, "PrefixList");
    }

    /** Writes the canonical form of an element. */
    static void canonicalize(Element element, String prefixes, OutputStream to) throws Refusal {
        try {
            Canonicalizer canonicalizer = Canonicalizer.getInstance(EXCLUSIVE);
            if (prefixes.isBlank()) {
                canonicalizer.canonicalizeSubtree(element, to);
            } else {
                canonicalizer.canonicalizeSubtree(element, prefixes, to);
            }
        } catch (XMLSecurityException e) {
            throw Refusal.failedCheck();
        }
    }

    /** Refuses an element that is not the signed one. */
    void check(Element element) throws Refusal {
        ByteArrayOutputStream canonical = new ByteArrayOutputStream();
        canonicalize(element, prefixes, canonical);
        check(begin().digest(canonical.toByteArray()));
    }

    /** Refuses another digest than the signed one. */
    void check(byte[] actual) throws Refusal {
        if (!MessageDigest.isEqual(actual, expected)) {
            throw Refusal.failedCheck();
        }
    }

    MessageDigest begin() {
        try {
            return MessageDigest.getInstance(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The identifier of an element: a wsu:Id, and no other attribute. */
    static Optional<String> id(Element element) {
        String id = element.getAttributeNS(WSConstants.WSU_NS, "Id");
        return id.isEmpty() ? Optional.empty() : Optional.of(id);
    }
}
