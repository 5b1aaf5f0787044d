package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;

/** Values in an assertion. Neither a comment nor a CDATA section divides one, so all readers see the same. */
final class SamlValues {
    static final byte[] XSI = bytes(Names.XSI);
    static final byte[] TYPE = bytes("type");
    private static final Pattern REFERENCE = Pattern.compile("&([^;]*);");

    private SamlValues() {}

    /** Refuses an element with other attributes than these. */
    static void checkAttributes(ElementReader in, byte[]... allowed) throws SecurityRefusedException {
        checkCount(in, count(in, allowed));
    }

    /**
     * Refuses an element with other attributes than these, but for its type. OpenSAML writes the type that the schema has for
     * the element anyway. Any other type is an extension.
     */
    static void checkTypedAttributes(ElementReader in, String type, byte[]... allowed) throws SecurityRefusedException {
        byte[] written = in.markup().attribute(XSI, TYPE);
        if (written == null) {
            checkAttributes(in, allowed);
            return;
        }
        String prefix = new String(in.markup().prefix(), UTF_8);
        String expected = prefix.isEmpty() ? type : prefix + ':' + type;
        invalidIf(!expected.equals(new String(written, UTF_8)), "An assertion has a type that is not accepted.");
        checkCount(in, count(in, allowed) + 1);
    }

    private static int count(ElementReader in, byte[]... allowed) {
        int known = 0;
        for (byte[] local : allowed) {
            known += in.markup().attribute(local) == null ? 0 : 1;
        }
        return known;
    }

    /** Refuses an element with another number of attributes than the reader has found. */
    static void checkCount(ElementReader in, int known) throws SecurityRefusedException {
        invalidIf(in.markup().attributeCount() != known, "An assertion has an attribute that is not accepted.");
    }

    /** Reads an element's text, and goes to its end tag. */
    static String text(ElementReader in, int most) throws SecurityRefusedException {
        return unescaped(in.text(6 * most), most);
    }

    /** The text of a value as it is written, with the characters of its references. */
    static String unescaped(byte[] written, int most) throws SecurityRefusedException {
        String text = new String(written, UTF_8);
        if (text.indexOf('&') >= 0) {
            try {
                text = REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(character(found.group(1))));
            } catch (IllegalArgumentException e) {
                throw invalid("A value of an assertion has a reference to no character.");
            }
        }
        limitIf(text.length() > most, "A value of an assertion is too long.");
        return text;
    }

    /** The lexer has accepted the reference, so there is no other entity than these. */
    private static String character(String reference) {
        return switch (reference) {
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            case "amp" -> "&";
            default ->
                Character.toString(
                        reference.startsWith("#x")
                                ? Integer.parseInt(reference.substring(2), 16)
                                : Integer.parseInt(reference.substring(1)));
        };
    }

    static Instant time(byte[] written) throws SecurityRefusedException {
        limitIf(written.length > TimestampReader.LONGEST, "A value of an assertion is too long.");
        return Instant.ofEpochMilli(TimestampReader.time(written));
    }
}
