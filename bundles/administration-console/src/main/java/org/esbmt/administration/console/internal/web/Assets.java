package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The static files of the pages. Their names in addresses change with their content. */
public final class Assets {
    /** The segment of the path before each file. */
    static final String FOLDER = "static";

    private static final List<String> FILES = List.of(
            "console.css",
            "console.js",
            "upload.js",
            "plots.js",
            "progress.js",
            "icon.svg",
            "htmx.min.js",
            "uPlot.iife.min.js",
            "uPlot.min.css");
    private static final int HASH_DIGITS = 16;

    private final Map<String, Asset> byName = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    /** A file. */
    static final class Asset {
        private final String type;
        private final byte[] bytes;

        Asset(String type, byte[] bytes) {
            this.type = type;
            this.bytes = bytes;
        }

        String type() {
            return type;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /** Reads the files of this bundle. */
    public Assets() {
        for (String file : FILES) {
            byte[] bytes = read("/static/" + file);
            int dot = file.lastIndexOf('.');
            String name = file.substring(0, dot) + "." + hash(bytes) + file.substring(dot);
            byName.put(name, new Asset(type(file), bytes));
            names.put(file, name);
        }
    }

    Optional<Asset> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The addresses of the files, by their plain name. */
    Map<String, String> addresses(Links links) {
        Map<String, String> addresses = new HashMap<>();
        names.forEach((file, name) -> addresses.put(file, links.to(FOLDER, name)));
        return addresses;
    }

    private static byte[] read(String file) {
        try (InputStream in = requireNonNull(Assets.class.getResourceAsStream(file), file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String type(String file) {
        if (file.endsWith(".css")) {
            return "text/css; charset=utf-8";
        }
        return file.endsWith(".svg") ? "image/svg+xml" : "text/javascript; charset=utf-8";
    }
}
