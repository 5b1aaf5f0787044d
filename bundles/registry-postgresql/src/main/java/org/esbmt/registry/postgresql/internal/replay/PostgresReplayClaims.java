package org.esbmt.registry.postgresql.internal.replay;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims in the tenant registry's tables. One thread makes all claims of this node on one connection; the claims that
 * wait share a statement. A second thread answers those that wait for too long. The connection is opened by the first
 * claim.
 *
 * <p>After a failure the claims are answered at once, until a new connection works.
 */
public final class PostgresReplayClaims implements ReplayClaims, AutoCloseable {
    /** A claim is answered after this time at the latest, with a tenth of a second for the watching thread. */
    static final long ANSWER_MILLIS = 1_850;

    private static final Logger LOG = LoggerFactory.getLogger(PostgresReplayClaims.class);
    private static final long WATCH_MILLIS = 100;
    private static final long RETRY_MILLIS = 250;
    private static final long IDLE_MILLIS = 10_000;
    /** A connection that was idle for so long is tried before it is used: the server may have restarted. */
    private static final long TRY_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long STOP_MILLIS = 5_000;

    private final InstantSource clock;
    private final long answerMillis;
    private final TenantShares shares;
    private final Optional<NodeMemory> memory;
    private final ClaimQueue queue = new ClaimQueue();
    private final ReplayCounters counters;
    private final Outages outages;
    private final Thread worker = daemon(this::work, "esbmt-replay-claims");
    private final Thread watch = daemon(this::watch, "esbmt-replay-watch");

    private volatile boolean closed;
    private volatile Optional<DataSource> source = Optional.empty();
    private volatile List<PendingClaim> inStatement = List.of();
    /** The beginning of the statement, as {@link System#nanoTime}; written before {@link #inStatement}. */
    private volatile long statementSince;
    /** The following fields are confined to the working thread. */
    private Optional<ClaimSession> session = Optional.empty();

    private Optional<DataSource> sessionSource = Optional.empty();
    private long lastUse;

    public PostgresReplayClaims(ReplaySettings settings, InstantSource clock) {
        this(settings, clock, ANSWER_MILLIS);
    }

    /** For tests, which wait longer for a database on a busy machine. */
    public PostgresReplayClaims(ReplaySettings settings, InstantSource clock, long answerMillis) {
        this.clock = clock;
        this.answerMillis = answerMillis;
        this.shares = new TenantShares(settings.tenantClaims());
        this.memory = settings.nodeAlone() ? Optional.of(new NodeMemory()) : Optional.empty();
        this.outages = new Outages(settings.nodeAlone(), System::nanoTime);
        this.counters = new ReplayCounters(queue::size, shares::open);
        worker.start();
        watch.start();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Makes claims on connections of this source from now on. */
    public void use(DataSource next) {
        source = Optional.of(next);
        queue.wake();
    }

    public ReplayClaimsMXBean counters() {
        return counters;
    }

    /** The problem of an administrator, if claims cannot be made. */
    public Optional<String> problem() {
        return outages.problem();
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(TenantId tenant, byte[] claim, Instant expires) {
        requireNonNull(tenant, "tenant");
        PendingClaim pending = new PendingClaim(
                tenant, Claim.of(claim, expires), System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(answerMillis));
        int now = Claim.minute(clock.instant());
        if (!shares.take(tenant, pending.claim.minute(), now)) {
            counters.count(ClaimOutcome.REFUSED_FULL);
            pending.complete(ClaimOutcome.REFUSED_FULL);
            return pending.answer();
        }
        ClaimOutcome here = memory.map(own -> own.claim(pending.claim, now)).orElse(ClaimOutcome.FIRST);
        if (here != ClaimOutcome.FIRST) {
            answer(pending, here);
        } else if (closed || outages.isOut()) {
            answerAlone(List.of(pending));
        } else if (!queue.add(pending)) {
            answer(pending, ClaimOutcome.REFUSED_FULL);
        } else if (closed) {
            answerAlone(queue.takeAll());
        }
        return pending.answer();
    }

    private void work() {
        try {
            while (!closed) {
                if (outages.isOut() && !recovered()) {
                    queue.take(RETRY_MILLIS).forEach(pending -> answerAlone(List.of(pending)));
                } else {
                    List<PendingClaim> next = queue.take(IDLE_MILLIS);
                    if (!next.isEmpty()) {
                        statementSince = System.nanoTime();
                        inStatement = next;
                        claim(next);
                        inStatement = List.of();
                    }
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("The claims of messages end.", e);
        } finally {
            endSession();
        }
    }

    private void claim(List<PendingClaim> pending) {
        Set<Claim> claims = new LinkedHashSet<>();
        pending.forEach(one -> claims.add(one.claim));
        try {
            Map<Claim, ClaimOutcome> outcomes = session().claim(claims);
            lastUse = System.nanoTime();
            counters.countStatement();
            for (PendingClaim one : pending) {
                ClaimOutcome outcome = outcomes.get(one.claim);
                if (outcome == ClaimOutcome.FIRST) {
                    // The next one in this statement that claims the same is a repetition.
                    outcomes.put(one.claim, ClaimOutcome.REPEATED);
                } else if (outcome == ClaimOutcome.UNAVAILABLE) {
                    outages.refusedAhead();
                }
                answer(one, outcome);
            }
        } catch (SQLException | RuntimeException e) {
            endSession();
            outages.begin(e);
            answerAlone(pending);
        }
    }

    private ClaimSession session() throws SQLException {
        boolean stale = session.isPresent()
                && (!source.equals(sessionSource)
                        || (System.nanoTime() - lastUse > TRY_AFTER_NANOS
                                && !session.get().isValid()));
        if (stale) {
            endSession();
        }
        if (session.isEmpty()) {
            sessionSource = source;
            session = Optional.of(new ClaimSession(
                    sessionSource.orElseThrow(() -> new SQLException("the registry is not prepared yet"))));
            lastUse = System.nanoTime();
        }
        return session.get();
    }

    private void endSession() {
        session.ifPresent(ClaimSession::close);
        session = Optional.empty();
    }

    /** Tries to end an outage. */
    private boolean recovered() {
        try {
            if (session().isValid()) {
                lastUse = System.nanoTime();
                outages.end();
                return true;
            }
            endSession();
        } catch (SQLException | RuntimeException e) {
            endSession();
            outages.begin(e);
        }
        return false;
    }

    /** Answers claims that wait for too long, so that a database without an answer delays nobody for longer. */
    private void watch() {
        int forgotten = 0;
        while (!closed) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS));
            long now = System.nanoTime();
            List<PendingClaim> overdue = new ArrayList<>(queue.takeOverdue(now));
            List<PendingClaim> asked = inStatement;
            if (!asked.isEmpty() && now - statementSince > TimeUnit.MILLISECONDS.toNanos(answerMillis)) {
                outages.begin(new SQLException("no answer within " + answerMillis + " ms"));
            }
            asked.stream().filter(one -> one.isOverdue(now)).forEach(overdue::add);
            answerAlone(overdue);
            int minute = Claim.minute(clock.instant());
            if (minute != forgotten) {
                forgotten = minute;
                shares.forget(minute);
            }
        }
    }

    /** Answers claims without the database, which is away. */
    private void answerAlone(List<PendingClaim> pending) {
        for (PendingClaim one : pending) {
            boolean alone = memory.isPresent() && !closed && outages.isBridged();
            if (one.decide()) {
                if (alone) {
                    counters.countAlone();
                }
                complete(one, alone ? ClaimOutcome.FIRST : ClaimOutcome.UNAVAILABLE);
            }
        }
    }

    private void answer(PendingClaim pending, ClaimOutcome outcome) {
        if (pending.decide()) {
            complete(pending, outcome);
        }
    }

    private void complete(PendingClaim pending, ClaimOutcome outcome) {
        counters.count(outcome);
        if (outcome != ClaimOutcome.FIRST) {
            shares.giveBack(pending.tenant, pending.claim.minute());
        }
        if (outcome == ClaimOutcome.UNAVAILABLE || outcome == ClaimOutcome.REFUSED_FULL) {
            memory.ifPresent(own -> own.remove(pending.claim));
        }
        pending.complete(outcome);
    }

    /** Answers the waiting claims with UNAVAILABLE, and ends the connection. */
    @Override
    public void close() {
        closed = true;
        queue.wake();
        LockSupport.unpark(watch);
        try {
            worker.join(STOP_MILLIS);
            watch.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answerAlone(queue.takeAll());
        answerAlone(inStatement);
    }
}
