package org.esbmt.jbi.deployer.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.AuditLines;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.jbi.deployer.internal.installer.TestInstallers;
import org.esbmt.testing.golden.GoldenFile;
import org.esbmt.testing.golden.MBeanText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installation service and its installers for a JMX client. */
class JmxInstallationTest {
    private static final String DOMAIN = "org.apache.servicemix:ContainerName=ServiceMix,";
    private static final String SERVICE = "Type=SystemService,Name=InstallationService";
    private static final String INSTALLER = "Type=Installer,Name=greeter";
    private static final String COMPONENT = "Type=Component,Name=greeter,SubType=LifeCycle";

    @TempDir
    Path folder;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private TestNode node;
    private JbiManagement management;
    private AuditLines audit;
    private String library;
    private String component;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder.resolve("node"));
        management = new JbiManagement(server, node.open(), node.installers(), node.components(), "ESB-MT test");
        node.components().listen(management);
        audit = new AuditLines();
        library = Files.write(folder.resolve("library.zip"), TestInstallers.library("hello"))
                .toString();
        component = Files.write(folder.resolve("component.zip"), TestInstallers.component("greeter"))
                .toString();
    }

    @AfterEach
    void stop() throws Exception {
        audit.close();
        management.close();
        node.close();
    }

    private Object call(String bean, String operation, Object... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i] instanceof Boolean ? "boolean" : String.class.getName();
        }
        Object[] result = new Object[1];
        AuditLines.as("ada", () -> result[0] = server.invoke(name(bean), operation, arguments, signature));
        return result[0];
    }

    private static ObjectName name(String bean) throws Exception {
        return new ObjectName(DOMAIN + bean);
    }

    @Test
    void nothingPublishedHasChanged() throws Exception {
        node.component("http-bc");
        node.assemblies().addListener(management);
        node.assemblies()
                .deploy(
                        Owner.PLAIN,
                        Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream(),
                        Initial.STARTED,
                        Optional.empty());
        call(SERVICE, "installSharedLibrary", library);
        call(SERVICE, "loadNewInstaller", component);
        call(INSTALLER, "install");

        GoldenFile.of("mbeans.txt").check(MBeanText.of(server, new ObjectName("org.apache.servicemix:*")));
    }

    @Test
    void aComponentIsInstalledShutDownThenStartedThenUninstalled() throws Exception {
        assertThat(call(SERVICE, "installSharedLibrary", library)).isEqualTo("greetings");
        assertThat(call(SERVICE, "loadNewInstaller", component)).isEqualTo(name(INSTALLER));
        assertThat(server.getAttribute(name(INSTALLER), "Installed")).isEqualTo(false);
        assertThat(Path.of((String) server.getAttribute(name(INSTALLER), "InstallRoot")))
                .isDirectoryContaining("glob:**lib");
        assertThat(call(INSTALLER, "install")).isEqualTo(name(COMPONENT));
        assertThat(server.getAttribute(name(INSTALLER), "Installed")).isEqualTo(true);
        assertThat(server.getAttribute(name(COMPONENT), "CurrentState")).isEqualTo("Shutdown");
        call(COMPONENT, "start");
        assertThat(server.getAttribute(name(COMPONENT), "CurrentState")).isEqualTo("Started");
        assertThat(call(SERVICE, "unloadInstaller", "greeter", false)).isEqualTo(true);
        assertThat(server.isRegistered(name(INSTALLER))).isFalse();
        assertThat(server.isRegistered(name(COMPONENT))).isTrue();

        assertThat(call(SERVICE, "loadInstaller", "greeter")).isEqualTo(name(INSTALLER));
        call(INSTALLER, "uninstall");
        assertThat(server.isRegistered(name(COMPONENT))).isFalse();
        assertThat(call(SERVICE, "unloadInstaller", "greeter", true)).isEqualTo(true);
        assertThat(call(SERVICE, "uninstallSharedLibrary", "greetings")).isEqualTo(true);
        assertThat(node.files()).isEmpty();
        assertThat(audit.take())
                .containsExactly(
                        "installLibrary by ada (jmx) on shared library greetings from " + library + ": done.",
                        "loadInstaller by ada (jmx) on " + component + ": done.",
                        "installComponent by ada (jmx) on component greeter: done.",
                        "startComponent by ada (jmx) on component greeter: done.",
                        "unloadInstaller by ada (jmx) on component greeter: done.",
                        "uninstallComponent by ada (jmx) on component greeter: done.",
                        "unloadInstaller by ada (jmx) on component greeter: done.",
                        "uninstallLibrary by ada (jmx) on shared library greetings: done.");
    }

    @Test
    void anInstallerThatIsUnloadedWithoutInstallingLeavesNothing() throws Exception {
        call(SERVICE, "installSharedLibrary", library);
        int before = node.files().size();
        call(SERVICE, "loadNewInstaller", component);
        assertThat(node.files()).hasSizeGreaterThan(before);
        call(SERVICE, "unloadInstaller", "greeter", true);
        assertThat(node.files()).hasSize(before);
    }

    @Test
    void refusalsAreSentencesOfTheJdkAndInTheAuditLog() throws Exception {
        assertThatThrownBy(() -> call(SERVICE, "loadNewInstaller", component))
                .hasStackTraceContaining("needs the shared library greetings");
        assertThatThrownBy(() -> call(SERVICE, "loadNewInstaller", library))
                .hasStackTraceContaining("installer of a shared library");
        assertThatThrownBy(() -> call(SERVICE, "installSharedLibrary", component))
                .hasStackTraceContaining("installer of a component");
        assertThatThrownBy(() -> call(SERVICE, "installSharedLibrary", "http://127.0.0.1:1/library.zip"))
                .hasStackTraceContaining("not an absolute path");
        assertThatThrownBy(() -> call(SERVICE, "loadInstaller", "greeter"))
                .hasStackTraceContaining("there is no component greeter");
        assertThatThrownBy(() -> call(SERVICE, "uninstallSharedLibrary", "greetings"))
                .hasStackTraceContaining("there is no shared library greetings");
        assertThat(call(SERVICE, "unloadInstaller", "greeter", false)).isEqualTo(false);
        assertThat(audit.take())
                .hasSize(5)
                .allMatch(line -> line.contains(" by ada (jmx) on ") && !line.endsWith(": done."));
    }
}
