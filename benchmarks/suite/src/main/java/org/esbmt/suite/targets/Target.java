package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.esbmt.suite.message.Scenario;

/** A running program between the load and the back end. One thread at a time. Closing ends its processes. */
public interface Target extends AutoCloseable {

    /** The name in the results. */
    String name();

    /** The program with its version, for people. */
    String version();

    /** The listeners, one for each node. Connections are spread over them. */
    List<InetSocketAddress> addresses();

    /** The processes whose processor time and memory count; empty for the back end alone. */
    List<Long> pids();

    /** True if memory of a Java heap is among it. */
    boolean isJava();

    /** True as long as every process runs. */
    boolean isAlive();

    Set<Scenario> scenarios();

    /** The requests that take turns, one for each endpoint. */
    List<Request> requests(Scenario scenario, Payload payload, int bytes, int endpoints);

    @Override
    void close() throws IOException;
}
