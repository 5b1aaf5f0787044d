package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.esbmt.administration.soap.internal.envelope.AddressingBlocks;
import org.esbmt.administration.soap.internal.envelope.Preamble;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/**
 * The Security block of WS-Security with a signature by an X.509 certificate. The block is read by a strict grammar, and an
 * element is signed if it is used at its place and has the identifier of a reference. So no reader looks for elements
 * elsewhere, and a moved element is not found.
 *
 * @param signedInfo the canonical form of SignedInfo, which is the same for all copies of a message
 */
@SuppressWarnings("ArrayRecordComponent") // blocks are never compared
record SignatureBlock(X509Certificate certificate, byte[] signedInfo, SignedBody body) {
    private static final int MAX_REFERENCES = 16;
    private static final String X509V3 = WSConstants.X509TOKEN_NS + "#X509v3";
    private static final String BASE_64 = WSConstants.SOAPMESSAGE_NS + "#Base64Binary";

    private static final QName TOKEN = new QName(WSConstants.WSSE_NS, "BinarySecurityToken");
    private static final QName SIGNATURE = new QName(WSConstants.SIG_NS, "Signature");
    private static final QName SIGNED_INFO = new QName(WSConstants.SIG_NS, "SignedInfo");
    private static final QName SIGNATURE_VALUE = new QName(WSConstants.SIG_NS, "SignatureValue");
    private static final QName KEY_INFO = new QName(WSConstants.SIG_NS, "KeyInfo");
    private static final QName METHOD = new QName(WSConstants.SIG_NS, "SignatureMethod");
    private static final QName CANONICALIZATION = new QName(WSConstants.SIG_NS, "CanonicalizationMethod");
    private static final QName REFERENCE = new QName(WSConstants.SIG_NS, "Reference");
    private static final QName TOKEN_REFERENCE = new QName(WSConstants.WSSE_NS, "SecurityTokenReference");
    private static final QName DIRECT = new QName(WSConstants.WSSE_NS, "Reference");
    private static final QName CREATED = new QName(WSConstants.WSU_NS, "Created");
    private static final QName EXPIRES = new QName(WSConstants.WSU_NS, "Expires");

    SignatureBlock {
        requireNonNull(certificate, "certificate");
        requireNonNull(signedInfo, "signedInfo");
        requireNonNull(body, "body");
    }

    /** Returns true for a Security block with a signature. */
    static boolean isSigned(Element block) {
        return block.getElementsByTagNameNS(WSConstants.SIG_NS, "Signature").getLength() > 0;
    }

    /** Reads a block, and verifies everything that the beginning of the message has. The cheap checks come first. */
    static SignatureBlock read(Element block, Preamble preamble) throws Refusal {
        Map<QName, Element> children = Blocks.each(block, Set.of(TOKEN, WSConstants.TIMESTAMP, SIGNATURE));
        Map<QName, Element> signature =
                Blocks.each(children.get(SIGNATURE), Set.of(SIGNED_INFO, SIGNATURE_VALUE, KEY_INFO));
        Element signedInfo = signature.get(SIGNED_INFO);
        List<Element> info =
                Blocks.children(signedInfo, Set.of(CANONICALIZATION, METHOD, REFERENCE), Set.of(REFERENCE));
        SignatureAlgorithm algorithm = algorithm(first(info, METHOD));
        Map<String, SignedReference> references = references(info);
        X509Certificate certificate = certificate(children.get(TOKEN), signature.get(KEY_INFO));
        if (!algorithm.fits(certificate.getPublicKey())) {
            throw Refusal.unsupportedAlgorithm("the key of the certificate is too short, too long, or of another kind");
        }
        checkTimes(block, children.get(WSConstants.TIMESTAMP));
        byte[] signed = canonical(signedInfo, SignedReference.prefixes(first(info, CANONICALIZATION)));
        if (!algorithm.verify(certificate.getPublicKey(), signed, Blocks.bytes(signature.get(SIGNATURE_VALUE)))) {
            throw Refusal.failedCheck();
        }
        for (Map.Entry<String, Element> place : places(children, preamble).entrySet()) {
            SignedReference reference = references.remove(place.getKey());
            if (reference != null) {
                reference.check(place.getValue());
            } else if (isRequired(place.getValue())) {
                throw unsigned(place.getValue());
            }
        }
        if (references.size() != 1) {
            throw Refusal.invalidSecurity("the signature is for the Timestamp, the Body, each block of WS-Addressing,"
                    + " and nothing else but header blocks");
        }
        return new SignatureBlock(
                certificate,
                signed,
                new SignedBody(references.values().iterator().next()));
    }

    private static SignatureAlgorithm algorithm(Element method) throws Refusal {
        Optional<SignatureAlgorithm> algorithm = SignatureAlgorithm.of(method.getAttributeNS(null, "Algorithm"));
        if (algorithm.isEmpty() || method.hasChildNodes()) {
            throw Refusal.unsupportedAlgorithm("the method of the signature is RSA or ECDSA with SHA-2, or Ed25519");
        }
        return algorithm.get();
    }

    private static Map<String, SignedReference> references(List<Element> info) throws Refusal {
        Map<String, SignedReference> references = new HashMap<>();
        for (Element child : info) {
            if (Blocks.name(child).equals(REFERENCE)) {
                SignedReference reference = SignedReference.read(child);
                if (references.put(reference.id(), reference) != null || references.size() > MAX_REFERENCES) {
                    throw Refusal.invalidSecurity(
                            "a signature has at most " + MAX_REFERENCES + " references, each to another element");
                }
            }
        }
        return references;
    }

    private static byte[] canonical(Element signedInfo, String prefixes) throws Refusal {
        ByteArrayOutputStream canonical = new ByteArrayOutputStream();
        SignedReference.canonicalize(signedInfo, prefixes, canonical);
        return canonical.toByteArray();
    }

    private static Element first(List<Element> children, QName name) throws Refusal {
        return children.stream()
                .filter(child -> Blocks.name(child).equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.invalidSecurity("the signature has no " + name.getLocalPart()));
    }

    /** The certificate of the token that the key information refers to. */
    private static X509Certificate certificate(Element token, Element keyInfo) throws Refusal {
        Element direct = Blocks.each(
                        Blocks.each(keyInfo, Set.of(TOKEN_REFERENCE)).get(TOKEN_REFERENCE), Set.of(DIRECT))
                .get(DIRECT);
        Optional<String> id = SignedReference.id(token);
        boolean referred = id.isPresent() && direct.getAttributeNS(null, "URI").equals("#" + id.get());
        String encoding = token.getAttributeNS(null, "EncodingType");
        if (!referred
                || !token.getAttributeNS(null, "ValueType").equals(X509V3)
                || !(encoding.isEmpty() || encoding.equals(BASE_64))) {
            throw Refusal.invalidSecurity("the signature refers to a BinarySecurityToken with an X.509 certificate");
        }
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(Blocks.bytes(token)));
        } catch (CertificateException e) {
            throw Refusal.invalidSecurity("the BinarySecurityToken has no X.509 certificate");
        }
    }

    /** WSS4J sees a copy with the time stamp alone. */
    private static void checkTimes(Element block, Element timestamp) throws Refusal {
        if (Blocks.children(timestamp, Set.of(CREATED, EXPIRES), Set.of()).stream()
                .noneMatch(child -> Blocks.name(child).equals(CREATED))) {
            throw Refusal.invalidSecurity("a Timestamp has a Created");
        }
        Element copy = (Element) block.cloneNode(false);
        copy.appendChild(timestamp.cloneNode(true));
        WssEngine.check(copy);
    }

    /** The elements of the beginning that a signature may be for, by their identifiers. */
    private static Map<String, Element> places(Map<QName, Element> security, Preamble preamble) throws Refusal {
        List<Element> elements = new ArrayList<>(preamble.blocks());
        elements.add(security.get(WSConstants.TIMESTAMP));
        elements.add(security.get(TOKEN));
        Map<String, Element> places = new HashMap<>();
        for (Element element : elements) {
            Optional<String> id = SignedReference.id(element);
            if (id.isEmpty() && isRequired(element)) {
                throw unsigned(element);
            }
            if (id.isPresent() && places.put(id.get(), element) != null) {
                throw Refusal.invalidSecurity("two elements of the header have the same wsu:Id");
            }
        }
        return places;
    }

    private static boolean isRequired(Element element) {
        return Blocks.name(element).equals(WSConstants.TIMESTAMP)
                || AddressingBlocks.BLOCKS.contains(Blocks.name(element));
    }

    private static Refusal unsigned(Element element) {
        return Refusal.invalidSecurity("the signature is not for the element " + element.getLocalName());
    }

    /** The identity of the message: others can make a second signature of the same SignedInfo, but no second SignedInfo. */
    String message() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(signedInfo));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
