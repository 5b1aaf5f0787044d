package org.esbmt.http.api.edge;

import org.esbmt.http.api.wire.HeaderNames;

/**
 * Limits of a client's connections and requests.
 *
 * @param headers the header fields that are understood and passed
 * @param lengthRequired true if a POST needs a length or chunks, else it is answered with 411. A port without SOAP takes
 *     one without either as empty (RFC 9112, section 6.3)
 * @param target bytes of a request target
 * @param headBytes bytes of request line and header
 * @param fields fields of a header
 * @param idleNanos the time without a request after which the connection is closed
 * @param headNanos the time from a request's first byte to the end of its header
 * @param transferNanos the time for a body, in either direction; time in which this side does not read does not count
 * @param minimumRate bytes a second, in either direction, once {@code graceNanos} are over
 * @param graceNanos the time before the rate is checked
 * @param connections the open connections of all clients at the same time
 * @param connectionsOfSource the open connections from one address at the same time; 0 for no limit
 */
public record EdgeLimits(
        HeaderNames headers,
        boolean lengthRequired,
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
