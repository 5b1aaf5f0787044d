package org.esbmt.itests.crash;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;
import org.esbmt.harness.SteadyLoad;

/** A tenant without a part in the change. It sends ten messages a second to each node that is no victim. */
final class Bystander implements AutoCloseable {
    private static final int PER_SECOND = 10;
    private static final Duration KNOWN = Duration.ofSeconds(20);
    private static final String PASSWORD = "correct horse battery staple";

    private final AdministrationClient.Tenant tenant;
    private final List<BusHome> nodes;
    private final Map<String, SteadyLoad> loads = new LinkedHashMap<>();

    private Bystander(AdministrationClient.Tenant tenant, List<BusHome> nodes) {
        this.tenant = tenant;
        this.nodes = nodes;
    }

    /** Creates the tenant with its assembly. */
    static Bystander of(Stack stack) throws IOException {
        try (AdministrationClient administration = stack.administration()) {
            AdministrationClient.Tenant tenant =
                    administration.createTenant("bystander", "bystander", "bystander-admin", PASSWORD);
            administration.deploy(
                    tenant,
                    AssemblyArchive.soapProxy(
                            "orders", "Orders", "soap", stack.backEnd().url()));
            return new Bystander(tenant, List.of(stack.other(), stack.managing()));
        }
    }

    /**
     * Starts to send; returns after the first answer of each node. The nodes then remember the sender, and without the registry
     * they admit remembered senders alone. Call before the fault.
     */
    void watch(boolean managingNodeIsVictim) throws IOException, InterruptedException {
        for (BusHome node : managingNodeIsVictim ? nodes.subList(0, 1) : nodes) {
            String header = Soap.tenantContext(tenant.tenantId(), tenant.userId(), PASSWORD);
            loads.put(
                    node.directory().getParent().getFileName().toString(),
                    new SteadyLoad(
                            node.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/soap",
                            PER_SECOND,
                            number -> Soap.envelope(
                                    header,
                                    "<o:order xmlns:o=\"urn:example\"><o:number>" + number + "</o:number></o:order>")));
        }
        for (SteadyLoad load : loads.values()) {
            load.await(1, KNOWN);
        }
    }

    /** Stops sending; returns a sentence for each node with a failure. */
    List<String> failures() throws InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Map.Entry<String, SteadyLoad> load : loads.entrySet()) {
            try (SteadyLoad steady = load.getValue()) {
                steady.finish();
                if (steady.firstFailure() != null || steady.answered() == 0) {
                    failures.add(load.getKey() + ", " + steady.answered() + " of " + steady.sent() + " answered, first "
                            + steady.firstFailure());
                }
            }
        }
        loads.clear();
        return failures;
    }

    /** Stops sending. */
    @Override
    public void close() {
        loads.values().forEach(SteadyLoad::close);
        loads.clear();
    }
}
