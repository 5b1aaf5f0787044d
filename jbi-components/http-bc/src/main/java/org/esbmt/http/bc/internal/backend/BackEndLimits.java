package org.esbmt.http.bc.internal.backend;

/**
 * Limits of one owner's use of one back end, on each event loop.
 *
 * @param connections the open connections at the same time
 * @param waiting the calls that wait for a connection, without those for which one is being opened
 * @param waitingBytes the bytes of the owner's messages that wait for connections to any of its back ends, on all loops
 * @param idleNanos the time until an unused connection is closed. It is shorter than the usual limit of servers, so
 *     that this side closes first. So no request meets a connection that the server is just closing
 * @param headBytes the bytes of an answer's head
 * @param headFields the header fields of an answer
 */
public record BackEndLimits(
        int connections, int waiting, long waitingBytes, long idleNanos, int headBytes, int headFields) {}
