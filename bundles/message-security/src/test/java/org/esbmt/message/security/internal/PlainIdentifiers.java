package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Signs as other toolkits do: attributes Id without namespace, and enveloped-signature before canonicalization. */
final class PlainIdentifiers {

    private PlainIdentifiers() {}

    /** Replaces the signature of a message by one over Timestamp and Body. */
    static String sign(String message) throws Exception {
        return sign(message, false);
    }

    /** The same, whose Timestamp has a {@code wsu:Id}. */
    static String signMixed(String message) throws Exception {
        return sign(message, true);
    }

    private static String sign(String message, boolean mixed) throws Exception {
        String token = Xml.element(message, "wsse:SecurityTokenReference");
        String bare =
                message.replace(Xml.element(message, "ds:Signature"), "").replaceAll(" wsu:Id=\"(TS|id)-[^\"]*\"", "");
        bare = bare.replaceFirst("<soap:Body", "<soap:Body Id=\"_1\"")
                .replaceFirst("<wsu:Timestamp", "<wsu:Timestamp " + (mixed ? "wsu:" : "") + "Id=\"_0\"");
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(bare.getBytes(UTF_8)));
        Element security = (Element)
                document.getElementsByTagNameNS(Names.WSSE, "Security").item(0);
        Element body = (Element)
                document.getElementsByTagNameNS(Names.SOAP_1_1, "Body").item(0);
        Element timestamp = (Element)
                document.getElementsByTagNameNS(Names.WSU, "Timestamp").item(0);
        body.setIdAttribute("Id", true);
        if (mixed) {
            timestamp.setIdAttributeNS(Names.WSU, "Id", true);
        } else {
            timestamp.setIdAttribute("Id", true);
        }
        XMLSignatureFactory signatures = XMLSignatureFactory.getInstance("DOM");
        List<Transform> transforms = List.of(
                signatures.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null),
                signatures.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null));
        List<Reference> references = new ArrayList<>();
        for (String id : List.of("_0", "_1")) {
            references.add(signatures.newReference(
                    "#" + id, signatures.newDigestMethod(DigestMethod.SHA256, null), transforms, null, null));
        }
        Document reference = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        token.replaceFirst(">", " xmlns:wsse=\"" + Names.WSSE + "\" xmlns:wsu=\"" + Names.WSU + "\">")
                                .replaceFirst("(xmlns:wsu=\"[^\"]*\")([^>]*)xmlns:wsu=\"[^\"]*\"", "$1$2")
                                .getBytes(UTF_8)));
        DOMSignContext context = new DOMSignContext(TestKey.client().privateKey(), security);
        context.setDefaultNamespacePrefix("ds");
        signatures
                .newXMLSignature(
                        signatures.newSignedInfo(
                                signatures.newCanonicalizationMethod(
                                        CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
                                signatures.newSignatureMethod(Wss4jSender.RSA_SHA256, null),
                                references),
                        signatures
                                .getKeyInfoFactory()
                                .newKeyInfo(List.of(new DOMStructure(reference.getDocumentElement()))))
                .sign(context);
        return Wss4jSender.text(document).replace("&#13;", "");
    }
}
