package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

    @Test
    void anInterruptedThreadLeavesTheQueue() throws Exception {
        services.bindHasher(new PasswordHasher() {
            @Override
            public String verifier(char[] password) {
                throw new AssertionError("nobody sets a password");
            }

            @Override
            public boolean matches(char[] password, String verifier) {
                hashing.countDown();
                try {
                    return done.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    throw new AssertionError("nobody interrupts who hashes", e);
                }
            }
        });
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

    private boolean matches() throws RegistryException {
        return hasher.matches(new char[0], new Verifier("a-verifier"));
    }
}
