package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node loses a tenant's assembly without a change in the registry. A resync deploys it again. */
class ResyncIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String STRING = String.class.getName();

    @TempDir
    private Path directory;

    @Test
    void resyncRestoresALostAssemblyWithoutAnErrorForAnotherTenant() throws Exception {
        try (Distribution distribution = Distribution.unpack(ResyncIT.class);
                BackEndProcess backEnd = new BackEndProcess("back-end", directory)) {
            BusHome home = distribution.home();
            home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
            home.set("org.esbmt.management.service.cfg", "poll.seconds", "1");
            try (BusProcess bus = BusProcess.start(home)) {
                BusHome.Credentials admin = home.initialAdministrator().orElseThrow();
                try (AdministrationClient administration = new AdministrationClient(bus, admin);
                        JMXConnector connector = bus.connect(admin)) {
                    OrdersTenant acme = OrdersTenant.create(administration, home, "acme", backEnd);
                    OrdersTenant globex = OrdersTenant.create(administration, home, "globex", backEnd);
                    resynced(connector.getMBeanServerConnection(), bus, acme, globex);
                    resyncedAtRest(connector.getMBeanServerConnection(), home, administration, acme);
                }
            }
        }
    }

    private static void resynced(MBeanServerConnection server, BusProcess bus, OrdersTenant acme, OrdersTenant globex)
            throws Exception {
        await().atMost(LIMIT).until(() -> (long) node(server).get("lag") == 0);
        String whole = (String) node(server).get("digest");
        assertThat(acme.send().status()).isEqualTo(200);

        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger sent = new AtomicInteger();
        List<String> errors = new CopyOnWriteArrayList<>();
        Thread untouched = new Thread(() -> send(globex, over, sent, errors));
        untouched.start();
        try {
            changeHere(server, "undeploy", acme);
            assertThat(acme.send().faultCode()).contains("NO_SUCH_ENDPOINT");

            try (JMXConnector boss = bus.connectOperator(acme.tenant().credentials())) {
                assertThatThrownBy(() -> resync(boss.getMBeanServerConnection(), acme))
                        .hasStackTraceContaining("FORBIDDEN");
            }
            applied(server, resync(server, acme));

            await().atMost(LIMIT).until(() -> whole.equals(node(server).get("digest")));
            await().atMost(LIMIT).until(() -> acme.send().status() == 200);
        } finally {
            over.set(true);
            untouched.join(LIMIT.toMillis());
        }
        assertThat(sent).hasPositiveValue();
        assertThat(errors).isEmpty();
    }

    /** Resync of a stopped assembly does not start it in between. */
    private static void resyncedAtRest(
            MBeanServerConnection server, BusHome home, AdministrationClient administration, OrdersTenant acme)
            throws Exception {
        Object started = node(server).get("digest");
        administration.changeAssembly("stopAssembly", acme.tenant(), "orders");
        await().atMost(LIMIT).until(() -> !started.equals(node(server).get("digest")));
        Object stopped = node(server).get("digest");
        changeHere(server, "undeploy", acme);
        atRestAgain(server, home, acme, stopped);
        changeHere(server, "shutDown", acme);
        atRestAgain(server, home, acme, stopped);
    }

    private static void atRestAgain(MBeanServerConnection server, BusHome home, OrdersTenant acme, Object stopped)
            throws Exception {
        int before = Files.readAllLines(home.log()).size();

        applied(server, resync(server, acme));

        await().atMost(LIMIT).until(() -> stopped.equals(node(server).get("digest")));
        List<String> log = Files.readAllLines(home.log());
        String name = "The assembly orders of tenant " + acme.tenant().tenantId();
        assertThat(log.subList(before, log.size()))
                .anyMatch(line -> line.contains(name + " is STOPPED now"))
                .noneMatch(line -> line.contains(name + " is STARTED now"));
    }

    /** Changes the node by JSR-208's MBean, without the registry. */
    private static void changeHere(MBeanServerConnection server, String operation, OrdersTenant tenant)
            throws Exception {
        Object whole = node(server).get("digest");
        ObjectName deployments = new ObjectName(
                "org.apache.servicemix:ContainerName=ServiceMix,Type=SystemService,Name=DeploymentService");
        server.invoke(
                deployments, operation, new Object[] {tenant.tenant().tenantId() + "/orders"}, new String[] {STRING});
        await().atMost(LIMIT).until(() -> !whole.equals(node(server).get("digest")));
    }

    private static void applied(MBeanServerConnection server, String operation) throws Exception {
        CompositeData shown = (CompositeData)
                server.invoke(cluster(), "showOperation", new Object[] {operation, 60}, new String[] {STRING, "int"});
        assertThat(shown.get("state")).isEqualTo("APPLIED");
    }

    private static void send(OrdersTenant tenant, AtomicBoolean over, AtomicInteger sent, List<String> errors) {
        while (!over.get()) {
            try {
                Soap.Answer answer = tenant.send();
                sent.incrementAndGet();
                if (answer.status() != 200) {
                    errors.add(answer.toString());
                }
            } catch (IOException | InterruptedException e) {
                errors.add(e.toString());
            }
        }
    }

    private static String resync(MBeanServerConnection server, OrdersTenant tenant) throws Exception {
        return (String)
                server.invoke(cluster(), "resync", new Object[] {tenant.tenant().tenantId(), "", ""}, new String[] {
                    STRING, STRING, STRING
                });
    }

    private static CompositeData node(MBeanServerConnection server) throws Exception {
        CompositeData page = (CompositeData)
                server.invoke(cluster(), "listNodes", new Object[] {0, 10}, new String[] {"int", "int"});
        return ((CompositeData[]) page.get("nodes"))[0];
    }

    private static ObjectName cluster() throws Exception {
        return new ObjectName("org.esbmt:type=Cluster");
    }
}
