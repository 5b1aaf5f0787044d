package org.esbmt.administration.soap.internal.envelope;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.w3c.dom.Element;

/** The receivers of header blocks, and the blocks that their receiver must understand (SOAP 1.1, 4.2; SOAP 1.2, 5.2). */
public final class TargetedBlocks {
    private static final String ROLES_12 = SoapVersion.SOAP_12.namespace() + "/role/";
    private static final Set<String> RECEIVERS_11 = Set.of("", "http://schemas.xmlsoap.org/soap/actor/next");
    private static final Set<String> RECEIVERS_12 = Set.of("", ROLES_12 + "next", ROLES_12 + "ultimateReceiver");

    private TargetedBlocks() {}

    /**
     * Refuses a message with a block that this receiver must understand, and does not.
     *
     * @param understood the names of the blocks that have a meaning here
     */
    public static void check(List<Element> blocks, Set<QName> understood, SoapVersion version) throws Refusal {
        List<QName> unknown = new ArrayList<>();
        for (Element block : blocks) {
            boolean must = flag(block, "mustUnderstand", version);
            if (version == SoapVersion.SOAP_12) {
                flag(block, "relay", version); // this is the last receiver, so it relays nothing
            }
            QName name = new QName(block.getNamespaceURI(), block.getLocalName());
            if (must && isForThisReceiver(block, version) && !understood.contains(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            throw Refusal.notUnderstood(unknown);
        }
    }

    /** Returns true for a block without a receiver, for the next receiver, and for the last one. */
    public static boolean isForThisReceiver(Element block, SoapVersion version) {
        return version == SoapVersion.SOAP_11
                ? RECEIVERS_11.contains(attribute(block, "actor", version))
                : RECEIVERS_12.contains(attribute(block, "role", version));
    }

    /** A boolean of XML Schema, whose white space is collapsed. False if it is absent. */
    private static boolean flag(Element block, String name, SoapVersion version) throws Refusal {
        if (!block.hasAttributeNS(version.namespace(), name)) {
            return false;
        }
        return switch (attribute(block, name, version)) {
            case "1", "true" -> true;
            case "0", "false" -> false;
            default -> throw Refusal.invalid(name, name + " of a header block is 1 or 0, true or false");
        };
    }

    private static String attribute(Element block, String name, SoapVersion version) {
        return block.getAttributeNS(version.namespace(), name).replaceAll("^[ \\t\\r\\n]+|[ \\t\\r\\n]+$", "");
    }
}
