package org.esbmt.itests.crash;

import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;

/**
 * One operation on a tenant of its own, or on two: its request, its changes in the registries, and its effect on messages. The
 * second tenant is the one that a batch purges.
 */
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
    private final Optional<AdministrationClient.Tenant> purged;
    private final byte[] archive;
    /** Of CERTIFICATE alone. */
    private final Optional<Signer> signer;

    private final Map<Part, List<Long>> before = new EnumMap<>(Part.class);

    private Request(
            Operation operation,
            Stack stack,
            String name,
            AdministrationClient.Tenant tenant,
            Optional<AdministrationClient.Tenant> purged,
            Optional<Signer> signer) {
        this.operation = operation;
        this.stack = stack;
        this.name = name;
        this.tenant = tenant;
        this.purged = purged;
        this.signer = signer;
        // Packed once: a zip file contains the time, so a repacked archive would be another request.
        this.archive = archive(stack, operation == Operation.UPDATE ? "v2" : "v1");
    }

    /** Creates the tenants of the operation through the managing node, which may not yet have recovered from an earlier fault. */
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
        Optional<AdministrationClient.Tenant> purged = operation == Operation.BATCH
                ? Optional.of(suspended(administration, stack, name + "-purged"))
                : Optional.empty();
        Optional<Signer> signer = operation == Operation.CERTIFICATE
                ? Optional.of(Signer.registered(stack, tenant, administration))
                : Optional.empty();
        Request request = new Request(operation, stack, name, tenant, purged, signer);
        if (operation != Operation.CREATE && operation != Operation.DEPLOY && operation != Operation.CERTIFICATE) {
            onceAvailable(() -> administration.deploy(tenant, archive(stack, "v1")));
        }
        if (operation == Operation.PURGE) {
            administration.suspend(tenant.tenantId());
        }
        for (Part part : request.concerned()) {
            request.before.put(part, request.states(part));
        }
        return request;
    }

    private static AdministrationClient.Tenant suspended(AdministrationClient administration, Stack stack, String name)
            throws IOException, InterruptedException {
        AdministrationClient.Tenant tenant =
                onceAvailable(() -> administration.createTenant(name, name, login(name), FORMER));
        onceAvailable(() -> administration.deploy(tenant, archive(stack, "v1")));
        administration.suspend(tenant.tenantId());
        return tenant;
    }

    interface Asking<T> {
        T ask() throws IOException;
    }

    /** True for a refusal with UNAVAILABLE that rules out a decided change. */
    static boolean isUnavailable(String answer) {
        return answer.contains("UNAVAILABLE") && !answer.contains("it was decided");
    }

    /** Asks again while a registry is unavailable, as after an earlier fault. */
    static <T> T onceAvailable(Asking<T> asking) throws IOException, InterruptedException {
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
     * Connects to the managing node as an administrator with the right to the operation: the installation's, or the tenant's.
     *
     * @param done true after the operation, which may have changed the password
     */
    AdministrationClient connect(boolean done) throws IOException {
        return switch (operation) {
            case CREATE, QUOTA, SUSPEND, PURGE, BATCH -> stack.administration();
            case UPDATE, DEPLOY, UNDEPLOY, KEY, CERTIFICATE -> stack.administration(tenant);
            case PASSWORD ->
                stack.administration(new AdministrationClient.Tenant(
                        name, tenant.tenantId(), tenant.login(), tenant.userId(), done ? NEXT : FORMER));
        };
    }

    /** A text in each message to nodes about the operation. */
    String mark() {
        return id;
    }

    /**
     * Sends the request; returns when the node acknowledges it.
     *
     * @throws IllegalStateException if the node refuses, with its sentence
     * @throws IOException if no answer came
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
            case KEY -> administration.generateKey(tenant, "sign", "SIGN", id);
            case CERTIFICATE ->
                administration.revokeUserCertificate(
                        tenant, signer.orElseThrow().digest(), id);
            case BATCH -> {
                AdministrationClient.Tenant gone = purged.orElseThrow();
                batch(
                        administration,
                        "<suspendTenant tenant='" + tenant.tenantId() + "'/>"
                                + "<purgeTenant tenant='" + gone.tenantId() + "' name='" + gone.name() + "'/>"
                                + "<setQuota tenant='" + tenant.tenantId() + "' resource='USERS' hard='" + CEILING
                                + "'/>");
            }
        }
    }

    private void batch(AdministrationClient administration, String steps) throws IOException {
        administration.batch(batch(steps), List.of(), List.of(), id, false);
    }

    private static String batch(String steps) {
        return "<batch xmlns='urn:esbmt:batch:1'>" + steps + "</batch>";
    }

    // --- its changes

    /** The registries that the operation changes. */
    private List<Part> concerned() {
        return switch (operation) {
            case CREATE, SUSPEND, PASSWORD, KEY, CERTIFICATE -> List.of(Part.TENANTS, Part.CONFIGURATION);
            case QUOTA -> List.of(Part.CONFIGURATION);
            case UPDATE, DEPLOY, UNDEPLOY -> List.of(Part.SERVICES, Part.CONFIGURATION);
            case PURGE, BATCH -> List.of(Part.TENANTS, Part.SERVICES, Part.CONFIGURATION);
        };
    }

    /** Numbers from a registry, each of which changes with the operation. */
    private List<Long> states(Part part) throws SQLException {
        return switch (part) {
            case TENANTS ->
                operation == Operation.KEY || operation == Operation.CERTIFICATE
                        ? List.of(keys())
                        : purged.isEmpty()
                                ? List.of(tenants(name))
                                : List.of(tenants(name), tenants(purged.get().name()));
            // The batch deploys nothing; it purges deployments of the second tenant alone.
            case SERVICES -> List.of(services(purged.orElse(tenant)));
            case CONFIGURATION ->
                operation == Operation.QUOTA || operation == Operation.BATCH
                        ? List.of(recorded(), ceilings())
                        : List.of(recorded());
            default -> throw new IllegalArgumentException(part + " is no registry");
        };
    }

    /** A number that grows with a change of the tenant. */
    private long tenants(String named) throws SQLException {
        return stack.registries()
                .number(
                        Part.TENANTS,
                        "SELECT count(*) + coalesce(max(t.revision), 0) + coalesce(max(c.version), 0)"
                                + " FROM tenant_registry.tenant t LEFT JOIN tenant_registry.user_credential c USING (tenant_id)"
                                + " WHERE t.name = ?",
                        named);
    }

    /** The number of keys, and of revoked certificates. */
    private long keys() throws SQLException {
        return stack.registries()
                .number(
                        Part.TENANTS,
                        "SELECT (SELECT count(*) FROM tenant_registry.tenant_key k WHERE k.tenant_id = t.tenant_id)"
                                + " + (SELECT count(*) FROM tenant_registry.user_certificate c"
                                + " WHERE c.tenant_id = t.tenant_id AND c.revoked_at IS NOT NULL)"
                                + " FROM tenant_registry.tenant t WHERE t.name = ?",
                        name);
    }

    /** A number that grows with a change of the deployments; 0 after a purge. */
    private long services(AdministrationClient.Tenant of) throws SQLException {
        return stack.registries()
                .number(
                        Part.SERVICES,
                        "SELECT coalesce(sum(revision), 0) FROM service_registry.deployment WHERE tenant_id = ?::uuid",
                        of.tenantId());
    }

    /** 1 if the tenant has the new quota. */
    private long ceilings() throws SQLException {
        return stack.registries()
                .number(
                        Part.CONFIGURATION,
                        "SELECT count(*) FROM configuration_registry.quota"
                                + " WHERE resource = 'USERS' AND hard_limit = " + CEILING + " AND tenant_id = ?::uuid",
                        tenant.tenantId());
    }

    /** The number of journal entries of this request. */
    private long recorded() throws SQLException {
        return stack.registries()
                .number(
                        Part.CONFIGURATION,
                        "SELECT count(*) FROM configuration_registry.operation_journal WHERE operation_id = ?::uuid",
                        id);
    }

    /**
     * True for each registry with the change. No transaction may be in doubt.
     *
     * @throws IllegalStateException if a registry has a part of the change
     */
    Map<Part, Boolean> done() throws SQLException {
        Map<Part, Boolean> done = new EnumMap<>(Part.class);
        for (Part part : concerned()) {
            done.put(part, changed(part));
        }
        return done;
    }

    private boolean changed(Part part) throws SQLException {
        List<Long> was = before.get(part);
        List<Long> is = states(part);
        long changed = IntStream.range(0, was.size())
                .filter(i -> !is.get(i).equals(was.get(i)))
                .count();
        if (changed != 0 && changed != was.size()) {
            throw new IllegalStateException("of " + part + " a part is done: " + was + " is " + is);
        }
        return changed != 0;
    }

    /** The number of times that the operation was done, by the journal. */
    long times() throws SQLException {
        return recorded() - before.get(Part.CONFIGURATION).get(0);
    }

    /** True if nodes learn of the operation by message; false if they follow the tenant registry's log. */
    boolean isTold() {
        return switch (operation) {
            case UPDATE, PURGE, DEPLOY, UNDEPLOY, BATCH -> true;
            case CREATE, QUOTA, SUSPEND, PASSWORD, KEY, CERTIFICATE -> false;
        };
    }

    // --- its effect on messages

    /** True if the answer to a message shows the state after the change at that node. */
    boolean isSeen(BusHome node) throws IOException, InterruptedException {
        return switch (operation) {
            case CREATE, QUOTA, KEY -> true;
            case CERTIFICATE -> signer.orElseThrow().send(node).faultCode().equals("NOT_AUTHENTICATED");
            case UPDATE -> send(node, FORMER).backEnd().equals(stack.backEnd().name() + "/v2");
            case DEPLOY -> send(node, FORMER).status() == 200;
            case SUSPEND, PURGE, UNDEPLOY, BATCH -> send(node, FORMER).status() != 200;
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
