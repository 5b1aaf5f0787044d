package org.esbmt.administration.soap.internal.credential;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.administration.soap.internal.envelope.TargetedBlocks;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Strict reading of header blocks. */
final class Blocks {
    private Blocks() {}

    static QName name(Element element) {
        return new QName(element.getNamespaceURI(), element.getLocalName());
    }

    /**
     * The children of an element, each of a permitted name and none twice.
     *
     * @throws Refusal also for text between them
     */
    static List<Element> children(Element parent, Set<QName> permitted, Set<QName> repeatable) throws Refusal {
        List<Element> children = new ArrayList<>();
        Set<QName> seen = new HashSet<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                QName name = name(child);
                if (!permitted.contains(name)) {
                    throw Refusal.invalidSecurity("an element of the block " + parent.getLocalName() + " is not known");
                }
                if (!seen.add(name) && !repeatable.contains(name)) {
                    throw Refusal.invalidSecurity(name.getLocalPart() + " stands there twice");
                }
                children.add(child);
            } else if (node.getNodeType() != Node.COMMENT_NODE
                    && !node.getNodeValue().isBlank()) {
                throw Refusal.invalidSecurity(
                        "the block " + parent.getLocalName() + " has a text between its elements");
            }
        }
        return children;
    }

    /** The children of an element by their names, exactly one of each. */
    static Map<QName, Element> each(Element parent, Set<QName> names) throws Refusal {
        Map<QName, Element> children = new HashMap<>();
        for (Element child : children(parent, names, Set.of())) {
            children.put(name(child), child);
        }
        for (QName name : names) {
            if (!children.containsKey(name)) {
                throw Refusal.invalidSecurity("the block " + parent.getLocalName() + " has no " + name.getLocalPart());
            }
        }
        return children;
    }

    /** The bytes of an element with Base64. */
    static byte[] bytes(Element element) throws Refusal {
        try {
            return Base64.getDecoder().decode(text(element).replaceAll("[ \\t\\r\\n]", ""));
        } catch (IllegalArgumentException e) {
            throw Refusal.invalidSecurity(element.getLocalName() + " is in Base64");
        }
    }

    /** The text of an element that has nothing else. */
    static String text(Element element) throws Refusal {
        StringBuilder text = new StringBuilder();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeType() != Node.TEXT_NODE && node.getNodeType() != Node.CDATA_SECTION_NODE) {
                throw Refusal.invalidSecurity(element.getLocalName() + " is a text without elements and comments");
            }
            text.append(node.getNodeValue());
        }
        return text.toString();
    }

    /** Refuses a block for another receiver: what is not for this one, does not authenticate here. */
    static void refuseOtherTarget(Element block, SoapVersion version) throws Refusal {
        if (!TargetedBlocks.isForThisReceiver(block, version)) {
            throw Refusal.invalidSecurity("the credential is for another receiver");
        }
    }
}
