package org.esbmt.suite.plan;

import static org.esbmt.suite.message.Payload.BUYSTOCKS;
import static org.esbmt.suite.message.Payload.TEXT;
import static org.esbmt.suite.message.Scenario.DIRECT;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.esbmt.suite.message.Payload;
import org.esbmt.suite.message.Scenario;
import org.esbmt.suite.plan.Stage.Bus;
import org.esbmt.suite.targets.Comparators;

/**
 * The size of a run.
 *
 * @param preparation of the targets of each stage
 * @param gatewayMessages of a window of the gateway
 */
public record Profile(String name, List<Stage> stages, Preparation preparation, int gatewayMessages) {

    private static final String ESBMT = "esbmt";
    private static final List<String> PROXIES = with(ESBMT, Comparators.NAMES);
    private static final List<String> ROUTERS = List.of(ESBMT, "camel-netty", "camel-vertx");
    private static final List<String> CROWDED = List.of(ESBMT, "nginx", "haproxy", "camel-netty", "camel-vertx");
    private static final List<String> TENANCY = List.of(ESBMT, "nginx", "servicemix-http");
    private static final List<Scenario> ROUTES = List.copyOf(EnumSet.complementOf(EnumSet.of(DIRECT)));
    private static final int USUAL = 20;
    private static final int ROUNDS = 5;
    private static final int SECONDS = 2;
    /** The study of three buses tests ten runs. */
    private static final int STUDY_ROUNDS = 10;

    /** Correctness, not timings: one bus, and each scenario once. */
    public static Profile smoke() {
        List<Planned> windows = new ArrayList<>();
        add(windows, DIRECT, List.of(ESBMT, "backend", "nginx"), BUYSTOCKS, 1024, 2);
        for (Scenario route : ROUTES) {
            add(windows, route, List.of(ESBMT), BUYSTOCKS, 1024, 2);
        }
        windows.add(Planned.gateway(ESBMT, 1024, 2));
        windows.add(tenancy(ESBMT, 2, 1));
        Stage stage = new Stage(
                "smoke", List.of(new Bus(ESBMT, 2, 1)), List.of("backend", "nginx"), List.of(new Part(1, 1, windows)));
        return new Profile("smoke", List.of(stage), Preparation.NONE, 10);
    }

    /** Nine minutes on two processors. One bus holds the tenants of all windows. */
    public static Profile quick() {
        List<Planned> windows = new ArrayList<>();
        for (int bytes : new int[] {1024, 10_240, 102_400}) {
            add(windows, DIRECT, PROXIES, BUYSTOCKS, bytes, USUAL);
        }
        add(windows, DIRECT, List.of(ESBMT, "nginx"), TEXT, 10_240, USUAL);
        for (int connections : new int[] {320, 1_280}) {
            add(windows, DIRECT, List.of(ESBMT, "nginx", "camel-netty"), BUYSTOCKS, 1024, connections);
        }
        for (Scenario route : ROUTES) {
            add(windows, route, List.of(ESBMT, "camel-netty"), BUYSTOCKS, 1024, USUAL);
        }
        for (Scenario route : List.of(Scenario.CBR_BODY, Scenario.XSLT)) {
            add(windows, route, List.of(ESBMT, "camel-netty"), BUYSTOCKS, 10_240, USUAL);
        }
        for (int endpoints : new int[] {1, 10}) {
            TENANCY.forEach(target -> windows.add(tenancy(target, endpoints, 1)));
        }
        study(windows, List.of(ESBMT, "nginx"), new int[] {1, 40}, new int[] {1024, 1 << 20});
        open(windows, List.of(ESBMT, "nginx"), 2_000);
        windows.add(Planned.gateway(ESBMT, 1024, USUAL));
        Stage stage =
                new Stage("quick", List.of(new Bus(ESBMT, 10, 1)), Comparators.NAMES, List.of(new Part(3, 1, windows)));
        return new Profile("quick", List.of(stage), new Preparation(10_000, 10, 200), 200);
    }

    /** About 80 minutes on two processors. Each number of tenants has a bus of its own. */
    public static Profile full() {
        return new Profile("full", List.of(scenarios(), tenancy(), nodes()), new Preparation(10_000, 12, 600), 1_000);
    }

    /** Two builds and nginx in the same rounds. */
    public static Profile compare() {
        List<String> targets = List.of(ESBMT, "esbmt-old", "nginx");
        List<String> builds = List.of(ESBMT, "esbmt-old");
        List<Planned> windows = new ArrayList<>();
        for (int bytes : new int[] {1024, 10_240, 102_400}) {
            add(windows, DIRECT, targets, BUYSTOCKS, bytes, USUAL);
        }
        add(windows, DIRECT, targets, TEXT, 10_240, USUAL);
        add(windows, DIRECT, targets, BUYSTOCKS, 1024, 1_280);
        for (Scenario route : ROUTES) {
            add(windows, route, builds, BUYSTOCKS, 1024, USUAL);
        }
        add(windows, Scenario.XSLT, builds, BUYSTOCKS, 10_240, USUAL);
        builds.forEach(build -> windows.add(Planned.gateway(build, 1024, USUAL)));
        Stage stage = new Stage(
                "compare",
                List.of(new Bus(ESBMT, 2, 1), new Bus("esbmt-old", 2, 1)),
                List.of("nginx"),
                List.of(new Part(10, 2, windows)));
        return new Profile("compare", List.of(stage), new Preparation(10_000, 20, 240), 500);
    }

    /** The same windows in so many rounds. */
    public Profile withRounds(int rounds) {
        return each(part -> part.with(rounds, part.seconds()));
    }

    /** The same windows, each of so many seconds. */
    public Profile withSeconds(int seconds) {
        return each(part -> part.with(part.rounds(), seconds));
    }

    private Profile each(UnaryOperator<Part> change) {
        List<Stage> changed = stages.stream()
                .map(stage -> new Stage(
                        stage.name(),
                        stage.buses(),
                        stage.comparators(),
                        stage.parts().stream().map(change).toList()))
                .toList();
        return new Profile(name, changed, preparation, gatewayMessages);
    }

    @Override
    public String toString() {
        return name;
    }

    private static Stage scenarios() {
        List<Planned> windows = new ArrayList<>();
        for (int bytes : new int[] {512, 1024, 5_120, 10_240, 102_400}) {
            add(windows, DIRECT, PROXIES, BUYSTOCKS, bytes, USUAL);
            add(windows, DIRECT, List.of(ESBMT, "nginx", "camel-netty"), TEXT, bytes, USUAL);
            for (Scenario route : ROUTES) {
                add(windows, route, ROUTERS, BUYSTOCKS, bytes, USUAL);
            }
        }
        add(windows, DIRECT, PROXIES, BUYSTOCKS, 1 << 20, USUAL);
        for (int connections : new int[] {40, 80, 160, 320, 640, 1_280, 2_560}) {
            add(windows, DIRECT, CROWDED, BUYSTOCKS, 1024, connections);
        }
        add(windows, DIRECT, List.of("synapse"), BUYSTOCKS, 1024, 1_280);
        for (int rate : new int[] {1_000, 2_000, 4_000, 8_000}) {
            open(windows, List.of(ESBMT, "nginx", "haproxy", "camel-netty"), rate);
        }
        windows.add(Planned.gateway(ESBMT, 1024, USUAL));
        windows.add(Planned.gateway(ESBMT, 10_240, USUAL));
        List<Planned> study = new ArrayList<>();
        study(
                study,
                List.of(ESBMT, "servicemix-http", "camel-netty", "synapse", "nginx"),
                new int[] {1, 5, 10, 20, 40, 80, 160},
                new int[] {1024, 4_096, 16_384, 65_536, 262_144, 1 << 20});
        return new Stage(
                "scenarios",
                List.of(new Bus(ESBMT, 2, 1)),
                Comparators.NAMES,
                List.of(new Part(ROUNDS, SECONDS, windows), new Part(STUDY_ROUNDS, 1, study)));
    }

    private static Stage tenancy() {
        List<Planned> windows = new ArrayList<>();
        List<Bus> buses = new ArrayList<>();
        for (int tenants : new int[] {1, 2, 4, 10}) {
            buses.add(new Bus(ESBMT, tenants, 1));
            TENANCY.forEach(target -> windows.add(tenancy(target, tenants, 1)));
        }
        for (int tenants : new int[] {100, 1_000}) {
            buses.add(new Bus(ESBMT, tenants, 1));
            List.of(ESBMT, "nginx").forEach(target -> windows.add(tenancy(target, tenants, 1)));
        }
        return new Stage(
                "tenancy", buses, List.of("nginx", "servicemix-http"), List.of(new Part(ROUNDS, SECONDS, windows)));
    }

    /** One node beside two, each with ten tenants. */
    private static Stage nodes() {
        List<Planned> windows = new ArrayList<>();
        for (int tenants : new int[] {1, 2, 4, 10}) {
            for (int nodes : new int[] {1, 2}) {
                windows.add(Planned.of("nodes", DIRECT, ESBMT, BUYSTOCKS, 1024, USUAL, tenants, nodes));
            }
        }
        return new Stage(
                "nodes",
                List.of(new Bus(ESBMT, 10, 1), new Bus(ESBMT, 10, 2)),
                List.of(),
                List.of(new Part(ROUNDS, SECONDS, windows)));
    }

    private static void add(
            List<Planned> windows,
            Scenario scenario,
            List<String> targets,
            Payload payload,
            int bytes,
            int connections) {
        for (String target : targets) {
            windows.add(Planned.of(scenario.word(), scenario, target, payload, bytes, connections, 1, 1));
        }
    }

    private static Planned tenancy(String target, int endpoints, int nodes) {
        return Planned.of("tenancy", DIRECT, target, BUYSTOCKS, 1024, USUAL, endpoints, nodes);
    }

    /** The three-bus study: 100 KB from growing clients, and growing messages of one client. */
    private static void study(List<Planned> windows, List<String> targets, int[] clients, int[] sizes) {
        for (String target : targets) {
            for (int connections : clients) {
                windows.add(Planned.of("study-clients", DIRECT, target, BUYSTOCKS, 102_400, connections, 1, 1));
            }
            for (int bytes : sizes) {
                windows.add(Planned.of("study-sizes", DIRECT, target, BUYSTOCKS, bytes, 1, 1, 1));
            }
        }
    }

    private static void open(List<Planned> windows, List<String> targets, double rate) {
        for (String target : targets) {
            windows.add(Planned.of(DIRECT.word(), DIRECT, target, BUYSTOCKS, 1024, USUAL, 1, 1)
                    .at(rate));
        }
    }

    private static List<String> with(String first, List<String> rest) {
        return Stream.concat(Stream.of(first), rest.stream()).toList();
    }
}
