package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.security.PublicKey;
import java.util.Optional;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A receiver as many were written: the signature is verified over whatever elements have the identifiers, and then the
 * application reads its elements by their names. It shows that an attack is one.
 */
final class NaiveVerifier {

    private NaiveVerifier() {}

    /** The text of the element that the application uses, if the signature is good. */
    static Optional<String> used(String message, PublicKey sender, String parent, String local) throws Exception {
        Optional<Document> verified = verified(message, sender);
        return verified.isEmpty() ? Optional.empty() : Optional.of(text(verified.get(), parent, local));
    }

    /** The NameID of the first assertion, if the signature is good. */
    static Optional<String> assertedName(String message, PublicKey issuer) throws Exception {
        Optional<Document> verified = verified(message, issuer);
        if (verified.isEmpty()) {
            return Optional.empty();
        }
        Node child =
                verified.get().getElementsByTagNameNS("*", "Assertion").item(0).getFirstChild();
        while (!child.getLocalName().equals("Subject")) {
            child = child.getNextSibling();
        }
        return Optional.of(child.getFirstChild().getTextContent());
    }

    private static Optional<Document> verified(String message, PublicKey sender) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(message.getBytes(UTF_8)));
        Node signature = document.getElementsByTagNameNS(Names.DS, "Signature").item(0);
        DOMValidateContext context = new DOMValidateContext(sender, signature);
        context.setProperty("org.jcp.xml.dsig.secureValidation", false);
        NodeList all = document.getElementsByTagName("*");
        for (int i = all.getLength() - 1; i >= 0; i--) { // of two elements with one identifier, the first one wins
            Element element = (Element) all.item(i);
            for (String attribute : new String[] {"Id", "ID"}) {
                if (element.hasAttribute(attribute)) {
                    element.setIdAttribute(attribute, true);
                }
            }
            if (element.hasAttributeNS(Names.WSU, "Id")) {
                context.setIdAttributeNS(element, Names.WSU, "Id");
            }
        }
        XMLSignature read = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context);
        return read.validate(context) ? Optional.of(document) : Optional.empty();
    }

    /** The first element with this name whose parent has that name. */
    private static String text(Document document, String parent, String local) {
        NodeList all = document.getElementsByTagNameNS("*", local);
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i).getParentNode().getLocalName().equals(parent)) {
                return all.item(i).getTextContent();
            }
        }
        throw new IllegalArgumentException("there is no " + local + " in " + parent);
    }
}
