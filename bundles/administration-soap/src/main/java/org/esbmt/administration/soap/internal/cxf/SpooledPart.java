package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.esbmt.administration.soap.internal.refusal.Refusal;

/** The bytes of one part of a message: a small one in memory, a large one in a file until the message is answered. */
final class SpooledPart implements AutoCloseable {
    private static final int IN_MEMORY = 1 << 20;
    private static final int PIECE = 64 << 10;

    private final byte[] begin;
    private final Optional<Path> rest;
    private final long length;
    private Optional<InputStream> opened = Optional.empty();

    private SpooledPart(byte[] begin, Optional<Path> rest, long length) {
        this.begin = requireNonNull(begin, "begin");
        this.rest = requireNonNull(rest, "rest");
        this.length = length;
    }

    /**
     * Reads a part to its end.
     *
     * @throws Refusal if it has more bytes
     */
    static SpooledPart read(InputStream in, long mostBytes, PartFiles files) throws IOException, Refusal {
        byte[] begin = in.readNBytes((int) Math.min(IN_MEMORY, mostBytes + 1));
        if (begin.length > mostBytes) {
            throw Refusal.tooLarge();
        }
        if (begin.length < IN_MEMORY) {
            return new SpooledPart(begin, Optional.empty(), begin.length);
        }
        Path file = files.create();
        boolean read = false;
        try {
            long length = begin.length + copy(in, file, mostBytes - begin.length);
            read = true;
            return new SpooledPart(begin, Optional.of(file), length);
        } finally {
            if (!read) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static long copy(InputStream in, Path file, long mostBytes) throws IOException, Refusal {
        byte[] piece = new byte[PIECE];
        long copied = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            int count;
            while ((count = in.read(piece)) >= 0) {
                copied += count;
                if (copied > mostBytes) {
                    throw Refusal.tooLarge();
                }
                out.write(piece, 0, count);
            }
        }
        return copied;
    }

    long length() {
        return length;
    }

    /** Opens the bytes, once. The part closes them. */
    InputStream open() throws IOException {
        InputStream all = bytes();
        opened = Optional.of(all);
        return all;
    }

    /** Opens the bytes for a caller who closes them. */
    InputStream bytes() throws IOException {
        InputStream memory = new ByteArrayInputStream(begin);
        return rest.isPresent() ? new SequenceInputStream(memory, Files.newInputStream(rest.get())) : memory;
    }

    @Override
    public void close() throws IOException {
        try {
            if (opened.isPresent()) {
                opened.get().close();
            }
        } finally {
            if (rest.isPresent()) {
                Files.deleteIfExists(rest.get());
            }
        }
    }
}
