package org.esbmt.suite.generator;

import java.net.InetSocketAddress;
import java.util.List;
import org.esbmt.suite.message.Request;

/**
 * The load of one window.
 *
 * @param nodes listeners; the connections are spread over them
 * @param requests take turns
 * @param ratePerSecond the planned rate of an open loop; 0 for a closed loop
 */
public record Work(
        List<InetSocketAddress> nodes, List<Request> requests, int connections, int seconds, double ratePerSecond) {}
