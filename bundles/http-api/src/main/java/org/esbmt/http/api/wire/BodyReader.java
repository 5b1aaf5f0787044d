package org.esbmt.http.api.wire;

import io.netty.buffer.ByteBuf;

/** Extracts the bodies of a connection's messages, one after the other; removes chunked framing. */
public final class BodyReader {
    private static final int MAX_SIZE_DIGITS = 8;
    /** The largest number of octets of chunk extensions and trailers together, for one message; both are dropped. */
    private static final int MAX_OVERHEAD = 8192;
    /** The smallest acceptable average size of chunks. Each chunk costs the same work, however small it is. */
    private static final int FAIR_CHUNK = 16;
    /**
     * The largest total by which the last chunks of a message may be below that average; 1,000 chunks of any size are
     * acceptable.
     */
    private static final int MAX_SHORTFALL = 1000 * FAIR_CHUNK;

    private enum State {
        LENGTH,
        UNTIL_CLOSE,
        SIZE,
        EXTENSION_NAME,
        EXTENSION_VALUE,
        EXTENSION_TOKEN,
        EXTENSION_QUOTED,
        EXTENSION_QUOTED_END,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        LAST_LF,
        ENDED
    }

    private State state = State.ENDED;
    private long remaining;
    private int digits;
    private int overhead;
    private int shortfall;

    /** Begins a body of a known length; 0 for a message without one. */
    public void startLength(long length) {
        remaining = length;
        state = length == 0 ? State.ENDED : State.LENGTH;
    }

    public void startChunked() {
        state = State.SIZE;
        remaining = 0;
        digits = 0;
        overhead = 0;
        shortfall = 0;
    }

    /** Begins a body that ends with the connection; only for responses. */
    public void startUntilClose() {
        state = State.UNTIL_CLOSE;
    }

    public boolean isEnded() {
        return state == State.ENDED;
    }

    /** Returns true if the end of the connection is the end of the body. */
    public boolean endsWithConnection() {
        return state == State.UNTIL_CLOSE;
    }

    /**
     * The next piece of the body, a retained slice; null if the input is used up or the body has ended. The input is
     * never read beyond the end of the message.
     */
    public ByteBuf next(ByteBuf in) throws HttpRefusal {
        while (state != State.ENDED && in.isReadable()) {
            switch (state) {
                case LENGTH -> {
                    ByteBuf piece = slice(in);
                    if (remaining == 0) {
                        state = State.ENDED;
                    }
                    return piece;
                }
                case DATA -> {
                    ByteBuf piece = slice(in);
                    if (remaining == 0) {
                        state = State.DATA_CR;
                    }
                    return piece;
                }
                case UNTIL_CLOSE -> {
                    return in.readRetainedSlice(in.readableBytes());
                }
                default -> framing(in.readByte());
            }
        }
        return null;
    }

    private ByteBuf slice(ByteBuf in) {
        int n = (int) Math.min(remaining, in.readableBytes());
        remaining -= n;
        return in.readRetainedSlice(n);
    }

    private void framing(byte b) throws HttpRefusal {
        switch (state) {
            case SIZE -> size(b);
            case EXTENSION_NAME, EXTENSION_VALUE, EXTENSION_TOKEN, EXTENSION_QUOTED, EXTENSION_QUOTED_END ->
                extension(b);
            case SIZE_LF -> {
                expect(b, '\n');
                if (remaining == 0) {
                    state = State.TRAILER;
                } else {
                    chunk();
                }
            }
            case DATA_CR -> {
                expect(b, '\r');
                state = State.DATA_LF;
            }
            case DATA_LF -> {
                expect(b, '\n');
                state = State.SIZE;
                digits = 0;
            }
            case LAST_LF -> {
                expect(b, '\n');
                state = State.ENDED;
            }
            default -> trailer(b);
        }
    }

    private void size(byte b) throws HttpRefusal {
        int hex = Bytes.hex(b);
        if (hex >= 0) {
            if (++digits > MAX_SIZE_DIGITS) {
                throw HttpRefusal.malformed("a chunk size that is too long");
            }
            remaining = (remaining << 4) | hex;
        } else if (digits > 0 && b == '\r') {
            state = State.SIZE_LF;
        } else if (digits > 0 && b == ';') {
            state = State.EXTENSION_NAME;
            digits = 0;
        } else {
            throw HttpRefusal.malformed("a chunk size that is not a number");
        }
    }

    /** A large chunk compensates for small ones before it, but not for others after it. */
    private void chunk() throws HttpRefusal {
        state = State.DATA;
        shortfall = (int) Math.max(0, shortfall + FAIR_CHUNK - remaining);
        if (shortfall > MAX_SHORTFALL) {
            throw HttpRefusal.malformed("too many chunks that are too small");
        }
    }

    /** Skips {@code ;name}, {@code ;name=token} and {@code ;name="text"}, without white space. */
    private void extension(byte b) throws HttpRefusal {
        overhead();
        boolean token = Bytes.is(Bytes.TOKEN, b);
        switch (state) {
            case EXTENSION_NAME -> {
                if (token) {
                    digits = 1;
                } else if (b == '=' && digits > 0) {
                    state = State.EXTENSION_VALUE;
                } else if (digits > 0) {
                    afterExtension(b);
                } else {
                    throw badExtension();
                }
            }
            case EXTENSION_VALUE -> {
                if (b != '"' && !token) {
                    throw badExtension();
                }
                state = token ? State.EXTENSION_TOKEN : State.EXTENSION_QUOTED;
            }
            case EXTENSION_TOKEN -> {
                if (!token) {
                    afterExtension(b);
                }
            }
            case EXTENSION_QUOTED -> {
                if (b == '"') {
                    state = State.EXTENSION_QUOTED_END;
                } else if (b == '\\' || !Bytes.is(Bytes.VALUE, b)) {
                    throw badExtension();
                }
            }
            default -> afterExtension(b);
        }
    }

    private void afterExtension(byte b) throws HttpRefusal {
        if (b == '\r') {
            state = State.SIZE_LF;
        } else if (b == ';') {
            state = State.EXTENSION_NAME;
            digits = 0;
        } else {
            throw badExtension();
        }
    }

    /** Checks and drops trailer fields: nothing of them is ever merged into the header. */
    private void trailer(byte b) throws HttpRefusal {
        overhead();
        switch (state) {
            case TRAILER -> {
                if (b == '\r') {
                    state = State.LAST_LF;
                } else if (Bytes.is(Bytes.TOKEN, b)) {
                    state = State.TRAILER_NAME;
                } else {
                    throw HttpRefusal.malformed("a trailer field without a proper name");
                }
            }
            case TRAILER_NAME -> {
                if (b == ':') {
                    state = State.TRAILER_VALUE;
                } else if (!Bytes.is(Bytes.TOKEN, b)) {
                    throw HttpRefusal.malformed("a trailer field without a proper name");
                }
            }
            case TRAILER_VALUE -> {
                if (b == '\r') {
                    state = State.TRAILER_LF;
                } else if (!Bytes.is(Bytes.VALUE, b)) {
                    throw HttpRefusal.malformed("a control character in a trailer field");
                }
            }
            default -> {
                expect(b, '\n');
                state = State.TRAILER;
            }
        }
    }

    private void overhead() throws HttpRefusal {
        if (++overhead > MAX_OVERHEAD) {
            throw HttpRefusal.malformed("too many chunk extensions or trailers");
        }
    }

    private static void expect(byte b, char expected) throws HttpRefusal {
        if (b != expected) {
            throw HttpRefusal.malformed("chunked framing that is broken");
        }
    }

    private static HttpRefusal badExtension() {
        return HttpRefusal.malformed("a malformed chunk extension");
    }
}
