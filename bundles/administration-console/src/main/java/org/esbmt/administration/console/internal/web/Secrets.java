package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Generated passwords, each shown once. A second click on a button gets the same password, so its request is the same.
 * Bounded in number and time; any thread.
 */
public final class Secrets {
    private static final int MOST = 1_000;
    /** Of one administrator, so that no one drops the secrets of others. */
    private static final int MOST_OF_LOGIN = 50;

    private static final long KEPT_NANOS = Duration.ofMinutes(5).toNanos();

    private final LongSupplier clock;
    private final Map<Request, Secret> secrets = new LinkedHashMap<>();

    private record Request(String login, String operation) {}

    private record Secret(String text, boolean shown, long at) {}

    /** @param clock as of {@link System#nanoTime} */
    public Secrets(LongSupplier clock) {
        this.clock = requireNonNull(clock, "clock");
    }

    /** Returns the secret of an administrator's request, which is made at the first call. */
    public synchronized String of(String login, String operation, Supplier<String> generated) {
        dropOld();
        Request request = new Request(login, operation);
        Secret known = secrets.get(request);
        if (known != null) {
            return known.text();
        }
        dropOldest(MOST_OF_LOGIN, other -> other.login().equals(login));
        dropOldest(MOST, other -> true);
        Secret secret = new Secret(generated.get(), false, clock.getAsLong());
        secrets.put(request, secret);
        return secret.text();
    }

    /** Returns the secret to its administrator, the first time. */
    public synchronized Optional<String> show(String login, String operation) {
        dropOld();
        Request request = new Request(login, operation);
        Secret secret = secrets.get(request);
        if (secret == null || secret.shown()) {
            return Optional.empty();
        }
        secrets.put(request, new Secret(secret.text(), true, secret.at()));
        return Optional.of(secret.text());
    }

    private void dropOldest(int most, Predicate<Request> kind) {
        List<Request> same = secrets.keySet().stream().filter(kind).toList();
        if (same.size() >= most) {
            secrets.remove(same.get(0));
        }
    }

    private void dropOld() {
        long now = clock.getAsLong();
        secrets.values().removeIf(secret -> now - secret.at() > KEPT_NANOS);
    }
}
