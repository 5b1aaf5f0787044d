package org.esbmt.jbi.deployer.internal.assembly;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/**
 * That an assembly is deployed, and which state its administrator wants: the truth that the framework's bundles are made
 * to follow.
 *
 * @param content the name of the folder with the assembly's files
 * @param digests of the archive, and of what became of it
 * @param source the file of the hot-deployment folder that it came from, if it did
 * @param former the version that a rollback goes to
 */
record AssemblyRecord(
        AssemblyKey key,
        String content,
        Digests digests,
        Desired desired,
        Optional<String> source,
        Optional<Former> former) {

    /** A version that is kept and does not run; the values are those of the record when it was the current one. */
    record Former(String content, Digests digests, Optional<String> source) {
        Former {
            requireNonNull(content, "content");
            requireNonNull(digests, "digests");
            requireNonNull(source, "source");
        }
    }

    /** What an administrator can want of a deployed assembly (JSR-208, section 6.8). */
    enum Desired {
        STARTED,
        STOPPED,
        SHUTDOWN
    }

    AssemblyRecord {
        requireNonNull(key, "key");
        requireNonNull(content, "content");
        requireNonNull(digests, "digests");
        requireNonNull(desired, "desired");
        requireNonNull(source, "source");
        requireNonNull(former, "former");
    }

    AssemblyRecord wanting(Desired other) {
        return new AssemblyRecord(key, content, digests, other, source, former);
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("owner", key.ownerText());
        properties.setProperty("name", key.name());
        properties.setProperty("content", content);
        digests.put(properties, "");
        properties.setProperty("desired", desired.name());
        source.ifPresent(file -> properties.setProperty("source", file));
        former.ifPresent(version -> {
            properties.setProperty("former.content", version.content());
            version.digests().put(properties, "former.");
            version.source().ifPresent(file -> properties.setProperty("former.source", file));
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, null);
        return out.toByteArray();
    }

    /**
     * Reads a record.
     *
     * @throws IOException if it is not what {@link #toBytes} writes
     */
    static AssemblyRecord of(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(bytes));
            return new AssemblyRecord(
                    new AssemblyKey(AssemblyKey.ownerOf(value(properties, "owner")), value(properties, "name")),
                    value(properties, "content"),
                    Digests.of(properties, ""),
                    Desired.valueOf(value(properties, "desired")),
                    Optional.ofNullable(properties.getProperty("source")),
                    former(properties));
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }

    private static Optional<Former> former(Properties properties) {
        if (properties.getProperty("former.content") == null) {
            return Optional.empty();
        }
        return Optional.of(new Former(
                value(properties, "former.content"),
                Digests.of(properties, "former."),
                Optional.ofNullable(properties.getProperty("former.source"))));
    }

    static String value(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
