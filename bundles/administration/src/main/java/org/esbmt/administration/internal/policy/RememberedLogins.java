package org.esbmt.administration.internal.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialWatcher;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The last good login of each administrator, for use while the registry is out of reach and at no other time. Keeps
 * {@code HMAC(k, login, credential version, password)}, every part with its length before it; the key never leaves this
 * process's memory. One entry an administrator, so there are few. A change on another node makes this node forget, too,
 * as soon as the follower of the registry reports it. Guarded by this.
 */
@Component(
        service = {RememberedLogins.class, CredentialWatcher.class},
        configurationPid = AdministrationConfiguration.PID)
public final class RememberedLogins implements CredentialWatcher {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;
    private final long keptNanos;
    private final LongSupplier nanoTime;
    private final Map<String, Entry> entries = new HashMap<>();

    /**
     * Checks under way. There are few, since each is a user who waits for the answer. They are compared by identity,
     * since many may have one login.
     */
    private final Set<Check> underWay = new HashSet<>();

    @Activate
    public RememberedLogins(AdministrationConfiguration configuration) {
        this(kept(configuration), System::nanoTime);
    }

    private static Duration kept(AdministrationConfiguration configuration) {
        int seconds = configuration.login_remember_seconds();
        int most = AdministrationConfiguration.MAX_REMEMBER_SECONDS;
        if (seconds < 0 || seconds > most) {
            throw new IllegalArgumentException(AdministrationConfiguration.PID
                    + ": login.remember.seconds must be 0 to " + most + ", but is " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }

    /**
     * Remembers logins for a time.
     *
     * @param kept the time; zero remembers nothing
     */
    public RememberedLogins(Duration kept, LongSupplier nanoTime) {
        this.keptNanos = kept.toNanos();
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** Begins a check, before the credential to remember is read. It is closed whatever the outcome. */
    public synchronized Check check(String login) {
        Check begun = new Check(login);
        underWay.add(begun);
        return begun;
    }

    /** Forgets a login, also while it is being checked, since the check may use former data. Other logins stay. */
    public synchronized void forget(String login) {
        entries.remove(login);
        underWay.removeIf(check -> check.login.equals(login));
    }

    /**
     * Forgets a login with that credential. A login with another credential is not forgotten. Otherwise a connection
     * from before a change of password could keep its owner out during an outage.
     */
    public synchronized void forget(String login, OptionalLong credential) {
        if (credential.isEmpty()) {
            forget(login);
            return;
        }
        Entry entry = entries.get(login);
        if (entry != null && entry.version == credential.getAsLong()) {
            entries.remove(login);
        }
    }

    /** Forgets users whose password or state has changed, or who lost a role, on whichever node. */
    @Override
    public synchronized void changed(Changes changes) {
        Set<UserId> users = changes.changes().stream()
                .filter(change -> change.tenant().equals(TenantRegistry.SYSTEM))
                .flatMap(change -> change.user().stream())
                .collect(toSet());
        if (changes.everything()) {
            entries.clear();
            underWay.clear();
        } else {
            entries.values().removeIf(entry -> users.contains(entry.user));
            underWay.forEach(check -> check.changed.addAll(users));
        }
    }

    /**
     * A credential that was good a short time ago.
     *
     * @param unseen the time since the registry confirmed the credential
     */
    public record Kept(long version, Duration unseen) {}

    /** Returns the credential with which that password was good a short time ago; empty if it was not. */
    public Optional<Kept> matching(String login, char[] password) {
        return fresh(login)
                .filter(e -> MessageDigest.isEqual(e.mac, mac(login, e.version, password)))
                .map(e -> new Kept(e.version, Duration.ofNanos(nanoTime.getAsLong() - e.at)));
    }

    /** The present moment, for {@link #confirmed}. The caller takes it before the query of the registry. */
    public long moment() {
        return nanoTime.getAsLong();
    }

    /**
     * Notes that the registry confirmed the login and the credential at that moment. A forgotten login stays forgotten.
     */
    public synchronized void confirmed(String login, long version, long moment) {
        Entry entry = entries.get(login);
        if (entry != null && entry.version == version && moment - entry.at > 0) {
            entries.put(login, new Entry(entry.user, version, entry.mac, moment));
        }
    }

    /**
     * Finds the user who logged in under that name a short time ago. If a credential is given, the login must have used
     * it.
     */
    public Optional<UserId> recently(String login, OptionalLong credential) {
        return fresh(login)
                .filter(e -> credential.isEmpty() || credential.getAsLong() == e.version)
                .map(e -> e.user);
    }

    private synchronized Optional<Entry> fresh(String login) {
        Entry entry = entries.get(login);
        if (entry == null) {
            return Optional.empty();
        }
        if (nanoTime.getAsLong() - entry.at >= keptNanos) {
            entries.remove(login);
            return Optional.empty();
        }
        return Optional.of(entry);
    }

    private byte[] mac(String login, long version, char[] password) {
        ByteBuffer secret = ByteBuffer.allocate(Character.BYTES * password.length);
        secret.asCharBuffer().put(password);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] name = login.getBytes(UTF_8);
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).flip());
            mac.update(name);
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(version).flip());
            mac.update(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(secret.remaining())
                    .flip());
            mac.update(secret);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        } finally {
            Arrays.fill(secret.array(), (byte) 0);
        }
    }

    /** A login whose password is looked at. */
    public final class Check implements AutoCloseable {
        private final String login;
        /** The start of the check. The registry is queried later, so its answer is at least as new as this moment. */
        private final long begun = nanoTime.getAsLong();
        /** Users whose password or state has changed since. */
        private final Set<UserId> changed = new HashSet<>();

        private Check(String login) {
            this.login = requireNonNull(login, "login");
        }

        /** Does nothing if the login was {@linkplain #forget forgotten} since, or the user changed. */
        public void remember(UserId user, long version, char[] password) {
            byte[] mac = mac(login, version, password);
            synchronized (RememberedLogins.this) {
                if (underWay.contains(this) && !changed.contains(user)) {
                    entries.put(login, new Entry(user, version, mac, begun));
                }
            }
        }

        /** The time since the check began. */
        public Duration age() {
            return Duration.ofNanos(nanoTime.getAsLong() - begun);
        }

        @Override
        public void close() {
            synchronized (RememberedLogins.this) {
                underWay.remove(this);
            }
        }
    }

    private static final class Entry {
        private final UserId user;
        private final long version;
        private final byte[] mac;
        private final long at;

        Entry(UserId user, long version, byte[] mac, long at) {
            this.user = user;
            this.version = version;
            this.mac = mac;
            this.at = at;
        }
    }
}
