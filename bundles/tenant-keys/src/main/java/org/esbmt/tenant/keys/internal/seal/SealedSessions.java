package org.esbmt.tenant.keys.internal.seal;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Identifiers of session tokens: a prefix, and the sealed state in base64url. Any thread. */
public final class SealedSessions implements SessionTokens {
    private static final String PREFIX = "urn:esbmt:session:";
    /** The number of sealed bytes is a multiple of three, so each identifier has one text. */
    private static final int LENGTH = PREFIX.length() + SessionSealer.SEALED_BYTES / 3 * 4;

    private static final int DIGEST_BYTES = 32;

    private final Supplier<SessionSealer> sealer;
    private final InstantSource clock;

    SealedSessions(Supplier<SessionSealer> sealer, InstantSource clock) {
        this.sealer = requireNonNull(sealer, "sealer");
        this.clock = requireNonNull(clock, "clock");
    }

    /** By the keys that the watch has read last. */
    public static SealedSessions of(SealingKeyWatch watch, InstantSource clock) {
        return new SealedSessions(() -> watch.sessions().orElseThrow(), clock);
    }

    /**
     * By fixed keys.
     *
     * @param lines as in the file of the sealing keys
     */
    public static SealedSessions of(UUID registry, String lines, InstantSource clock) {
        SessionSealer sealer = new SessionSealer(registry, SealingKeys.parse(lines));
        return new SealedSessions(() -> sealer, clock);
    }

    @Override
    public String seal(Session session) {
        byte[] key = session.key();
        byte[] state = ByteBuffer.allocate(SessionSealer.STATE_BYTES)
                .putLong(session.tenant().value().getMostSignificantBits())
                .putLong(session.tenant().value().getLeastSignificantBits())
                .putLong(session.user().value().getMostSignificantBits())
                .putLong(session.user().value().getLeastSignificantBits())
                .put(session.certificate().sha256())
                .putLong(session.issued().getEpochSecond())
                .putLong(session.ends().getEpochSecond())
                .put(key)
                .array();
        byte[] sealed = sealer.get().seal(state);
        Arrays.fill(state, (byte) 0);
        Arrays.fill(key, (byte) 0);
        return PREFIX + Base64.getUrlEncoder().encodeToString(sealed);
    }

    @Override
    public Optional<Session> open(String identifier) {
        if (identifier.length() != LENGTH || !identifier.startsWith(PREFIX)) {
            return Optional.empty();
        }
        byte[] sealed;
        try {
            sealed = Base64.getUrlDecoder().decode(identifier.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return sealer.get().open(sealed).map(SealedSessions::session).filter(session -> clock.instant()
                .isBefore(session.ends()));
    }

    private static Session session(byte[] state) {
        ByteBuffer in = ByteBuffer.wrap(state);
        TenantId tenant = new TenantId(new UUID(in.getLong(), in.getLong()));
        UserId user = new UserId(new UUID(in.getLong(), in.getLong()));
        byte[] digest = new byte[DIGEST_BYTES];
        in.get(digest);
        Instant issued = Instant.ofEpochSecond(in.getLong());
        Instant ends = Instant.ofEpochSecond(in.getLong());
        byte[] key = new byte[Session.KEY_BYTES];
        in.get(key);
        Session session = new Session(tenant, user, CertificateDigest.ofSha256(digest), issued, ends, key);
        Arrays.fill(key, (byte) 0);
        Arrays.fill(state, (byte) 0);
        return session;
    }
}
