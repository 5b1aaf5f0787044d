package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.login.OpenSession;

/** The checked credential of a request; empty for a request without one. */
record Credential(Optional<Logins.Known> login, Optional<OpenSession> session) {
    static final Credential NONE = new Credential(Optional.empty(), Optional.empty());

    Credential {
        requireNonNull(login, "login");
        requireNonNull(session, "session");
    }

    static Credential of(Logins.Known login) {
        return new Credential(Optional.of(login), Optional.empty());
    }

    static Credential of(OpenSession session) {
        return new Credential(Optional.empty(), Optional.of(session));
    }

    Optional<Administrator> by() {
        return login.map(Logins.Known::by).or(() -> session.map(OpenSession::by));
    }

    Scope scope() {
        return login.map(Logins.Known::scope).orElse(Scope.FULL);
    }

    boolean isToken() {
        return by().flatMap(Administrator::accessCredential).isPresent();
    }

    /** Tells whether the administrator may continue now; IN without a credential. May block. */
    Standing confirm() {
        return login.map(Logins.Known::confirm)
                .or(() -> session.map(OpenSession::confirm))
                .orElse(Standing.IN);
    }
}
