package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.PasswordHasher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class BoundedHasherTest {
    private final DynamicServices services = new DynamicServices();
    private final BoundedHasher hasher = new BoundedHasher(services);
    private final CountDownLatch hashing = new CountDownLatch(2);
    private final CountDownLatch done = new CountDownLatch(1);

    private static PasswordHasher matching(BiPredicate<char[], String> matches) {
        return new PasswordHasher() {
            @Override
            public String verifier(char[] password) {
                throw new AssertionError("nobody sets a password");
            }

            @Override
            public boolean matches(char[] password, String verifier) {
                return matches.test(password, verifier);
            }
        };
    }

    @Test
    void anInterruptedThreadLeavesTheQueue() throws Exception {
        services.bindHasher(matching((password, verifier) -> {
            hashing.countDown();
            try {
                return done.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts who hashes", e);
            }
        }));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Boolean> one = threads.submit(this::matches);
            Future<Boolean> two = threads.submit(this::matches);
            hashing.await();

            Thread.currentThread().interrupt();
            assertThatThrownBy(this::matches).isInstanceOf(RegistryException.Busy.class);
            assertThat(Thread.interrupted()).isTrue();

            done.countDown();
            assertThat(one.get() && two.get() && matches()).isTrue();
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aWrongPasswordKeepsItsPlaceForFifteenTimesItsHash() throws Exception {
        AtomicLong nanos = new AtomicLong();
        List<Long> pauses = new ArrayList<>();
        services.bindHasher(matching((password, verifier) -> {
            nanos.addAndGet(password.length == 0 ? 30 : TimeUnit.HOURS.toNanos(1));
            return verifier.equals("right");
        }));
        BoundedHasher resting = new BoundedHasher(services, nanos::get, pauses::add);

        assertThat(resting.matches(new char[0], new Verifier("right"))).isTrue();
        assertThat(pauses).isEmpty();
        assertThat(resting.matches(new char[0], new Verifier("wrong"))).isFalse();
        assertThat(pauses).containsExactly(450L);
        assertThat(resting.matches(new char[1], new Verifier("wrong"))).isFalse();
        assertThat(pauses).containsExactly(450L, TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void guessesThatRestTakeAllPlaces() throws Exception {
        services.bindHasher(matching((password, verifier) -> {
            return verifier.equals("right");
        }));
        BoundedHasher resting = new BoundedHasher(services, System::nanoTime, nanos -> {
            hashing.countDown();
            done.await();
        });
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Callable<Boolean> guess = () -> resting.matches(new char[0], new Verifier("wrong"));
            Future<Boolean> one = threads.submit(guess);
            Future<Boolean> two = threads.submit(guess);
            hashing.await();
            Future<Boolean> next = threads.submit(() -> resting.matches(new char[0], new Verifier("right")));
            assertThatThrownBy(() -> next.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            done.countDown();
            assertThat(one.get() || two.get()).isFalse();
            assertThat(next.get()).isTrue();
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void hashesRunOnThreadsOfTheLowestPriority() throws Exception {
        List<Integer> priorities = new CopyOnWriteArrayList<>();
        services.bindHasher(matching((password, verifier) -> {
            priorities.add(Thread.currentThread().getPriority());
            return true;
        }));

        assertThat(matches()).isTrue();
        assertThat(priorities).containsExactly(Thread.MIN_PRIORITY);
        assertThat(Thread.currentThread().getPriority()).isEqualTo(Thread.NORM_PRIORITY);
    }

    private boolean matches() throws RegistryException {
        return hasher.matches(new char[0], new Verifier("a-verifier"));
    }
}
