package org.esbmt.administration.jaas.internal;

import static java.util.Objects.requireNonNull;

import java.lang.ref.WeakReference;
import java.security.Principal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.security.auth.Subject;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.AdministratorLogin.LoggedIn;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open sessions of administrators over SSH and JMX. The sessions of a user lose the container's roles as soon as the
 * registry refuses the user, and after {@link AdministratorLogin#LONGEST_UNSEEN} without its answer. The container looks
 * up the roles at each command and each call. So such a session has no permissions until the user logs in again. {@link
 * AdministratorLoginModule} adds the sessions.
 *
 * <p>Threads: one queries the registry, and may wait for it; another one removes the roles, independently of that.
 */
final class OpenSessions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSessions.class);
    private static final long PERIOD_MILLIS = 1_000;

    private final Supplier<Optional<AdministratorLogin>> logins;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, work -> {
        Thread thread = new Thread(work, "esbmt-open-sessions");
        thread.setDaemon(true);
        return thread;
    });
    /** The open sessions of logged-in users, which are few. Guarded by this. */
    private final Set<Session> open = new HashSet<>();

    /** The moment of the registry's last confirmation, by user. Guarded by this. */
    private final Map<Admitted, Long> seen = new HashMap<>();

    /** Guarded by this. */
    private boolean closed;

    /** @param subject held weakly, since the container does not report the end of a session */
    private record Session(WeakReference<Subject> subject, List<? extends Principal> roles, Admitted who) {}

    OpenSessions(Supplier<Optional<AdministratorLogin>> logins, LongSupplier nanoTime) {
        this.logins = requireNonNull(logins, "logins");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /** Starts the checks. */
    void start() {
        for (Runnable work : List.<Runnable>of(this::queryRegistry, this::endUnconfirmed)) {
            Future<?> unused = threads.scheduleWithFixedDelay(
                    () -> runLogged(work), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static void runLogged(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | LinkageError e) {
            // An error of a service whose bundle is being replaced is caught, too. An uncaught one would end the checks
            // of all open sessions.
            LOG.warn("The check of open sessions failed: {}", e.getMessage(), e);
        }
    }

    /**
     * Adds a session.
     *
     * @param roles the container's roles in the subject
     * @return false if the sessions are not checked any more; the login is refused then
     */
    synchronized boolean opened(Subject subject, Collection<? extends Principal> roles, LoggedIn by) {
        if (closed) {
            return false;
        }
        open.add(new Session(new WeakReference<>(subject), List.copyOf(roles), by.who()));
        long at = nanoTime.getAsLong() - by.unseen().toNanos();
        seen.merge(by.who(), at, OpenSessions::later);
        return true;
    }

    private static Long later(Long one, Long other) {
        return one - other > 0 ? one : other;
    }

    /** Queries the registry, once for each logged-in user. */
    void queryRegistry() {
        Optional<AdministratorLogin> asked = logins.get();
        if (asked.isEmpty()) {
            return;
        }
        for (Admitted who : loggedIn()) {
            long moment = nanoTime.getAsLong();
            Standing standing = asked.get().standing(who);
            if (standing == Standing.IN) {
                seen(who, moment);
            } else if (standing == Standing.OUT) {
                end(who, "the registry no longer has an administrator with that login and password");
            }
        }
    }

    private synchronized Set<Admitted> loggedIn() {
        open.removeIf(session -> session.subject().get() == null);
        Set<Admitted> who = new HashSet<>();
        open.forEach(session -> who.add(session.who()));
        seen.keySet().retainAll(who);
        return who;
    }

    private synchronized void seen(Admitted who, long moment) {
        seen.computeIfPresent(who, (same, before) -> later(before, moment));
    }

    /** Ends the sessions of users whom the registry has not confirmed for too long. */
    void endUnconfirmed() {
        Duration longest = AdministratorLogin.LONGEST_UNSEEN;
        for (Admitted who : loggedIn()) {
            if (unseen(who) >= longest.toNanos()) {
                end(who, "the registry has been out of reach for " + longest.toSeconds() + " s");
            }
        }
    }

    private synchronized long unseen(Admitted who) {
        Long at = seen.get(who);
        return at == null ? 0 : nanoTime.getAsLong() - at;
    }

    private synchronized void end(Admitted who, String why) {
        boolean any = false;
        for (Session session : open) {
            Subject subject = session.subject().get();
            if (subject != null && session.who().equals(who)) {
                any |= subject.getPrincipals().removeAll(session.roles());
            }
        }
        open.removeIf(session -> session.who().equals(who));
        seen.remove(who);
        if (any) {
            LOG.info("The sessions of '{}' over SSH and JMX have no rights any more: {}.", who.login(), why);
        }
    }

    /** Ends all sessions, since they are not checked any more. */
    @Override
    public void close() {
        threads.shutdownNow();
        synchronized (this) {
            closed = true;
        }
        for (Admitted who : loggedIn()) {
            end(who, "the bundle with their checks stops");
        }
    }
}
