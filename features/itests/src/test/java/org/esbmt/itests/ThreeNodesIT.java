package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AdministrationClient.Node;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.SecondNode;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A cluster of three nodes. A change through any node reaches all nodes. Two nodes go on without the killed third one, which
 * catches up after its start.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreeNodesIT {
    private static final String HTTP = "org.esbmt.http.bc.cfg";
    private static final Duration FOLLOWED = Duration.ofSeconds(30);
    private static final Duration APPLIED = Duration.ofSeconds(60);
    private static final String NEXT_PASSWORD = "another long password";

    private final Soap soap = new Soap();
    private final List<Distribution> distributions = new ArrayList<>();
    private final List<BusProcess> nodes = new ArrayList<>();
    private BackEndProcess backEnd;
    private BusHome.Credentials administrator;
    private AdministrationClient.Tenant acme;

    @BeforeAll
    void start() throws Exception {
        for (String name : List.of("first", "second", "third")) {
            distributions.add(Distribution.unpack(ThreeNodesIT.class, name));
        }
        backEnd = new BackEndProcess("acme-backend", distributions.get(0).directory());
        BusHome home = distributions.get(0).home();
        SecondNode cluster = new SecondNode(home);
        cluster.listen();
        home.set(HTTP, "egress.allow", "*@" + backEnd.hostAndPort());
        nodes.add(BusProcess.start(home));
        administrator = home.initialAdministrator().orElseThrow();
        for (int number = 2; number <= 3; number++) {
            BusHome more = distributions.get(number - 1).home();
            cluster.join(more, number);
            more.set(HTTP, "egress.allow", "*@" + backEnd.hostAndPort());
            nodes.add(BusProcess.start(more));
        }
        try (AdministrationClient administration = administration(1)) {
            acme = OrdersTenant.create(administration, distributions.get(1).home(), "acme", backEnd)
                    .tenant();
        }
    }

    @AfterAll
    void stop() throws Exception {
        // The first node is the last one to stop: it has the database and the broker.
        for (int i = nodes.size() - 1; i >= 0; i--) {
            nodes.get(i).close();
        }
        backEnd.close();
        for (Distribution distribution : distributions) {
            distribution.close();
        }
    }

    @Test
    void threeNodesHaveTheSameStateAfterOneWasKilled() throws Exception {
        sameState();
        for (BusProcess node : nodes) {
            assertThat(send(node, "Orders", acme.password()).status()).isEqualTo(200);
        }

        nodes.get(2).kill();
        deploy(1, "meanwhile");
        try (AdministrationClient administration = AdministrationClient.of(nodes.get(0), acme)) {
            administration.setPassword(acme, NEXT_PASSWORD);
        }
        for (BusProcess node : nodes.subList(0, 2)) {
            await().atMost(FOLLOWED).untilAsserted(() -> assertThat(
                            send(node, "meanwhile", NEXT_PASSWORD).status())
                    .isEqualTo(200));
            await().atMost(FOLLOWED).untilAsserted(() -> assertThat(
                            send(node, "Orders", acme.password()).faultCode())
                    .isEqualTo("NOT_AUTHENTICATED"));
        }

        nodes.set(2, BusProcess.start(distributions.get(2).home()));
        sameState();
        assertThat(send(nodes.get(2), "meanwhile", NEXT_PASSWORD).status()).isEqualTo(200);
        assertThat(send(nodes.get(2), "Orders", acme.password()).faultCode()).isEqualTo("NOT_AUTHENTICATED");

        acme = new AdministrationClient.Tenant(
                acme.name(), acme.tenantId(), acme.login(), acme.userId(), NEXT_PASSWORD);
        String operation = deploy(2, "after");
        try (AdministrationClient administration = administration(0)) {
            assertThat(administration.awaitOperation(operation, APPLIED)).isEqualTo("APPLIED");
        }
        for (BusProcess node : nodes) {
            assertThat(send(node, "after", NEXT_PASSWORD).status()).isEqualTo(200);
        }
        sameState();
    }

    /** Deploys an assembly through one node; returns the operation identifier. */
    private String deploy(int node, String name) throws IOException {
        String operation = UUID.randomUUID().toString();
        String batch =
                "<batch xmlns='urn:esbmt:batch:1'><deploy tenant='" + acme.tenantId() + "' archive='a.zip'/></batch>";
        try (AdministrationClient administration = AdministrationClient.of(nodes.get(node), acme)) {
            administration.batch(
                    batch,
                    List.of("a.zip"),
                    List.of(AssemblyArchive.soapProxy(name, name, "soap", backEnd.url())),
                    operation,
                    false);
        }
        return operation;
    }

    private void sameState() throws IOException, InterruptedException {
        try (AdministrationClient administration = administration(0)) {
            List<Node> same = administration.awaitSameState(3, APPLIED);
            assertThat(same).hasSize(3).extracting(Node::state).containsOnly("UP");
            assertThat(same).extracting(Node::digest).containsOnly(same.get(0).digest());
            assertThat(same).extracting(Node::revision).containsOnly(same.get(0).revision());
        }
    }

    private Soap.Answer send(BusProcess node, String service, String password)
            throws IOException, InterruptedException {
        String tenantId = acme.tenantId();
        return soap.send(
                node.home().baseUrl() + "/tenant-services/" + tenantId + "/" + service + "/soap",
                Soap.envelope(Soap.tenantContext(tenantId, acme.userId(), password), "<order xmlns=\"urn:example\"/>"));
    }

    private AdministrationClient administration(int node) throws IOException {
        return new AdministrationClient(nodes.get(node), administrator);
    }
}
