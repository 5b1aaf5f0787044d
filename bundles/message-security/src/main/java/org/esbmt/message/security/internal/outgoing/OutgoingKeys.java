package org.esbmt.message.security.internal.outgoing;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.tenancy.api.CertificateDigest;

/**
 * Keys for content, wrapped for their recipients. Some callers use one for several messages: for four minutes, since
 * recipients that are this bus remember it for five. Thread-safe.
 */
final class OutgoingKeys {
    static final ContentCipher CIPHER = ContentCipher.AES_128_GCM;
    private static final long NANOS = 4L * 60 * 1_000_000_000;
    private static final int MOST = 1024;

    private final LongSupplier nanoTime;
    /** The keys in use, the oldest first. */
    private final Map<CertificateDigest, OutgoingKey> kept = new LinkedHashMap<>();

    OutgoingKeys(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A key and its wrapped form in Base64. */
    record OutgoingKey(SecretKeySpec secret, String wrapped, long until) {}

    OutgoingKey of(X509Certificate recipient, boolean keep, Operations operations) throws GeneralSecurityException {
        if (!keep) {
            return make(recipient.getPublicKey(), operations);
        }
        CertificateDigest digest = CertificateDigest.of(recipient);
        OutgoingKey key = find(digest);
        if (key == null) {
            key = make(recipient.getPublicKey(), operations);
            keep(digest, key);
        }
        return key;
    }

    private OutgoingKey make(PublicKey recipient, Operations operations) throws GeneralSecurityException {
        SecretKeySpec secret = operations.newKey(CIPHER);
        String wrapped = Base64.getEncoder().encodeToString(operations.wrap(recipient, secret));
        return new OutgoingKey(secret, wrapped, nanoTime.getAsLong() + NANOS);
    }

    private synchronized OutgoingKey find(CertificateDigest recipient) {
        OutgoingKey key = kept.get(recipient);
        return key != null && key.until - nanoTime.getAsLong() > 0 ? key : null;
    }

    private synchronized void keep(CertificateDigest recipient, OutgoingKey key) {
        kept.remove(recipient);
        kept.put(recipient, key);
        kept.values().removeIf(k -> k.until - nanoTime.getAsLong() <= 0);
        if (kept.size() > MOST) {
            kept.remove(kept.keySet().iterator().next());
        }
    }
}
