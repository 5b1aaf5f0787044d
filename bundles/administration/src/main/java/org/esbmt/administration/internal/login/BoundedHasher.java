package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.PasswordHasher;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Hashes for administration: at most {@value #AT_ONCE} at once, so that logins never take the cores of the message
 * path. Their threads have the lowest priority, so that a message waits for none of them; bin/setenv gives this
 * priority its meaning for Linux. A wrong password keeps its place for {@value #REST} times as long as its hash took.
 * So guesses take an eighth of a processor at most, however many logins they try.
 */
@Component(service = BoundedHasher.class)
public final class BoundedHasher {
    private static final int AT_ONCE = 2;
    private static final int REST = 15;
    private static final long LONGEST_REST = TimeUnit.SECONDS.toNanos(2);

    private final Semaphore permits = new Semaphore(AT_ONCE, true);
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, BoundedHasher::thread);
    private final DynamicServices services;
    private final LongSupplier nanoTime;
    private final LoginThrottle.Pause pause;

    @Activate
    public BoundedHasher(@Reference DynamicServices services) {
        this(services, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    BoundedHasher(DynamicServices services, LongSupplier nanoTime, LoginThrottle.Pause pause) {
        this.services = requireNonNull(services, "services");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.pause = requireNonNull(pause, "pause");
    }

    @Deactivate
    void stop() {
        threads.shutdown();
    }

    /** A thread that hashes and starts no others: they would inherit a priority that an ordinary user cannot raise. */
    @SuppressWarnings("ThreadPriorityCheck") // no result depends on it
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-hash");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.setDaemon(true);
        return thread;
    }

    /** Throws if there is no hasher yet. Called before work that needs one begins. */
    void ready() throws RegistryException {
        services.hasher();
    }

    public Verifier verifier(char[] password) throws RegistryException {
        permits.acquireUninterruptibly();
        try {
            PasswordHasher hasher = services.hasher();
            return new Verifier(hashed(() -> hasher.verifier(password)));
        } finally {
            permits.release();
        }
    }

    /** Throws {@link RegistryException.Busy} if the thread is interrupted while it waits for its turn. */
    boolean matches(char[] password, Verifier verifier) throws RegistryException {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException.Busy("the client does not wait any more", e);
        }
        try {
            PasswordHasher hasher = services.hasher();
            long begin = nanoTime.getAsLong();
            boolean right = hashed(() -> hasher.matches(password, verifier.text()));
            if (!right) {
                rest(nanoTime.getAsLong() - begin);
            }
            return right;
        } finally {
            permits.release();
        }
    }

    private <T> T hashed(Supplier<T> hash) {
        return CompletableFuture.supplyAsync(hash, threads).join();
    }

    private void rest(long hashed) {
        try {
            pause.nanos(Math.min(LONGEST_REST, REST * hashed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
