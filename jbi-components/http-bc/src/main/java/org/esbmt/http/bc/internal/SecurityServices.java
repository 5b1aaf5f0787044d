package org.esbmt.http.bc.internal;

import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.http.bc.internal.endpoint.MessageProtection;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.ReplayClaims;

/** The services of WS-Security, as they come and go. Thread-safe. */
final class SecurityServices implements Supplier<Optional<MessageProtection.Services>> {
    private MessageSecurity security;
    private TenantKeys keys;
    private ReplayClaims claims;
    private SessionTokens sessions;
    private volatile Optional<MessageProtection.Services> complete = Optional.empty();

    /** The first three services, and perhaps the one of sessions; empty while one of them is missing. */
    @Override
    public Optional<MessageProtection.Services> get() {
        return complete;
    }

    synchronized void set(MessageSecurity service) {
        security = service;
        changed();
    }

    /** A service that was replaced already is ignored. */
    synchronized void unset(MessageSecurity service) {
        if (security == service) {
            security = null;
            changed();
        }
    }

    synchronized void set(TenantKeys service) {
        keys = service;
        changed();
    }

    synchronized void unset(TenantKeys service) {
        if (keys == service) {
            keys = null;
            changed();
        }
    }

    synchronized void set(ReplayClaims service) {
        claims = service;
        changed();
    }

    synchronized void unset(ReplayClaims service) {
        if (claims == service) {
            claims = null;
            changed();
        }
    }

    synchronized void set(SessionTokens service) {
        sessions = service;
        changed();
    }

    synchronized void unset(SessionTokens service) {
        if (sessions == service) {
            sessions = null;
            changed();
        }
    }

    private void changed() {
        complete = security == null || keys == null || claims == null
                ? Optional.empty()
                : Optional.of(new MessageProtection.Services(security, keys, claims, Optional.ofNullable(sessions)));
    }
}
