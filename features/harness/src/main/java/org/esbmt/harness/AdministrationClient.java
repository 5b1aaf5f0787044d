package org.esbmt.harness;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;

/**
 * Administration as any JMX client sees it: no class of the bus is needed. The operations of a tenant itself are called
 * by the tenant's default administrator, on a connection of its own. One thread at a time.
 */
public final class AdministrationClient implements AutoCloseable {
    /** For what is asked once. */
    private static final String ONCE = "";
    /** Stands for any revision. */
    private static final long ANY = -1;
    /** Connections of tenants' administrators that are kept open. */
    private static final int KEPT = 8;

    private final BusProcess bus;
    /** The tenant of the connected default administrator; empty for an administrator of the installation. */
    private final Optional<String> tenantId;

    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final ObjectName administration;
    /** By the tenant's identifier, the one that was needed least recently first. */
    private final Map<String, AdministrationClient> ofTenants = new LinkedHashMap<>(16, 0.75f, true);

    /** A tenant and its default administrator, with their login. */
    public record Tenant(String name, String tenantId, String login, String userId, String password) {
        /** The default administrator's, at the door of the tenants. */
        public BusHome.Credentials credentials() {
            return new BusHome.Credentials(name + "/" + login, password);
        }
    }

    /**
     * Connects as an administrator of the installation.
     *
     * @throws SecurityException when login or password are wrong
     */
    public AdministrationClient(BusProcess bus, BusHome.Credentials administrator) throws IOException {
        this(bus, bus.connect(administrator), Optional.empty());
    }

    /**
     * Connects as a tenant's default administrator.
     *
     * @throws SecurityException when login or password are wrong
     */
    public static AdministrationClient of(BusProcess bus, Tenant tenant) throws IOException {
        return new AdministrationClient(bus, bus.connectOperator(tenant.credentials()), Optional.of(tenant.tenantId()));
    }

    private AdministrationClient(BusProcess bus, JMXConnector connector, Optional<String> tenantId) throws IOException {
        this.bus = bus;
        this.tenantId = tenantId;
        this.connector = connector;
        this.server = connector.getMBeanServerConnection();
        try {
            this.administration = new ObjectName("org.esbmt:type=Administration");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The connection, for what has no method here. */
    public MBeanServerConnection server() {
        return server;
    }

    public Tenant createTenant(String name, String displayName, String login, String password) throws IOException {
        CompositeData created = (CompositeData) invoke("createTenant", name, displayName, login, password, ONCE);
        return new Tenant(name, text(created, "tenantId"), login, text(created, "userId"), password);
    }

    /** Deploys and starts; gives the assembly's state, such as {@code STARTED}. */
    public String deploy(Tenant tenant, byte[] archive) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("deployAssembly", tenant.tenantId(), archive, ONCE), "state");
    }

    /** Switches to another version; gives the assembly's state. */
    public String switchTo(Tenant tenant, byte[] archive) throws IOException {
        return switchTo(tenant, archive, ONCE);
    }

    /**
     * As the other one, for what may be asked again.
     *
     * @param operation a UUID
     */
    public String switchTo(Tenant tenant, byte[] archive, String operation) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("switchAssembly", tenant.tenantId(), archive, operation, ANY),
                "state");
    }

    public void undeploy(Tenant tenant, String assembly) throws IOException {
        ofTenant(tenant).invoke("undeployAssembly", tenant.tenantId(), assembly, ONCE, ANY);
    }

    /** {@code startAssembly}, {@code stopAssembly}, {@code shutDownAssembly} or {@code rollBackAssembly}; gives the state after it. */
    public String changeAssembly(String operation, Tenant tenant, String assembly) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke(operation, tenant.tenantId(), assembly, ONCE, ANY), "state");
    }

    /** {@code <name> <state>} each. */
    public List<String> assemblies(String tenantId) throws IOException {
        CompositeData page = (CompositeData)
                invoke(administration, "listAssemblies", new Object[] {tenantId, 0, 1_000}, new String[] {
                    String.class.getName(), "int", "int"
                });
        return Stream.of((CompositeData[]) page.get("assemblies"))
                .map(a -> text(a, "name") + " " + text(a, "state"))
                .toList();
    }

    public void suspend(String tenantId) throws IOException {
        invoke("suspendTenant", tenantId, ONCE, ANY);
    }

    public void resume(String tenantId) throws IOException {
        invoke("resumeTenant", tenantId, ONCE, ANY);
    }

    /** One that is suspended. */
    public void purge(Tenant tenant) throws IOException {
        purge(tenant, ONCE);
    }

    /** As the other one, for what may be asked again. */
    public void purge(Tenant tenant, String operation) throws IOException {
        invoke("purgeTenant", tenant.tenantId(), tenant.name(), operation, ANY);
    }

    /** Of the default administrator, by themselves. */
    public void setPassword(Tenant tenant, String password) throws IOException {
        setPassword(tenant, tenant.userId(), password);
    }

    /** Of a user, by the tenant's default administrator. */
    public void setPassword(Tenant tenant, String userId, String password) throws IOException {
        setPassword(tenant, userId, password, ONCE);
    }

    /** As the other one, for what may be asked again. */
    public void setPassword(Tenant tenant, String userId, String password, String operation) throws IOException {
        ofTenant(tenant).invoke("setPassword", tenant.tenantId(), userId, password, operation, ANY);
    }

    /** Does a batch, or tells what it would do; a line a step, and one with the operation's identifier. */
    public List<String> batch(String text, List<String> names, List<byte[]> archives, String operation, boolean dryRun)
            throws IOException {
        Object[] arguments = {text, names.toArray(String[]::new), archives.toArray(byte[][]::new), operation, dryRun};
        String[] signature = {
            String.class.getName(),
            String[].class.getName(),
            byte[][].class.getName(),
            String.class.getName(),
            boolean.class.getName()
        };
        return List.of((String[]) invoke(named("Batches"), "submitBatch", arguments, signature));
    }

    /** {@code APPLIED}, or what else became of an operation within that time. */
    public String awaitOperation(String operation, Duration atMost) throws IOException {
        CompositeData outcome = (CompositeData) invoke(
                named("Cluster"), "showOperation", new Object[] {operation, (int) atMost.toSeconds()}, new String[] {
                    String.class.getName(), int.class.getName()
                });
        return text(outcome, "state");
    }

    /**
     * The progress of an operation on the nodes.
     *
     * @param state such as {@code PENDING}
     * @param waiting the identifiers of nodes that have not answered
     */
    public record Progress(String state, List<String> waiting) {}

    /** Of an operation; empty before it is decided. */
    public Optional<Progress> progress(String operation) throws IOException {
        try {
            CompositeData shown = (CompositeData)
                    invoke(named("Cluster"), "showOperation", new Object[] {operation, 0}, new String[] {
                        String.class.getName(), int.class.getName()
                    });
            return Optional.of(new Progress(text(shown, "state"), List.of((String[]) shown.get("waiting"))));
        } catch (RuntimeMBeanException e) {
            if (String.valueOf(e.getTargetException().getMessage()).startsWith("NOT_FOUND")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** A tenant that is there, with its default administrator, who tells their identifier. */
    public Tenant findTenant(String name, String login, String password) throws IOException {
        String tenantId = findTenant(name);
        Tenant unidentified = new Tenant(name, tenantId, login, "", password);
        CompositeData user = (CompositeData) ofTenant(unidentified).invoke("findUser", tenantId, login);
        return new Tenant(name, tenantId, login, text(user, "userId"), password);
    }

    /** Looks a tenant up; gives its identifier. */
    public String findTenant(String name) throws IOException {
        return text((CompositeData) invoke("findTenant", name), "tenantId");
    }

    /** Adds a user who may send messages; gives the identifier. */
    public String addUser(Tenant tenant, String login, String password) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("addUser", tenant.tenantId(), login, password, ONCE), "userId");
    }

    /**
     * Sets the most there may be of a resource.
     *
     * @param granted whether the tenant had none of it before
     */
    public void setQuota(String tenantId, String resource, long hard, boolean granted) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(tenantId, resource, "", "", hard, -1L, -1L, ""));
        if (!granted) {
            arguments.add(-1L);
        }
        String[] signature = arguments.stream()
                .map(a -> a instanceof Long ? long.class.getName() : String.class.getName())
                .toArray(String[]::new);
        invoke(named("Quotas"), granted ? "grantQuota" : "changeQuota", arguments.toArray(), signature);
    }

    /** The used amount of a quota. */
    public long used(String tenantId, String resource) throws IOException {
        return Stream.of((CompositeData[]) invoke(
                        named("Quotas"), "listQuotas", new Object[] {tenantId}, new String[] {String.class.getName()}))
                .filter(quota -> text(quota, "resource").equals(resource))
                .mapToLong(quota -> (Long) quota.get("used"))
                .sum();
    }

    /**
     * Names of tenants, in their order.
     *
     * @param after the first that follow this one, which need not be a tenant's
     */
    public List<String> tenants(String after, int limit) throws IOException {
        String text = String.class.getName();
        CompositeData page = (CompositeData)
                invoke(administration, "listTenants", new Object[] {"", "", after, 0, limit}, new String[] {
                    text, text, text, int.class.getName(), int.class.getName()
                });
        return Stream.of((CompositeData[]) page.get("tenants"))
                .map(tenant -> text(tenant, "name"))
                .toList();
    }

    /** A node of the cluster. */
    public record Node(String id, boolean here, String state, long revision, String digest) {}

    /** All of them, those that have left too. */
    public List<Node> nodes() throws IOException {
        CompositeData page = (CompositeData) invoke(named("Cluster"), "listNodes", new Object[] {0, 100}, new String[] {
            int.class.getName(), int.class.getName()
        });
        return Stream.of((CompositeData[]) page.get("nodes"))
                .map(n -> new Node(
                        text(n, "nodeId"),
                        (Boolean) n.get("here"),
                        text(n, "state"),
                        (Long) n.get("observedRevision"),
                        text(n, "digest")))
                .toList();
    }

    /** The nodes when all of them are up and have the same, or after that time. */
    public List<Node> awaitSameState(int count, Duration atMost) throws IOException, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        List<Node> nodes = nodes();
        while (!same(nodes, count) && System.nanoTime() < end) {
            Thread.sleep(200);
            nodes = nodes();
        }
        return nodes;
    }

    private static boolean same(List<Node> nodes, int count) {
        return nodes.size() == count
                && nodes.stream().allMatch(n -> n.state().equals("UP"))
                && nodes.stream().map(Node::digest).distinct().count() == 1
                && nodes.stream().map(Node::revision).distinct().count() == 1;
    }

    /** Closed with this, or when too many others were needed since. */
    private AdministrationClient ofTenant(Tenant tenant) throws IOException {
        if (tenantId.isPresent() && tenantId.get().equals(tenant.tenantId())) {
            return this;
        }
        AdministrationClient open = ofTenants.get(tenant.tenantId());
        if (open == null) {
            open = of(bus, tenant);
            ofTenants.put(tenant.tenantId(), open);
            if (ofTenants.size() > KEPT) {
                Iterator<AdministrationClient> eldest = ofTenants.values().iterator();
                eldest.next().close();
                eldest.remove();
            }
        }
        return open;
    }

    private static ObjectName named(String type) {
        try {
            return new ObjectName("org.esbmt:type=" + type);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(CompositeData data, String item) {
        return (String) data.get(item);
    }

    /**
     * @throws IllegalStateException if the bus refused, with its sentence
     * @throws IOException if the bus was not reached
     */
    private Object invoke(String operation, Object... arguments) throws IOException {
        String[] signature = Stream.of(arguments)
                .map(a ->
                        a instanceof Long ? long.class.getName() : a.getClass().getName())
                .toArray(String[]::new);
        return invoke(administration, operation, arguments, signature);
    }

    private Object invoke(ObjectName bean, String operation, Object[] arguments, String[] signature)
            throws IOException {
        try {
            return server.invoke(bean, operation, arguments, signature);
        } catch (InstanceNotFoundException e) {
            throw new IOException("the bus has no such MBean (yet)", e);
        } catch (MBeanException | ReflectionException e) {
            throw new IllegalStateException(operation + ": " + e.getCause().getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            for (AdministrationClient ofTenant : ofTenants.values()) {
                ofTenant.close();
            }
        } finally {
            connector.close();
        }
    }
}
