package org.esbmt.tenancy.authentication.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.files.api.OwnerOnly;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses from which a user has proven the password, in memory and in a file. {@link Throttle} thereby
 * distinguishes the user from guessers, after a restart as well. A proven source does not replace the password. The file
 * has keyed digests of addresses, and the key is stored elsewhere, so the file alone reveals no address.
 *
 * <p>Memory is bounded: {@value #SOURCES_OF_A_USER} sources a user. Above the largest number of users, the tenant with
 * the most users loses one. Threads: any; a thread of its own writes the file.
 */
final class ProvenSources implements AutoCloseable {
    static final int SOURCES_OF_A_USER = 8;

    private static final Logger LOG = LoggerFactory.getLogger(ProvenSources.class);
    private static final int USERS = 50_000;
    private static final int SEAL_BYTES = 32;
    private static final int MOST_BYTES = USERS * (4 * Long.BYTES + 1 + SOURCES_OF_A_USER * Long.BYTES) + SEAL_BYTES;
    private static final long SAVE_SECONDS = 5;
    /** The longest wait for a write when this is closed. */
    private static final long MOST_SECONDS_TO_END = 5;

    private final Path file;
    private final Mac mac;
    private final int mostUsers;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "esbmt-proven-sources"));

    /** Guarded by this: digests of sources, the latest first; users by their latest proof, the oldest first. */
    private final Map<TenantId, LinkedHashMap<UserId, long[]>> tenants = new HashMap<>();
    /** Guarded by this. */
    private int users;
    /** Guarded by this: true if the file lacks a change. */
    private boolean changed;
    /** Held while the file is written, one writer at a time. */
    private final Object writing = new Object();
    /** Guarded by writing. */
    private boolean failing;

    /** @param key of the installation, stored apart from the file */
    ProvenSources(Path file, SecretKey key) {
        this(file, key, USERS);
    }

    ProvenSources(Path file, SecretKey key, int mostUsers) {
        this.file = file.toAbsolutePath();
        this.mostUsers = mostUsers;
        try {
            this.mac = Mac.getInstance("HmacSHA256");
            this.mac.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** Reads the file and writes it from now on; an unusable file is replaced. */
    ProvenSources open() {
        try {
            OwnerOnly.folder(file.getParent());
            if (Files.exists(file)) {
                read();
            }
        } catch (IOException e) {
            LOG.warn(
                    "The file {} is unusable and is replaced. Senders have no proven sources until their next login. {}",
                    file,
                    e.toString());
        }
        // The task catches its own exceptions, so its result is not used.
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::save, SAVE_SECONDS, SAVE_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    /** True if the user has proven the password from this source. */
    synchronized boolean contains(Owner owner, Source source) {
        Map<UserId, long[]> ofTenant = tenants.get(owner.tenant());
        long[] sources = ofTenant == null ? null : ofTenant.get(owner.user());
        if (sources == null) {
            return false;
        }
        long sought = digest(owner, source);
        return LongStream.of(sources).anyMatch(one -> one == sought);
    }

    /** Records that the user has proven the password from this source. */
    synchronized void add(Owner owner, Source source) {
        LinkedHashMap<UserId, long[]> ofTenant = tenants.computeIfAbsent(owner.tenant(), t -> new LinkedHashMap<>());
        long[] before = ofTenant.remove(owner.user());
        long latest = digest(owner, source);
        long[] after = LongStream.concat(
                        LongStream.of(latest),
                        before == null
                                ? LongStream.empty()
                                : LongStream.of(before).filter(other -> other != latest))
                .limit(SOURCES_OF_A_USER)
                .toArray();
        ofTenant.put(owner.user(), after);
        changed |= !Arrays.equals(before, after);
        if (before == null && ++users > mostUsers) {
            forgetOne();
        }
    }

    /** Removes the oldest user of the tenant with the most users, so that no tenant crowds out another. */
    private void forgetOne() {
        LinkedHashMap<UserId, long[]> largest = tenants.values().stream()
                .max(Comparator.comparingInt(Map::size))
                .orElseThrow();
        largest.remove(largest.keySet().iterator().next());
        tenants.values().removeIf(Map::isEmpty);
        users--;
    }

    synchronized int users() {
        return users;
    }

    private long digest(Owner owner, Source source) {
        ByteBuffer bytes = ByteBuffer.allocate(5 * Long.BYTES + 1)
                .putLong(owner.tenant().value().getMostSignificantBits())
                .putLong(owner.tenant().value().getLeastSignificantBits())
                .putLong(owner.user().value().getMostSignificantBits())
                .putLong(owner.user().value().getLeastSignificantBits())
                .put((byte) (source.six() ? 6 : 4))
                .putLong(source.bits());
        return ByteBuffer.wrap(mac.doFinal(bytes.array())).getLong();
    }

    /** Writes the changes in one atomic step; a failed write is repeated later. */
    void save() {
        synchronized (writing) {
            write();
        }
    }

    private void write() {
        try {
            byte[] content;
            synchronized (this) {
                if (!changed) {
                    return;
                }
                content = content();
                changed = false;
            }
            DurableFiles.replace(file, content);
            if (failing) {
                LOG.info("The file {} is written again.", file);
                failing = false;
            }
        } catch (IOException | RuntimeException e) {
            synchronized (this) {
                changed = true;
            }
            if (!failing) {
                LOG.warn(
                        "The file {} cannot be written. Free space on the disk, or let the bus write the file. {}",
                        file,
                        e.toString());
                failing = true;
            }
        }
    }

    /** Called under the lock. */
    private byte[] content() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (var tenant : tenants.entrySet()) {
            for (var user : tenant.getValue().entrySet()) {
                write(out, tenant.getKey().value());
                write(out, user.getKey().value());
                out.writeByte(user.getValue().length);
                for (long source : user.getValue()) {
                    out.writeLong(source);
                }
            }
        }
        out.write(mac.doFinal(bytes.toByteArray()));
        return bytes.toByteArray();
    }

    private synchronized void read() throws IOException {
        if (Files.size(file) > MOST_BYTES || Files.size(file) < SEAL_BYTES) {
            throw new IOException("It has " + Files.size(file) + " bytes.");
        }
        byte[] sealed = Files.readAllBytes(file);
        byte[] content = Arrays.copyOf(sealed, sealed.length - SEAL_BYTES);
        byte[] seal = Arrays.copyOfRange(sealed, content.length, sealed.length);
        if (!MessageDigest.isEqual(mac.doFinal(content), seal)) {
            throw new IOException("Its seal is not of this installation.");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        while (in.available() > 0) {
            TenantId tenant = new TenantId(uuid(in));
            UserId user = new UserId(uuid(in));
            long[] sources = new long[in.readByte()];
            for (int i = 0; i < sources.length; i++) {
                sources[i] = in.readLong();
            }
            tenants.computeIfAbsent(tenant, t -> new LinkedHashMap<>()).put(user, sources);
            users++;
        }
    }

    private static void write(DataOutputStream out, UUID id) throws IOException {
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
    }

    private static UUID uuid(DataInputStream in) throws IOException {
        return new UUID(in.readLong(), in.readLong());
    }

    /** Writes the last changes. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(MOST_SECONDS_TO_END, TimeUnit.SECONDS)) {
                LOG.warn("The file {} takes long to write. Sources that were proven last may be forgotten.", file);
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        save();
    }
}
