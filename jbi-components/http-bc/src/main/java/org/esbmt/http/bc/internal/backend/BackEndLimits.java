package org.esbmt.http.bc.internal.backend;

/**
 * What one owner may use of one back end, on each event loop.
 *
 * @param connections open at the same time
 * @param waiting calls that wait for one of them
 * @param idleNanos until an unused connection is closed: shorter than what servers usually allow, so that it is we who
 *     close, and no request meets a connection that the server is just closing
 * @param headBytes of an answer
 */
public record BackEndLimits(int connections, int waiting, long idleNanos, int headBytes) {}
