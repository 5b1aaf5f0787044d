package org.esbmt.message.security.internal.interop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.internal.Receiver;
import org.esbmt.message.security.internal.TestKey;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** An endpoint over HTTP that begins sessions, and answers messages of sessions with their Body. */
final class SessionEndpoint implements AutoCloseable {
    private final MessageSecurity security = new WsSecurity();
    private final boolean encrypted;
    private final HttpServer server;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final List<OpenedMessage> opened = new CopyOnWriteArrayList<>();
    private final List<SessionToken> tokens = new CopyOnWriteArrayList<>();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();

    /** @param encrypted whether answers are encrypted, too */
    SessionEndpoint(boolean encrypted) throws IOException {
        this.encrypted = encrypted;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** The number of sessions that were begun. */
    int sessions() {
        return sessions.size();
    }

    /** The messages of sessions. */
    List<OpenedMessage> opened() {
        return new ArrayList<>(opened);
    }

    List<SessionToken> tokens() {
        return new ArrayList<>(tokens);
    }

    List<Exception> failures() {
        return new ArrayList<>(failures);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] answer;
            try {
                SecuredMessage message =
                        security.read(exchange.getRequestBody().readAllBytes(), SecurityProfile.TOLERANT);
                Optional<SessionToken> token = message.session();
                answer = token.isPresent() ? inSession(message, token.get()) : issued(message);
            } catch (SecurityRefusedException | RuntimeException e) {
                failures.add(e);
                exchange.sendResponseHeaders(500, -1);
                return;
            }
            exchange.getResponseHeaders()
                    .set("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private byte[] inSession(SecuredMessage message, SessionToken token) throws SecurityRefusedException {
        Session session = sessions.get(token.identifier());
        OpenedMessage plain = message.open(session);
        opened.add(plain);
        tokens.add(token);
        Optional<SessionRequest> request = security.sessionRequest(plain);
        byte[] answer = request.map(SessionRequest::cancelled).orElseGet(() -> SecuredEndpoint.answer(plain));
        return security.secure(answer, session, token, encrypted);
    }

    private byte[] issued(SecuredMessage message) throws SecurityRefusedException {
        OpenedMessage plain = message.open(TestKey.client().publicKey(), Receiver.keys(TestKey.bus()));
        SessionRequest request = security.sessionRequest(plain).orElseThrow();
        if (request.kind() != SessionRequest.Kind.ISSUE) {
            throw new IllegalArgumentException("another request");
        }
        byte[] key = new byte[Session.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Session session = new Session(
                new TenantId(UUID.randomUUID()),
                new UserId(UUID.randomUUID()),
                message.certificate(),
                now,
                now.plus(Session.LONGEST),
                key);
        String identifier = "urn:esbmt:session:" + UUID.randomUUID();
        sessions.put(identifier, session);
        return security.secure(request.issued(session, identifier), SecuredEndpoint.signedAndEncrypted());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
