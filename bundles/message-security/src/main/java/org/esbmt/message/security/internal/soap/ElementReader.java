package org.esbmt.message.security.internal.soap;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.xml.Markup;
import org.esbmt.message.security.internal.xml.Markup.Token;
import org.esbmt.message.security.internal.xml.Refusal;

/**
 * The steps of a strict grammar over {@link Markup}: all that is not asked for is refused. Between elements there is
 * only white space; comments are allowed in Envelope and Header alone. A value is one run of characters: neither a
 * comment nor a CDATA section, an instruction or a reference divides it.
 */
public final class ElementReader {
    private static final int HEADER = 2;
    private static final byte[] ALGORITHM = bytes("Algorithm");
    private static final byte[] URI = bytes("URI");
    private static final int LONGEST_URI = 256;
    private static final byte[] DECIMAL_RETURN = bytes("&#13;");
    private static final byte[] HEXADECIMAL_RETURN = bytes("&#xD;");

    /** Nobody writes Base64 in longer lines, but for a single one. */
    private static final int LONGEST_LINE = 80;

    /** By byte: what an identifier in a URI may have. */
    private static final boolean[] IN_IDENTIFIER = inIdentifiers();

    private final Markup m;
    private int textFrom;
    private int textTo;

    public ElementReader(Markup markup) {
        this.m = markup;
    }

    public Markup markup() {
        return m;
    }

    public int depth() {
        return m.depth();
    }

    public boolean is(byte[] namespace, byte[] local) {
        return m.is(namespace, local);
    }

    /** Goes to the root's start tag. */
    public void root() throws SecurityRefusedException {
        do {
            invalidIf(m.next() == Token.END_OF_DOCUMENT, "There is no element.");
        } while (!m.isElement());
    }

    /**
     * Goes to the next child of the element at this depth. Returns false at the end of that element, whose end tag is
     * the current token then.
     */
    public boolean child(int parent) throws SecurityRefusedException {
        if (m.token() == Token.EMPTY && m.depth() == parent) {
            return false;
        }
        while (true) {
            switch (m.next()) {
                case START, EMPTY -> {
                    return true;
                }
                case END -> {
                    invalidIf(m.depth() != parent, "The end of an element is missing.");
                    return false;
                }
                case TEXT -> invalidIf(!isSpace(), "There is text between elements.");
                case COMMENT -> invalidIf(parent > HEADER, "There is a comment in the Security block.");
                default -> throw Refusal.invalid("There is something between elements.");
            }
        }
    }

    private boolean isSpace() {
        byte[] b = m.bytes();
        for (int i = m.from(); i < m.to(); i++) {
            if (!Markup.isSpace(b[i])) {
                return false;
            }
        }
        return true;
    }

    /** Goes to the next child, which is this one. */
    public void one(int parent, byte[] namespace, byte[] local) throws SecurityRefusedException {
        invalidIf(!child(parent), "An element is missing.");
        expect(namespace, local);
    }

    /** Goes to the end of the element at this depth, which has no more children. */
    public void end(int parent) throws SecurityRefusedException {
        invalidIf(child(parent), "There is one element too many.");
    }

    public void expect(byte[] namespace, byte[] local) throws SecurityRefusedException {
        invalidIf(!m.is(namespace, local), "There is an element that is not accepted here.");
    }

    /** The attribute Algorithm. */
    public byte[] algorithm() throws SecurityRefusedException {
        byte[] algorithm = m.attribute(ALGORITHM);
        invalidIf(algorithm == null, "There is no Algorithm.");
        return algorithm;
    }

    public void algorithm(byte[] only) throws SecurityRefusedException {
        invalidIf(!m.attributeIs(ALGORITHM, only), "There is an algorithm that is not accepted.");
    }

    /** The identifier in the attribute URI, which refers to an element of this message. */
    public byte[] fragment() throws SecurityRefusedException {
        byte[] uri = m.attribute(URI);
        boolean fragment = uri != null && uri.length >= 2 && uri.length <= LONGEST_URI && uri[0] == '#';
        invalidIf(!fragment, "There is a URI that is no identifier of this message.");
        for (int i = 1; i < uri.length; i++) {
            boolean plain = IN_IDENTIFIER[uri[i] & 0xFF];
            invalidIf(!plain, "There is a URI that is no identifier of this message.");
        }
        return Arrays.copyOfRange(uri, 1, uri.length);
    }

    private static boolean[] inIdentifiers() {
        boolean[] in = new boolean[256];
        Arrays.fill(in, 'a', 'z' + 1, true);
        Arrays.fill(in, 'A', 'Z' + 1, true);
        Arrays.fill(in, '0', '9' + 1, true);
        Arrays.fill(in, 0x80, in.length, true);
        for (char c : "-_.:".toCharArray()) {
            in[c] = true;
        }
        return in;
    }

    /** Reads an element's text, as it is written, and goes to the end tag. */
    public byte[] text(int most) throws SecurityRefusedException {
        goTo(most);
        return Arrays.copyOfRange(m.bytes(), textFrom, textTo);
    }

    private void goTo(int most) throws SecurityRefusedException {
        invalidIf(m.token() != Token.START || m.next() != Token.TEXT, "A value is missing.");
        textFrom = m.from();
        textTo = m.to();
        invalidIf(m.next() != Token.END, "There is markup within a value.");
        limitIf(textTo - textFrom > most, "A value is too long.");
    }

    /**
     * Reads a reference to a carriage return, as the XML Signature of Java writes one at the end of each line. Returns
     * the index of its last byte.
     */
    private static int carriageReturn(byte[] text, int from) throws SecurityRefusedException {
        int to = from + DECIMAL_RETURN.length;
        boolean is = to <= text.length
                && (Arrays.equals(text, from, to, DECIMAL_RETURN, 0, DECIMAL_RETURN.length)
                        || Arrays.equals(text, from, to, HEXADECIMAL_RETURN, 0, HEXADECIMAL_RETURN.length));
        invalidIf(!is, "There is a value that is not Base64.");
        return to - 1;
    }

    /** Reads an element's text of Base64, with white space anywhere, and goes to the end tag. */
    public byte[] base64(int most) throws SecurityRefusedException {
        goTo(most);
        boolean inLines = Markup.hasReferenceOrSpace(m.bytes(), textFrom, Math.min(textTo, textFrom + LONGEST_LINE));
        Optional<byte[]> whole = inLines ? Optional.empty() : decoded(m.bytes(), textFrom, textTo);
        if (whole.isPresent()) {
            return whole.get();
        }
        byte[] text = Arrays.copyOfRange(m.bytes(), textFrom, textTo);
        return decoded(text, 0, withoutSpace(text))
                .orElseThrow(() -> Refusal.invalid("There is a value that is not Base64."));
    }

    /** Empty if this is not Base64 with its padding and without white space. */
    private static Optional<byte[]> decoded(byte[] text, int from, int to) {
        if ((to - from) % 4 != 0) {
            return Optional.empty();
        }
        try {
            ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(text, from, to - from));
            byte[] all = decoded.array();
            return Optional.of(all.length == decoded.limit() ? all : Arrays.copyOf(all, decoded.limit()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Moves all other characters to the front. Returns their number. */
    private static int withoutSpace(byte[] text) throws SecurityRefusedException {
        int n = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '&') {
                i = carriageReturn(text, i);
            } else if (!Markup.isSpace(text[i])) {
                text[n++] = text[i];
            }
        }
        return n;
    }
}
