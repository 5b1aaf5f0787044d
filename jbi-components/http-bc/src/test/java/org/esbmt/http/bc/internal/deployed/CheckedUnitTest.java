package org.esbmt.http.bc.internal.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.proxy;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint;
import org.esbmt.management.api.CheckedAssembly.CheckedEndpoint.Direction;
import org.esbmt.management.api.CheckedAssembly.CheckedUnit;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The result of a check before deployment agrees with the deployed unit. */
class CheckedUnitTest {
    private static final String BUS = "jbimulti2:tenant-endpoints/" + ACME;
    private static final String PATH = "/tenant-services/" + ACME + "/Orders/in";

    @TempDir
    Path folder;

    private static CheckedEndpoint endpoint(Direction direction, String bus, String local, String name, String path) {
        return new CheckedEndpoint(
                direction, new QName("urn:orders", local), new QName(bus, local), name, Optional.ofNullable(path));
    }

    @Test
    void theDeployedUnitReceivesMessagesAtTheReportedPath() throws Exception {
        try (StubBackEnd backEnd = StubBackEnd.echo("back-end");
                DeployingBus bus = new DeployingBus(folder, TestBus.allowing(backEnd))) {
            String before = bus.left();

            CheckedAssembly checked = bus.assemblies().check(ACME, Optional.empty(), archive(backEnd));

            assertThat(checked.units())
                    .containsExactly(new CheckedUnit(
                            "unit0",
                            "http-bc",
                            List.of(
                                    endpoint(Direction.CONSUMER, BUS, "Orders", "in", PATH),
                                    endpoint(Direction.CONSUMER, BUS, "OrdersBackEnd", "out", null),
                                    endpoint(Direction.PROVIDER, BUS, "OrdersBackEnd", "out", null))));
            assertThat(bus.left()).isEqualTo(before);
            assertThat(answer(bus).status()).isEqualTo(500);

            AssemblyStatus status =
                    bus.assemblies().deploy(Owner.of(ACME), archive(backEnd), Initial.STARTED, Optional.empty());

            assertThat(answer(bus).status()).isEqualTo(200);
            assertThat(backEnd.requests()).hasSize(1);
            assertThat(status.rewritten()).isPresent();
            // The archive is packed at another time; the rewritten archive contains no time.
            assertThat(bus.assemblies()
                            .check(ACME, Optional.empty(), archive(backEnd))
                            .rewritten())
                    .isEqualTo(checked.rewritten());
        }
    }

    private static InputStream archive(StubBackEnd backEnd) {
        return DeployingBus.archive("orders", proxy(backEnd.url(), "", ""));
    }

    private static RawClient.Answer answer(DeployingBus bus) throws Exception {
        try (RawClient client = bus.bus().connect()) {
            return client.send(Soap.post(PATH, acmeMessage("<a/>"))).answer();
        }
    }

    @Test
    void aUsersUnitHasTheTenantsPathAndTheUsersNames() throws Exception {
        UserId alice = new UserId(UUID.randomUUID());
        try (DeployingBus bus = new DeployingBus(folder, Map.of())) {
            CheckedAssembly checked = bus.assemblies()
                    .check(
                            ACME,
                            Optional.of(alice),
                            DeployingBus.archive("orders", "<http:consumer service=\"s:Orders\" endpoint=\"in\"/>"));

            // The consumer's target is the service of its own name, so the unit has one endpoint.
            assertThat(checked.units().get(0).endpoints())
                    .containsExactly(endpoint(Direction.CONSUMER, BUS + "-" + alice, "Orders", "in", PATH));
        }
    }
}
