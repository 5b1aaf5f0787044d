package org.esbmt.itests.crash;

import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.esbmt.demo.AdministrationClient;
import org.esbmt.demo.AssemblyArchive;
import org.esbmt.demo.BusHome;
import org.esbmt.demo.Soap;

/** One operation on a tenant of its own: how it is asked, what it changes where, and how messages see it. */
final class Request {
    private static final Soap SOAP = new Soap();
    private static final String FORMER = "the former password of it";
    private static final String NEXT = "the next password of it";
    private static final long CEILING = 77;

    private final Operation operation;
    private final Stack stack;
    private final String name;
    private final String id = UUID.randomUUID().toString();
    private final AdministrationClient.Tenant tenant;
    private final byte[] archive;
    private final Map<Part, Long> before = new EnumMap<>(Part.class);

    private Request(Operation operation, Stack stack, String name, AdministrationClient.Tenant tenant) {
        this.operation = operation;
        this.stack = stack;
        this.name = name;
        this.tenant = tenant;
        // Packed again it would be another archive, and another request: a zip file has the time in it.
        this.archive = archive(stack, operation == Operation.UPDATE ? "v2" : "v1");
    }

    /** Makes what the operation needs, through the managing node, which may still be getting over an earlier fault. */
    static Request prepare(Operation operation, Stack stack, String name)
            throws IOException, SQLException, InterruptedException {
        try (AdministrationClient administration = stack.administration()) {
            return prepare(operation, stack, administration, name);
        }
    }

    private static Request prepare(Operation operation, Stack stack, AdministrationClient administration, String name)
            throws IOException, SQLException, InterruptedException {
        AdministrationClient.Tenant tenant = operation == Operation.CREATE
                ? new AdministrationClient.Tenant(name, "", login(name), "", FORMER)
                : onceAvailable(() -> administration.createTenant(name, name, login(name), FORMER));
        Request request = new Request(operation, stack, name, tenant);
        if (operation != Operation.CREATE && operation != Operation.DEPLOY) {
            onceAvailable(() -> administration.deploy(tenant, archive(stack, "v1")));
        }
        if (operation == Operation.PURGE) {
            administration.suspend(tenant.tenantId());
        }
        for (Part part : request.concerned()) {
            request.before.put(part, request.state(part));
        }
        return request;
    }

    private interface Asking<T> {
        T ask() throws IOException;
    }

    /** The administration says that it is not, and that nothing was done. */
    static boolean isUnavailable(String answer) {
        return answer.contains("UNAVAILABLE") && !answer.contains("it was decided");
    }

    private static <T> T onceAvailable(Asking<T> asking) throws IOException, InterruptedException {
        long end = System.nanoTime() + Limits.AVAILABLE.toNanos();
        while (true) {
            try {
                return asking.ask();
            } catch (RuntimeException e) {
                if (!isUnavailable(String.valueOf(e.getMessage())) || System.nanoTime() > end) {
                    throw e;
                }
                Thread.sleep(200);
            }
        }
    }

    private static String login(String name) {
        return name + "-admin";
    }

    private static byte[] archive(Stack stack, String version) {
        return AssemblyArchive.soapProxy(
                "orders", "Orders", "soap", stack.backEnd().url() + version);
    }

    Operation operation() {
        return operation;
    }

    /**
     * Connects to the managing node as who may ask: an administrator of the installation, or the tenant's own.
     *
     * @param done whether the operation was done; a password is another one then
     */
    AdministrationClient connect(boolean done) throws IOException {
        return switch (operation) {
            case CREATE, QUOTA, SUSPEND, PURGE -> stack.administration();
            case UPDATE, DEPLOY, UNDEPLOY -> stack.administration(tenant);
            case PASSWORD ->
                stack.administration(new AdministrationClient.Tenant(
                        name, tenant.tenantId(), tenant.login(), tenant.userId(), done ? NEXT : FORMER));
        };
    }

    /** What a message to nodes about it has in it. */
    String mark() {
        return id;
    }

    /**
     * Asks; returns when it is acknowledged.
     *
     * @throws IllegalStateException when it is refused, with the sentence
     * @throws IOException when no answer came
     */
    void ask(AdministrationClient administration) throws IOException {
        switch (operation) {
            case CREATE ->
                batch(
                        administration,
                        "<createTenant name='" + name + "' displayName='" + name + "' login='" + login(name)
                                + "' password='" + FORMER + "'/>");
            case QUOTA ->
                batch(
                        administration,
                        "<setQuota tenant='" + tenant.tenantId() + "' resource='USERS' hard='" + CEILING + "'/>");
            case SUSPEND -> batch(administration, "<suspendTenant tenant='" + tenant.tenantId() + "'/>");
            case DEPLOY ->
                administration.batch(
                        batch("<deploy tenant='" + tenant.tenantId() + "' archive='a.zip'/>"),
                        List.of("a.zip"),
                        List.of(archive),
                        id,
                        false);
            case UNDEPLOY -> batch(administration, "<undeploy tenant='" + tenant.tenantId() + "' assembly='orders'/>");
            case UPDATE -> administration.switchTo(tenant, archive, id);
            case PURGE -> administration.purge(tenant, id);
            case PASSWORD -> administration.setPassword(tenant, tenant.userId(), NEXT, id);
        }
    }

    private void batch(AdministrationClient administration, String step) throws IOException {
        administration.batch(batch(step), List.of(), List.of(), id, false);
    }

    private static String batch(String step) {
        return "<batch xmlns='urn:esbmt:batch:1'>" + step + "</batch>";
    }

    // --- what it changes

    /** The registries that it changes something in. */
    private List<Part> concerned() {
        return switch (operation) {
            case CREATE, SUSPEND, PASSWORD -> List.of(Part.TENANTS, Part.CONFIGURATION);
            case QUOTA -> List.of(Part.CONFIGURATION);
            case UPDATE, DEPLOY, UNDEPLOY -> List.of(Part.SERVICES, Part.CONFIGURATION);
            case PURGE -> List.of(Part.TENANTS, Part.SERVICES, Part.CONFIGURATION);
        };
    }

    /** A number for each registry that goes up by the change, and never back. */
    private long state(Part part) throws SQLException {
        Registries registries = stack.registries();
        return switch (part) {
            case TENANTS ->
                registries.number(
                        part,
                        "SELECT count(*) + coalesce(max(t.revision), 0) + coalesce(max(c.version), 0)"
                                + " FROM tenant_registry.tenant t LEFT JOIN tenant_registry.user_credential c USING (tenant_id)"
                                + " WHERE t.name = ?",
                        name);
            case SERVICES ->
                registries.number(
                        part,
                        "SELECT coalesce(sum(revision), 0) FROM service_registry.deployment WHERE tenant_id = ?::uuid",
                        tenant.tenantId());
            case CONFIGURATION -> recorded();
            default -> throw new IllegalArgumentException(part + " is no registry");
        };
    }

    /** How many entries of this request the journal has. */
    private long recorded() throws SQLException {
        return stack.registries()
                .number(
                        Part.CONFIGURATION,
                        "SELECT count(*) FROM configuration_registry.operation_journal WHERE operation_id = ?::uuid",
                        id);
    }

    /** For each registry that it changes something in, whether it has. Nothing may be in doubt. */
    Map<Part, Boolean> done() throws SQLException {
        Map<Part, Boolean> done = new EnumMap<>(Part.class);
        for (Part part : concerned()) {
            done.put(part, changed(part));
        }
        return done;
    }

    private boolean changed(Part part) throws SQLException {
        // A purge forgets what it counts by.
        boolean forgotten = operation == Operation.PURGE && part == Part.SERVICES;
        return forgotten ? state(part) != before.get(part) : state(part) > before.get(part);
    }

    /** How often it was done, as the journal has it. */
    long times() throws SQLException {
        return recorded() - before.get(Part.CONFIGURATION);
    }

    /** Whether nodes are told of it by message, rather than by the tenant registry's own log. */
    boolean isTold() {
        return switch (operation) {
            case UPDATE, PURGE, DEPLOY, UNDEPLOY -> true;
            case CREATE, QUOTA, SUSPEND, PASSWORD -> false;
        };
    }

    // --- how messages see it

    /** Whether a message to that node meets the state after the change. */
    boolean isSeen(BusHome node) throws IOException, InterruptedException {
        return switch (operation) {
            case CREATE, QUOTA -> true;
            case UPDATE -> send(node, FORMER).backEnd().equals(stack.backEnd().name() + "/v2");
            case DEPLOY -> send(node, FORMER).status() == 200;
            case SUSPEND, PURGE, UNDEPLOY -> send(node, FORMER).status() != 200;
            case PASSWORD ->
                send(node, FORMER).status() != 200 && send(node, NEXT).status() == 200;
        };
    }

    private Soap.Answer send(BusHome node, String password) throws IOException, InterruptedException {
        return SOAP.send(
                node.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/soap",
                Soap.envelope(
                        Soap.tenantContext(tenant.tenantId(), tenant.userId(), password),
                        "<order xmlns=\"urn:example\"/>"));
    }
}
