package org.esbmt.management.api.traffic;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The counters of one address for messages, or of a tenant's requests that reached no address. The numbers grow until
 * the address is closed, also while another version of the assembly takes the address over. Reading is for any thread,
 * and does not slow down the writers.
 */
@ConsumerType
public interface TrafficMeter {

    TenantId tenant();

    /** The endpoint of the address; empty for requests that reached none. */
    Optional<Address> address();

    /** The requests that are not completely answered. */
    long inFlight();

    /** The finished requests with this outcome. */
    long count(Outcome outcome);

    /**
     * Adds the number of latencies in each bucket: the time from the message's way into the bus to the beginning of its
     * answer. Requests that were refused before have none.
     *
     * @param buckets {@link LatencyScale#BUCKETS} of them
     */
    void addLatencies(long[] buckets);

    /**
     * An address for messages.
     *
     * @param path of requests; unique on the node
     */
    record Address(QName service, String endpoint, String path) {}
}
