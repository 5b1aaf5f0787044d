package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A session of WS-SecureConversation: the state that its token's identifier seals. It proves the user as long as the
 * certificate is registered for this user. Instants have whole seconds. {@link #toString} shows no key.
 */
public final class Session {
    /** The length of a session's key. */
    public static final int KEY_BYTES = 32;

    /** The longest time from the beginning to the end. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private final TenantId tenant;
    private final UserId user;
    private final CertificateDigest certificate;
    private final Instant issued;
    private final Instant ends;
    private final byte[] key;

    /**
     * @param certificate by which the user has begun the session
     * @param key 32 bytes of good randomness; copied
     */
    public Session(
            TenantId tenant, UserId user, CertificateDigest certificate, Instant issued, Instant ends, byte[] key) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.user = requireNonNull(user, "user");
        this.certificate = requireNonNull(certificate, "certificate");
        this.issued = requireNonNull(issued, "issued");
        this.ends = requireNonNull(ends, "ends");
        this.key = key.clone();
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("the key of a session has " + KEY_BYTES + " bytes");
        }
        if (!issued.isBefore(ends) || Duration.between(issued, ends).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a session ends within " + LONGEST);
        }
    }

    public TenantId tenant() {
        return tenant;
    }

    public UserId user() {
        return user;
    }

    public CertificateDigest certificate() {
        return certificate;
    }

    public Instant issued() {
        return issued;
    }

    /** The first moment at which the session is over. */
    public Instant ends() {
        return ends;
    }

    /** A copy of the key. */
    public byte[] key() {
        return key.clone();
    }

    @Override
    public String toString() {
        return "session of user " + user + " of tenant " + tenant + " until " + ends;
    }
}
