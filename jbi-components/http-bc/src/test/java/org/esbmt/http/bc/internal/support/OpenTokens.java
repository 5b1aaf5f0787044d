package org.esbmt.http.bc.internal.support;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionTokens;

/** Identifiers of sessions that this object remembers, in place of sealed ones. */
public final class OpenTokens implements SessionTokens {
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    @Override
    public String seal(Session session) {
        String identifier = "urn:esbmt:session:" + UUID.randomUUID();
        sessions.put(identifier, session);
        return identifier;
    }

    @Override
    public Optional<Session> open(String identifier) {
        return Optional.ofNullable(sessions.get(identifier));
    }

    /** Ends all sessions. */
    public void forget() {
        sessions.clear();
    }
}
