package org.esbmt.camel.se.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.content.api.ArrivingContent;

/** Content that arrives at the test's command, and counts the bytes that were read. */
final class Arriving extends StreamSource implements ArrivingContent {
    private final List<byte[]> arrived = new ArrayList<>();
    private boolean ended;
    private Peek reader;
    private boolean showing;
    private int most;
    private int shown;
    private long looked;
    private int peeks;
    private long length = -1;

    @Override
    public boolean isHere() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    /** Passes the piece to the present reader. */
    void arrive(String piece) {
        arrive(piece.getBytes(UTF_8));
    }

    /** Passes bytes that others may have as well. */
    void arrive(byte[] bytes) {
        arrived.add(bytes);
        show(reader, bytes);
    }

    Arriving end() {
        ended = true;
        Peek told = reader;
        reader = null;
        if (told != null) {
            told.end();
        }
        return this;
    }

    /** Sets the announced length. */
    Arriving ofLength(long bytes) {
        length = bytes;
        return this;
    }

    /** Simulates the sender's disconnect. */
    void breakOff() {
        Peek told = reader;
        reader = null;
        told.failed(new IOException("gone"));
    }

    /** The number of bytes that readers have taken, all together. */
    long looked() {
        return looked;
    }

    int peeks() {
        return peeks;
    }

    boolean isLookedAt() {
        return reader != null;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean isWhole() {
        return ended;
    }

    @Override
    public void peek(Peek begun, int upTo) {
        if (reader != null && !showing) {
            throw new IllegalStateException("somebody looks");
        }
        peeks++;
        reader = begun;
        most = upTo;
        shown = 0;
        for (byte[] piece : List.copyOf(arrived)) {
            show(begun, piece);
        }
        if (ended && reader == begun) {
            end();
        }
    }

    private void show(Peek to, byte[] piece) {
        if (to == null || reader != to) {
            return;
        }
        int allowed = Math.min(piece.length, most - shown);
        shown += allowed;
        ByteBuffer buffer = ByteBuffer.wrap(piece, 0, allowed).asReadOnlyBuffer();
        showing = true;
        boolean wants = allowed == 0 || to.piece(buffer);
        showing = false;
        looked += allowed - buffer.remaining();
        if (reader != to) {
            return;
        }
        if (!wants) {
            reader = null;
        } else if (allowed < piece.length) {
            reader = null;
            to.tooMuch();
        }
    }
}
