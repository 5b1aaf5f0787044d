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
 * A client of the bus's administration over JMX, without classes of the bus. It calls a tenant's own operations as the tenant's
 * default administrator, on a connection of its own. One thread at a time.
 */
public final class AdministrationClient implements AutoCloseable {
    /** In place of an operation identifier: the request is not repeated. */
    private static final String ONCE = "";
    /** In place of an expected revision: any. */
    private static final long ANY = -1;

    private static final int KEY_DAYS = 30;

    private static final ObjectName USERS = named("Users");
    /** The most open connections of tenants' administrators. */
    private static final int KEPT = 8;

    private final BusProcess bus;
    /** The tenant of the connected default administrator; empty for an administrator of the installation. */
    private final Optional<String> tenantId;

    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final ObjectName administration;
    /** Open connections by the tenant's identifier, the least recently used first. */
    private final Map<String, AdministrationClient> ofTenants = new LinkedHashMap<>(16, 0.75f, true);

    /** A tenant, and the login, identifier and password of its default administrator. */
    public record Tenant(String name, String tenantId, String login, String userId, String password) {
        /** The default administrator's credentials at the tenants' JMX port. */
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

    /** The connection, for operations without a method in this class. */
    public MBeanServerConnection server() {
        return server;
    }

    public Tenant createTenant(String name, String displayName, String login, String password) throws IOException {
        CompositeData created = (CompositeData) invoke("createTenant", name, displayName, login, password, ONCE);
        return new Tenant(name, text(created, "tenantId"), login, text(created, "userId"), password);
    }

    /** Deploys and starts an assembly; returns its state, such as {@code STARTED}. */
    public String deploy(Tenant tenant, byte[] archive) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("deployAssembly", tenant.tenantId(), archive, ONCE), "state");
    }

    /** Switches to another version; returns the assembly's state. */
    public String switchTo(Tenant tenant, byte[] archive) throws IOException {
        return switchTo(tenant, archive, ONCE);
    }

    /**
     * As {@link #switchTo(Tenant, byte[])}, for a request that may be repeated.
     *
     * @param operation the operation identifier, a UUID
     */
    public String switchTo(Tenant tenant, byte[] archive, String operation) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("switchAssembly", tenant.tenantId(), archive, operation, ANY),
                "state");
    }

    public void undeploy(Tenant tenant, String assembly) throws IOException {
        ofTenant(tenant).invoke("undeployAssembly", tenant.tenantId(), assembly, ONCE, ANY);
    }

    /**
     * Calls an operation on an assembly; returns the state after it.
     *
     * @param operation {@code startAssembly}, {@code stopAssembly}, {@code shutDownAssembly} or {@code rollBackAssembly}
     */
    public String changeAssembly(String operation, Tenant tenant, String assembly) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke(operation, tenant.tenantId(), assembly, ONCE, ANY), "state");
    }

    /** The tenant's assemblies, each as {@code <name> <state>}. */
    public List<String> assemblies(String tenantId) throws IOException {
        CompositeData page = (CompositeData)
                invoke(administration, "listAssemblies", new Object[] {tenantId, 0, 1_000}, new String[] {
                    String.class.getName(), "int", "int"
                });
        return Stream.of((CompositeData[]) page.get("assemblies"))
                .map(a -> text(a, "name") + " " + text(a, "state"))
                .toList();
    }

    /** Generates a key of RSA-2048 for a tenant; returns its certificate in PEM. */
    public String generateKey(Tenant tenant, String name, String purpose, String operation) throws IOException {
        CompositeData key = (CompositeData) ofTenant(tenant)
                .invoke("generateKey", tenant.tenantId(), name, purpose, "RSA_2048", "CN=" + name, KEY_DAYS, operation);
        return text(key, "certificates");
    }

    /** Registers a certificate for messages of a tenant's default administrator; returns its digest. */
    public String registerUserCertificate(Tenant tenant, String certificate, String request) throws IOException {
        CompositeData registered = (CompositeData) ofTenant(tenant)
                .invoke(
                        USERS,
                        "registerUserCertificate",
                        tenant.tenantId(),
                        tenant.userId(),
                        "messages",
                        certificate,
                        request,
                        ONCE);
        return text(registered, "digest");
    }

    public void revokeUserCertificate(Tenant tenant, String digest, String operation) throws IOException {
        ofTenant(tenant).invoke(USERS, "revokeUserCertificate", tenant.tenantId(), digest, operation);
    }

    public void suspend(String tenantId) throws IOException {
        invoke("suspendTenant", tenantId, ONCE, ANY);
    }

    public void resume(String tenantId) throws IOException {
        invoke("resumeTenant", tenantId, ONCE, ANY);
    }

    /** Purges a suspended tenant. */
    public void purge(Tenant tenant) throws IOException {
        purge(tenant, ONCE);
    }

    /** As {@link #purge(Tenant)}, for a request that may be repeated. */
    public void purge(Tenant tenant, String operation) throws IOException {
        invoke("purgeTenant", tenant.tenantId(), tenant.name(), operation, ANY);
    }

    /** Sets the default administrator's own password. */
    public void setPassword(Tenant tenant, String password) throws IOException {
        setPassword(tenant, tenant.userId(), password);
    }

    /** Sets a user's password as the tenant's default administrator. */
    public void setPassword(Tenant tenant, String userId, String password) throws IOException {
        setPassword(tenant, userId, password, ONCE);
    }

    /** As {@link #setPassword(Tenant, String, String)}, for a request that may be repeated. */
    public void setPassword(Tenant tenant, String userId, String password, String operation) throws IOException {
        ofTenant(tenant).invoke("setPassword", tenant.tenantId(), userId, password, operation, ANY);
    }

    /** Runs a batch, or its dry run; returns a line for each step, and one with the operation identifier. */
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

    /** Waits until the nodes have applied an operation; returns {@code APPLIED}, or its state after that time. */
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

    /** The progress of an operation; empty before its decision. */
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

    /** Finds a tenant, and as its default administrator that user's identifier. */
    public Tenant findTenant(String name, String login, String password) throws IOException {
        String tenantId = findTenant(name);
        Tenant unidentified = new Tenant(name, tenantId, login, "", password);
        CompositeData user = (CompositeData) ofTenant(unidentified).invoke("findUser", tenantId, login);
        return new Tenant(name, tenantId, login, text(user, "userId"), password);
    }

    /** Finds a tenant; returns its identifier. */
    public String findTenant(String name) throws IOException {
        return text((CompositeData) invoke("findTenant", name), "tenantId");
    }

    /** Adds a user with the right to send messages; returns the identifier. */
    public String addUser(Tenant tenant, String login, String password) throws IOException {
        return text(
                (CompositeData) ofTenant(tenant).invoke("addUser", tenant.tenantId(), login, password, ONCE), "userId");
    }

    /**
     * Sets the hard limit of a quota.
     *
     * @param granted true for a new quota, false for a change
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
     * A page of the tenants' names, in alphabetical order.
     *
     * @param after the page begins after this name, which need not be a tenant's
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

    /**
     * A node of the cluster, by its last report.
     *
     * @param lag the number of changes after its revision
     */
    public record Node(String id, boolean here, String state, long revision, long lag, String digest) {}

    /** All nodes, including nodes that have left. */
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
                        (Long) n.get("lag"),
                        text(n, "digest")))
                .toList();
    }

    /**
     * Waits until so many nodes are up, have reported the cluster's last change, and have one digest. Returns the nodes
     * then, or after that time. A node reports a change some time after it has applied it, so one revision alone may be
     * a former one.
     */
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
                && nodes.stream().allMatch(n -> n.state().equals("UP") && n.lag() == 0)
                && nodes.stream().map(Node::digest).distinct().count() == 1
                && nodes.stream().map(Node::revision).distinct().count() == 1;
    }

    /** The connection of the tenant's administrator. It closes with this client, or for a more recently used one. */
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
     * Calls an operation of the MBean Administration.
     *
     * @throws IllegalStateException if the bus refuses, with its sentence
     * @throws IOException if the bus is unreachable
     */
    private Object invoke(String operation, Object... arguments) throws IOException {
        return invoke(administration, operation, arguments);
    }

    private Object invoke(ObjectName bean, String operation, Object... arguments) throws IOException {
        String[] signature = Stream.of(arguments)
                .map(a -> a instanceof Long
                        ? long.class.getName()
                        : a instanceof Integer
                                ? int.class.getName()
                                : a.getClass().getName())
                .toArray(String[]::new);
        return invoke(bean, operation, arguments, signature);
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
