package org.esbmt.administration.jmx.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenType;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.InMemoryAdministration;
import org.esbmt.testing.InMemoryComponents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over a real RMI connector whose clients log in by JAAS, as in Karaf. */
class AdministrationOverJmxTest {
    private static final String SECRET = "acme's long password";
    private static final String STRING = String.class.getName();
    private static final String INT = int.class.getName();
    private static final String BOOLEAN = "boolean";
    private static final String BYTES = byte[].class.getName();

    private final InMemoryAdministration administration = new InMemoryAdministration();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private JMXConnectorServer connectors;
    private JMXConnector connector;
    private AdministrationRegistration registration;
    private MBeanServerConnection connection;
    private ObjectName name;

    @BeforeEach
    void connect() throws Exception {
        System.setProperty(
                "java.rmi.server.hostname", InetAddress.getLoopbackAddress().getHostAddress());
        registration = new AdministrationRegistration(
                server, new JmxAdministration(administration, administration, administration, administration));
        name = new ObjectName(AdministrationMXBean.OBJECT_NAME);
        connectors = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"),
                Map.of(JMXConnectorServer.AUTHENTICATOR, (JMXAuthenticator) AdministrationOverJmxTest::authenticate),
                server);
        connectors.start();
        connector = connectAs("ada", "right");
        connection = connector.getMBeanServerConnection();
    }

    @AfterEach
    void disconnect() throws Exception {
        connector.close();
        connectors.stop();
    }

    @Test
    void aTenantIsCreatedOnBehalfOfWhoIsConnected() throws Exception {
        CompositeData acme = create("acme");

        assertThat(acme.get("state")).isEqualTo("ACTIVE");
        assertThat(acme.get("login")).isEqualTo("boss");
        assertThat(administration.password(UserId.of((String) acme.get("userId"))))
                .isEqualTo(SECRET);
        assertThat(administration.lastBy()).contains(new Administrator("ada", "jmx"));
    }

    @Test
    void everyConnectionHasItsOwnAdministrator() throws Exception {
        try (JMXConnector other = connectAs("grace", "right")) {
            other.getMBeanServerConnection().invoke(name, "status", new Object[0], new String[0]);
            assertThat(administration.lastBy()).contains(new Administrator("grace", "jmx"));

            call("status");
            assertThat(administration.lastBy()).contains(new Administrator("ada", "jmx"));
        }
    }

    @Test
    @SuppressWarnings("BanJNDI") // to a stub in the address, of this test's own server
    void withoutCredentialsOrWithWrongOnesThereIsNoConnection() {
        assertThatThrownBy(() -> JMXConnectorFactory.connect(connectors.getAddress()))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> connectAs("ada", "wrong")).isInstanceOf(SecurityException.class);
    }

    @Test
    void aCallThatNobodyIsLoggedInForIsRefused() {
        assertThatThrownBy(() -> server.invoke(name, "status", new Object[0], new String[0]))
                .isInstanceOf(RuntimeMBeanException.class)
                .hasCauseInstanceOf(SecurityException.class);
        assertThat(administration.lastBy()).isEmpty();
    }

    @Test
    void linksAndTheMarkOfComponentsHaveAnMBean() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryComponents components = new InMemoryComponents();
        ObjectName links = new ObjectName(LinksMXBean.OBJECT_NAME);
        server.registerMBean(new StandardMBean(new JmxLinks(components, components), LinksMXBean.class, true), links);
        String[] signature = {String.class.getName(), String.class.getName(), String.class.getName()};
        Object[] link = {acme, "{urn:old}Archive", "endpoint"};

        connection.invoke(links, "linkToPlain", link, signature);
        assertThat((String[]) connection.invoke(links, "listLinks", null, null))
                .containsExactly("tenant " + acme + " to plain {urn:old}Archive endpoint");
        assertThatThrownBy(() -> connection.invoke(links, "linkToPlain", link, signature))
                .hasStackTraceContaining("CONFLICT: there is this link already");
        connection.invoke(links, "unlinkFromPlain", link, signature);
        assertThat(components.links(new Administrator("ada", "jmx"))).isEmpty();
        assertThat((String[]) connection.invoke(links, "listComponents", null, null))
                .containsExactly("http-bc binding-component Started own");
        assertThatThrownBy(() -> server.invoke(links, "listLinks", null, null))
                .hasStackTraceContaining("nobody is logged in");
    }

    @Test
    void tenantsAndUsersAreListedPageByPage() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        create("globex");

        CompositeData page = call("listTenants", "", "active", 1, 1);
        assertThat(page.get("total")).isEqualTo(2L);
        assertThat((CompositeData[]) page.get("tenants"))
                .extracting(t -> t.get("name"))
                .containsExactly("globex");

        CompositeData users = call("listUsers", acme, 0, 10);
        assertThat((CompositeData[]) users.get("users"))
                .extracting(u -> u.get("login"))
                .containsExactly("boss");
    }

    @Test
    void aTenantIsFoundByNameAndById() throws Exception {
        CompositeData acme = create("acme");

        assertThat(call("findTenant", "acme").get("tenantId")).isEqualTo(acme.get("tenantId"));
        assertThat(call("findTenant", (String) acme.get("tenantId")).get("name"))
                .isEqualTo("acme");
    }

    @Test
    void aTenantIsSuspendedAndResumed() throws Exception {
        String acme = (String) create("acme").get("tenantId");

        assertThat(call("suspendTenant", acme).get("state")).isEqualTo("SUSPENDED");
        assertThat(call("resumeTenant", acme).get("state")).isEqualTo("ACTIVE");
    }

    @Test
    void usersAreAddedLockedUnlockedAndGivenPasswords() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        CompositeData clerk = call("addUser", acme, "clerk", SECRET);
        String id = (String) clerk.get("userId");

        assertThat(call("lockUser", acme, id).get("state")).isEqualTo("LOCKED");
        assertThat(call("unlockUser", acme, id).get("state")).isEqualTo("ACTIVE");
        call("setPassword", acme, id, "another long password");
        assertThat(administration.password(UserId.of(id))).isEqualTo("another long password");
        assertThat(call("findUser", acme, "clerk").get("userId")).isEqualTo(id);
    }

    @Test
    void anAssemblyIsDeployedForOneUser() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        String user = (String) call("addUser", acme, "alice", SECRET).get("userId");

        assertThat(call("deployAssembly", acme, "stock".getBytes(UTF_8)).get("userId"))
                .isEqualTo("");
        assertThat(call("deployAssemblyForUser", acme, user, "orders".getBytes(UTF_8))
                        .get("userId"))
                .isEqualTo(user);
        assertThat(call("switchAssembly", acme, "orders".getBytes(UTF_8)).get("userId"))
                .isEqualTo(user);
        refused(
                IllegalArgumentException.class,
                "NOT_FOUND: ",
                "deployAssemblyForUser",
                acme,
                acme,
                "more".getBytes(UTF_8));
        refused(
                IllegalArgumentException.class,
                "INVALID: ",
                "deployAssemblyForUser",
                acme,
                "alice",
                "more".getBytes(UTF_8));
    }

    @Test
    void anAssemblyIsDeployedStoppedStartedAndRemoved() throws Exception {
        String acme = (String) create("acme").get("tenantId");

        CompositeData orders = call("deployAssembly", acme, "orders".getBytes(UTF_8));
        assertThat(orders.get("state")).isEqualTo("STARTED");
        assertThat((String[]) orders.get("units")).containsExactly("unit (http-bc)");
        assertThat(call("stopAssembly", acme, "orders").get("state")).isEqualTo("STOPPED");
        assertThat(call("shutDownAssembly", acme, "orders").get("state")).isEqualTo("SHUTDOWN");
        assertThat(call("startAssembly", acme, "orders").get("state")).isEqualTo("STARTED");
        assertThat(call("updateAssembly", acme, "orders".getBytes(UTF_8)).get("name"))
                .isEqualTo("orders");
        CompositeData switched = call("switchAssembly", acme, "orders".getBytes(UTF_8));
        assertThat(switched.get("formerDigest")).isEqualTo(orders.get("digest"));
        assertThat(switched.get("rewrittenDigest")).isEqualTo("r1+");
        CompositeData back = call("rollBackAssembly", acme, "orders");
        assertThat(back.get("digest")).isEqualTo(orders.get("digest"));
        assertThat(back.get("formerDigest")).isEqualTo(switched.get("digest"));
        assertThat(calls("listAssemblies", acme)).hasSize(1);
        assertThat((byte[]) invoke("exportAssembly", acme, "orders", false))
                .asString(UTF_8)
                .isEqualTo("ORIGINAL of orders");
        assertThat((byte[]) invoke("exportAssembly", acme, "orders", true))
                .asString(UTF_8)
                .isEqualTo("REWRITTEN of orders");
        call("undeployAssembly", acme, "orders");
        assertThat(calls("listAssemblies", acme)).isEmpty();
    }

    @Test
    void theAdministratorChangesTheirOwnPassword() throws Exception {
        call("changeAdministratorPassword", administration.ownPassword(), "an entirely new one");

        assertThat(administration.ownPassword()).isEqualTo("an entirely new one");
        refused(SecurityException.class, "FORBIDDEN: ", "changeAdministratorPassword", "wrong", SECRET);
    }

    @Test
    void theStatusIsReadable() throws Exception {
        create("acme");

        CompositeData status = call("status");

        assertThat(status.get("registryReachable")).isEqualTo(true);
        assertThat(status.get("tenantsByState").toString()).contains("ACTIVE");
    }

    @Test
    void refusalsAreJdkExceptionsThatNameTheReason() throws Exception {
        String acme = (String) create("acme").get("tenantId");

        refused(IllegalArgumentException.class, "NOT_FOUND: ", "findTenant", "globex");
        refused(IllegalArgumentException.class, "INVALID: tenantId", "suspendTenant", "no uuid");
        refused(IllegalArgumentException.class, "INVALID: tenantId is missing", "suspendTenant", (Object) null);
        refused(IllegalArgumentException.class, "INVALID: a password", "addUser", acme, "clerk", "short");
        refused(IllegalStateException.class, "CONFLICT: ", "createTenant", "acme", "", "boss", SECRET);
        refused(IllegalStateException.class, "CONFLICT: ", "resumeTenant", acme);
    }

    @Test
    void anUnexpectedFailureTellsNothingOfTheServersInsides() throws Exception {
        create("acme");
        administration.breakDown();

        refused(IllegalStateException.class, "INTERNAL: the bus failed; its log tells why", "findTenant", "acme");
    }

    @Test
    void everyOperationAndParameterIsDescribed() throws Exception {
        for (MBeanOperationInfo operation : connection.getMBeanInfo(name).getOperations()) {
            assertThat(operation.getDescription()).as(operation.getName()).endsWith(".");
            assertThat(operation.getDescriptor().getFieldValue("openType")).isInstanceOf(OpenType.class);
            assertThat(operation.getImpact()).isIn(MBeanOperationInfo.ACTION, MBeanOperationInfo.INFO);
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                assertThat(parameter.getName()).as(operation.getName()).doesNotMatch("p\\d+");
                assertThat(parameter.getDescription()).as(operation.getName()).isNotBlank();
            }
        }
    }

    @Test
    void itIsGoneWhenItIsUnregistered() throws Exception {
        registration.unregister();
        registration.unregister();

        assertThatThrownBy(() -> call("status")).isInstanceOf(InstanceNotFoundException.class);
    }

    private CompositeData create(String tenant) throws Exception {
        return call("createTenant", tenant, "The " + tenant, "boss", SECRET);
    }

    private void refused(Class<?> type, String message, String operation, Object... parameters) {
        assertThatThrownBy(() -> call(operation, parameters)).isInstanceOfSatisfying(RuntimeMBeanException.class, e -> {
            assertThat(e.getTargetException()).isExactlyInstanceOf(type).hasNoCause();
            assertThat(e.getTargetException().getMessage()).startsWith(message);
            assertThat(Arrays.stream(e.getTargetException().getStackTrace())).isEmpty();
        });
    }

    private CompositeData call(String operation, Object... parameters) throws Exception {
        return (CompositeData) invoke(operation, parameters);
    }

    private CompositeData[] calls(String operation, Object... parameters) throws Exception {
        return (CompositeData[]) invoke(operation, parameters);
    }

    /** A parameter that is null counts as a string. */
    private Object invoke(String operation, Object... parameters) throws Exception {
        String[] signature = Arrays.stream(parameters)
                .map(p -> p instanceof Integer
                        ? INT
                        : p instanceof Boolean ? BOOLEAN : p instanceof byte[] ? BYTES : STRING)
                .toArray(String[]::new);
        return connection.invoke(name, operation, parameters, signature);
    }

    @SuppressWarnings("BanJNDI") // to a stub in the address, of this test's own server
    private JMXConnector connectAs(String user, String password) throws IOException {
        Map<String, Object> environment = new HashMap<>();
        environment.put(JMXConnector.CREDENTIALS, new String[] {user, password});
        return JMXConnectorFactory.connect(connectors.getAddress(), environment);
    }

    private static Subject authenticate(Object credentials) {
        if (!(credentials instanceof String[] given) || given.length != 2) {
            throw new SecurityException("no credentials");
        }
        try {
            LoginContext context = new LoginContext(
                    "test",
                    new Subject(),
                    callbacks -> {
                        for (Callback callback : callbacks) {
                            if (callback instanceof NameCallback user) {
                                user.setName(given[0]);
                            } else if (callback instanceof PasswordCallback password) {
                                password.setPassword(given[1].toCharArray());
                            }
                        }
                    },
                    new Configuration() {
                        @Override
                        public AppConfigurationEntry[] getAppConfigurationEntry(String realm) {
                            return new AppConfigurationEntry[] {
                                new AppConfigurationEntry(
                                        RightPasswordModule.class.getName(),
                                        AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                                        Map.of())
                            };
                        }
                    });
            context.login();
            return context.getSubject();
        } catch (LoginException e) {
            throw new SecurityException("refused", e);
        }
    }
}
