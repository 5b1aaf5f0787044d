package org.esbmt.camel.se.internal.steps;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.content.api.BytesSource;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Several messages in one element {@code {urn:esbmt:collected:1}collected}. A message that begins with '<' is XML, a
 * well-formed document with all its namespaces. So it has the same meaning inside another element; its XML declaration
 * is left out. Every other message is text, and written as such.
 */
final class Collected {
    private static final NamespaceTable NO_NAMESPACES = new NamespaceTable();
    private static final XmlEvents CHECK_ONLY = new XmlEvents() {
        @Override
        public void startElement(StartTag tag, int depth) {}

        @Override
        public void endElement(int depth, long to) {}

        @Override
        public void aside(Aside kind, int depth) {}

        @Override
        public void misplacedText(int depth) {}
    };
    // with a prefix: a default namespace would apply to unprefixed elements of the parts
    private static final byte[] BEFORE =
            "<c:collected xmlns:c=\"urn:esbmt:collected:1\">".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = "</c:collected>".getBytes(StandardCharsets.US_ASCII);

    private Collected() {}

    /**
     * The part of a message that can be the content of an element. Reads all of the message.
     *
     * @param most the largest size of the result; the memory taken meanwhile is a small multiple of it
     * @return empty if it would be larger
     * @throws RouteFailure.Invalid if it begins as XML and is not well-formed, has a DOCTYPE, another encoding than
     *     UTF-8, or is text with characters that XML does not permit
     */
    static Optional<ByteBuffer> fragment(BytesSource message, int most) throws RouteFailure {
        if (message.length() > most) {
            return Optional.empty();
        }
        byte[] bytes = new byte[message.length()];
        message.bytes().get(bytes);
        int from = behindByteOrderMark(bytes);
        int first = from;
        while (first < bytes.length && isWhiteSpace(bytes[first])) {
            first++;
        }
        if (first == bytes.length) {
            return Optional.of(ByteBuffer.allocate(0));
        }
        if (bytes[first] != '<') {
            byte[] text = escaped(bytes, from, most);
            return text.length > most ? Optional.empty() : Optional.of(ByteBuffer.wrap(text));
        }
        check(bytes);
        from = behindDeclaration(bytes, from);
        return Optional.of(ByteBuffer.wrap(bytes, from, bytes.length - from));
    }

    private static void check(byte[] document) throws RouteFailure {
        try {
            XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, NO_NAMESPACES, CHECK_ONLY);
            lexer.feed(document, 0, document.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            throw new RouteFailure.Invalid("a message that is to be collected is not XML: " + e.getMessage());
        }
    }

    private static int behindByteOrderMark(byte[] b) {
        return b.length >= 3 && b[0] == (byte) 0xEF && b[1] == (byte) 0xBB && b[2] == (byte) 0xBF ? 3 : 0;
    }

    /**
     * The offset after the declaration. The document was checked: a declaration occurs only at its very beginning, and
     * it ends.
     */
    private static int behindDeclaration(byte[] b, int from) {
        String begin = "<?xml";
        if (b.length < from + begin.length() + 1 || !isWhiteSpace(b[from + begin.length()])) {
            return from;
        }
        for (int i = 0; i < begin.length(); i++) {
            if (b[from + i] != begin.charAt(i)) {
                return from;
            }
        }
        int i = from;
        while (b[i] != '?' || b[i + 1] != '>' || i < from + begin.length()) {
            i++;
        }
        return i + 2;
    }

    private static boolean isWhiteSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    /** The escaped text; ends after more than {@code most} characters, each of which is at least one byte. */
    private static byte[] escaped(byte[] text, int from, int most) throws RouteFailure {
        CharBuffer characters;
        try {
            characters = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, text.length - from));
        } catch (CharacterCodingException e) {
            throw new RouteFailure.Invalid("a text that is to be collected is not UTF-8");
        }
        StringBuilder out = new StringBuilder(characters.length() + 16);
        for (int i = 0; i < characters.length() && out.length() <= most; i++) {
            char c = characters.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                // a reader would replace it by a line feed
                case '\r' -> out.append("&#13;");
                default -> {
                    if ((c < ' ' && c != '\t' && c != '\n') || c == '\uFFFE' || c == '\uFFFF') {
                        throw new RouteFailure.Invalid(
                                "a text that is to be collected has characters that XML has not");
                    }
                    out.append(c);
                }
            }
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Joins fragments to one message, in their order. */
    static Body join(Collection<ByteBuffer> fragments) {
        int length = BEFORE.length + AFTER.length;
        for (ByteBuffer fragment : fragments) {
            length += fragment.remaining();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length);
        out.write(BEFORE, 0, BEFORE.length);
        for (ByteBuffer fragment : fragments) {
            out.write(fragment.array(), fragment.arrayOffset() + fragment.position(), fragment.remaining());
        }
        out.write(AFTER, 0, AFTER.length);
        return Body.of(out.toByteArray());
    }
}
