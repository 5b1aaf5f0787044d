package org.esbmt.administration.http.internal.login;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.http.api.Session;

/** A session of this node. Its times are those of the monotonic clock. Usable on any thread. */
public final class OpenSession implements Session {
    static final Duration IDLE = Duration.ofMinutes(30);
    static final Duration LONGEST = Duration.ofHours(12);
    static final Duration CONFIRMED = Duration.ofMinutes(5);

    private final ConfirmedLogin who;
    private final String csrfToken;
    private final PartAccess access;
    private final LongSupplier nanoTime;
    private final long openedAt;
    private volatile long usedAt;
    private volatile Optional<Long> confirmedAt = Optional.empty();
    private volatile boolean closed;

    OpenSession(ConfirmedLogin who, String csrfToken, PartAccess access, LongSupplier nanoTime) {
        this.who = who;
        this.csrfToken = csrfToken;
        this.access = access;
        this.nanoTime = nanoTime;
        this.openedAt = nanoTime.getAsLong();
        this.usedAt = openedAt;
    }

    public Administrator by() {
        return who.by();
    }

    @Override
    public String login() {
        return by().login();
    }

    @Override
    public String csrfToken() {
        return csrfToken;
    }

    /** Compares a token in a time that does not depend on it. */
    public boolean isToken(String token) {
        return MessageDigest.isEqual(csrfToken.getBytes(US_ASCII), token.getBytes(US_ASCII));
    }

    @Override
    public Instant idleUntil() {
        return in(Math.min(left(usedAt, IDLE), left(openedAt, LONGEST)));
    }

    @Override
    public Instant until() {
        return in(left(openedAt, LONGEST));
    }

    @Override
    public Optional<Instant> confirmedUntil() {
        return confirmedAt
                .map(at -> left(at, CONFIRMED))
                .filter(left -> left > 0)
                .map(OpenSession::in);
    }

    private long left(long since, Duration limit) {
        return limit.toNanos() - (nanoTime.getAsLong() - since);
    }

    private static Instant in(long nanos) {
        return Instant.now().plusNanos(nanos);
    }

    @Override
    public boolean isOpen() {
        return isInTime() && confirm() == Standing.IN;
    }

    /** Tells whether the administrator may continue now. May block. */
    public Standing confirm() {
        Standing standing = closed ? Standing.OUT : who.confirm(access);
        if (standing == Standing.OUT) {
            closed = true;
        }
        return standing;
    }

    /** Returns true unless the session has ended by time or logout. */
    boolean isInTime() {
        return !closed && left(usedAt, IDLE) > 0 && left(openedAt, LONGEST) > 0;
    }

    /** Notes a request, which keeps the session. */
    public void use() {
        usedAt = nanoTime.getAsLong();
    }

    void confirmed() {
        confirmedAt = Optional.of(nanoTime.getAsLong());
    }

    long usedAt() {
        return usedAt;
    }

    void close() {
        closed = true;
    }
}
