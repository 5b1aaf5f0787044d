package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.load.Pinned;
import org.esbmt.suite.message.Scenario;

/** Starts the targets without tenancy, by name. */
public final class Comparators {
    /** All names, the quickest first. */
    public static final List<String> NAMES =
            List.of("backend", "nginx", "haproxy", "servicemix-http", "camel-netty", "camel-vertx", "synapse");

    private Comparators() {}

    /** A program that this machine does not have, or that does not start. Its message says why. */
    public static final class AbsentException extends Exception {
        private static final long serialVersionUID = 1L;

        AbsentException(String message) {
            super(message);
        }

        AbsentException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * The parts of a run that comparators use.
     *
     * @param distribution the bus whose container has servicemix-http
     * @param folder for configurations and output
     * @param projects the folder {@code benchmarks/comparators}
     * @param endpoints the most endpoints of one target
     */
    public record Site(InetSocketAddress backEnd, Path distribution, Path folder, Path projects, int endpoints) {}

    /**
     * Starts a target.
     *
     * @throws AbsentException if the target is not there; nothing runs then
     */
    public static Target start(String name, Site site) throws AbsentException, InterruptedException {
        try {
            return switch (name) {
                case "backend" -> backEnd(site);
                case "nginx" -> nginx(site);
                case "haproxy" -> haProxy(site);
                case "servicemix-http" -> ServiceMixHttp.start(site);
                case "camel-netty", "camel-vertx" -> Camel.start(name, site);
                case "synapse" -> Synapse.start(site);
                default -> throw new IllegalArgumentException("there is no comparator " + name);
            };
        } catch (IOException e) {
            throw new AbsentException(e.getMessage(), e);
        }
    }

    private static Target backEnd(Site site) {
        return new Proxy(
                "backend",
                "StubBackEnd of benchmarks/load (Netty)",
                site.backEnd(),
                List::of,
                false,
                () -> true,
                Set.of(Scenario.DIRECT),
                scenario -> i -> "/e" + i,
                () -> {});
    }

    private static Target nginx(Site site) throws IOException, InterruptedException, AbsentException {
        needs("nginx");
        Pinned.Nginx nginx = new Pinned.Nginx(site.folder().resolve("nginx"), site.backEnd(), site.endpoints());
        // a worker outlives a master that was killed
        List<ProcessHandle> processes = Stream.concat(
                        Stream.of(nginx.process()), nginx.process().children())
                .toList();
        for (ProcessHandle process : processes) {
            Watchdog.watch(process);
        }
        List<String> paths = nginx.paths();
        return new Proxy(
                "nginx",
                Child.firstLine("nginx", "-v"),
                nginx.address(),
                nginx::pids,
                false,
                () -> nginx.process().isAlive(),
                Set.of(Scenario.DIRECT),
                scenario -> paths::get,
                () -> {
                    nginx.close();
                    processes.forEach(ProcessHandle::destroy);
                });
    }

    private static Target haProxy(Site site) throws IOException, InterruptedException, AbsentException {
        needs("haproxy");
        return HaProxy.start(site.backEnd(), site.folder().resolve("haproxy"));
    }

    private static void needs(String program) throws AbsentException {
        if (!Pinned.onPath(program)) {
            throw new AbsentException(program + " is not installed");
        }
    }
}
