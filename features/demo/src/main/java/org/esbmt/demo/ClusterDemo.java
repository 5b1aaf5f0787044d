package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.RandomPassword;
import org.esbmt.harness.Soap;

/**
 * Two nodes of one cluster. One batch provisions both tenants, and both nodes serve them. A signed message is taken once, by one of
 * them. One node is killed during a deployment.
 * After its start both nodes have the same state.
 */
final class ClusterDemo {
    private static final String SERVICE = "Orders";
    private static final String ENDPOINT = "soap";
    private static final Duration APPLIED = Duration.ofSeconds(60);
    /** The time from the start of a killed node until it has caught up. */
    private static final Duration HEALED = Duration.ofSeconds(30);
    /** The most attempts to kill a node between a decision and its answer. The tenants' quotas allow as many assemblies. */
    private static final int DEPLOYMENTS = 10;

    private final PrintStream out;
    private final Path directory;
    private final Soap soap = new Soap();
    private final BiConsumer<Boolean, String> expect;

    /**
     * A demo of two nodes.
     *
     * @param directory for the key store of a partner
     * @param expect takes the result of a check, and the sentence about its failure
     */
    ClusterDemo(PrintStream out, Path directory, BiConsumer<Boolean, String> expect) {
        this.out = out;
        this.directory = directory;
        this.expect = expect;
    }

    /** A tenant, its administrator's password, and its back end. */
    private record Customer(String name, String password, BackEndProcess backEnd) {}

    /**
     * Shows the cluster of two running nodes.
     *
     * @param second the node to kill and start again
     * @return the second node after its new start
     */
    BusProcess show(
            BusProcess first, BusProcess second, BusHome.Credentials administrator, List<BackEndProcess> backEnds)
            throws IOException, InterruptedException {
        List<Customer> customers = new ArrayList<>();
        for (BackEndProcess backEnd : backEnds) {
            customers.add(new Customer(backEnd.name().replace("-backend", ""), RandomPassword.next(), backEnd));
        }
        try (AdministrationClient administration = new AdministrationClient(first, administrator)) {
            List<AdministrationClient.Tenant> tenants = provision(administration, customers);
            out.println("\nBoth nodes serve both tenants:\n");
            served(List.of(first, second), customers, tenants, SERVICE);
            new SignedMessagesDemo(out, first.home(), directory, expect)
                    .show(
                            administration,
                            tenants.get(0),
                            customers.get(0).backEnd(),
                            List.of(first.home(), second.home()));
            return killed(first, second, administration, customers.get(0), tenants.get(0));
        }
    }

    private List<AdministrationClient.Tenant> provision(AdministrationClient administration, List<Customer> customers)
            throws IOException {
        StringBuilder batch = new StringBuilder("<batch xmlns=\"urn:esbmt:batch:1\">\n");
        List<String> names = new ArrayList<>();
        List<byte[]> archives = new ArrayList<>();
        for (Customer c : customers) {
            batch.append("""
                      <createTenant as="%1$s" name="%1$s" displayName="%1$s" login="%1$s-admin" password="%2$s">
                        <quota resource="SERVICE_ASSEMBLIES" hard="20"/>
                        <quota resource="SERVICE_UNITS" hard="20"/>
                        <quota resource="ENDPOINTS" hard="50"/>
                        <quota resource="USERS" hard="5"/>
                        <quota resource="REGISTRY_BYTES" hard="1000000"/>
                        <quota resource="TENANT_KEYS" hard="5"/>
                      </createTenant>
                      <deploy tenant="#%1$s" archive="%1$s.zip"/>
                    """.formatted(c.name(), c.password()));
            names.add(c.name() + ".zip");
            archives.add(AssemblyArchive.soapProxy(
                    "orders", SERVICE, ENDPOINT, c.backEnd().url()));
        }
        String operation = UUID.randomUUID().toString();
        String text = batch.append("</batch>").toString();
        List<String> plan = administration.batch(text, names, archives, operation, true);
        List<String> done = administration.batch(text, names, archives, operation, false);
        out.println("\nOne batch provisions both tenants, on both nodes:\n");
        done.forEach(step -> out.println("  " + step));
        expect.accept(done.equals(plan), "the run of the batch differs from its dry run: " + plan);
        String state = administration.awaitOperation(operation, APPLIED);
        out.println("  " + state + " by the nodes");
        expect.accept(state.equals("APPLIED"), "the batch is " + state + " and not APPLIED");
        List<AdministrationClient.Tenant> tenants = new ArrayList<>();
        for (Customer c : customers) {
            tenants.add(administration.findTenant(c.name(), c.name() + "-admin", c.password()));
        }
        return tenants;
    }

    private void served(
            List<BusProcess> nodes, List<Customer> customers, List<AdministrationClient.Tenant> tenants, String service)
            throws IOException, InterruptedException {
        Table table = new Table("tenant", "node", "status", "answered by");
        for (int i = 0; i < customers.size(); i++) {
            for (int n = 0; n < nodes.size(); n++) {
                Customer c = customers.get(i);
                Soap.Answer answer = send(nodes.get(n), tenants.get(i), service);
                table.row(c.name(), Integer.toString(n + 1), Integer.toString(answer.status()), answer.backEnd());
                expect.accept(
                        answer.status() == 200
                                && answer.backEnd().equals(c.backEnd().name()),
                        c.name() + " was not served by node " + (n + 1) + ": " + answer);
            }
        }
        out.print(table);
    }

    private Soap.Answer send(BusProcess node, AdministrationClient.Tenant tenant, String service)
            throws IOException, InterruptedException {
        String header = Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password());
        return soap.send(
                node.home().baseUrl() + "/tenant-services/" + tenant.tenantId() + "/" + service + "/" + ENDPOINT,
                Soap.envelope(header, "<o:order xmlns:o=\"urn:esbmt:demo\"/>"));
    }

    private BusProcess killed(
            BusProcess first,
            BusProcess second,
            AdministrationClient administration,
            Customer customer,
            AdministrationClient.Tenant tenant)
            throws IOException, InterruptedException {
        Interrupted interrupted = interrupted(first, second, administration, customer, tenant);
        String service = interrupted.service();
        out.println("\nNode 2 is killed with -9 while the assembly " + service + " is deployed: the operation is "
                + interrupted.state() + ", node 2 has not answered.");
        List<String> here = administration.assemblies(tenant.tenantId());
        expect.accept(
                here.contains(service + " STARTED"), "the assembly is not started on the node that was asked: " + here);
        out.println("\nOn node 1 the assembly is started:\n");
        served(List.of(first), List.of(customer), List.of(tenant), service);

        BusProcess again = BusProcess.start(second.home());
        List<AdministrationClient.Node> nodes = administration.awaitSameState(2, HEALED);
        Table table = new Table("node", "state", "revision", "digest of its state");
        for (AdministrationClient.Node node : nodes) {
            table.row(
                    node.here() ? "1" : "2",
                    node.state(),
                    Long.toString(node.revision()),
                    node.digest().substring(0, Math.min(16, node.digest().length())));
        }
        out.println("\nStarted again, node 2 has the state of node 1:\n");
        out.print(table);
        expect.accept(
                nodes.stream().map(AdministrationClient.Node::digest).distinct().count() == 1
                        && nodes.stream()
                                        .map(AdministrationClient.Node::revision)
                                        .distinct()
                                        .count()
                                == 1,
                "the nodes differ: " + nodes);
        String state = administration.awaitOperation(interrupted.operation(), APPLIED);
        expect.accept(state.equals("APPLIED"), "the operation is " + state + " and not APPLIED");
        out.println("\nBoth nodes serve the assembly; its operation is " + state + " now:\n");
        served(List.of(first, again), List.of(customer), List.of(tenant), service);
        return again;
    }

    /**
     * A deployment without the answer of one node.
     *
     * @param state the state of the operation after the kill of that node
     */
    private record Interrupted(String service, String operation, String state) {}

    /**
     * Deploys, and kills the second node between the decision and its answer. The node may answer before the kill; then there is
     * another deployment.
     */
    private Interrupted interrupted(
            BusProcess first,
            BusProcess second,
            AdministrationClient administration,
            Customer customer,
            AdministrationClient.Tenant tenant)
            throws IOException, InterruptedException {
        String victim = administration.nodes().stream()
                .filter(node -> !node.here())
                .map(AdministrationClient.Node::id)
                .findFirst()
                .orElseThrow(() -> new IOException("the cluster has one node"));
        BusProcess running = second;
        try (AdministrationClient deploying = AdministrationClient.of(first, tenant)) {
            for (int i = 1; i <= DEPLOYMENTS; i++) {
                String service = "Returns" + i;
                String operation = UUID.randomUUID().toString();
                byte[] archive = AssemblyArchive.soapProxy(
                        service, service, ENDPOINT, customer.backEnd().url());
                CompletableFuture<Void> deployment =
                        CompletableFuture.runAsync(() -> deploy(deploying, tenant, archive, operation));
                boolean seen = waitsFor(victim, administration, operation, deployment);
                if (seen) {
                    running.kill();
                }
                finished(deployment);
                // Both answers take the same way: once the first node's has arrived, an earlier one of the victim has,
                // too.
                AdministrationClient.Progress progress = answeredByOthers(victim, administration, operation);
                if (seen && progress.waiting().contains(victim)) {
                    return new Interrupted(service, operation, progress.state());
                }
                out.println("Node 2 has answered before it could be killed; once more.");
                if (seen) {
                    running = BusProcess.start(second.home());
                    administration.awaitSameState(2, HEALED);
                }
            }
        }
        throw new IOException("node 2 has answered " + DEPLOYMENTS + " deployments before it could be killed");
    }

    private static void deploy(
            AdministrationClient deploying, AdministrationClient.Tenant tenant, byte[] archive, String operation) {
        String batch = "<batch xmlns=\"urn:esbmt:batch:1\"><deploy tenant=\"" + tenant.tenantId()
                + "\" archive=\"returns.zip\"/></batch>";
        try {
            deploying.batch(batch, List.of("returns.zip"), List.of(archive), operation, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the decision of the operation; returns true if that node has not answered it then. */
    private static boolean waitsFor(
            String node, AdministrationClient administration, String operation, CompletableFuture<Void> deployment)
            throws IOException {
        long end = System.nanoTime() + APPLIED.toNanos();
        while (System.nanoTime() < end && !deployment.isCompletedExceptionally()) {
            Optional<AdministrationClient.Progress> progress = administration.progress(operation);
            if (progress.isPresent()) {
                return progress.get().waiting().contains(node);
            }
        }
        return false;
    }

    private static AdministrationClient.Progress answeredByOthers(
            String node, AdministrationClient administration, String operation)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + APPLIED.toNanos();
        while (System.nanoTime() < end) {
            Optional<AdministrationClient.Progress> progress = administration.progress(operation);
            if (progress.isPresent() && progress.get().waiting().stream().allMatch(node::equals)) {
                return progress.get();
            }
            Thread.sleep(50);
        }
        throw new IOException("node 1 has not answered the deployment " + operation);
    }

    private static void finished(CompletableFuture<Void> deployment) throws IOException, InterruptedException {
        try {
            deployment.get(2, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the deployment failed: " + e, e);
        }
    }
}
