package org.esbmt.message.security.internal.vectors;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.CheckedDocument;
import org.esbmt.message.security.internal.xml.Markup;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** A document of the working groups. Texts are found by a tree, canonical forms by the code of the bus. */
final class VectorDocument {
    static final String DS = "http://www.w3.org/2000/09/xmldsig#";
    private static final int MOST = 1024 * 1024;
    private static final Map<String, String> CURVES = Map.of(
            "urn:oid:1.2.840.10045.3.1.7", "secp256r1",
            "urn:oid:1.3.132.0.34", "secp384r1",
            "urn:oid:1.3.132.0.35", "secp521r1");

    private final byte[] bytes;
    private final Document tree;

    private VectorDocument(byte[] bytes, Document tree) {
        this.bytes = bytes;
        this.tree = tree;
    }

    Document tree() {
        return tree;
    }

    static byte[] file(String name) {
        try (InputStream in = VectorDocument.class.getResourceAsStream("/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static VectorDocument of(String name) {
        byte[] bytes = file(name);
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return new VectorDocument(bytes, factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes)));
        } catch (ParserConfigurationException | SAXException e) {
            throw new AssertionError(name, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first element of this name. */
    Element element(String namespace, String name) {
        return (Element) tree.getElementsByTagNameNS(namespace, name).item(0);
    }

    boolean has(String namespace, String name) {
        return element(namespace, name) != null;
    }

    String algorithm(String name) {
        return element(DS, name).getAttribute("Algorithm");
    }

    byte[] base64(String namespace, String name) {
        return decoded(element(namespace, name).getTextContent());
    }

    private static byte[] decoded(String text) {
        return Base64.getMimeDecoder().decode(text.trim());
    }

    /** The canonical form of the first element of this name, by the code of the bus. */
    byte[] canonical(String namespace, String name, String... prefixes) throws SecurityRefusedException {
        return canonical(bytes, m -> m.is(namespace.getBytes(UTF_8), name.getBytes(UTF_8)), prefixes);
    }

    /** The canonical form of the document without its Signature, which must be one element with end tag. */
    byte[] canonicalWithoutSignature() throws SecurityRefusedException {
        String text = new String(bytes, ISO_8859_1);
        String end = "</Signature>";
        String rest = text.substring(0, text.indexOf("<Signature ")) + text.substring(text.indexOf(end) + end.length());
        return canonical(rest.getBytes(ISO_8859_1), m -> true);
    }

    private static byte[] canonical(byte[] document, Predicate<Markup> apex, String... prefixes)
            throws SecurityRefusedException {
        CheckedDocument.of(document, MOST);
        Markup m = new Markup(document);
        do {
            assertThat(m.next()).as("before the element").isNotEqualTo(Markup.Token.END_OF_DOCUMENT);
        } while (!(m.isElement() && apex.test(m)));
        CanonicalOutput out = new CanonicalOutput();
        out.begin();
        byte[][] list = Arrays.stream(prefixes).map(p -> p.getBytes(UTF_8)).toArray(byte[][]::new);
        new CanonicalForm(out).write(m, list, CanonicalForm.ANY);
        return out.kept();
    }

    /** The key of the KeyValue, which the bus itself never reads. */
    PublicKey key() throws GeneralSecurityException {
        if (has(DS, "RSAKeyValue")) {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(
                            new BigInteger(1, base64(DS, "Modulus")), new BigInteger(1, base64(DS, "Exponent"))));
        }
        String more = "http://www.w3.org/2001/04/xmldsig-more#";
        if (has(more, "ECDSAKeyValue")) {
            return ecKey(
                    element(more, "NamedCurve").getAttribute("URN"),
                    new BigInteger(element(more, "X").getAttribute("Value")),
                    new BigInteger(element(more, "Y").getAttribute("Value")));
        }
        String dsig11 = "http://www.w3.org/2009/xmldsig11#";
        byte[] point = base64(dsig11, "PublicKey");
        int half = (point.length - 1) / 2;
        return ecKey(
                element(dsig11, "NamedCurve").getAttribute("URI"),
                new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + half)),
                new BigInteger(1, Arrays.copyOfRange(point, 1 + half, point.length)));
    }

    private static PublicKey ecKey(String curve, BigInteger x, BigInteger y) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(CURVES.get(curve)));
        return KeyFactory.getInstance("EC")
                .generatePublic(
                        new ECPublicKeySpec(new ECPoint(x, y), parameters.getParameterSpec(ECParameterSpec.class)));
    }
}
