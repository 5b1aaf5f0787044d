package org.esbmt.administration.soap.internal.envelope;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;

/** The header blocks of WS-Addressing 1.0. Answers go back over the connection, so no other address is accepted. */
public final class AddressingBlocks {
    private static final String NAMESPACE = "http://www.w3.org/2005/08/addressing";
    private static final Set<String> BACK = Set.of(NAMESPACE + "/anonymous");
    private static final String ACTION = "Action";
    private static final Set<String> ENDPOINTS = Set.of("ReplyTo", "FaultTo");

    /** The header blocks that this class understands. */
    public static final Set<QName> BLOCKS = Stream.of(
                    "Action", "To", "MessageID", "RelatesTo", "From", "ReplyTo", "FaultTo")
            .map(name -> new QName(NAMESPACE, name))
            .collect(Collectors.toUnmodifiableSet());

    private AddressingBlocks() {}

    /** Checks the blocks of a message. Returns the actions that they name. */
    public static List<String> check(List<Element> blocks) throws Refusal {
        List<String> actions = new ArrayList<>();
        for (Element block : blocks) {
            if (!NAMESPACE.equals(block.getNamespaceURI())) {
                continue;
            }
            String name = block.getLocalName();
            if (name.equals(ACTION)) {
                actions.add(block.getTextContent().strip());
            } else if (ENDPOINTS.contains(name) && !BACK.contains(address(block))) {
                throw Refusal.invalid(name, "an answer goes back over the connection, to the anonymous address only");
            }
        }
        return actions;
    }

    /** Refuses a message for another receiver than a service of this bus, as long as it names one. */
    public static void checkReceiver(List<Element> blocks, String address) throws Refusal {
        for (Element block : blocks) {
            boolean receiver = NAMESPACE.equals(block.getNamespaceURI())
                    && block.getLocalName().equals("To");
            String to = receiver ? block.getTextContent().strip() : address;
            if (!to.equals(address) && !BACK.contains(to)) {
                throw Refusal.invalid("To", "a signed message is for the address of the service, " + address);
            }
        }
    }

    private static String address(Element endpoint) {
        var addresses = endpoint.getElementsByTagNameNS(NAMESPACE, "Address");
        return addresses.getLength() == 1 ? addresses.item(0).getTextContent().strip() : "";
    }
}
