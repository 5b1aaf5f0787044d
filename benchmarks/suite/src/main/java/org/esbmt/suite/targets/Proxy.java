package org.esbmt.suite.targets;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Request;
import org.esbmt.suite.message.Scenario;

/**
 * A target without tenancy, which ignores the sender's credential.
 *
 * @param processes the measured processes
 * @param alive true as long as they run
 * @param paths the path of a scenario at each endpoint, from 0
 */
record Proxy(
        String name,
        String version,
        InetSocketAddress address,
        Supplier<List<Long>> processes,
        boolean isJava,
        Supplier<Boolean> alive,
        Set<Scenario> scenarios,
        java.util.function.Function<Scenario, IntFunction<String>> paths,
        Closing closing)
        implements Target {

    /** Ends the processes. */
    @FunctionalInterface
    interface Closing {
        void close() throws java.io.IOException;
    }

    private static final String NOBODY = "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11";

    @Override
    public List<InetSocketAddress> addresses() {
        return List.of(address);
    }

    @Override
    public List<Long> pids() {
        return processes.get();
    }

    @Override
    public boolean isAlive() {
        return alive.get();
    }

    @Override
    public List<Request> requests(Scenario scenario, Payload payload, int bytes, int endpoints) {
        String element = payload.element(bytes);
        IntFunction<String> path = paths.apply(scenario);
        return IntStream.range(0, endpoints)
                .mapToObj(i -> Request.of(path.apply(i), NOBODY, NOBODY, "a-password-of-the-benchmark", element))
                .toList();
    }

    @Override
    public void close() throws java.io.IOException {
        closing.close();
    }
}
