package org.esbmt.administration.http.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.administration.api.AccessCredentialLogin;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PasswordLogin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Checks passwords and tokens once, and remembers the right ones for a minute. A remembered one ends earlier with its
 * credential. Usable on any thread.
 */
@Component(
        service = {Logins.class, PasswordLogin.class},
        immediate = true)
public final class Logins implements PasswordLogin {
    /** Keeps the hashes of tokens apart from those of passwords; no way has a space. */
    private static final String BEARER = " bearer";

    private final OperatorLogin operators;
    private final AccessCredentialLogin tokens;
    private final PartAccess access;
    private final LongSupplier nanoTime;
    private final RememberedPasswords remembered;

    @Activate
    public Logins(
            @Reference OperatorLogin operators, @Reference AccessCredentialLogin tokens, @Reference PartAccess access) {
        this(operators, tokens, access, System::nanoTime);
    }

    public Logins(OperatorLogin operators, AccessCredentialLogin tokens, PartAccess access, LongSupplier nanoTime) {
        this.operators = requireNonNull(operators, "operators");
        this.tokens = requireNonNull(tokens, "tokens");
        this.access = requireNonNull(access, "access");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.remembered = new RememberedPasswords(nanoTime);
    }

    /** A login whose password or token was right, not yet confirmed again. */
    public final class Known {
        private final ConfirmedLogin login;
        private final String hash;

        private Known(ConfirmedLogin login, String hash) {
            this.login = login;
            this.hash = hash;
        }

        public Administrator by() {
            return login.by();
        }

        /** The limit of the token; the full scope for a password. */
        public Scope scope() {
            return login.scope();
        }

        /** Tells whether the administrator may continue now. May block. */
        public Standing confirm() {
            Standing standing = login.confirm(access);
            if (standing == Standing.OUT) {
                remembered.forget(hash);
            }
            return standing;
        }
    }

    /**
     * Finds a remembered password or token. Does not block.
     *
     * @param source of the check that was right. Other sources wait as for every password, so that a guess is not confirmed
     *     without the wait
     */
    public Optional<Known> find(String way, String source, GivenCredential given) {
        String hash = given instanceof BasicCredentials basic
                ? remembered.hash(way, source, basic.login(), basic.password())
                : hash(way, source, (BearerToken) given);
        return remembered.find(hash).map(login -> new Known(login, hash));
    }

    private String hash(String way, String source, BearerToken token) {
        return remembered.hash(way + BEARER, source, "", token.characters());
    }

    /**
     * Checks a password or token that is not remembered. A password is slow, and both are slower after failures.
     *
     * @throws AdministrationException if the registry cannot answer for a token
     */
    public Optional<Known> check(String way, String source, GivenCredential given) throws AdministrationException {
        return given instanceof BasicCredentials basic
                ? check(way, source, basic.login(), basic.password())
                : check(way, source, (BearerToken) given);
    }

    private Optional<Known> check(String way, String source, BearerToken token) throws AdministrationException {
        String hash = hash(way, source, token);
        return tokens.byToken(new Origin(way, source), token.characters()).map(owner -> {
            ConfirmedLogin confirmed = new ConfirmedLogin(owner.administrator(way), owner.scope(), nanoTime);
            remembered.put(hash, confirmed);
            return new Known(confirmed, hash);
        });
    }

    private Optional<Known> check(String way, String source, String login, char[] password) {
        String hash = remembered.hash(way, source, login, password);
        Optional<ConfirmedLogin> other = remembered.find(hash); // of a request at the same time
        if (other.isPresent()) {
            return other.map(known -> new Known(known, hash));
        }
        return fresh(way, source, login, password).map(confirmed -> {
            remembered.put(hash, confirmed);
            return new Known(confirmed, hash);
        });
    }

    /** Checks a password, and remembers nothing. */
    Optional<ConfirmedLogin> fresh(String way, String source, String login, char[] password) {
        return operators
                .admit(new Origin(way, source), login, password)
                .map(who ->
                        new ConfirmedLogin(new Administrator(who.login(), way).cameInWith(who.credential()), nanoTime));
    }

    PartAccess access() {
        return access;
    }

    @Override
    public Optional<Administrator> logIn(String way, Exchange exchange, String login, char[] password) {
        return check(way, exchange.source(), login, password)
                .filter(known -> known.confirm() == Standing.IN)
                .map(Known::by);
    }
}
