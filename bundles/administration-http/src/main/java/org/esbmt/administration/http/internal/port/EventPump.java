package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventFeed.Event;
import org.esbmt.administration.http.api.EventFeed.Next;
import org.esbmt.administration.http.api.EventFeed.Refused;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.http.api.EventStream;
import org.esbmt.http.api.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the feeds of the open streams for events. A stream that waits has no thread. A call has a worker of its
 * administrator's lane, as a request has. A login has at most {@value #MOST_OF_LOGIN} streams.
 */
final class EventPump implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventPump.class);

    static final int MOST_OF_LOGIN = 16;

    private final FairWorkers workers;
    private final ScheduledExecutorService clock = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "esbmt-administration-events");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, Integer> streams = new HashMap<>(); // by login; guarded by itself

    EventPump(FairWorkers workers) {
        this.workers = requireNonNull(workers, "workers");
    }

    /**
     * Opens a stream. On a worker.
     *
     * @param busy the answer if the login has as many streams as it may have
     */
    Response open(Credential credential, EventFeed feed, Response busy) throws IOException {
        Administrator by = credential.by().orElseThrow();
        synchronized (streams) {
            if (streams.getOrDefault(by.login(), 0) >= MOST_OF_LOGIN) {
                return busy;
            }
        }
        Next first = feed.next();
        if (first instanceof Refused refused) {
            return refused.answer();
        }
        return Answers.of(200).field("X-Accel-Buffering", "no").events(stream -> {
            if (take(by.login())) {
                stream.onClose(() -> giveBack(by.login()));
                new Feeding(credential, Lane.of(by.tenant()), feed, stream).tell(first);
            } else {
                stream.close(); // others were opened meanwhile
            }
        });
    }

    private boolean take(String login) {
        synchronized (streams) {
            int open = streams.getOrDefault(login, 0);
            if (open >= MOST_OF_LOGIN) {
                return false;
            }
            streams.put(login, open + 1);
            return true;
        }
    }

    private void giveBack(String login) {
        synchronized (streams) {
            streams.computeIfPresent(login, (of, open) -> open == 1 ? null : open - 1);
        }
    }

    /** One open stream. Each step schedules the next one, so that one thread at a time is here. */
    private final class Feeding {
        private final Credential credential;
        private final Lane lane;
        private final EventFeed feed;
        private final EventStream stream;
        private Optional<Event> untold = Optional.empty();

        Feeding(Credential credential, Lane lane, EventFeed feed, EventStream stream) {
            this.credential = credential;
            this.lane = lane;
            this.feed = feed;
            this.stream = stream;
        }

        private void schedule() {
            long millis = Math.max(1_000, feed.pause().toMillis());
            try {
                Future<?> unused = clock.schedule(this::submit, millis, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                stream.close(); // the port is closed
            }
        }

        private void submit() {
            if (!stream.isOpen()) {
                return;
            }
            try {
                workers.execute(lane, this::step);
            } catch (RejectedExecutionException e) {
                schedule(); // the lane is busy, so the event comes later
            }
        }

        private void step() {
            try {
                if (!mayContinue()) {
                    stream.close();
                    return;
                }
                Next next = feed.next();
                if (next instanceof Refused) {
                    stream.close();
                } else {
                    tell(next);
                }
            } catch (IOException | RuntimeException e) {
                LOG.error("A stream of events to '{}' failed inside the bus.", credential.by(), e);
                stream.close();
            }
        }

        private boolean mayContinue() {
            return credential.session().isPresent()
                    ? credential.session().get().isOpen()
                    : credential.confirm() == Standing.IN;
        }

        /** Sends an event. If the client is too slow for it, it is sent later, unless a newer one takes its place. */
        void tell(Next next) {
            if (next instanceof Event event) {
                untold = Optional.of(event);
            }
            if (untold.isPresent()
                    && stream.send(untold.get().type(), untold.get().data())) {
                boolean last = untold.get().last();
                untold = Optional.empty();
                if (last) {
                    stream.close();
                    return;
                }
            }
            schedule();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
