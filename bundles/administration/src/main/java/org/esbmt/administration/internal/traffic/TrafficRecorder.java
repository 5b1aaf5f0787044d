package org.esbmt.administration.internal.traffic;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.Span;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.management.api.traffic.TrafficSource;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the meters of this node every five seconds. Only an endpoint that has counted something costs memory here: about 3
 * KiB, and 15 KiB for a tenant with samples. At most {@value #MOST_WITH_SAMPLES} tenants have samples.
 *
 * <p>Threads: one of its own reads the meters; any other may ask for the figures.
 */
@Component(service = TrafficRecorder.class, immediate = true)
public final class TrafficRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficRecorder.class);
    private static final long STEP_MILLIS = Span.TEN_MINUTES.step().toMillis();
    private static final long STEPS_OF_A_DAY = 24 * 3_600_000 / STEP_MILLIS;

    /** The number of tenants whose samples are kept. */
    static final int MOST_WITH_SAMPLES = 1_000;

    private final Clock clock;
    private final List<TrafficSource> sources = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService worker = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "esbmt-traffic");
        thread.setDaemon(true);
        return thread;
    });

    // Guarded by this.
    private final Map<TrafficMeter, Metered> metered = new HashMap<>();
    private final Map<TenantId, Course> tenants = new HashMap<>();
    private final Course all = new Course();
    private long step;

    /** The last reading of a meter, and its last minute. */
    private static final class Metered {
        Reading reading;
        final LastMinute lastMinute = new LastMinute();

        Metered(Reading reading) {
            this.reading = reading;
        }
    }

    /** The traffic of a tenant or of an endpoint. */
    public record Traffic<K>(K of, long inFlight, Counts total, Figures lastMinute) {}

    @Activate
    public TrafficRecorder() {
        this(Clock.systemUTC());
        long first = STEP_MILLIS - Math.floorMod(clock.millis(), STEP_MILLIS);
        Future<?> unused = worker.scheduleAtFixedRate(this::read, first, STEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A recorder that reads when {@link #read} is called. */
    public static TrafficRecorder of(Clock clock) {
        return new TrafficRecorder(clock);
    }

    private TrafficRecorder(Clock clock) {
        this.clock = clock;
        this.step = step();
        all.keepSamples();
    }

    /** The step that ends about now. */
    private long step() {
        return Math.floorDiv(clock.millis() + STEP_MILLIS / 2, STEP_MILLIS) - 1;
    }

    @Deactivate
    void stop() {
        worker.shutdownNow();
    }

    /** Adds a source. Its counts before this moment are not recorded. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addSource(TrafficSource source) {
        synchronized (this) {
            for (TrafficMeter meter : source.meters()) {
                metered.put(meter, new Metered(Reading.of(meter)));
            }
        }
        sources.add(source);
    }

    void removeSource(TrafficSource source) {
        sources.remove(source);
    }

    /** Reads all meters. */
    public synchronized void read() {
        try {
            long now = step();
            if (now > step) { // else the clock went back
                step = now;
                read(now);
            }
        } catch (RuntimeException e) {
            LOG.error("The traffic could not be recorded.", e);
        }
    }

    private void read(long now) {
        Map<TenantId, Reading> traffic = new HashMap<>();
        Map<TenantId, Long> inFlight = new HashMap<>();
        Set<TrafficMeter> open = new HashSet<>();
        for (TrafficMeter meter : meters()) {
            open.add(meter);
            long requests = meter.inFlight();
            if (requests > 0) {
                inFlight.merge(meter.tenant(), requests, Long::sum);
            }
            Metered before = metered.get(meter);
            if ((before == null ? NOTHING : before.reading).isBehind(meter)) {
                Reading difference = read(meter, now);
                traffic.computeIfAbsent(meter.tenant(), tenant -> new Reading()).add(difference);
            }
        }
        metered.keySet().retainAll(open);
        Reading sum = new Reading();
        traffic.forEach((tenant, difference) -> {
            sum.add(difference);
            Course course = tenants.computeIfAbsent(tenant, unknown -> new Course());
            if (!course.keepsSamples() && hasRoomForSamples(now)) {
                course.keepSamples();
            }
            course.add(now, difference);
        });
        if (!traffic.isEmpty()) {
            all.add(now, sum);
        }
        tenants.forEach((tenant, course) -> course.inFlight(inFlight.getOrDefault(tenant, 0L)));
        tenants.values().removeIf(course -> now - course.last() > STEPS_OF_A_DAY);
    }

    private static final Reading NOTHING = new Reading();

    private Reading read(TrafficMeter meter, long now) {
        Reading reading = Reading.of(meter);
        Metered known = metered.computeIfAbsent(meter, unknown -> new Metered(NOTHING));
        Reading difference = reading.since(known.reading);
        known.reading = reading;
        known.lastMinute.add(now, difference);
        return difference;
    }

    /** Makes room by the samples of a tenant that has been without traffic for ten minutes. */
    private boolean hasRoomForSamples(long now) {
        List<Course> kept =
                tenants.values().stream().filter(Course::keepsSamples).toList();
        if (kept.size() < MOST_WITH_SAMPLES) {
            return true;
        }
        Course oldest = kept.stream().min(comparingLong(Course::last)).orElseThrow();
        if (now - oldest.last() <= Span.TEN_MINUTES.samples()) {
            return false;
        }
        oldest.dropSamples();
        return true;
    }

    private Collection<TrafficMeter> meters() {
        List<TrafficMeter> meters = new ArrayList<>();
        for (TrafficSource source : sources) {
            meters.addAll(source.meters());
        }
        return meters;
    }

    /** All tenants with traffic, the busiest first. */
    public synchronized List<Traffic<TenantId>> tenants() {
        return tenants.entrySet().stream()
                .map(e -> new Traffic<>(
                        e.getKey(),
                        e.getValue().inFlight(),
                        e.getValue().total(),
                        e.getValue().lastMinute(step)))
                .sorted(busiest(comparing(Traffic::of, comparing(TenantId::value))))
                .toList();
    }

    /** The endpoints of a tenant, and its messages that reached none; the busiest first. */
    public synchronized List<Traffic<TrafficMeter>> endpoints(TenantId tenant) {
        return meters().stream()
                .filter(meter -> meter.tenant().equals(tenant))
                .map(meter -> new Traffic<>(
                        meter,
                        meter.inFlight(),
                        Reading.of(meter).counts(),
                        metered.containsKey(meter)
                                ? metered.get(meter).lastMinute.figures(step)
                                : NOTHING.figures()))
                .sorted(busiest(comparing(
                        t -> t.of().address().map(TrafficMeter.Address::path).orElse(""))))
                .toList();
    }

    private static <K> Comparator<Traffic<K>> busiest(Comparator<Traffic<K>> among) {
        return Comparator.<Traffic<K>>comparingLong(t -> t.lastMinute().counts().messages())
                .thenComparingLong(t -> t.total().messages())
                .reversed()
                .thenComparing(among);
    }

    /** The samples of all tenants together. */
    public synchronized List<Sample> samples(Span span) {
        return all.samples(span, step);
    }

    /** The samples of a tenant; empty if none are kept. */
    public synchronized List<Sample> samples(TenantId tenant, Span span) {
        Course course = tenants.get(tenant);
        return course == null ? List.of() : course.samples(span, step);
    }
}
