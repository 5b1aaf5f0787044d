package org.esbmt.suite;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.esbmt.suite.generator.Generator;
import org.esbmt.suite.generator.Work;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.targets.Esbmt;
import org.esbmt.suite.targets.Target;

/** The generators of a stage, and the secured messages of its buses. */
final class Loads {
    private final Path folder;
    private final int gatewayMessages;
    private final InetSocketAddress backEnd;
    private final Generator closed;
    private final Optional<Generator> open;
    private final Map<Esbmt, SecuredLoad> secured = new LinkedHashMap<>();

    /** @param gatewayMessages secured messages of a window */
    Loads(Path folder, int gatewayMessages, InetSocketAddress backEnd) throws IOException {
        this.folder = folder;
        this.gatewayMessages = gatewayMessages;
        this.backEnd = backEnd;
        Path messages = Files.createDirectories(folder.resolve("messages"));
        closed = Generator.closed(messages);
        open = Generator.open(messages);
    }

    /** False for an open loop without its generator. */
    boolean has(Planned planned) {
        return planned.ratePerSecond() == 0 || open.isPresent();
    }

    boolean hasOpenLoops() {
        return open.isPresent();
    }

    /** True for the windows of the gateway, whose messages are made for each window. */
    static boolean isSecured(Planned planned) {
        return planned.scenario().isEmpty();
    }

    /** Gives the bus a gateway, unless it has one. */
    SecuredLoad secure(Esbmt bus) throws Exception {
        SecuredLoad load = secured.get(bus);
        if (load == null) {
            load = new SecuredLoad(bus, backEnd, folder);
            secured.put(bus, load);
        }
        return load;
    }

    boolean isSecured(Target bus) {
        return secured.containsKey((Esbmt) bus);
    }

    Collection<SecuredLoad> secured() {
        return secured.values();
    }

    Generator generator(Planned planned) {
        return planned.ratePerSecond() > 0 ? open.orElseThrow() : closed;
    }

    /** The name of the program that makes the load. */
    String name(Planned planned) {
        return isSecured(planned) ? "own" : generator(planned).name();
    }

    Work work(Planned planned, Target target, int seconds) {
        return new Work(
                target.addresses(),
                target.requests(
                        planned.scenario().orElseThrow(),
                        planned.payload(),
                        planned.cell().sizeBytes(),
                        planned.cell().endpoints()),
                planned.cell().connections(),
                seconds,
                planned.ratePerSecond());
    }

    /** Secured messages for a window or a slice. */
    Measurement.Load prepared(Planned planned, Target target) throws InterruptedException {
        return secured.get((Esbmt) target).prepared(planned, gatewayMessages);
    }

    /** The processor's time of the RSA operations alone. */
    double rsaMicros(Target target) {
        return secured.get((Esbmt) target).rsaMicros();
    }
}
