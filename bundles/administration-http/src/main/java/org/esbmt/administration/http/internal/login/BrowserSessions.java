package org.esbmt.administration.http.internal.login;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.api.Sessions;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The sessions of this node. Of a session's secret it keeps only the SHA-256. A user, a tenant and all tenants together
 * have a bounded number of sessions; a new one ends the one with the longest pause. Usable on any thread.
 */
@Component(
        service = {BrowserSessions.class, Sessions.class},
        immediate = true) // the sessions outlast a new configuration of the port
public final class BrowserSessions implements Sessions {
    static final int MOST = 4096;
    static final int MOST_OF_LOGIN = 16;
    private static final int SECRET_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Logins logins;
    private final LongSupplier nanoTime;
    /** By the hash of the secret. Guarded by itself. */
    private final Map<String, OpenSession> sessions = new HashMap<>();

    @Activate
    public BrowserSessions(@Reference Logins logins) {
        this(logins, System::nanoTime);
    }

    public BrowserSessions(Logins logins, LongSupplier nanoTime) {
        this.logins = requireNonNull(logins, "logins");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /** Finds the session of a Cookie field. Does not block. */
    public Optional<OpenSession> find(Optional<String> cookies, PublicAddress address) {
        return cookies.flatMap(new SessionCookie(address)::token).flatMap(secret -> {
            synchronized (sessions) {
                return Optional.ofNullable(sessions.get(hash(secret))).filter(OpenSession::isInTime);
            }
        });
    }

    @Override
    public Optional<Opened> logIn(Exchange exchange, String login, char[] password) {
        return logins.fresh(WAY, exchange.source(), login, password).map(who -> {
            String secret = secret();
            OpenSession session = new OpenSession(who, secret(), logins.access(), nanoTime);
            synchronized (sessions) {
                exchange.session().ifPresent(this::end);
                sessions.values().removeIf(other -> !other.isInTime());
                makeRoom(session);
                sessions.put(hash(secret), session);
            }
            return new Opened(session, new SessionCookie(exchange.address()).set(secret));
        });
    }

    private void makeRoom(OpenSession next) {
        Optional<String> tenant = next.by().tenant();
        makeRoom(MOST_OF_LOGIN, other -> other.login().equals(next.login()));
        if (tenant.isPresent()) {
            makeRoom(MOST / 4, other -> other.by().tenant().equals(tenant));
            makeRoom(MOST - MOST / 4, other -> other.by().tenant().isPresent());
        }
        makeRoom(MOST, other -> true);
    }

    private void makeRoom(int most, Predicate<OpenSession> kind) {
        List<OpenSession> same = sessions.values().stream().filter(kind).toList();
        if (same.size() >= most) {
            same.stream()
                    .min((a, b) -> Long.compare(a.usedAt() - b.usedAt(), 0))
                    .ifPresent(this::end);
        }
    }

    private void end(Session session) {
        if (session instanceof OpenSession open) {
            open.close();
            sessions.values().remove(open);
        }
    }

    @Override
    public String logOut(Exchange exchange) {
        synchronized (sessions) {
            exchange.session().ifPresent(this::end);
        }
        return new SessionCookie(exchange.address()).delete();
    }

    @Override
    public boolean confirm(Exchange exchange, char[] password) {
        Optional<OpenSession> session =
                exchange.session().filter(OpenSession.class::isInstance).map(OpenSession.class::cast);
        if (session.isEmpty() || !session.get().isOpen()) {
            return false;
        }
        boolean right = logins.fresh(WAY, exchange.source(), session.get().login(), password)
                .filter(who -> who.by().equals(session.get().by()))
                .isPresent();
        if (right) {
            session.get().confirmed();
        }
        return right;
    }

    /** The number of sessions that are kept. */
    int kept() {
        synchronized (sessions) {
            return sessions.size();
        }
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hash(String secret) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
