package org.esbmt.xml.api;

/**
 * The bounds of a message in every direction that costs memory or time. All sizes are bytes of the received message,
 * before entities are replaced. Besides, at most 256 namespace declarations may be in force at one time, with 64 KiB of
 * names: a search among them is linear.
 *
 * @param depth nested elements, the root included
 * @param attributes of one element, without namespace declarations
 * @param attributeBytes of one attribute's value
 * @param nameBytes of one element's, attribute's or processing instruction's name, prefix included
 * @param namespaces declared by one element
 * @param elements of one message
 * @param messageBytes of one message
 * @param headerBytes from the first byte to the end of the SOAP Body's start tag
 */
public record XmlLimits(
        int depth,
        int attributes,
        int attributeBytes,
        int nameBytes,
        int namespaces,
        int elements,
        long messageBytes,
        int headerBytes) {

    /** Bounds for a data port. */
    public static final XmlLimits DEFAULTS =
            new XmlLimits(64, 100, 8 * 1024, 1024, 64, 200_000, 10L * 1024 * 1024, 64 * 1024);

    public XmlLimits {
        check("depth", depth, 4, 1024);
        check("attributes", attributes, 1, 10_000);
        check("attributeBytes", attributeBytes, 64, 1024 * 1024);
        check("nameBytes", nameBytes, 64, 64 * 1024);
        check("namespaces", namespaces, 1, 10_000);
        check("elements", elements, 4, Integer.MAX_VALUE);
        check("messageBytes", messageBytes, 1024, 1L << 40);
        check("headerBytes", headerBytes, 1024, 16 * 1024 * 1024);
    }

    public XmlLimits withMessageBytes(long bytes) {
        return bytes == messageBytes
                ? this
                : new XmlLimits(depth, attributes, attributeBytes, nameBytes, namespaces, elements, bytes, headerBytes);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", but is " + value);
        }
    }
}
