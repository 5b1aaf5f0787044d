package org.esbmt.tenancy.authentication.internal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.tenancy.api.PasswordHasher;

/** Does not hash, but counts the checks, and waits on demand. */
final class PlainHasher implements PasswordHasher {
    final AtomicInteger checks = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean fails;

    /** Makes checks wait from now on. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    void release() {
        gate.countDown();
    }

    /** The next check fails for lack of memory. */
    void failOnce() {
        fails = true;
    }

    @Override
    public String verifier(char[] password) {
        return "plain:" + String.valueOf(password);
    }

    @Override
    public boolean matches(char[] password, String verifier) {
        checks.incrementAndGet();
        if (fails) {
            fails = false;
            throw new OutOfMemoryError("expected by the test");
        }
        try {
            if (!gate.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("never released");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return verifier(password).equals(verifier);
    }
}
