package org.esbmt.harness;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds a header block with the back end's name to a SOAP message. It copies the rest byte for byte, so that it accepts a body of
 * any size and content.
 */
final class SoapSignature {
    static final String NAMESPACE = "urn:esbmt:demo";

    /** The start tag of the header, or of the body of a message without a header. */
    private static final Pattern HEADER_OR_BODY =
            Pattern.compile("<((?:[^\\s<>/:]+:)?)(Header|Body)(\\s[^<>]*?)?(/?)>");

    private static final Pattern BLOCK = Pattern.compile("<backend xmlns=\"" + NAMESPACE + "\">([^<]*)</backend>");
    private static final int SEARCHED = 64 * 1024;

    private SoapSignature() {}

    static byte[] sign(byte[] message, String name) {
        String start = new String(message, 0, Math.min(message.length, SEARCHED), StandardCharsets.ISO_8859_1);
        Matcher m = HEADER_OR_BODY.matcher(start);
        if (!start.contains("Envelope") || !m.find()) {
            return message;
        }
        String block = "<backend xmlns=\"" + NAMESPACE + "\">" + name + "</backend>";
        String open = "<" + m.group(1) + "Header>";
        String close = "</" + m.group(1) + "Header>";
        if (m.group(2).equals("Body")) {
            return splice(message, m.start(), m.start(), open + block + close);
        }
        if (!m.group(4).isEmpty()) {
            return splice(message, m.start(), m.end(), open + block + close);
        }
        return splice(message, m.end(), m.end(), block);
    }

    /** The name in a signed message; empty for another message. */
    static String signer(String message) {
        Matcher m = BLOCK.matcher(message);
        return m.find() ? m.group(1) : "";
    }

    private static byte[] splice(byte[] message, int from, int to, String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + text.length());
        out.write(message, 0, from);
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.write(message, to, message.length - to);
        return out.toByteArray();
    }
}
