package org.esbmt.http.bc.internal.edge;

import org.esbmt.http.bc.internal.wire.HeaderNames;

/**
 * Limits of a client's connections and requests.
 *
 * @param headers the names that are understood and passed
 * @param target bytes of a request target
 * @param headBytes of request line and header
 * @param fields of a header
 * @param idleNanos without a request, until the connection is closed
 * @param headNanos from a request's first byte to the end of its header
 * @param transferNanos for a body, in either direction; time in which this side does not read does not count
 * @param minimumRate in bytes a second, in either direction, once {@code graceNanos} have gone by
 * @param graceNanos before the rate is looked at
 * @param connections open at the same time, of all clients
 * @param connectionsOfSource open at the same time from one address; 0 for no limit
 */
public record EdgeLimits(
        HeaderNames headers,
        int target,
        int headBytes,
        int fields,
        long idleNanos,
        long headNanos,
        long transferNanos,
        long minimumRate,
        long graceNanos,
        int connections,
        int connectionsOfSource) {}
