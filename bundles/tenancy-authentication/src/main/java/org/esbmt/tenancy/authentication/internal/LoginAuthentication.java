package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.LoginCredential;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns logins into users, whose passwords {@link PasswordAuthentication} then verifies. An unknown login becomes a user
 * that does not exist, always the same one, so its passwords are throttled and take as long as those of users. A login
 * that was found stays remembered, since the password decides: a login that was given to another user meanwhile is
 * looked up again, because its password is not the remembered one.
 */
final class LoginAuthentication {
    private static final Logger LOG = LoggerFactory.getLogger(LoginAuthentication.class);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int KEPT = 20_000;

    /** Throttles and verifies passwords of users. */
    interface Passwords {
        /** The wait of this user at this source; no attempt begins. */
        Optional<Duration> waiting(TenantCredential credential, InetAddress source);

        /** Tells whether a password of this user was right at this source before. */
        boolean isProven(TenantCredential credential, InetAddress source);

        CompletionStage<AuthenticationOutcome> authenticate(TenantCredential credential, InetAddress source);
    }

    private record Name(TenantId tenant, String login) {}

    private final CredentialReader registry;
    private final RegistryWatch watch;
    private final RegistryPause pause;
    private final FairQueue<Lane> readers;
    private final Passwords passwords;
    private final ConcurrentMap<Name, UserId> found = new ConcurrentHashMap<>();
    private final byte[] secret = new byte[32];

    LoginAuthentication(
            CredentialReader registry,
            RegistryWatch watch,
            RegistryPause pause,
            FairQueue<Lane> readers,
            Passwords passwords) {
        this.registry = registry;
        this.watch = watch;
        this.pause = pause;
        this.readers = readers;
        this.passwords = passwords;
        new SecureRandom().nextBytes(secret);
    }

    /** The credential under the identifier of the user, if the login was found before. */
    Optional<TenantCredential> known(LoginCredential credential) {
        UserId user = found.get(new Name(credential.tenant(), credential.login()));
        return user == null ? Optional.empty() : Optional.of(of(credential, user));
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#authenticate}. */
    CompletionStage<AuthenticationOutcome> authenticate(LoginCredential credential, InetAddress source) {
        TenantCredential nobody = of(credential, nobody(credential));
        Optional<Login> login = login(credential);
        if (login.isEmpty() || !watch.knows(credential.tenant())) {
            return passwords.authenticate(nobody, source);
        }
        // A login that was found says nothing about its sender: guesses wait, whether it exists or not.
        TenantCredential claimed = known(credential).orElse(nobody);
        Optional<Duration> wait = passwords.waiting(claimed, source);
        if (wait.isPresent()) {
            return CompletableFuture.completedStage(Refused.until(Reason.RATE_LIMITED, wait.get()));
        }
        CompletableFuture<AuthenticationOutcome> outcome = new CompletableFuture<>();
        Lane lane =
                new Lane(Optional.of(credential.tenant()), Lane.Proof.PASSWORD, passwords.isProven(claimed, source));
        if (!lane.offer(readers, () -> find(credential, login.get(), source, outcome))) {
            outcome.complete(overloaded());
        }
        return outcome.minimalCompletionStage();
    }

    private static Optional<Login> login(LoginCredential credential) {
        try {
            return Optional.of(new Login(credential.login()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void find(
            LoginCredential credential,
            Login login,
            InetAddress source,
            CompletableFuture<AuthenticationOutcome> outcome) {
        try {
            if (pause.lasts()) {
                outcome.complete(overloaded());
                return;
            }
            Optional<UserId> user = registry.find(credential.tenant(), login);
            user.ifPresent(id -> remember(credential, id));
            passwords
                    .authenticate(of(credential, user.orElseGet(() -> nobody(credential))), source)
                    .whenComplete((decided, failure) -> outcome.complete(failure == null ? decided : overloaded()));
        } catch (RegistryException e) {
            LOG.debug("A login could not be read.", e);
            pause.begin();
            outcome.complete(overloaded());
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.error("A check of a login of tenant {} ended unexpectedly.", credential.tenant(), e);
            outcome.complete(overloaded());
        }
    }

    private void remember(LoginCredential credential, UserId user) {
        if (found.size() >= KEPT) {
            found.clear();
        }
        found.put(new Name(credential.tenant(), credential.login()), user);
    }

    private static TenantCredential of(LoginCredential credential, UserId user) {
        return new TenantCredential(credential.tenant(), user, credential.password());
    }

    private UserId nobody(LoginCredential credential) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(secret);
            digest.update(credential.tenant().toString().getBytes(UTF_8));
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(credential.login().getBytes(UTF_8)));
            return new UserId(new UUID(hash.getLong(), hash.getLong()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Refused overloaded() {
        return Refused.until(Reason.OVERLOADED, SOON);
    }
}
