package org.esbmt.administration.jmx.internal.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
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
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.jmx.internal.connector.RightPasswordModule;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.OpenResult;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.testing.InMemoryAdministration;
import org.esbmt.administration.testing.InMemoryComponents;
import org.esbmt.administration.testing.InMemoryQuotas;
import org.esbmt.administration.testing.InMemoryRegistrations;
import org.esbmt.administration.testing.InMemorySystemUsers;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests use a real RMI connector whose clients log in by JAAS, as in Karaf. */
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
                new BusMBeans(server),
                administration.commands(),
                administration,
                administration,
                AllMBeans.nothing(ContactAdministration.class),
                administration,
                administration,
                administration);
        name = new ObjectName(PublishedMBean.ADMINISTRATION.objectName());
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
    void aTenantIsCreatedOnBehalfOfTheConnectedUser() throws Exception {
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
    void aRefusalRepeatsNoArgumentAtAnyLength() {
        assertThatThrownBy(() -> connection.invoke(
                        name, "listTenants", new Object[] {"", "x".repeat(300_000), "", 0, 10}, new String[] {
                            STRING, STRING, STRING, "int", "int"
                        }))
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(
                        e -> assertThat(e.getMessage()).startsWith("INVALID: ").hasSizeLessThan(17_000));
    }

    @Test
    void aCallWithoutALoginIsRefused() {
        assertThatThrownBy(() -> server.invoke(name, "status", new Object[0], new String[0]))
                .isInstanceOf(RuntimeMBeanException.class)
                .hasCauseInstanceOf(SecurityException.class);
        assertThat(administration.lastBy()).isEmpty();
    }

    @Test
    void servicesAreRegisteredAndShown() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryRegistrations registrations = new InMemoryRegistrations();
        ObjectName services = new ObjectName(PublishedMBean.SERVICES.objectName());
        new ServicesRegistration(new BusMBeans(server), registrations.commands(), registrations);
        String text = String.class.getName();
        String bytes = byte[].class.getName();
        byte[] wsdl = {'<', 'd', '/', '>'};

        CompositeData registered = (CompositeData) connection.invoke(
                services, "registerService", new Object[] {acme, "{urn:acme}Orders", "1", wsdl, ""}, new String[] {
                    text, text, text, bytes, text
                });
        assertThat(registered.get("service")).isEqualTo("{urn:acme}Orders");
        CompositeData attached = (CompositeData) connection.invoke(
                services,
                "attachPolicy",
                new Object[] {acme, "{urn:acme}Orders", "1", "secure", wsdl, "", 1L},
                new String[] {text, text, text, text, bytes, text, "long"});
        assertThat((String[]) attached.get("policies")).containsExactly("secure");
        assertThat(registrations.commands().lastBy().orElseThrow().expectedRevision())
                .hasValue(1);
        assertThat((byte[]) connection.invoke(
                        services, "wsdl", new Object[] {acme, "{urn:acme}Orders", "1"}, new String[] {text, text, text
                        }))
                .isEqualTo(wsdl);
        CompositeData found = (CompositeData)
                connection.invoke(services, "findServices", new Object[] {acme, "urn:acme", "", 0, 10}, new String[] {
                    text, text, text, "int", "int"
                });
        assertThat(found.get("total")).isEqualTo(1L);
        CompositeData endpoints = (CompositeData) connection.invoke(
                services, "listEndpoints", new Object[] {acme, 0, 10}, new String[] {text, "int", "int"});
        assertThat(((CompositeData[]) endpoints.get("endpoints"))[0].get("path"))
                .asString()
                .endsWith("/Orders/soap");
        String[] paged = {text, text, "int", "int"};
        CompositeData history = (CompositeData)
                connection.invoke(services, "assemblyHistory", new Object[] {acme, "orders", 0, 10}, paged);
        assertThat(((CompositeData[]) history.get("periods"))[1].get("to")).isEqualTo("1970-01-01T00:01:00Z");
        assertThatThrownBy(
                        () -> connection.invoke(services, "listDeployments", new Object[] {acme, "then", 0, 10}, paged))
                .hasMessageContaining("INVALID: at is a moment");
    }

    @Test
    void usersHaveRolesAndAnMBean() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        ObjectName users = new ObjectName(PublishedMBean.USERS.objectName());
        new UsersRegistration(new BusMBeans(server), administration.commands(), administration);
        String text = String.class.getName();
        String[] twice = {text, text, text, text, "long"};

        CompositeData alice = (CompositeData) connection.invoke(
                users,
                "addUser",
                new Object[] {acme, "alice", SECRET, new String[] {"TENANT_USER", "TENANT_AUDITOR"}, ""},
                new String[] {text, text, text, String[].class.getName(), text});
        assertThat((String[]) alice.get("roles")).containsExactly("TENANT_AUDITOR", "TENANT_USER");
        String id = (String) alice.get("userId");
        CompositeData operator = (CompositeData)
                connection.invoke(users, "assignRole", new Object[] {acme, id, "TENANT_OPERATOR", "", -1L}, twice);
        assertThat((String[]) operator.get("roles")).contains("TENANT_OPERATOR");
        connection.invoke(users, "revokeRole", new Object[] {acme, id, "TENANT_OPERATOR", "", -1L}, twice);
        assertThatThrownBy(() -> connection.invoke(users, "assignRole", new Object[] {acme, id, "SRE", "", -1L}, twice))
                .hasMessageContaining("INVALID: a tenant's role is one of");
        String[] once = {text, text, text, "long"};
        connection.invoke(users, "revokeCredential", new Object[] {acme, id, "", -1L}, once);
        assertThat(administration.password(UserId.of(id))).isNull();
        assertThat(((CompositeData) connection.invoke(
                                users, "handOverDefaultAdmin", new Object[] {acme, id, "", -1L}, once))
                        .get("defaultAdministrator"))
                .isEqualTo(true);
        connection.invoke(users, "assignDefaultTenantAdmin", new Object[] {acme, "boss", "", -1L}, once);
        connection.invoke(users, "removeUser", new Object[] {acme, id, "", -1L}, once);
        CompositeData page = (CompositeData)
                connection.invoke(users, "listUsers", new Object[] {acme, "ali", "REVOKED", 0, 10}, new String[] {
                    text, text, text, "int", "int"
                });
        assertThat(page.get("total")).isEqualTo(1L);
    }

    @Test
    void usersOfTheInstallationHaveAnMBean() throws Exception {
        ObjectName users = new ObjectName(PublishedMBean.SYSTEM_USERS.objectName());
        InMemorySystemUsers known = new InMemorySystemUsers();
        new SystemUsersRegistration(new BusMBeans(server), known.commands(), known);
        String text = String.class.getName();
        String[] once = {text, text, "long"};
        String[] more = {text, text, text, "long"};

        CompositeData nina = (CompositeData) connection.invoke(
                users,
                "addSystemUser",
                new Object[] {"nina", SECRET, new String[] {"sre", "SYSTEM_AUDITOR"}, ""},
                new String[] {text, text, String[].class.getName(), text});
        assertThat((String[]) nina.get("roles")).containsExactly("SRE", "SYSTEM_AUDITOR");
        assertThat(known.password("nina")).isEqualTo(SECRET);
        connection.invoke(users, "setSystemPassword", new Object[] {"nina", "another long password", "", -1L}, more);
        assertThat(known.password("nina")).isEqualTo("another long password");
        connection.invoke(users, "assignSystemRole", new Object[] {"nina", "SYSTEM_ADMIN", "", -1L}, more);
        connection.invoke(users, "revokeSystemRole", new Object[] {"nina", "SRE", "", -1L}, more);
        assertThatThrownBy(() -> connection.invoke(
                        users, "assignSystemRole", new Object[] {"nina", "TENANT_ADMIN", "", -1L}, more))
                .hasMessageContaining("INVALID: a role of the installation is one of");
        connection.invoke(users, "lockSystemUser", new Object[] {"nina", "", -1L}, once);
        connection.invoke(users, "unlockSystemUser", new Object[] {"nina", "", -1L}, once);
        CompositeData removed =
                (CompositeData) connection.invoke(users, "removeSystemUser", new Object[] {"nina", "", 6L}, once);
        assertThat(removed.get("state")).isEqualTo("REVOKED");
        assertThat(known.commands().lastBy().orElseThrow().expectedRevision()).hasValue(6);
        CompositeData page = (CompositeData) connection.invoke(
                users, "listSystemUsers", new Object[] {"ni", "revoked", 0, 10}, new String[] {text, text, "int", "int"
                });
        assertThat(page.get("total")).isEqualTo(1L);
    }

    @Test
    void linksHaveAnMBean() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryComponents components = new InMemoryComponents();
        ObjectName links = new ObjectName(PublishedMBean.LINKS.objectName());
        new LinksRegistration(new BusMBeans(server), components.commands(), components);
        UUID id = UUID.randomUUID();
        String[] signature = {STRING, STRING, STRING, STRING};
        Object[] link = {acme, "{urn:old}Archive", "endpoint", id.toString()};

        connection.invoke(links, "linkToPlain", link, signature);
        CompositeData page = composite(links, "listLinks", 0, 10);
        assertThat((String[]) page.get("links"))
                .containsExactly("tenant " + acme + " to plain {urn:old}Archive endpoint");
        assertThat(page.get("total")).isEqualTo(1L);
        assertThat((String[]) composite(links, "listLinks", 1, 10).get("links")).isEmpty();
        assertThatThrownBy(() -> connection.invoke(links, "linkToPlain", link, signature))
                .hasStackTraceContaining("CONFLICT: there is this link already");
        connection.invoke(links, "unlinkFromPlain", link, signature);
        assertThat(composite(links, "listLinks", 0, 10).get("total")).isEqualTo(0L);
        assertThatThrownBy(() -> server.invoke(links, "listLinks", new Object[] {0, 10}, new String[] {INT, INT}))
                .hasStackTraceContaining("nobody is logged in");
    }

    @Test
    void aTenantIsDrainedAndPurgedWithItsName() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        UUID id = UUID.randomUUID();

        assertThat(call("drainTenant", acme, id.toString(), 1L).get("state")).isEqualTo("DRAINING");
        assertThat(administration.lastBy())
                .contains(new Administrator("ada", "jmx").asking(id).expecting(1));
        refused(
                IllegalArgumentException.class,
                "INVALID: the tenant's name is",
                "purgeTenant",
                acme,
                "globex",
                "",
                -1L);
        refused(IllegalArgumentException.class, "INVALID: name is missing", "purgeTenant", acme, "", "", -1L);
        refused(IllegalArgumentException.class, "INVALID: operation", "purgeTenant", acme, "acme", "some", -1L);
        refused(IllegalArgumentException.class, "INVALID: revision", "purgeTenant", acme, "acme", "", -2L);
        assertThat(call("findTenant", "acme").get("state")).isEqualTo("DRAINING");
        assertThat(call("purgeTenant", acme, "acme", "", -1L).get("state")).isEqualTo("DELETED");
        assertThat(administration.lastBy()).contains(new Administrator("ada", "jmx"));
    }

    @Test
    void aTenantRequestsOffboardingWithItsNameAndWithdrawsTheRequest() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        UUID id = UUID.randomUUID();

        refused(
                IllegalArgumentException.class,
                "INVALID: the tenant's name is",
                "requestOffboarding",
                acme,
                "globex",
                "",
                -1L);
        refused(IllegalArgumentException.class, "INVALID: name is missing", "requestOffboarding", acme, "", "", -1L);
        assertThat(call("requestOffboarding", acme, "acme", id.toString(), 1L).get("state"))
                .isEqualTo("OFFBOARDING");
        assertThat(administration.lastBy())
                .contains(new Administrator("ada", "jmx").asking(id).expecting(1));
        assertThat(call("withdrawOffboarding", acme, id.toString(), 2L).get("state"))
                .isEqualTo("ACTIVE");
        assertThat(administration.lastBy())
                .contains(new Administrator("ada", "jmx").asking(id).expecting(2));
        refused(IllegalStateException.class, "CONFLICT:", "withdrawOffboarding", acme, "", -1L);
    }

    @Test
    void quotasAreGrantedChangedListedAndRevoked() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryQuotas ceilings = new InMemoryQuotas();
        ObjectName quotas = registered(ceilings);
        String operation = UUID.randomUUID().toString();
        String cluster = UUID.randomUUID().toString();

        CompositeData granted =
                composite(quotas, "grantQuota", acme, "messages", cluster, "http-bc", 100L, 80L, 500L, operation);
        assertThat(granted.get("resource")).isEqualTo("MESSAGES");
        assertThat(granted.get("cluster")).isEqualTo(cluster);
        assertThat(granted.get("component")).isEqualTo("http-bc");
        assertThat(granted.get("hard")).isEqualTo(100L);
        assertThat(granted.get("soft")).isEqualTo(80L);
        assertThat(granted.get("burst")).isEqualTo(500L);
        assertThat(granted.get("used")).isEqualTo(-1L);
        assertThat(composite(quotas, "grantQuota", acme, "messages", cluster, "http-bc", 100L, 80L, 500L, operation))
                .isEqualTo(granted);

        composite(quotas, "grantQuota", acme, "USERS", "", "", 10L, -1L, -1L, "");
        CompositeData changed = composite(quotas, "changeQuota", acme, "USERS", "", null, 20L, -1L, -1L, "", 1L);
        assertThat(changed.get("revision")).isEqualTo(2L);
        assertThat(changed.get("soft")).isEqualTo(-1L);
        assertThat(changed.get("used")).isEqualTo(1L);
        refused(
                quotas,
                IllegalStateException.class,
                "STALE: ",
                "changeQuota",
                acme,
                "USERS",
                "",
                "",
                30L,
                -1L,
                -1L,
                "",
                1L);
        assertThat((CompositeData[]) invokeOn(quotas, "listQuotas", acme)).hasSize(2);
        invokeOn(quotas, "revokeQuota", acme, "USERS", "", "", "", 2L);
        assertThat((CompositeData[]) invokeOn(quotas, "listQuotas", acme))
                .extracting(q -> q.get("resource"))
                .containsExactly("MESSAGES");
        assertThat(ceilings.commands().lastBy()).contains(new Administrator("ada", "jmx"));
    }

    @Test
    void contingentsAreHandedOutChangedListedAndRevoked() throws Exception {
        CompositeData acme = create("acme");
        String id = (String) acme.get("tenantId");
        String boss = (String) acme.get("userId");
        ObjectName quotas = registered(new InMemoryQuotas());
        composite(quotas, "grantQuota", id, "ENDPOINTS", "", "", 10L, -1L, -1L, "");

        CompositeData toUser = composite(quotas, "grantContingent", id, "ENDPOINTS", "", "", boss, "", 4L, "");
        assertThat(toUser.get("userId")).isEqualTo(boss);
        assertThat(toUser.get("role")).isEqualTo("");
        CompositeData toRole =
                composite(quotas, "grantContingent", id, "ENDPOINTS", "", "", "", "tenant_operator", 5L, "");
        assertThat(toRole.get("role")).isEqualTo("TENANT_OPERATOR");
        assertThat(composite(quotas, "changeContingent", id, "ENDPOINTS", "", "", boss, "", 6L, "", 1L)
                        .get("amount"))
                .isEqualTo(6L);
        CompositeData second = composite(quotas, "listContingents", id, 1, 1);
        assertThat((CompositeData[]) second.get("contingents")).hasSize(1);
        assertThat(second.get("offset")).isEqualTo(1);
        assertThat(second.get("total")).isEqualTo(2L);
        refused(quotas, IllegalArgumentException.class, "INVALID: limit", "listContingents", id, 0, 1001);
        invokeOn(quotas, "revokeContingent", id, "ENDPOINTS", "", "", boss, "", "", -1L);
        assertThat(composite(quotas, "listContingents", id, 0, 10).get("total")).isEqualTo(1L);
        for (String[] who : List.of(new String[] {boss, "TENANT_USER"}, new String[] {"", ""})) {
            refused(
                    quotas,
                    IllegalArgumentException.class,
                    "INVALID: a contingent is for one user",
                    "grantContingent",
                    id,
                    "ENDPOINTS",
                    "",
                    "",
                    who[0],
                    who[1],
                    1L,
                    "");
        }
    }

    @Test
    void hostileTextsAreRefusedInEveryField() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryQuotas ceilings = new InMemoryQuotas();
        ObjectName quotas = registered(ceilings);
        String hostile = "x'; DROP TABLE quota; --\r\n";
        Object[] right = {acme, "USERS", "", "", 10L, -1L, -1L, ""};

        for (int field : new int[] {0, 1, 2, 7}) {
            Object[] wrong = right.clone();
            wrong[field] = hostile;
            refused(quotas, IllegalArgumentException.class, "INVALID: ", "grantQuota", wrong);
        }
        Object[] contingent = {acme, "USERS", "", "", "", "TENANT_USER", 1L, ""};
        for (int field : new int[] {0, 1, 2, 4, 5, 7}) {
            Object[] wrong = contingent.clone();
            wrong[field] = hostile;
            refused(quotas, IllegalArgumentException.class, "INVALID: ", "grantContingent", wrong);
        }
        refused(audit(), IllegalArgumentException.class, "INVALID: ", "listAudit", hostile, 0L, 10);
        refused(audit(), IllegalArgumentException.class, "INVALID: ", "verifyAudit", "", hostile);
        assertThat(ceilings.commands().lastBy()).isEmpty();
    }

    @Test
    void theAuditIsReadAndVerified() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        InMemoryQuotas ceilings = new InMemoryQuotas();
        ObjectName quotas = registered(ceilings);
        String operation = UUID.randomUUID().toString();
        composite(quotas, "grantQuota", acme, "USERS", "", "", 10L, -1L, -1L, operation);

        CompositeData part = composite(audit(), "listAudit", acme, 0L, 10);
        CompositeData entry = ((CompositeData[]) part.get("entries"))[0];
        assertThat(entry.get("sequence")).isEqualTo(1L);
        assertThat(entry.get("at")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(entry.get("login")).isEqualTo("ada");
        assertThat(entry.get("actorTenantId")).isEqualTo("");
        assertThat(entry.get("action")).isEqualTo("grantQuota");
        assertThat(entry.get("before")).isEqualTo("before grantQuota");
        assertThat(entry.get("operation")).isEqualTo(operation);
        assertThat(part.get("head").toString()).matches("2:[0-9a-f]{64}");
        assertThat((CompositeData[]) composite(audit(), "listAudit", "", 1L, 1).get("entries"))
                .hasSize(1);

        CompositeData whole = composite(audit(), "verifyAudit", acme, "1:" + entry.get("hash"));
        assertThat(whole.get("whole")).isEqualTo(true);
        assertThat(whole.get("brokenAt")).isEqualTo(0L);
        assertThat(whole.get("problem")).isEqualTo("");
        ceilings.breakAt(1);
        CompositeData broken = composite(audit(), "verifyAudit", acme, "");
        assertThat(broken.get("whole")).isEqualTo(false);
        assertThat(broken.get("brokenAt")).isEqualTo(1L);
        assertThat(broken.get("problem")).isEqualTo("entry 1 differs from the appended entry");
    }

    @Test
    void aPageSaysWhetherItsTotalIsExact() {
        assertThat(listed(new Page<>(List.of(), 0, 1_000, false)).get("totalExact"))
                .isEqualTo(false);
        assertThat(listed(new Page<>(List.of(), 0, 1_000)).get("totalExact")).isEqualTo(true);
    }

    @SuppressWarnings("unchecked") // the result of listTenants is a page of tenants
    private static CompositeData listed(Page<TenantView> page) {
        Result<Page<TenantView>> result = Catalogue.entries(Part.TENANTS).stream()
                .filter(entry -> entry.name().equals("listTenants"))
                .map(entry -> (Result<Page<TenantView>>) entry.result())
                .findFirst()
                .orElseThrow();
        return (CompositeData) OpenResult.of(result).value().apply(page);
    }

    @Test
    void tenantsAndUsersAreListedPageByPage() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        create("globex");

        CompositeData next = call("listTenants", "", "", "acme", 0, 10);
        assertThat((CompositeData[]) next.get("tenants"))
                .extracting(t -> t.get("name"))
                .containsExactly("globex");

        CompositeData page = call("listTenants", "", "active", "", 1, 1);
        assertThat(page.get("total")).isEqualTo(2L);
        assertThat(page.get("totalExact")).isEqualTo(true);
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

        assertThat(call("suspendTenant", acme, "", -1L).get("state")).isEqualTo("SUSPENDED");
        assertThat(call("resumeTenant", acme, "", -1L).get("state")).isEqualTo("ACTIVE");
    }

    @Test
    void usersAreAddedLockedUnlockedAndGivenPasswords() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        CompositeData clerk = call("addUser", acme, "clerk", SECRET, "");
        String id = (String) clerk.get("userId");

        assertThat(call("lockUser", acme, id, "", -1L).get("state")).isEqualTo("LOCKED");
        assertThat(call("unlockUser", acme, id, "", -1L).get("state")).isEqualTo("ACTIVE");
        call("setPassword", acme, id, "another long password", "", -1L);
        assertThat(administration.password(UserId.of(id))).isEqualTo("another long password");
        assertThat(call("findUser", acme, "clerk").get("userId")).isEqualTo(id);
    }

    @Test
    void anAssemblyIsDeployedForOneUser() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        String user = (String) call("addUser", acme, "alice", SECRET, "").get("userId");

        assertThat(call("deployAssembly", acme, "stock".getBytes(UTF_8), "").get("userId"))
                .isEqualTo("");
        assertThat(call("deployAssemblyForUser", acme, user, "orders".getBytes(UTF_8), "")
                        .get("userId"))
                .isEqualTo(user);
        assertThat(call("switchAssembly", acme, "orders".getBytes(UTF_8), "", -1L)
                        .get("userId"))
                .isEqualTo(user);
        refused(
                IllegalArgumentException.class,
                "NOT_FOUND: ",
                "deployAssemblyForUser",
                acme,
                acme,
                "more".getBytes(UTF_8),
                "");
        refused(
                IllegalArgumentException.class,
                "INVALID: ",
                "deployAssemblyForUser",
                acme,
                "alice",
                "more".getBytes(UTF_8),
                "");
    }

    @Test
    void anAssemblyIsDeployedStoppedStartedAndRemoved() throws Exception {
        String acme = (String) create("acme").get("tenantId");

        CompositeData orders = call("deployAssembly", acme, "orders".getBytes(UTF_8), "");
        assertThat(orders.get("state")).isEqualTo("STARTED");
        assertThat((String[]) orders.get("units")).containsExactly("unit (http-bc)");
        assertThat(call("stopAssembly", acme, "orders", "", -1L).get("state")).isEqualTo("STOPPED");
        assertThat(call("shutDownAssembly", acme, "orders", "", -1L).get("state"))
                .isEqualTo("SHUTDOWN");
        assertThat(call("startAssembly", acme, "orders", "", -1L).get("state")).isEqualTo("STARTED");
        assertThat(call("updateAssembly", acme, "orders".getBytes(UTF_8), "", -1L)
                        .get("name"))
                .isEqualTo("orders");
        CompositeData switched = call("switchAssembly", acme, "orders".getBytes(UTF_8), "", -1L);
        assertThat(switched.get("formerDigest")).isEqualTo(orders.get("digest"));
        assertThat(switched.get("rewrittenDigest")).isEqualTo("r1+");
        assertThat(switched.get("revision")).isEqualTo(2L);
        CompositeData back = call("rollBackAssembly", acme, "orders", "", -1L);
        assertThat(back.get("digest")).isEqualTo(orders.get("digest"));
        assertThat(back.get("formerDigest")).isEqualTo(switched.get("digest"));
        CompositeData listed = call("listAssemblies", acme, 0, 10);
        assertThat((CompositeData[]) listed.get("assemblies")).hasSize(1);
        assertThat(listed.get("offset")).isEqualTo(0);
        assertThat(listed.get("total")).isEqualTo(1L);
        assertThat((CompositeData[]) call("listAssemblies", acme, 1, 10).get("assemblies"))
                .isEmpty();
        refused(IllegalArgumentException.class, "INVALID: limit", "listAssemblies", acme, 0, 0);
        assertThat((byte[]) invoke("exportAssembly", acme, "orders", false))
                .asString(UTF_8)
                .isEqualTo("ORIGINAL of orders");
        assertThat((byte[]) invoke("exportAssembly", acme, "orders", true))
                .asString(UTF_8)
                .isEqualTo("REWRITTEN of orders");
        call("undeployAssembly", acme, "orders", "", -1L);
        assertThat(call("listAssemblies", acme, 0, 10).get("total")).isEqualTo(0L);
    }

    @Test
    void theAdministratorChangesTheirOwnPassword() throws Exception {
        call("changeAdministratorPassword", administration.ownPassword(), "an entirely new one", "", -1L);

        assertThat(administration.ownPassword()).isEqualTo("an entirely new one");
        refused(SecurityException.class, "FORBIDDEN: ", "changeAdministratorPassword", "wrong", SECRET, "", -1L);
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

        refused(
                IllegalArgumentException.class,
                "NOT_FOUND: there is no tenant 'globex'. It is for you to ask for something that is there.",
                "findTenant",
                "globex");
        refused(IllegalArgumentException.class, "INVALID: tenantId", "suspendTenant", "no uuid", "", -1L);
        refused(
                IllegalArgumentException.class,
                "INVALID: tenantId is missing. It is for you to mend the request.",
                "suspendTenant",
                null,
                "",
                -1L);
        refused(IllegalArgumentException.class, "INVALID: a password", "addUser", acme, "clerk", "short", "");
        refused(IllegalStateException.class, "CONFLICT: ", "createTenant", "acme", "", "boss", SECRET, "");
        refused(IllegalStateException.class, "CONFLICT: ", "resumeTenant", acme, "", -1L);
    }

    @Test
    void anUnexpectedFailureShowsNoInternalDetails() throws Exception {
        create("acme");
        administration.breakDown();

        refused(
                IllegalStateException.class,
                "INTERNAL: the bus failed; its log tells why. It is for SYSTEM_ADMIN or SRE of the installation to look"
                        + " into the log.",
                "findTenant",
                "acme");
    }

    @Test
    void everyOperationAndParameterIsDescribed() throws Exception {
        InMemoryComponents components = new InMemoryComponents();
        new LinksRegistration(new BusMBeans(server), components.commands(), components);
        ObjectName links = new ObjectName(PublishedMBean.LINKS.objectName());
        for (ObjectName bean : List.of(name, links, registered(new InMemoryQuotas()), audit())) {
            assertThat(connection.getMBeanInfo(bean).getDescription()).endsWith(".");
            for (MBeanOperationInfo operation : connection.getMBeanInfo(bean).getOperations()) {
                assertThat(operation.getDescription()).as(operation.getName()).endsWith(".");
                assertThat(operation.getDescriptor().getFieldValue("openType")).isInstanceOf(OpenType.class);
                assertThat(operation.getImpact()).isIn(MBeanOperationInfo.ACTION, MBeanOperationInfo.INFO);
                for (MBeanParameterInfo parameter : operation.getSignature()) {
                    assertThat(parameter.getName()).as(operation.getName()).doesNotMatch("p\\d+");
                    assertThat(parameter.getDescription())
                            .as(operation.getName())
                            .isNotBlank();
                }
            }
        }
    }

    @Test
    void theMBeanIsGoneAfterItsUnregistration() throws Exception {
        registration.unregister();
        registration.unregister();

        assertThatThrownBy(() -> call("status")).isInstanceOf(InstanceNotFoundException.class);
    }

    /** Registers the quotas and, beside them, the {@link #audit}. */
    private ObjectName registered(InMemoryQuotas ceilings) throws Exception {
        ObjectName quotas = new ObjectName(PublishedMBean.QUOTAS.objectName());
        new QuotasRegistration(new BusMBeans(server), ceilings.commands(), ceilings, ceilings);

        new AuditRegistration(new BusMBeans(server), ceilings);
        return quotas;
    }

    private static ObjectName audit() throws Exception {
        return new ObjectName(PublishedMBean.AUDIT.objectName());
    }

    private CompositeData composite(ObjectName bean, String operation, Object... parameters) throws Exception {
        return (CompositeData) invokeOn(bean, operation, parameters);
    }

    private void refused(ObjectName bean, Class<?> type, String message, String operation, Object... parameters) {
        assertThatThrownBy(() -> invokeOn(bean, operation, parameters))
                .isInstanceOfSatisfying(RuntimeMBeanException.class, e -> {
                    assertThat(e.getTargetException()).isExactlyInstanceOf(type).hasNoCause();
                    assertThat(e.getTargetException().getMessage()).startsWith(message);
                });
    }

    private CompositeData create(String tenant) throws Exception {
        return call("createTenant", tenant, "The " + tenant, "boss", SECRET, "");
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

    private Object invoke(String operation, Object... parameters) throws Exception {
        return invokeOn(name, operation, parameters);
    }

    /** Calls an operation; a null parameter counts as a string. */
    private Object invokeOn(ObjectName bean, String operation, Object... parameters) throws Exception {
        String[] signature =
                Arrays.stream(parameters).map(AdministrationOverJmxTest::type).toArray(String[]::new);
        return connection.invoke(bean, operation, parameters, signature);
    }

    private static String type(Object parameter) {
        if (parameter instanceof Integer) {
            return INT;
        }
        if (parameter instanceof Long) {
            return long.class.getName();
        }
        if (parameter instanceof Boolean) {
            return BOOLEAN;
        }
        return parameter instanceof byte[] ? BYTES : STRING;
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
