package org.esbmt.administration.internal.harness;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.management.api.traffic.LatencyScale;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.management.api.traffic.TrafficMeter;
import org.esbmt.management.api.traffic.TrafficSource;
import org.esbmt.tenancy.api.TenantId;

/** The endpoints of a component that takes messages, one for each tenant and name, as far as a test counts messages. */
public final class CountedMessages implements TrafficSource {
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

    /** The endpoint of a tenant with this name, which is open from now on. */
    public synchronized Endpoint at(TenantId tenant, String name) {
        return endpoints.computeIfAbsent(tenant + "/" + name, path -> new Endpoint(tenant, name, path));
    }

    public synchronized void close(TenantId tenant, String name) {
        endpoints.remove(tenant + "/" + name);
    }

    @Override
    public synchronized Collection<Endpoint> meters() {
        return List.copyOf(endpoints.values());
    }

    /** An endpoint with its counts. */
    public static final class Endpoint implements TrafficMeter {
        private final TenantId tenant;
        private final Address address;
        private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
        private final long[] latencies = new long[LatencyScale.BUCKETS];
        private long inFlight;

        private Endpoint(TenantId tenant, String name, String path) {
            this.tenant = tenant;
            this.address = new Address(new QName("urn:orders", name), "in", "/tenant-services/" + path + "/in");
        }

        /** Counts messages with a latency. */
        public synchronized void count(Outcome outcome, long messages, long micros) {
            counts.merge(outcome, messages, Long::sum);
            latencies[LatencyScale.bucket(micros * 1_000)] += messages;
        }

        public synchronized void inFlight(long requests) {
            inFlight = requests;
        }

        @Override
        public TenantId tenant() {
            return tenant;
        }

        @Override
        public Optional<Address> address() {
            return Optional.of(address);
        }

        @Override
        public synchronized long inFlight() {
            return inFlight;
        }

        @Override
        public synchronized long count(Outcome outcome) {
            return counts.getOrDefault(outcome, 0L);
        }

        @Override
        public synchronized void addLatencies(long[] buckets) {
            for (int bucket = 0; bucket < latencies.length; bucket++) {
                buckets[bucket] += latencies[bucket];
            }
        }
    }
}
