package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

/** A file of a form. Its name is any text of the sender. It shares the bytes with its reader. */
public final class Upload {
    private final String name;
    private final byte[] bytes;

    Upload(String name, byte[] bytes) {
        this.name = requireNonNull(name, "name");
        this.bytes = requireNonNull(bytes, "bytes");
    }

    public String name() {
        return name;
    }

    public byte[] bytes() {
        return bytes;
    }
}
