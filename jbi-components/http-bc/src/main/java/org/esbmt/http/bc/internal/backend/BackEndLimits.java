package org.esbmt.http.bc.internal.backend;

/**
 * Limits of one owner's use of one back end, on each event loop.
 *
 * @param connections open at the same time
 * @param waiting calls that wait for one of them
 * @param idleNanos until an unused connection is closed. It is shorter than servers usually allow, so that this side
 *     closes first. So no request meets a connection that the server is just closing
 * @param headBytes of an answer
 * @param headFields of an answer
 */
public record BackEndLimits(int connections, int waiting, long idleNanos, int headBytes, int headFields) {}
