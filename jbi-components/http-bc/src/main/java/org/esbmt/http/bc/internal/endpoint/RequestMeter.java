package org.esbmt.http.bc.internal.endpoint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.management.api.traffic.LatencyScale;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.tenancy.api.TenantId;

/**
 * Counts the requests of one address. Each event loop has an array of its own, made at its first request. Only that
 * loop writes it, so counting is an addition without locks or atomic operations. Readers see each number whole, and
 * perhaps a moment late.
 */
final class RequestMeter implements TrafficMeter {
    private static final int NUMBERS = Outcome.COUNT + LatencyScale.BUCKETS;

    private static final VarHandle LOOPS = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The latency of a request that has none. */
    static final long NONE = -1;

    private final TenantId tenant;
    private final Optional<Address> address;
    private final long[][] loops;
    private final List<ConsumerEndpoint> endpoints = new CopyOnWriteArrayList<>();

    /**
     * @param tenant null for plain endpoints, whose meters nobody reads
     * @param loops the number of event loops
     */
    RequestMeter(TenantId tenant, Optional<Address> address, int loops) {
        this.tenant = tenant;
        this.address = address;
        this.loops = new long[loops][];
    }

    /** The outcome of a request that is answered with this fault. */
    static Outcome outcome(FaultCode code) {
        return switch (code) {
            case BACKEND_UNAVAILABLE, BACKEND_TIMEOUT -> Outcome.BACK_END;
            case OVERLOADED, INTERNAL -> Outcome.BUS;
            default -> Outcome.SENDER;
        };
    }

    /**
     * Counts a finished request.
     *
     * @param loop the index of the calling event loop
     * @param nanos the latency; {@link #NONE} if there is none
     */
    void count(int loop, Outcome outcome, long nanos) {
        long[] numbers = loops[loop];
        if (numbers == null) {
            numbers = new long[NUMBERS];
            LOOPS.setRelease(loops, loop, numbers);
        }
        increment(numbers, outcome.index());
        if (nanos != NONE) {
            increment(numbers, Outcome.COUNT + LatencyScale.bucket(nanos));
        }
    }

    private static void increment(long[] numbers, int index) {
        COUNTS.setOpaque(numbers, index, numbers[index] + 1);
    }

    @Override
    public TenantId tenant() {
        return tenant;
    }

    @Override
    public Optional<Address> address() {
        return address;
    }

    @Override
    public long inFlight() {
        long sum = 0;
        for (ConsumerEndpoint endpoint : endpoints) {
            sum += endpoint.requests().count();
        }
        return sum;
    }

    @Override
    public long count(Outcome outcome) {
        return sum(outcome.index());
    }

    @Override
    public void addLatencies(long[] buckets) {
        for (int loop = 0; loop < loops.length; loop++) {
            long[] numbers = (long[]) LOOPS.getAcquire(loops, loop);
            for (int bucket = 0; numbers != null && bucket < buckets.length; bucket++) {
                buckets[bucket] += (long) COUNTS.getOpaque(numbers, Outcome.COUNT + bucket);
            }
        }
    }

    private long sum(int index) {
        long sum = 0;
        for (int loop = 0; loop < loops.length; loop++) {
            long[] numbers = (long[]) LOOPS.getAcquire(loops, loop);
            sum += numbers == null ? 0 : (long) COUNTS.getOpaque(numbers, index);
        }
        return sum;
    }

    /** Counts for one more endpoint of the address. */
    void opened(ConsumerEndpoint endpoint) {
        endpoints.add(endpoint);
    }

    /** Counts for one endpoint less; returns true if none is left. */
    boolean closed(ConsumerEndpoint endpoint) {
        endpoints.remove(endpoint);
        return endpoints.isEmpty();
    }
}
