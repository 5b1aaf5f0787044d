package org.esbmt.harness;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the back end in a SOAP message without touching its body: one more header block before the rest of the message,
 * which is copied byte for byte. Works on the bytes, so any body will do, however large or strange.
 */
final class SoapSignature {
    static final String NAMESPACE = "urn:esbmt:demo";

    /** The start tag of the header, or of the body where there is no header. */
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

    /** The name in a signed message; empty when there is none. */
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
