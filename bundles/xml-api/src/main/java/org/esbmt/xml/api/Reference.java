package org.esbmt.xml.api;

/** One reference, between its '&' and its ';': a character's number, or one of the five names of XML. */
final class Reference {
    static final int UNFINISHED = -1;

    private enum State {
        FIRST,
        NAME,
        NUMBER,
        DECIMAL,
        HEXADECIMAL
    }

    private static final int LONGEST_NAME = 4;
    private static final int AMP = packed("amp");
    private static final int LT = packed("lt");
    private static final int GT = packed("gt");
    private static final int APOS = packed("apos");
    private static final int QUOT = packed("quot");

    private State state = State.FIRST;
    /** The name's bytes, with the last one in the lowest byte; or the number. */
    private int value;

    private boolean digits;

    /** Begins after the '&'. */
    void begin() {
        state = State.FIRST;
        value = 0;
        digits = false;
    }

    /**
     * Reads the next byte.
     *
     * @return the code point at the ';', before that {@link #UNFINISHED}
     */
    int take(byte c) throws XmlRefusedException {
        if (state == State.FIRST) {
            state = c == '#' ? State.NUMBER : State.NAME;
            return c == '#' ? UNFINISHED : name(c);
        }
        if (state == State.NUMBER) {
            state = c == 'x' ? State.HEXADECIMAL : State.DECIMAL;
            return c == 'x' ? UNFINISHED : number(c);
        }
        return state == State.NAME ? name(c) : number(c);
    }

    /**
     * The length of a reference by name that is whole here, from its '&' to its ';'; 0 for each other, which is read byte
     * by byte.
     */
    static int named(byte[] b, int from, int to) {
        int bytes = 0;
        for (int i = from + 1; i < to && i - from <= LONGEST_NAME + 1; i++) {
            if (b[i] == ';') {
                return bytes == AMP || bytes == LT || bytes == GT || bytes == APOS || bytes == QUOT ? i + 1 - from : 0;
            }
            if (!XmlBytes.is(b[i], XmlBytes.NAME)) {
                return 0;
            }
            bytes = bytes << 8 | b[i];
        }
        return 0;
    }

    private int name(byte c) throws XmlRefusedException {
        if (c == ';') {
            return named();
        }
        boolean full = (value >>> 24) != 0;
        if (full || !XmlBytes.is(c, XmlBytes.NAME)) {
            throw unknown();
        }
        value = value << 8 | c;
        return UNFINISHED;
    }

    private int named() throws XmlRefusedException {
        if (value == AMP) {
            return '&';
        } else if (value == LT) {
            return '<';
        } else if (value == GT) {
            return '>';
        } else if (value == APOS) {
            return '\'';
        } else if (value == QUOT) {
            return '"';
        }
        throw unknown();
    }

    private int number(byte c) throws XmlRefusedException {
        if (c == ';' && digits) {
            if (!XmlBytes.isChar(value)) {
                throw new XmlRefusedException("There is a reference to a character that XML does not allow.");
            }
            return value;
        }
        int radix = state == State.HEXADECIMAL ? 16 : 10;
        int digit = c < 0 ? -1 : Character.digit((char) c, radix);
        if (digit < 0) {
            throw new XmlRefusedException("There is a malformed reference.");
        }
        digits = true;
        value = Math.min(value * radix + digit, 0x110000);
        return UNFINISHED;
    }

    private static XmlRefusedException unknown() {
        return new XmlRefusedException("There is a reference that XML does not know.");
    }

    private static int packed(String name) {
        int bytes = 0;
        for (int i = 0; i < name.length(); i++) {
            bytes = bytes << 8 | name.charAt(i);
        }
        return bytes;
    }
}
