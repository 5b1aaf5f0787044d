package org.esbmt.jbi.deployer.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AuditLines;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log contains the operations on the MBeans of JSR-208, with user and outcome. */
class JmxAuditTest {
    private static final String DOMAIN = "org.apache.servicemix:ContainerName=ServiceMix,";
    private static final String DEPLOYMENT = "Type=SystemService,Name=DeploymentService";
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));

    @TempDir
    Path folder;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private TestNode node;
    private RecordingComponent http;
    private JbiManagement management;
    private AuditLines audit;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder.resolve("node"));
        http = node.component("http-bc");
        management = new JbiManagement(server, node.open(), node.installers(), node.components(), "ESB-MT test");
        node.components().listen(management);
        node.assemblies().addListener(management);
        audit = new AuditLines();
    }

    @AfterEach
    void stop() throws Exception {
        audit.close();
        management.close();
        node.close();
    }

    private static Archives orders() {
        return Archives.assembly("orders").unit("in", "http-bc", "<beans/>");
    }

    /** Calls an operation as the administrator ada, who is connected by JMX. */
    private void call(String bean, String operation, String... arguments) throws Exception {
        AuditLines.as("ada", () -> invoke(bean, operation, arguments));
    }

    private Object invoke(String bean, String operation, String... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        Arrays.fill(signature, String.class.getName());
        return server.invoke(new ObjectName(DOMAIN + bean), operation, arguments, signature);
    }

    @Test
    void operationsOfTheDeploymentServiceAreLogged() throws Exception {
        Path file = Files.write(folder.resolve("orders.zip"), orders().bytes());
        call(DEPLOYMENT, "deploy", file.toString());
        call(DEPLOYMENT, "start", "orders");
        call(DEPLOYMENT, "stop", "orders");
        call(DEPLOYMENT, "shutDown", "orders");
        call(DEPLOYMENT, "getState", "orders");
        call(DEPLOYMENT, "undeploy", "orders");

        assertThat(audit.take())
                .containsExactly(
                        "deployAssembly by ada (jmx) on assembly orders from " + file + ": done.",
                        "startAssembly by ada (jmx) on assembly orders: done.",
                        "stopAssembly by ada (jmx) on assembly orders: done.",
                        "shutDownAssembly by ada (jmx) on assembly orders: done.",
                        "undeployAssembly by ada (jmx) on assembly orders: done.");
    }

    @Test
    void refusalsOfTheDeploymentServiceAreLogged() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.zip"), "no zip");
        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", bad.toString())).isNotNull();
        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", "http://127.0.0.1:1/orders.zip"))
                .isNotNull();
        assertThatThrownBy(() -> call(DEPLOYMENT, "start", "orders")).isNotNull();
        assertThatThrownBy(() -> call(DEPLOYMENT, "undeploy", "../x\nstopAssembly by eve"))
                .isNotNull();

        assertThat(audit.take())
                .containsExactly(
                        "deployAssembly by ada (jmx) on " + bad
                                + ": INVALID_ARCHIVE, the archive is not a zip file [archive.zip]",
                        "deployAssembly by ada (jmx) on http://127.0.0.1:1/orders.zip: FAILED, not an absolute path of"
                                + " a file",
                        "startAssembly by ada (jmx) on assembly orders: NO_SUCH_ASSEMBLY, there is no assembly with"
                                + " the name orders",
                        "undeployAssembly by ada (jmx) on ../x?stopAssembly by eve: NO_SUCH_ASSEMBLY, there is no"
                                + " assembly with the name '../x?stopAssembly by eve'");
    }

    @Test
    void operationsOfTheLifeCyclesAreLogged() throws Exception {
        node.assemblies().deploy(ACME, orders().stream(), Initial.STARTED, Optional.empty());
        String assembly = "Type=ServiceAssembly,Name=orders,Tenant=" + ACME;
        call(assembly, "stop");
        call(assembly, "shutDown");
        http.failAt("init " + ACME + "/orders/in");
        assertThatThrownBy(() -> call(assembly, "start")).isNotNull();
        http.heal();
        call(assembly, "start");
        String component = "Type=Component,Name=http-bc,SubType=LifeCycle";
        call(component, "stop");
        call(component, "shutDown");
        call(component, "start");

        String orders = "assembly orders of tenant " + ACME;
        assertThat(audit.take())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("stopAssembly by ada (jmx) on " + orders + ": done."),
                        line -> assertThat(line).isEqualTo("shutDownAssembly by ada (jmx) on " + orders + ": done."),
                        line -> assertThat(line)
                                .startsWith("startAssembly by ada (jmx) on " + orders + ": UNIT_FAILED, the unit in"),
                        line -> assertThat(line).isEqualTo("startAssembly by ada (jmx) on " + orders + ": done."),
                        line -> assertThat(line).isEqualTo("stopComponent by ada (jmx) on component http-bc: done."),
                        line -> assertThat(line)
                                .isEqualTo("shutDownComponent by ada (jmx) on component http-bc: done."),
                        line -> assertThat(line).isEqualTo("startComponent by ada (jmx) on component http-bc: done."));
    }

    @Test
    void codeInTheProcessIsLocal() throws Exception {
        node.assemblies().deploy(Owner.PLAIN, orders().stream(), Initial.STARTED, Optional.empty());
        invoke(DEPLOYMENT, "stop", "orders");

        assertThat(audit.take()).containsExactly("stopAssembly by local (jmx) on assembly orders: done.");
    }
}
