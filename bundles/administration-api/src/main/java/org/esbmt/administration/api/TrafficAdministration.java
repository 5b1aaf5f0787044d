package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the messages that this node has taken from senders. The figures are those of the node that is asked, and
 * begin with its start. They are read every five seconds. Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface TrafficAdministration {

    /** Lists the tenants with traffic, first those with the most messages in the last minute. */
    Page<TrafficView> tenants(Administrator by, PageRequest page) throws AdministrationException;

    /** Lists the endpoints of a tenant, first those with the most messages in the last minute. */
    Page<TrafficView> endpoints(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;

    /** The course of all tenants' traffic together. */
    History installationHistory(Administrator by, Span span) throws AdministrationException;

    /** The course of a tenant's traffic. */
    History tenantHistory(Administrator by, TenantId tenant, Span span) throws AdministrationException;

    /** A span of time up to now, with the length of its samples. */
    enum Span {
        TEN_MINUTES(Duration.ofSeconds(5), 120),
        DAY(Duration.ofMinutes(10), 144);

        private final Duration step;
        private final int samples;

        Span(Duration step, int samples) {
            this.step = step;
            this.samples = samples;
        }

        /**
         * Finds a span by its name, in any case.
         *
         * @throws IllegalArgumentException with the names
         */
        public static Span of(String name) {
            for (Span span : values()) {
                if (span.name().equalsIgnoreCase(name)) {
                    return span;
                }
            }
            throw new IllegalArgumentException("span is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }

        public Duration step() {
            return step;
        }

        /** The number of samples. */
        public int samples() {
            return samples;
        }
    }

    /**
     * The traffic of a tenant or of one of its endpoints.
     *
     * @param node the node that was asked; empty before it is known
     * @param tenantName empty if the registry does not tell it
     * @param endpoint empty for a whole tenant, and for the tenant's messages that reached no endpoint
     * @param inFlight requests that are not completely answered
     * @param total of a tenant since the start of administration, of an endpoint since it was opened
     */
    record TrafficView(
            Optional<UUID> node,
            TenantId tenant,
            Optional<String> tenantName,
            Optional<Endpoint> endpoint,
            long inFlight,
            Counts total,
            Figures lastMinute) {
        public TrafficView {
            requireNonNull(node, "node");
            requireNonNull(tenant, "tenant");
            requireNonNull(tenantName, "tenantName");
            requireNonNull(endpoint, "endpoint");
            requireNonNull(total, "total");
            requireNonNull(lastMinute, "lastMinute");
        }
    }

    /**
     * An endpoint that takes messages.
     *
     * @param path of requests
     */
    record Endpoint(QName service, String name, String path) {
        public Endpoint {
            requireNonNull(service, "service");
            requireNonNull(name, "name");
            requireNonNull(path, "path");
        }
    }

    /**
     * Requests by outcome. A request counts when it is over.
     *
     * @param answered the sender got the answer of the service
     * @param faults the service answered with a fault of its own
     * @param senderErrors the message was refused because of its sender or content, or the sender did not wait
     * @param backEndErrors a back end could not be reached, broke off or was late
     * @param busErrors the bus was overloaded or failed
     * @param strangers requests at the tenant's addresses that were refused before their sender was known; no messages
     */
    record Counts(long answered, long faults, long senderErrors, long backEndErrors, long busErrors, long strangers) {

        /** The messages of known senders. */
        public long messages() {
            return answered + errors();
        }

        /** The messages that were not answered as wanted. */
        public long errors() {
            return faults + senderErrors + backEndErrors + busErrors;
        }
    }

    /**
     * Counts of a time with the latencies of the messages that went into the bus: to the beginning of the answer, without
     * the upload before and the download after.
     *
     * @param medianMicros the latency that half of the messages did not exceed, in microseconds; off by a fifth at most
     * @param p99Micros the same for 99 of 100 messages
     */
    record Figures(Counts counts, OptionalLong medianMicros, OptionalLong p99Micros) {
        public Figures {
            requireNonNull(counts, "counts");
            requireNonNull(medianMicros, "medianMicros");
            requireNonNull(p99Micros, "p99Micros");
        }
    }

    /**
     * A course of traffic.
     *
     * @param node as of {@link TrafficView}
     * @param samples the oldest first, without a gap, up to the last complete one. Empty if nothing was recorded
     */
    record History(Optional<UUID> node, Span span, List<Sample> samples) {
        public History {
            requireNonNull(node, "node");
            requireNonNull(span, "span");
            samples = List.copyOf(samples);
        }
    }

    /**
     * The traffic of one step of a span.
     *
     * @param until the end of the step
     */
    record Sample(Instant until, Figures figures) {
        public Sample {
            requireNonNull(until, "until");
            requireNonNull(figures, "figures");
        }
    }
}
