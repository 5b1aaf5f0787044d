package org.esbmt.jbi.deployer.internal.assembly;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.UserId;

/**
 * The record of a deployed assembly, with its owner and its desired state. The framework's bundles follow it.
 *
 * @param owner the owner of the name, or a user of that tenant
 * @param current the running version
 * @param former the version that a rollback restores
 */
record AssemblyRecord(AssemblyKey key, Owner owner, Desired desired, Kept current, Optional<Kept> former) {
    private static final String FORMER = "former.";

    /**
     * The stored data of one version.
     *
     * @param content the name of the folder with its files
     * @param digests of the original and of the rewritten archive
     * @param addresses the addresses of its units for messages from outside of the bus; empty if an earlier build
     * deployed it
     * @param source its file in the hot-deployment folder, if it came from there
     */
    record Kept(String content, Digests digests, Set<String> addresses, Optional<String> source) {
        Kept {
            requireNonNull(content, "content");
            requireNonNull(digests, "digests");
            addresses = Set.copyOf(addresses);
            requireNonNull(source, "source");
        }

        private void put(Properties record, String prefix) {
            record.setProperty(prefix + "content", content);
            digests.put(record, prefix);
            int number = 0;
            for (String address : new TreeSet<>(addresses)) {
                record.setProperty(prefix + "address." + number++, address);
            }
            source.ifPresent(file -> record.setProperty(prefix + "source", file));
        }

        private static Kept of(Properties record, String prefix) {
            SortedSet<String> addresses = new TreeSet<>();
            for (int i = 0; record.getProperty(prefix + "address." + i) != null; i++) {
                addresses.add(record.getProperty(prefix + "address." + i));
            }
            return new Kept(
                    value(record, prefix + "content"),
                    Digests.of(record, prefix),
                    addresses,
                    Optional.ofNullable(record.getProperty(prefix + "source")));
        }
    }

    /** The desired state of a deployed assembly (JSR-208, section 6.8). */
    enum Desired {
        STARTED,
        STOPPED,
        SHUTDOWN
    }

    AssemblyRecord {
        requireNonNull(key, "key");
        if (!owner.tenantWide().equals(key.owner())) {
            throw new IllegalArgumentException("the assembly " + key + " cannot be " + owner + "'s");
        }
        requireNonNull(desired, "desired");
        requireNonNull(current, "current");
        requireNonNull(former, "former");
    }

    /** The name of the folder with the files of the running version. */
    String content() {
        return current.content();
    }

    /** The names of the folders with the files of all stored versions. */
    List<String> contents() {
        return Stream.concat(Stream.of(current), former.stream())
                .map(Kept::content)
                .toList();
    }

    Digests digests() {
        return current.digests();
    }

    AssemblyRecord wanting(Desired other) {
        return new AssemblyRecord(key, owner, other, current, former);
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("owner", key.ownerText());
        owner.user().ifPresent(user -> properties.setProperty("user", user.toString()));
        properties.setProperty("name", key.name());
        properties.setProperty("desired", desired.name());
        current.put(properties, "");
        former.ifPresent(version -> version.put(properties, FORMER));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, null);
        return out.toByteArray();
    }

    /**
     * Reads a record.
     *
     * @throws IOException if the bytes are not a result of {@link #toBytes}
     */
    static AssemblyRecord of(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(bytes));
            AssemblyKey key =
                    new AssemblyKey(AssemblyKey.ownerOf(value(properties, "owner")), value(properties, "name"));
            return new AssemblyRecord(
                    key,
                    owner(key, properties.getProperty("user")),
                    Desired.valueOf(value(properties, "desired")),
                    Kept.of(properties, ""),
                    properties.getProperty(FORMER + "content") == null
                            ? Optional.empty()
                            : Optional.of(Kept.of(properties, FORMER)));
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }

    private static Owner owner(AssemblyKey key, String user) {
        if (user == null) {
            return key.owner();
        }
        return Owner.of(
                key.owner().tenant().orElseThrow(() -> new IllegalArgumentException("a plain assembly is no user's")),
                UserId.of(user));
    }

    static String value(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }
}
