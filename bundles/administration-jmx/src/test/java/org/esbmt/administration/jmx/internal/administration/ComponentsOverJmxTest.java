package org.esbmt.administration.jmx.internal.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.internal.harness.OneNode;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Components over JMX, for all nodes. */
class ComponentsOverJmxTest {
    private static final String STRING = String.class.getName();
    private static final String[] CHANGE = {STRING, STRING, "long"};

    @TempDir
    Path data;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private PublishedServices services;
    private ObjectName bean;

    @BeforeEach
    void register() throws Exception {
        services = new PublishedServices(data, "ada");
        new ComponentsRegistration(
                new BusMBeans(server),
                services.of(Administration.class),
                services.of(ComponentAdministration.class),
                services.of(ComponentConfiguration.class));
        bean = new ObjectName(PublishedMBean.COMPONENTS.objectName());
    }

    @Test
    void componentsAndLibrariesAreInstalledListedChangedAndRemoved() throws Exception {
        assertThat(install("lib-shared")).isEqualTo("lib-shared");
        assertThat(install("eip")).isEqualTo("eip");

        services.reportParts();
        CompositeData[] listed = (CompositeData[]) asked("listComponents", new Object[0], new String[0]);
        assertThat(listed[0].get("name")).isEqualTo("eip");
        assertThat(listed[0].get("trusted")).isEqualTo(true);
        assertThat(listed[0].get("desired")).isEqualTo("Started");
        assertThat(listed[0].get("revision")).isEqualTo(1L);
        assertThat((String[]) listed[0].get("nodes")).containsExactly(OneNode.HERE + " Started");
        assertThat((CompositeData[]) asked("listLibraries", new Object[0], new String[0]))
                .hasSize(1);

        assertThat(((CompositeData) changed("stopComponent", "eip")).get("state"))
                .isEqualTo("Stopped");
        assertThat(((CompositeData) changed("shutDownComponent", "eip")).get("state"))
                .isEqualTo("Shutdown");
        assertThat(((CompositeData) changed("startComponent", "eip")).get("state"))
                .isEqualTo("Started");
        changed("uninstallComponent", "eip");
        changed("uninstallLibrary", "lib-shared");
        assertThatThrownBy(() -> changed("stopComponent", "eip")).hasStackTraceContaining("NOT_FOUND: ");
    }

    @Test
    void componentsAreSetForAllNodesAndForOne() throws Exception {
        String node = OneNode.HERE.toString();
        configure("", "limit=5", "hosts=*@a:1,b=c");
        configure(node, "limit=6");

        CompositeData[] listed =
                (CompositeData[]) asked("listSettings", new Object[] {"http-bc"}, new String[] {STRING});
        CompositeData limit = setting("limit", listed);
        assertThat(limit.get("all")).isEqualTo("5");
        assertThat(limit.get("here")).isEqualTo("6");
        assertThat((String[]) limit.get("single")).containsExactly(node + " 6");
        assertThat(setting("hosts", listed).get("all")).isEqualTo("*@a:1,b=c");
        assertThatThrownBy(() -> configure("", "limit")).hasStackTraceContaining("INVALID: settings has");
        assertThatThrownBy(() -> configure("here", "a=b")).hasStackTraceContaining("INVALID: nodeId is not");
        assertThatThrownBy(() -> configure("", "a=b", "a=c")).hasStackTraceContaining("stands twice");
    }

    private static CompositeData setting(String key, CompositeData[] listed) {
        return Arrays.stream(listed)
                .filter(setting -> setting.get("key").equals(key))
                .findFirst()
                .orElseThrow();
    }

    private void configure(String node, String... settings) throws Exception {
        asked("configureComponent", new Object[] {"http-bc", node, settings, new String[0], "", -1L}, new String[] {
            STRING, STRING, String[].class.getName(), String[].class.getName(), STRING, "long"
        });
    }

    @Test
    void anInvalidIdentifierAndAMissingInstallerAreRefused() {
        assertThatThrownBy(() -> asked("stopComponent", new Object[] {"http-bc", "once", -1L}, CHANGE))
                .hasStackTraceContaining("INVALID: operation is not a canonical UUID");
        assertThatThrownBy(() -> install("")).hasStackTraceContaining("INVALID: archive is missing");
    }

    @Test
    void operationsAndParametersAreDescribed() throws Exception {
        assertThat(server.getMBeanInfo(bean).getOperations()).isNotEmpty().allSatisfy(operation -> {
            assertThat(operation.getDescription()).endsWith(".");
            assertThat(operation.getSignature())
                    .allSatisfy(p -> assertThat(p.getName()).doesNotMatch("p\\d"));
        });
    }

    private Object install(String text) throws Exception {
        return asked("install", new Object[] {text.getBytes(UTF_8), ""}, new String[] {"[B", STRING});
    }

    private Object changed(String operation, String name) throws Exception {
        return asked(operation, new Object[] {name, "", -1L}, CHANGE);
    }

    private Object asked(String operation, Object[] arguments, String[] types) throws Exception {
        Subject ada = new Subject();
        ada.getPrincipals().add(new UserPrincipal("ada"));
        PrivilegedExceptionAction<Object> action = () -> server.invoke(bean, operation, arguments, types);
        try {
            return Subject.doAs(ada, action);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }
}
