package org.esbmt.jbi.deployer.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyStatus;
import org.esbmt.jbi.deployer.internal.assembly.RecordingComponent;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The view and the operations of an administrator's console, over the platform's MBean server. */
class JbiManagementTest {
    private static final String DOMAIN = "org.apache.servicemix:ContainerName=ServiceMix,";
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));

    @TempDir
    Path folder;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private TestNode node;
    private RecordingComponent http;
    private JbiManagement management;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder.resolve("node"));
        http = node.component("http-bc");
        node.components()
                .install(
                        "camel-se",
                        InstalledComponent.Type.SERVICE_ENGINE,
                        new RecordingComponent("camel-se", new ArrayList<>()));
        management = new JbiManagement(server, node.open(), node.installers(), node.components(), "ESB-MT test");
        node.components().listen(management);
        node.assemblies().addListener(management);
    }

    @AfterEach
    void stop() throws Exception {
        management.close();
        node.close();
        assertThat(server.queryNames(new ObjectName("org.apache.servicemix:*"), null))
                .isEmpty();
    }

    private static Archives orders() {
        return Archives.assembly("orders").unit("in", "http-bc", "<beans/>");
    }

    private Object get(String bean, String attribute) throws Exception {
        return server.getAttribute(new ObjectName(DOMAIN + bean), attribute);
    }

    private Object call(String bean, String operation, String... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        Arrays.fill(signature, String.class.getName());
        return server.invoke(new ObjectName(DOMAIN + bean), operation, arguments, signature);
    }

    private static final String DEPLOYMENT = "Type=SystemService,Name=DeploymentService";
    private static final String ADMIN = "Type=SystemService,Name=AdminService";

    @Test
    void theDeploymentServiceDeploysAsTheStandardHasIt() throws Exception {
        Path file = Files.write(folder.resolve("orders.zip"), orders().bytes());

        assertThat((String) call(DEPLOYMENT, "deploy", file.toUri().toString()))
                .contains("<task-result>SUCCESS</task-result>")
                .contains("http://java.sun.com/xml/ns/jbi/management-message");
        assertThat(call(DEPLOYMENT, "getState", "orders")).isEqualTo("Shutdown");
        assertThat(http.units()).isEqualTo(Map.of("in", "deployed"));

        call(DEPLOYMENT, "start", "orders");
        assertThat(call(DEPLOYMENT, "getState", "orders")).isEqualTo("Started");
        assertThat(get(DEPLOYMENT, "DeployedServiceAssemblies")).isEqualTo(new String[] {"orders"});
        assertThat(call(DEPLOYMENT, "getDeployedServiceUnitList", "http-bc")).isEqualTo(new String[] {"in"});
        assertThat(call(DEPLOYMENT, "getComponentsForDeployedServiceAssembly", "orders"))
                .isEqualTo(new String[] {"http-bc"});
        assertThat((String) call(DEPLOYMENT, "getServiceAssemblyDescriptor", "orders"))
                .contains("<service-assembly>");
        assertThat(call(DEPLOYMENT, "isDeployedServiceUnit", "http-bc", "in")).isEqualTo(true);
        assertThat(call(DEPLOYMENT, "canDeployToComponent", "http-bc")).isEqualTo(true);
        assertThat(call(DEPLOYMENT, "canDeployToComponent", "jms-bc")).isEqualTo(false);

        call(DEPLOYMENT, "undeploy", "orders");
        assertThat(http.units()).isEmpty();
    }

    @Test
    void aFailedTaskHasItsReasonInTheStandardsXml() throws Exception {
        Path file = Files.writeString(folder.resolve("orders.zip"), "no zip");

        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", file.toString()))
                .hasStackTraceContaining("<task-result>FAILED</task-result>")
                .hasStackTraceContaining("the archive is not a zip file");
        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", "http://127.0.0.1:1/orders.zip"))
                .hasStackTraceContaining("is not a file that can be read");
        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", "file:orders.zip"))
                .hasStackTraceContaining("is not a file that can be read");
        assertThatThrownBy(() -> call(DEPLOYMENT, "start", "nothing"))
                .hasStackTraceContaining("there is no assembly with the name");
        assertThatThrownBy(() -> call(DEPLOYMENT, "undeploy", "../../etc"))
                .hasStackTraceContaining("there is no assembly with the name");
    }

    @Test
    void aFailureInTheBusIsNotReportedAsAnInvalidFileName() throws Exception {
        Path file = Files.write(folder.resolve("orders.zip"), orders().bytes());
        node.assemblies().addListener(new AssemblyManager.Listener() {
            @Override
            public void deployed(AssemblyKey key) {
                throw new IllegalArgumentException("a mistake in the bus");
            }

            @Override
            public void undeployed(AssemblyKey key) {}
        });

        assertThatThrownBy(() -> call(DEPLOYMENT, "deploy", file.toString()))
                .hasStackTraceContaining("<task-result>FAILED</task-result>")
                .hasStackTraceContaining("see the log of the node");
    }

    @Test
    void theAdminServiceListsComponentsByKind() throws Exception {
        ObjectName http = new ObjectName(DOMAIN + "Type=Component,Name=http-bc,SubType=LifeCycle");
        assertThat(get(ADMIN, "BindingComponents")).isEqualTo(new ObjectName[] {http});
        assertThat(get(ADMIN, "EngineComponents"))
                .isEqualTo(
                        new ObjectName[] {new ObjectName(DOMAIN + "Type=Component,Name=camel-se,SubType=LifeCycle")});
        assertThat(call(ADMIN, "getComponentByName", "http-bc")).isEqualTo(http);
        assertThat(call(ADMIN, "getComponentByName", "jms-bc")).isNull();
        assertThat(call(ADMIN, "isBinding", "http-bc")).isEqualTo(true);
        assertThat(call(ADMIN, "isEngine", "http-bc")).isEqualTo(false);
        assertThat(get(ADMIN, "SystemInfo")).isEqualTo("ESB-MT test");
        assertThat((ObjectName[]) get(ADMIN, "SystemServices")).hasSize(3).allMatch(server::isRegistered);
    }

    @Test
    void anAssemblyOfATenantHasALifeCycleOfItsOwn() throws Exception {
        node.assemblies().deploy(Owner.PLAIN, orders().stream(), Initial.STARTED, Optional.empty());
        node.assemblies().deploy(ACME, orders().stream(), Initial.STARTED, Optional.empty());
        String bean = "Type=ServiceAssembly,Name=orders,Tenant=" + ACME;

        assertThat(get(bean, "CurrentState")).isEqualTo("Started");
        assertThat(get(bean, "Tenant")).isEqualTo(ACME.toString());
        AssemblyStatus status =
                node.assemblies().find(new AssemblyKey(ACME, "orders")).orElseThrow();
        assertThat(get(bean, "Digest")).isEqualTo(status.digest());
        assertThat(get(bean, "RewrittenDigest")).isEqualTo(status.rewritten().orElseThrow());
        assertThat(get("Type=ServiceAssembly,Name=orders", "RewrittenDigest")).isEqualTo("");
        assertThat(get(bean, "ServiceUnits")).isEqualTo(new String[] {"in@http-bc"});
        assertThat(get(DEPLOYMENT, "DeployedServiceAssemblies")).isEqualTo(new String[] {ACME + "/orders", "orders"});

        call(bean, "stop");
        assertThat(get(bean, "CurrentState")).isEqualTo("Stopped");
        assertThat(get("Type=ServiceAssembly,Name=orders", "CurrentState")).isEqualTo("Started");
        call(bean, "shutDown");
        assertThat(get(bean, "CurrentState")).isEqualTo("Shutdown");
        http.failAt("init " + ACME + "/orders/in");
        assertThatThrownBy(() -> call(bean, "start")).hasStackTraceContaining("cannot be initialized by the component");
        assertThat(get(bean, "CurrentState")).isEqualTo("Shutdown");
        http.heal();
        call(bean, "start");
        assertThat(get(bean, "CurrentState")).isEqualTo("Started");

        call(DEPLOYMENT, "undeploy", ACME + "/orders");
        assertThat(server.isRegistered(new ObjectName(DOMAIN + bean))).isFalse();
    }

    @Test
    void aComponentThatIsShutDownTakesItsAssembliesDownAndBringsThemBack() throws Exception {
        node.assemblies().deploy(ACME, orders().stream(), Initial.STARTED, Optional.empty());
        String component = "Type=Component,Name=http-bc,SubType=LifeCycle";
        String assembly = "Type=ServiceAssembly,Name=orders,Tenant=" + ACME;

        assertThat(get(component, "CurrentState")).isEqualTo("Started");
        call(component, "shutDown");
        assertThat(get(component, "CurrentState")).isEqualTo("Shutdown");
        assertThat(http.units()).isEmpty();
        assertThat(get(assembly, "CurrentState")).isEqualTo("Unknown");
        assertThat((String) get(assembly, "Failure")).contains("http-bc");

        call(component, "start");
        assertThat(get(assembly, "CurrentState")).isEqualTo("Started");
        node.components().uninstall("http-bc");
        assertThat(server.isRegistered(new ObjectName(DOMAIN + component))).isFalse();
    }
}
