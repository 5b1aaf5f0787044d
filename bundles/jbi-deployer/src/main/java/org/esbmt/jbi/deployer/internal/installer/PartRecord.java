package org.esbmt.jbi.deployer.internal.installer;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.esbmt.jbi.container.api.InstalledComponent;

/**
 * The record of an installed component or shared library. The next start follows it.
 *
 * @param content the name of the folder with its files
 * @param digest of its archive
 * @param desired the desired state; empty for a library
 * @param source its file in the hot-deployment folder, if it came from there
 * @param classPath the component's class path, if its bootstrap has changed it
 */
record PartRecord(
        Kind kind,
        String name,
        String content,
        String digest,
        InstalledComponent.State desired,
        Optional<String> source,
        Optional<List<String>> classPath) {

    enum Kind {
        LIBRARY,
        COMPONENT;

        /** The name in messages and in the audit log. */
        String text() {
            return this == LIBRARY ? "shared library" : "component";
        }
    }

    PartRecord {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(content, "content");
        requireNonNull(digest, "digest");
        requireNonNull(desired, "desired");
        requireNonNull(source, "source");
        classPath = classPath.map(List::copyOf);
    }

    PartRecord wanting(InstalledComponent.State other) {
        return new PartRecord(kind, name, content, digest, other, source, classPath);
    }

    String fileName() {
        return fileName(kind, name);
    }

    static String fileName(Kind kind, String name) {
        return (kind == Kind.LIBRARY ? "library_" : "component_") + name;
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("kind", kind.name());
        properties.setProperty("name", name);
        properties.setProperty("content", content);
        properties.setProperty("digest", digest);
        properties.setProperty("desired", desired.name());
        source.ifPresent(file -> properties.setProperty("source", file));
        classPath.ifPresent(path -> properties.setProperty("classPath", String.join("\n", path)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, null);
        return out.toByteArray();
    }

    /**
     * Reads a record.
     *
     * @throws IOException if the bytes are not a result of {@link #toBytes}
     */
    static PartRecord of(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(bytes));
            return new PartRecord(
                    Kind.valueOf(value(properties, "kind")),
                    value(properties, "name"),
                    value(properties, "content"),
                    value(properties, "digest"),
                    InstalledComponent.State.valueOf(value(properties, "desired")),
                    Optional.ofNullable(properties.getProperty("source")),
                    Optional.ofNullable(properties.getProperty("classPath")).map(text -> List.of(text.split("\n"))));
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }

    private static String value(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
