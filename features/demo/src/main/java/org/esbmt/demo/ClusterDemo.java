package org.esbmt.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * Two nodes of one cluster: both tenants are provisioned by one batch, served by both nodes, and one node is killed while an
 * assembly is deployed. Afterwards both have the same.
 */
final class ClusterDemo {
    private static final String SERVICE = "Orders";
    private static final String ENDPOINT = "soap";
    private static final Duration APPLIED = Duration.ofSeconds(60);
    /** A node that was killed has what the others have within this time after its start. */
    private static final Duration HEALED = Duration.ofSeconds(30);

    private final PrintStream out;
    private final Soap soap = new Soap();
    private final BiConsumer<Boolean, String> expect;

    /** @param expect told whether something is as it should be, and what is wrong if it is not */
    ClusterDemo(PrintStream out, BiConsumer<Boolean, String> expect) {
        this.out = out;
        this.expect = expect;
    }

    /** A tenant, its user's password, and who answers it. */
    private record Customer(String name, String password, BackEndProcess backEnd) {}

    /**
     * Shows it.
     *
     * @param second runs, too; it is killed and started again
     * @return the second node as it runs afterwards
     */
    BusProcess show(
            BusProcess first, BusProcess second, BusHome.Credentials administrator, List<BackEndProcess> backEnds)
            throws IOException, InterruptedException {
        List<Customer> customers = new ArrayList<>();
        for (BackEndProcess backEnd : backEnds) {
            customers.add(new Customer(backEnd.name().replace("-backend", ""), Demo.password(), backEnd));
        }
        try (AdministrationClient administration = new AdministrationClient(first, administrator)) {
            List<AdministrationClient.Tenant> tenants = provision(administration, customers);
            out.println("\nBoth nodes serve both tenants:\n");
            served(List.of(first, second), customers, tenants, SERVICE);
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
                        <quota resource="SERVICE_ASSEMBLIES" hard="5"/>
                        <quota resource="SERVICE_UNITS" hard="5"/>
                        <quota resource="ENDPOINTS" hard="20"/>
                        <quota resource="USERS" hard="5"/>
                        <quota resource="REGISTRY_BYTES" hard="1000000"/>
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
        expect.accept(done.equals(plan), "the batch did not do what its dry run had said: " + plan);
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
        byte[] archive = AssemblyArchive.soapProxy(
                "returns", "Returns", ENDPOINT, customer.backEnd().url());
        CompletableFuture<String> deployment = CompletableFuture.supplyAsync(() -> {
            try {
                return administration.deploy(tenant, archive);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        second.kill();
        String state = finished(deployment);
        out.println("\nNode 2 is killed while an assembly is deployed; on node 1 the assembly is " + state + ":\n");
        expect.accept(state.equals("STARTED"), "the assembly is " + state + " on the node that was asked");
        served(List.of(first), List.of(customer), List.of(tenant), "Returns");

        BusProcess again = BusProcess.start(second.home());
        List<AdministrationClient.Node> nodes = administration.awaitSameState(2, HEALED);
        Table table = new Table("node", "state", "revision", "digest of what it has");
        for (AdministrationClient.Node node : nodes) {
            table.row(
                    node.here() ? "1" : "2",
                    node.state(),
                    Long.toString(node.revision()),
                    node.digest().substring(0, Math.min(16, node.digest().length())));
        }
        out.println("\nStarted again, it has what node 1 has:\n");
        out.print(table);
        expect.accept(
                nodes.stream().map(AdministrationClient.Node::digest).distinct().count() == 1
                        && nodes.stream()
                                        .map(AdministrationClient.Node::revision)
                                        .distinct()
                                        .count()
                                == 1,
                "the nodes differ: " + nodes);
        out.println("\nThe assembly that was deployed meanwhile:\n");
        served(List.of(first, again), List.of(customer), List.of(tenant), "Returns");
        return again;
    }

    private static String finished(CompletableFuture<String> deployment) throws IOException, InterruptedException {
        try {
            return deployment.get(2, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the deployment failed: " + e, e);
        }
    }
}
