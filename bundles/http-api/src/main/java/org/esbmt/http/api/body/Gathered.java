package org.esbmt.http.api.body;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The first bytes of a message, kept until their destination is known. */
public final class Gathered {
    private ByteBuf first;
    private ArrayDeque<ByteBuf> more;
    private int size;

    public void add(ByteBuf piece) {
        size += piece.readableBytes();
        if (first == null) {
            first = piece;
        } else {
            if (more == null) {
                more = new ArrayDeque<>(4);
            }
            more.add(piece);
        }
    }

    public int size() {
        return size;
    }

    /** Shows all bytes from an offset on, in order, and keeps them. */
    public void show(int from, Consumer<ByteBuf> reader) {
        if (first != null) {
            int at = show(first, 0, from, reader);
            if (more != null) {
                for (ByteBuf piece : more) {
                    at = show(piece, at, from, reader);
                }
            }
        }
    }

    private static int show(ByteBuf piece, int at, int from, Consumer<ByteBuf> reader) {
        int length = piece.readableBytes();
        int skipped = Math.max(0, Math.min(length, from - at));
        if (skipped < length) {
            int index = piece.readerIndex();
            piece.readerIndex(index + skipped);
            reader.accept(piece);
            piece.readerIndex(index);
        }
        return at + length;
    }

    /** Removes the bytes in {@code [from, to)}. */
    public void cut(int from, int to) {
        Gathered rest = new Gathered();
        int at = 0;
        ByteBuf piece;
        while ((piece = poll()) != null) {
            int length = piece.readableBytes();
            int before = Math.max(0, Math.min(length, from - at));
            int after = Math.max(0, Math.min(length, to - at));
            if (after <= before) {
                rest.add(piece);
            } else {
                if (before > 0) {
                    rest.add(piece.retainedSlice(piece.readerIndex(), before));
                }
                if (after < length) {
                    rest.add(piece.skipBytes(after));
                } else {
                    piece.release();
                }
            }
            at += length;
        }
        first = rest.first;
        more = rest.more;
        size = rest.size;
    }

    /** Moves all bytes to the body, except those in {@code [cutFrom, cutTo)}. */
    public void moveTo(HttpBody body, int cutFrom, int cutTo) {
        int at = 0;
        ByteBuf piece;
        while ((piece = poll()) != null) {
            int length = piece.readableBytes();
            int before = Math.max(0, Math.min(length, cutFrom - at));
            int after = Math.max(0, Math.min(length, cutTo - at));
            if (after <= before) {
                body.data(piece);
            } else {
                if (before > 0) {
                    body.data(piece.retainedSlice(piece.readerIndex(), before));
                }
                if (after < length) {
                    body.data(piece.skipBytes(after));
                } else {
                    piece.release();
                }
            }
            at += length;
        }
    }

    public void release() {
        ByteBuf piece;
        while ((piece = poll()) != null) {
            piece.release();
        }
    }

    private ByteBuf poll() {
        ByteBuf piece = first;
        if (piece != null) {
            first = more == null ? null : more.poll();
            size -= piece.readableBytes();
        }
        return piece;
    }
}
