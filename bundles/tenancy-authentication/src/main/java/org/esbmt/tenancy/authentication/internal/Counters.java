package org.esbmt.tenancy.authentication.internal;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;

/** Counts the checks of the authenticator and their outcomes. */
final class Counters implements TenantAuthenticationMXBean {
    final LongAdder known = new LongAdder();
    final LongAdder checked = new LongAdder();
    final LongAdder accepted = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder rateLimited = new LongAdder();
    final LongAdder overloaded = new LongAdder();
    final LongAdder hashes = new LongAdder();

    private final IntSupplier waiting;
    private final IntSupplier cached;
    private final LongSupplier silence;

    Counters(IntSupplier waiting, IntSupplier cached, LongSupplier silence) {
        this.waiting = waiting;
        this.cached = cached;
        this.silence = silence;
    }

    /** Counts the outcome of a check. */
    void count(AuthenticationOutcome outcome) {
        if (outcome instanceof Refused refusal) {
            switch (refusal.reason()) {
                case RATE_LIMITED -> rateLimited.increment();
                case OVERLOADED -> overloaded.increment();
                case NOT_AUTHENTICATED, TENANT_SUSPENDED -> refused.increment();
            }
        } else {
            accepted.increment();
        }
    }

    @Override
    public long getKnown() {
        return known.sum();
    }

    @Override
    public long getChecked() {
        return checked.sum();
    }

    @Override
    public long getAccepted() {
        return accepted.sum();
    }

    @Override
    public long getRefused() {
        return refused.sum();
    }

    @Override
    public long getRateLimited() {
        return rateLimited.sum();
    }

    @Override
    public long getOverloaded() {
        return overloaded.sum();
    }

    @Override
    public long getHashes() {
        return hashes.sum();
    }

    @Override
    public int getWaiting() {
        return waiting.getAsInt();
    }

    @Override
    public int getCachedCredentials() {
        return cached.getAsInt();
    }

    @Override
    public long getRegistrySilenceMillis() {
        return silence.getAsLong();
    }
}
