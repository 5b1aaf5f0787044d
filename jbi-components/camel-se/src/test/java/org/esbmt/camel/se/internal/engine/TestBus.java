package org.esbmt.camel.se.internal.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ServiceUnitManager;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.steps.PartsCompiler;
import org.esbmt.camel.se.internal.steps.SharedSteps;
import org.esbmt.camel.se.internal.steps.StepLimits;
import org.esbmt.camel.se.internal.steps.StepsMXBean;
import org.esbmt.camel.se.internal.work.TenantWorkers;
import org.esbmt.camel.se.internal.work.WorkLimits;
import org.esbmt.jbi.container.api.DrainTime;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.testing.EmptyComponent;

/** The engine in the real container, with two tenants; units are given as models. */
final class TestBus implements AutoCloseable {
    static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    static final TenantId GLOBEX = TenantId.of("22222222-2222-4222-8222-222222222222");
    /** The requests of a tenant that may wait for a component. */
    static final int REQUESTS_OF_TENANT = 16;

    static final Place PLACE = new Place("routes.xml", 1);

    /** "megabytes 5" has five parts of a mebibyte; any other message has more parts than permitted. */
    private static final PartsCompiler PARTS = (expression, building) -> (exchange, most) -> {
        String text = StandardCharsets.UTF_8
                .decode(InboundExchange.body(exchange.getMessage()).bytes().bytes())
                .toString();
        if (!text.startsWith("megabytes ")) {
            return Stream.generate(() -> Body.ofText("part").bytes())
                    .limit(most)
                    .toList();
        }
        return Stream.generate(() -> Body.ofText("x".repeat(1 << 20)).bytes())
                .limit(Integer.parseInt(text.substring(10)))
                .toList();
    };

    private final Path folder;
    private final org.esbmt.jbi.container.internal.component.JbiEnvironment bus;
    private final TenantWorkers workers = new TenantWorkers(new WorkLimits(4, 2, 100, 1000, Duration.ofSeconds(5)));
    private final SharedSteps steps;
    private final EngineComponent component;
    private final Deque<ManagedComponent> installed = new ArrayDeque<>();
    private final AtomicBoolean busStops = new AtomicBoolean();
    private final AtomicLong ahead = new AtomicLong();
    private final Map<Path, RouteUnit> models = new ConcurrentHashMap<>();
    private int units;

    /** The engine without its reader: units are models. */
    private final class EngineComponent extends EmptyComponent<TenantComponentContext> {
        private final EngineLimits limits;
        private final Function<Expression.XPath, Value> xpaths;
        private final boolean pipelines;
        private CamelEngine engine;
        private CamelServiceUnits manager;

        EngineComponent(EngineLimits limits, Function<Expression.XPath, Value> xpaths, boolean pipelines) {
            this.limits = limits;
            this.xpaths = xpaths;
            this.pipelines = pipelines;
        }

        @Override
        public void init(ComponentContext given) throws JBIException {
            super.init(given);
            DrainTime drain = new DrainTime(limits.drain(), busStops::get, () -> System.nanoTime() + ahead.get());
            engine = new CamelEngine(
                    context(), workers, xpaths, (owner, files) -> steps.open(owner, PARTS), limits, drain, pipelines);
            manager = new CamelServiceUnits(
                    engine, root -> new CamelServiceUnits.UnitSource(models.get(root), new NoFiles()));
        }

        @Override
        public ServiceUnitManager getServiceUnitManager() {
            return manager;
        }

        @Override
        public void shutDown() throws JBIException {
            super.shutDown();
            engine.close();
        }
    }

    private static final class NoFiles implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>();
        }

        @Override
        public Optional<byte[]> content(String name) {
            return Optional.empty();
        }
    }

    TestBus() {
        this(EngineLimits.DEFAULTS);
    }

    TestBus(EngineLimits limits) {
        this(limits, xpath -> {
            throw new IllegalArgumentException("no XPath in these tests");
        });
    }

    TestBus(EngineLimits limits, Function<Expression.XPath, Value> xpaths) {
        this(limits, xpaths, true);
    }

    /** @param pipelines false for an engine that runs every route with Camel's */
    TestBus(EngineLimits limits, Function<Expression.XPath, Value> xpaths, boolean pipelines) {
        MessageMemory memory = MessageMemory.ofHeap();
        steps = new SharedSteps(workers, StepLimits.DEFAULTS, memory);
        try {
            folder = Files.createTempDirectory("camel-se");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bus = new org.esbmt.jbi.container.internal.component.JbiEnvironment(
                new SameTenantBoundary(),
                new TenantNames(TenantNames.DEFAULT_PREFIX),
                folder,
                REQUESTS_OF_TENANT,
                16,
                memory);
        component = new EngineComponent(limits, xpaths, pipelines);
        install("camel-se", component);
    }

    CamelServiceUnits units() {
        return component.manager;
    }

    CamelEngine engine() {
        return component.engine;
    }

    /** The size of bodies that are gathered for the routes of a tenant. */
    long gathered(TenantId tenant) {
        return steps.gatheredBytes(owner(tenant));
    }

    /** The size of bodies that the steps of a tenant's routes keep. */
    long held(TenantId tenant) {
        return steps.heldBytes(owner(tenant));
    }

    StepsMXBean stepCounters() {
        return steps.counters();
    }

    /** Installs another component on the same bus. */
    <C extends Component> C install(String name, C other) {
        ManagedComponent managed = new ManagedComponent(bus, name, InstalledComponent.Type.SERVICE_ENGINE, "", other);
        try {
            managed.start();
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        installed.push(managed);
        return other;
    }

    /** Deploys and starts a unit. */
    String deploy(TenantId tenant, Route... routes) {
        String name = "unit-" + units++;
        try {
            Path root = Files.createDirectories(folder.resolve("units").resolve(name));
            models.put(root, new RouteUnit(List.of(routes)));
            if (tenant != null) {
                ServiceUnitOwner.write(root, tenant);
            }
            units().deploy(name, root.toString());
            units().init(name, root.toString());
            units().start(name);
        } catch (IOException | JBIException e) {
            throw new IllegalStateException(e);
        }
        return name;
    }

    void undeploy(String name) {
        try {
            units().stop(name);
            units().shutDown(name);
            units().undeploy(name, "");
            models.remove(folder.resolve("units").resolve(name));
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins the stop of the bus. */
    void beginToStop() {
        busStops.set(true);
    }

    /** Advances the clock of the drain time. */
    void passDrainTime(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    static QName service(String name) {
        return new QName("urn:orders", name);
    }

    static Owner owner(TenantId tenant) {
        return tenant == null ? Owner.PLAIN : Owner.of(tenant);
    }

    static Address.Jbi at(String service) {
        return new Address.Jbi(service(service), Optional.of("soap"), Optional.empty(), Optional.empty());
    }

    static Address.Jbi at(String service, Address.Pattern pattern) {
        return new Address.Jbi(service(service), Optional.of("soap"), Optional.empty(), Optional.of(pattern));
    }

    static Step to(String service) {
        return new Step.To(at(service), PLACE);
    }

    static Route route(String service, Step... steps) {
        return new Route("to-" + service, at(service), List.of(), List.of(steps), PLACE);
    }

    @Override
    public void close() {
        try {
            for (ManagedComponent managed : installed) {
                managed.stop();
                managed.shutDown();
            }
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        bus.close();
        workers.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
