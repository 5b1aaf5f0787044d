package org.esbmt.administration.http.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Right passwords of the last minute, as keyed hashes. The key is random and exists in this process alone, so the hashes
 * are useless outside of it. A look-up takes some microseconds. Usable on any thread.
 */
final class RememberedPasswords {
    private static final String HASH = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int MOST_BYTES_OF_CHAR = 3;
    private static final int MOST = 10_000;
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LongSupplier nanoTime;
    private final SecretKeySpec key;
    /** By {@link #hash}, the oldest first. Guarded by itself. */
    private final Map<String, Kept> kept = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    private record Kept(ConfirmedLogin login, long since) {}

    RememberedPasswords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, HASH);
    }

    /** The hash of a password for a login by a way from a source. Another source's password confirms no guess. */
    String hash(String way, String source, String login, char[] password) {
        ByteBuffer secret = ByteBuffer.allocate(password.length * MOST_BYTES_OF_CHAR);
        try {
            Mac mac = Mac.getInstance(HASH);
            mac.init(key);
            add(mac, way);
            add(mac, source);
            add(mac, login);
            UTF_8.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .encode(CharBuffer.wrap(password), secret, true);
            mac.update(secret.flip());
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + HASH, e);
        } finally {
            Arrays.fill(secret.array(), (byte) 0);
        }
    }

    /** With its length in front, so that no other pair of texts has the same bytes. */
    private static void add(Mac mac, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        mac.update(bytes);
    }

    Optional<ConfirmedLogin> find(String hash) {
        synchronized (kept) {
            Kept found = kept.get(hash);
            if (found == null) {
                return Optional.empty();
            }
            if (nanoTime.getAsLong() - found.since() > KEPT_NANOS) {
                kept.remove(hash);
                return Optional.empty();
            }
            return Optional.of(found.login());
        }
    }

    void put(String hash, ConfirmedLogin login) {
        synchronized (kept) {
            kept.remove(hash);
            kept.put(hash, new Kept(login, nanoTime.getAsLong()));
        }
    }

    void forget(String hash) {
        synchronized (kept) {
            kept.remove(hash);
        }
    }
}
