package org.esbmt.administration.soap.internal.envelope;

/**
 * Finds the end of a message's beginning: the start tag of the Body. It sees each byte once, while the message arrives, and
 * checks nothing: the {@link GuardedReader} reads the beginning, and refuses what is no envelope. Confined to one thread at
 * a time.
 */
public final class EnvelopeScan {
    private static final String BODY = "Body";
    private static final String END_OF_PART_HEADER = "\r\n\r\n";

    private State state;
    private int at;
    private int depth;
    /** The characters of the tag's name that agree with the one of the Body; -1 if they do not. */
    private int matched;

    private int repeated;
    private byte quote;
    private byte before;

    private enum State {
        PART_HEADER,
        TEXT,
        OPENED,
        NAME,
        TAG,
        VALUE,
        END_TAG,
        INSTRUCTION,
        DECLARATION,
        COMMENT,
        CDATA,
        DONE
    }

    /** @param multipart true if the envelope is the first part of a multipart message */
    public EnvelopeScan(boolean multipart) {
        state = multipart ? State.PART_HEADER : State.TEXT;
    }

    /**
     * Looks at the bytes that have come since the last call.
     *
     * @param bytes of the message so far, from index 0
     * @return true if the beginning is complete, or can never be one
     */
    public boolean isComplete(byte[] bytes, int size) {
        while (at < size && state != State.DONE) {
            byte next = bytes[at];
            at++;
            state = after(next);
            before = next;
        }
        return state == State.DONE;
    }

    /** The number of bytes up to the end of the beginning, or those that were looked at. */
    public int end() {
        return at;
    }

    private State after(byte next) {
        return switch (state) {
            case PART_HEADER -> partHeader(next);
            case TEXT -> next == '<' ? State.OPENED : State.TEXT;
            case OPENED -> opened(next);
            case NAME -> name(next);
            case TAG -> tag(next);
            case VALUE -> next == quote ? State.TAG : State.VALUE;
            case END_TAG -> endTag(next);
            case INSTRUCTION -> before == '?' && next == '>' ? State.TEXT : State.INSTRUCTION;
            case DECLARATION -> declaration(next);
            case COMMENT -> closed(next, (byte) '-', State.COMMENT);
            case CDATA -> closed(next, (byte) ']', State.CDATA);
            case DONE -> State.DONE;
        };
    }

    private State partHeader(byte next) {
        if (next != END_OF_PART_HEADER.charAt(repeated)) {
            repeated = 0;
        }
        if (next == END_OF_PART_HEADER.charAt(repeated)) {
            repeated++;
        }
        return repeated == END_OF_PART_HEADER.length() ? State.TEXT : State.PART_HEADER;
    }

    private State opened(byte next) {
        matched = 0;
        return switch (next) {
            case '/' -> State.END_TAG;
            case '?' -> State.INSTRUCTION;
            case '!' -> State.DECLARATION;
            default -> name(next);
        };
    }

    private State name(byte next) {
        switch (next) {
            case ':' -> matched = 0;
            case ' ', '\t', '\r', '\n', '/', '>' -> {
                return tag(next);
            }
            default ->
                matched = matched >= 0 && matched < BODY.length() && next == BODY.charAt(matched) ? matched + 1 : -1;
        }
        return State.NAME;
    }

    private State tag(byte next) {
        if (next == '"' || next == '\'') {
            quote = next;
            return State.VALUE;
        }
        if (next != '>') {
            return State.TAG;
        }
        if (depth == 1 && matched == BODY.length()) {
            return State.DONE;
        }
        if (before != '/') {
            depth++;
        }
        return depth == 0 ? State.DONE : State.TEXT;
    }

    private State endTag(byte next) {
        if (next != '>') {
            return State.END_TAG;
        }
        depth--;
        return depth <= 0 ? State.DONE : State.TEXT;
    }

    /** A comment, a section of characters, or a document type, which is refused. */
    private State declaration(byte next) {
        repeated = 0;
        return switch (next) {
            case '-' -> State.COMMENT;
            case '[' -> State.CDATA;
            default -> State.DONE;
        };
    }

    private State closed(byte next, byte mark, State open) {
        if (next == '>' && repeated >= 2) {
            return State.TEXT;
        }
        repeated = next == mark ? repeated + 1 : 0;
        return open;
    }
}
