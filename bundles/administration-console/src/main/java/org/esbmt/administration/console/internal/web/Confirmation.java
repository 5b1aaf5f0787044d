package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Arrays;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.api.Sessions;

/** Asks for the administrator's password again, before a change that is final. Confined to one request. */
final class Confirmation {
    private final Exchange exchange;
    private final Sessions sessions;

    Confirmation(Exchange exchange, Sessions sessions) {
        this.exchange = requireNonNull(exchange, "exchange");
        this.sessions = requireNonNull(sessions, "sessions");
    }

    /** Returns true while a password that was given again still counts. */
    boolean counts() {
        return exchange.session()
                .flatMap(Session::confirmedUntil)
                .filter(until -> until.isAfter(Instant.now()))
                .isPresent();
    }

    /** @throws AdministrationException INVALID if it is not the password of this session's administrator */
    void check(String typed) throws AdministrationException {
        char[] password = typed.toCharArray();
        try {
            if (password.length == 0 || !sessions.confirm(exchange, password)) {
                throw Call.invalid("the password is not yours, so nothing was changed");
            }
        } finally {
            Arrays.fill(password, '\0');
        }
    }
}
