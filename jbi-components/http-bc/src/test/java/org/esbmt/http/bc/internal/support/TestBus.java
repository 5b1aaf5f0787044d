package org.esbmt.http.bc.internal.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.jbi.JBIException;
import org.esbmt.http.bc.internal.HttpBindingComponent;
import org.esbmt.http.bc.internal.HttpConfiguration;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.SuccessionUnitManager;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.http.RawClient;

/** The component in the real container, on free ports, with two tenants. */
public final class TestBus implements AutoCloseable {
    public static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    public static final TenantId GLOBEX = TenantId.of("22222222-2222-4222-8222-222222222222");
    public static final UserId ALICE = UserId.of("33333333-3333-4333-8333-333333333333");
    /** A user of acme, whose password is {@code bobs-secret}. */
    public static final UserId BOB = UserId.of("44444444-4444-4444-8444-444444444444");

    private final Path folder;
    private final JbiEnvironment bus;
    private final TestAuthenticator authenticator = new TestAuthenticator();
    private final HttpBindingComponent component;
    private final ManagedComponent managed;
    private final Deque<ManagedComponent> others = new ArrayDeque<>();
    private int units;

    public TestBus() {
        this(Map.of());
    }

    /** A bus with values for methods of {@link HttpConfiguration} other than the defaults. */
    public TestBus(Map<String, Object> configuration) {
        this(configuration, MessageMemory.ofHeap());
    }

    /** A bus with such values and a limit for the memory of messages. */
    public TestBus(Map<String, Object> configuration, MessageMemory memory) {
        try {
            folder = Files.createTempDirectory("http-bc");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        authenticator.add(ACME, ALICE, "acme-secret");
        authenticator.add(ACME, BOB, "bobs-secret");
        authenticator.add(GLOBEX, ALICE, "globex-secret");
        bus = new JbiEnvironment(
                new SameTenantBoundary(), new TenantNames(TenantNames.DEFAULT_PREFIX), folder, 16, 16, memory);
        Map<String, Object> values = new HashMap<>(configuration);
        values.putIfAbsent("port", 0);
        values.putIfAbsent("threads", 2);
        component = new HttpBindingComponent(configuration(values), authenticator, () -> false);
        managed = new ManagedComponent(bus, "http-bc", InstalledComponent.Type.BINDING_COMPONENT, "", component);
        try {
            managed.start();
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A configuration like that of the service component runtime. */
    public static HttpConfiguration configuration(Map<String, Object> values) {
        return (HttpConfiguration) Proxy.newProxyInstance(
                HttpConfiguration.class.getClassLoader(),
                new Class<?>[] {HttpConfiguration.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
    }

    public static Map<String, Object> allowing(StubBackEnd... backEnds) {
        StringBuilder allow = new StringBuilder();
        for (StubBackEnd backEnd : backEnds) {
            allow.append("*@127.0.0.1:").append(backEnd.port()).append(',');
        }
        Map<String, Object> values = new HashMap<>();
        values.put("egress_allow", allow.toString());
        return values;
    }

    public TestAuthenticator authenticator() {
        return authenticator;
    }

    public InetSocketAddress address() {
        return component.address();
    }

    /** The component as registered with the container. */
    public InstalledComponent installed() {
        return managed;
    }

    public HttpBindingComponent component() {
        return component;
    }

    public RawClient connect() throws IOException {
        return new RawClient(address());
    }

    /** Installs another component on the same bus. */
    public void install(String name, javax.jbi.component.Component other) {
        ManagedComponent m = new ManagedComponent(bus, name, InstalledComponent.Type.SERVICE_ENGINE, "", other);
        try {
            m.start();
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        others.push(m);
    }

    /** Deploys and starts a unit; null as tenant makes a plain one. */
    public String deploy(TenantId tenant, String elements) {
        return deploy(tenant, elements, Map.of());
    }

    public String deploy(TenantId tenant, String elements, Map<String, String> files) {
        return deploy(tenant == null ? Owner.PLAIN : Owner.of(tenant), elements, files);
    }

    public String deploy(Owner owner, String elements, Map<String, String> files) {
        String name = initialize(owner, elements, files);
        try {
            manager().start(name);
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        return name;
    }

    public SuccessionUnitManager manager() {
        return (SuccessionUnitManager) component.getServiceUnitManager();
    }

    /** Deploys and initializes a unit. */
    public String initialize(TenantId tenant, String elements, Map<String, String> files) {
        return initialize(tenant == null ? Owner.PLAIN : Owner.of(tenant), elements, files);
    }

    private String initialize(Owner owner, String elements, Map<String, String> files) {
        String name = "unit-" + units++;
        try {
            Path root = Files.createDirectories(folder.resolve("units").resolve(name));
            Files.writeString(
                    root.resolve("xbean.xml"),
                    "<beans xmlns:http=\"http://servicemix.apache.org/http/1.0\" xmlns:s=\"urn:orders\">" + elements
                            + "</beans>");
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(root.resolve(file.getKey()), file.getValue());
            }
            if (owner.tenant().isPresent()) {
                ServiceUnitOwner.write(root, owner);
            }
            manager().deploy(name, root.toString());
            manager().init(name, root.toString());
        } catch (IOException | JBIException e) {
            throw new IllegalStateException(e);
        }
        return name;
    }

    public void undeploy(String name) {
        try {
            manager().stop(name);
            manager().shutDown(name);
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The usual proxy: a consumer {@code Orders/in} and a provider {@code OrdersBackEnd/out}. */
    public String deployProxy(TenantId tenant, String backEndUrl) {
        return deployProxy(tenant, backEndUrl, "", "");
    }

    public String deployProxy(
            TenantId tenant, String backEndUrl, String consumerAttributes, String providerAttributes) {
        return deploy(tenant, proxy(backEndUrl, consumerAttributes, providerAttributes));
    }

    /** The elements of such a proxy. A busy machine has time to connect, and a client still waits afterwards. */
    public static String proxy(String backEndUrl, String consumerAttributes, String providerAttributes) {
        String patience = providerAttributes.contains("connectTimeoutMillis") ? "" : " connectTimeoutMillis=\"8000\"";
        return "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:OrdersBackEnd\""
                + " targetEndpoint=\"out\" " + consumerAttributes + "/>"
                + "<http:soap-provider service=\"s:OrdersBackEnd\" endpoint=\"out\" locationURI=\"" + backEndUrl + "\" "
                + providerAttributes + patience + "/>";
    }

    public static String path(TenantId tenant) {
        return "/tenant-services/" + tenant + "/Orders/in";
    }

    public static String acmeMessage(String body) {
        return Soap.envelope(Soap.context(ACME, ALICE, "acme-secret"), body);
    }

    public static String globexMessage(String body) {
        return Soap.envelope(Soap.context(GLOBEX, ALICE, "globex-secret"), body);
    }

    public static UserId user() {
        return new UserId(UUID.fromString(ALICE.toString()));
    }

    @Override
    public void close() {
        try {
            for (ManagedComponent other : others) {
                other.stop();
                other.shutDown();
            }
            if (managed.state() == InstalledComponent.State.STARTED) {
                managed.stop();
            }
            managed.shutDown();
        } catch (JBIException e) {
            throw new IllegalStateException(e);
        }
        bus.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
