package org.esbmt.message.security.internal.incoming;

import java.nio.ByteBuffer;
import java.security.PrivateKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.spec.SecretKeySpec;

/**
 * Unwrapped keys, remembered for five minutes by the private key and the SHA-256 of the EncryptedKey's value. A sender
 * who repeats an EncryptedKey costs one RSA operation in this time. Only who may use the private key finds them. Each
 * private key has its own share, so that one tenant cannot displace another's. Thread-safe.
 */
public final class KeptKeys {
    static final int MOST_OF_A_KEY = 256;
    static final int MOST_PRIVATE_KEYS = 1024;
    static final long NANOS = 5L * 60 * 1_000_000_000;

    private final LongSupplier nanoTime;
    private final Map<Same, Share> shares = new Newest<>(MOST_PRIVATE_KEYS);

    public KeptKeys() {
        this(System::nanoTime);
    }

    KeptKeys(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A private key by identity: two equal ones may belong to two tenants. */
    private static final class Same {
        private final PrivateKey key;

        Same(PrivateKey key) {
            this.key = key;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Same same && same.key == key;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(key);
        }
    }

    private record Kept(SecretKeySpec secret, long until) {}

    private static final class Share {
        private final Map<ByteBuffer, Kept> keys = new Newest<>(MOST_OF_A_KEY);
        private long until;
    }

    /** The entries that were used last. */
    private static final class Newest<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        private final int most;

        Newest(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Objects.hash(most);
        }
    }

    /** @param sha256 of the wrapped key */
    synchronized Optional<SecretKeySpec> find(PrivateKey key, byte[] sha256) {
        Share share = shares.get(new Same(key));
        if (share == null) {
            return Optional.empty();
        }
        ByteBuffer wrapped = ByteBuffer.wrap(sha256);
        Kept kept = share.keys.get(wrapped);
        if (kept == null) {
            return Optional.empty();
        }
        if (kept.until - nanoTime.getAsLong() <= 0) {
            share.keys.remove(wrapped); // so that the next message with it is remembered
            return Optional.empty();
        }
        return Optional.of(kept.secret);
    }

    /** Remembers a key that has decrypted something. */
    synchronized void keep(PrivateKey key, byte[] sha256, SecretKeySpec secret) {
        long now = nanoTime.getAsLong();
        forgetUnused(now);
        Share share = shares.computeIfAbsent(new Same(key), k -> new Share());
        share.until = now + NANOS;
        share.keys.putIfAbsent(ByteBuffer.wrap(sha256), new Kept(secret, share.until));
    }

    /**
     * Forgets the shares that are over, from the one that was used least recently. A share behind one that is not over is
     * forgotten later, at most five minutes after its last use. So no message walks through the shares of others.
     */
    private void forgetUnused(long now) {
        Iterator<Share> eldest = shares.values().iterator();
        while (eldest.hasNext() && eldest.next().until - now <= 0) {
            eldest.remove();
        }
    }

    /** The number of private keys that have a share, for tests. */
    synchronized int shares() {
        return shares.size();
    }
}
