package org.esbmt.administration.jmx.internal.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.jmx.internal.connector.RightPasswordModule;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.OpenResult;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests use a real RMI connector whose clients log in by JAAS, as in Karaf. */
class AdministrationOverJmxTest {
    private static final Administrator ADA = new Administrator("ada", "jmx");
    private static final String SECRET = "acme's long password";
    private static final String STRING = String.class.getName();
    private static final String INT = int.class.getName();
    private static final String BOOLEAN = "boolean";
    private static final String BYTES = byte[].class.getName();

    @TempDir
    Path data;

    private PublishedServices services;
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
        services = new PublishedServices(data, "ada");
        registration = new AdministrationRegistration(
                new BusMBeans(server),
                services.of(Administration.class),
                services.of(TenantAdministration.class),
                services.of(UserAdministration.class),
                services.of(ContactAdministration.class),
                services.of(AccessCredentialAdministration.class),
                services.of(TenantKeyAdministration.class),
                services.of(AssemblyAdministration.class),
                services.of(AdministratorAccounts.class),
                services.of(InstallationStatus.class));
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
        assertThat(services.lastBy()).contains(ADA);
        assertThat(opens("acme/boss", SECRET)).isTrue();
    }

    @Test
    void everyConnectionHasItsOwnAdministrator() throws Exception {
        services.bus.execute(ADA, new AddSystemUser("grace", TestBus.password(SECRET), Set.of(Role.SRE)));
        try (JMXConnector other = connectAs("grace", "right")) {
            other.getMBeanServerConnection().invoke(name, "status", new Object[0], new String[0]);
            assertThat(services.lastBy()).contains(new Administrator("grace", "jmx"));

            call("status");
            assertThat(services.lastBy()).contains(ADA);
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
        assertThat(services.lastBy()).isEmpty();
    }

    @Test
    void servicesAreRegisteredAndShown() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        composite(registered(), "grantQuota", acme, "REGISTERED_SERVICES", "", "", 1L, -1L, -1L, "");
        ObjectName bean = new ObjectName(PublishedMBean.SERVICES.objectName());
        new ServicesRegistration(
                new BusMBeans(server), services.of(Administration.class), services.of(ServiceAdministration.class));
        actAs("acme/boss");
        String text = String.class.getName();
        String bytes = byte[].class.getName();
        byte[] wsdl = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>".getBytes(UTF_8);
        byte[] policy = "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>".getBytes(UTF_8);

        CompositeData registered = (CompositeData) connection.invoke(
                bean, "registerService", new Object[] {acme, "{urn:acme}Orders", "1", wsdl, ""}, new String[] {
                    text, text, text, bytes, text
                });
        assertThat(registered.get("service")).isEqualTo("{urn:acme}Orders");
        CompositeData attached = (CompositeData) connection.invoke(
                bean,
                "attachPolicy",
                new Object[] {acme, "{urn:acme}Orders", "1", "secure", policy, "", 1L},
                new String[] {text, text, text, text, bytes, text, "long"});
        assertThat((String[]) attached.get("policies")).containsExactly("secure");
        assertThat(services.lastBy().orElseThrow().expectedRevision()).hasValue(1);
        assertThat((byte[]) connection.invoke(
                        bean, "wsdl", new Object[] {acme, "{urn:acme}Orders", "1"}, new String[] {text, text, text}))
                .isEqualTo(wsdl);
        CompositeData found = (CompositeData)
                connection.invoke(bean, "findServices", new Object[] {acme, "urn:acme", "", 0, 10}, new String[] {
                    text, text, text, "int", "int"
                });
        assertThat(found.get("total")).isEqualTo(1L);
        call("deployAssembly", acme, "orders".getBytes(UTF_8), "");
        call("switchAssembly", acme, "orders".getBytes(UTF_8), "", -1L);
        CompositeData endpoints = (CompositeData)
                connection.invoke(bean, "listEndpoints", new Object[] {acme, 0, 10}, new String[] {text, "int", "int"});
        assertThat(((CompositeData[]) endpoints.get("endpoints"))[0].get("path"))
                .asString()
                .endsWith("/orders/in");
        String[] paged = {text, text, "int", "int"};
        CompositeData history =
                (CompositeData) connection.invoke(bean, "assemblyHistory", new Object[] {acme, "orders", 0, 10}, paged);
        CompositeData[] periods = (CompositeData[]) history.get("periods");
        assertThat(periods[1].get("to")).asString().isNotEmpty().isEqualTo(periods[0].get("from"));
        assertThatThrownBy(() -> connection.invoke(bean, "listDeployments", new Object[] {acme, "then", 0, 10}, paged))
                .hasMessageContaining("INVALID: at is a moment");
    }

    @Test
    void usersHaveRolesAndAnMBean() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        ObjectName users = new ObjectName(PublishedMBean.USERS.objectName());
        new UsersRegistration(
                new BusMBeans(server),
                services.of(Administration.class),
                services.of(UserAdministration.class),
                services.of(AccessCredentialAdministration.class),
                services.of(UserCertificateAdministration.class),
                services.of(TenantKeyAdministration.class));
        actAs("acme/boss");
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
        assertThat(opens("acme/alice", SECRET)).isTrue();
        connection.invoke(users, "revokeCredential", new Object[] {acme, id, "", -1L}, once);
        assertThat(opens("acme/alice", SECRET)).isFalse();
        call("setPassword", acme, id, SECRET, "", -1L);
        assertThat(((CompositeData) connection.invoke(
                                users, "handOverDefaultAdmin", new Object[] {acme, id, "", -1L}, once))
                        .get("defaultAdministrator"))
                .isEqualTo(true);
        actAs("ada");
        connection.invoke(users, "assignDefaultTenantAdmin", new Object[] {acme, "boss", "", -1L}, once);
        actAs("acme/boss");
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
        new SystemUsersRegistration(
                new BusMBeans(server),
                services.of(Administration.class),
                services.of(SystemUserAdministration.class),
                services.of(AccessCredentialAdministration.class));
        String text = String.class.getName();
        String[] once = {text, text, "long"};
        String[] more = {text, text, text, "long"};

        CompositeData nina = (CompositeData) connection.invoke(
                users,
                "addSystemUser",
                new Object[] {"nina", SECRET, new String[] {"sre", "SYSTEM_AUDITOR"}, ""},
                new String[] {text, text, String[].class.getName(), text});
        assertThat((String[]) nina.get("roles")).containsExactly("SRE", "SYSTEM_AUDITOR");
        assertThat(opens("nina", SECRET)).isTrue();
        connection.invoke(users, "setSystemPassword", new Object[] {"nina", "another long password", "", -1L}, more);
        assertThat(opens("nina", "another long password")).isTrue();
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
        assertThat(services.lastBy().orElseThrow().expectedRevision()).hasValue(6);
        CompositeData page = (CompositeData) connection.invoke(
                users, "listSystemUsers", new Object[] {"ni", "revoked", 0, 10}, new String[] {text, text, "int", "int"
                });
        assertThat(page.get("total")).isEqualTo(1L);
    }

    @Test
    void linksHaveAnMBean() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        ObjectName links = new ObjectName(PublishedMBean.LINKS.objectName());
        new LinksRegistration(
                new BusMBeans(server), services.of(Administration.class), services.of(LinkAdministration.class));
        UUID id = UUID.randomUUID();
        String[] signature = {STRING, STRING, STRING, STRING};
        Object[] link = {acme, "{urn:old}Archive", "endpoint", ""};

        connection.invoke(
                links, "linkToPlain", new Object[] {acme, "{urn:old}Archive", "endpoint", id.toString()}, signature);
        assertThat(services.lastBy()).contains(ADA.asking(id));
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
        assertThat(services.lastBy()).contains(ADA.asking(id).expecting(1));
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
        assertThat(services.lastBy()).contains(ADA);
    }

    @Test
    void aTenantRequestsOffboardingWithItsNameAndWithdrawsTheRequest() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        UUID id = UUID.randomUUID();
        UUID another = UUID.randomUUID();
        actAs("acme/boss");

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
        Administrator boss = new Administrator("acme/boss", "jmx");
        assertThat(services.lastBy()).contains(boss.asking(id).expecting(1));
        assertThat(call("withdrawOffboarding", acme, another.toString(), 2L).get("state"))
                .isEqualTo("ACTIVE");
        assertThat(services.lastBy()).contains(boss.asking(another).expecting(2));
        refused(IllegalStateException.class, "CONFLICT:", "withdrawOffboarding", acme, "", -1L);
    }

    @Test
    void quotasAreGrantedChangedListedAndRevoked() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        ObjectName quotas = registered();
        String operation = UUID.randomUUID().toString();
        String cluster = services.bus.node.cluster().toString();
        Limit limit = new Limit(100, OptionalLong.of(80), OptionalLong.of(500));

        refused(
                quotas,
                IllegalArgumentException.class,
                "INVALID: this version",
                "grantQuota",
                acme,
                "messages",
                cluster,
                "http-bc",
                100L,
                80L,
                500L,
                "");
        assertThat(services.given(GrantQuota.class))
                .last()
                .isEqualTo(new GrantQuota(
                        new TenantRef.Known(TenantId.of(acme)),
                        new QuotaScope(
                                Resource.MESSAGES, Optional.of(services.bus.node.cluster()), Optional.of("http-bc")),
                        limit));
        services.grantAsAnEarlierVersion(TenantId.of(acme), limit);
        CompositeData messages = Arrays.stream((CompositeData[]) invokeOn(quotas, "listQuotas", acme))
                .filter(quota -> quota.get("resource").equals("MESSAGES"))
                .findFirst()
                .orElseThrow();
        assertThat(messages.get("resource")).isEqualTo("MESSAGES");
        assertThat(messages.get("cluster")).isEqualTo(cluster);
        assertThat(messages.get("component")).isEqualTo("http-bc");
        assertThat(messages.get("hard")).isEqualTo(100L);
        assertThat(messages.get("soft")).isEqualTo(80L);
        assertThat(messages.get("burst")).isEqualTo(500L);
        assertThat(messages.get("used")).isEqualTo(-1L);

        CompositeData granted =
                composite(quotas, "grantQuota", acme, "REGISTERED_SERVICES", "", "", 10L, 8L, -1L, operation);
        assertThat(granted.get("soft")).isEqualTo(8L);
        assertThat(composite(quotas, "grantQuota", acme, "REGISTERED_SERVICES", "", "", 10L, 8L, -1L, operation))
                .isEqualTo(granted);
        CompositeData changed =
                composite(quotas, "changeQuota", acme, "REGISTERED_SERVICES", "", null, 20L, -1L, -1L, "", 1L);
        assertThat(changed.get("revision")).isEqualTo(2L);
        assertThat(changed.get("soft")).isEqualTo(-1L);
        assertThat(changed.get("used")).isEqualTo(0L);
        refused(
                quotas,
                IllegalStateException.class,
                "STALE: ",
                "changeQuota",
                acme,
                "REGISTERED_SERVICES",
                "",
                "",
                30L,
                -1L,
                -1L,
                "",
                1L);
        assertThat((CompositeData[]) invokeOn(quotas, "listQuotas", acme))
                .hasSize(TestBus.DEFAULTS.size() + 2)
                .filteredOn(quota -> quota.get("resource").equals("USERS"))
                .extracting(quota -> quota.get("used"))
                .containsExactly(1L);
        invokeOn(quotas, "revokeQuota", acme, "REGISTERED_SERVICES", "", "", "", 2L);
        assertThat((CompositeData[]) invokeOn(quotas, "listQuotas", acme))
                .extracting(q -> q.get("resource"))
                .contains("MESSAGES")
                .doesNotContain("REGISTERED_SERVICES");
        assertThat(services.lastBy()).contains(ADA);
    }

    @Test
    void contingentsAreHandedOutChangedListedAndRevoked() throws Exception {
        CompositeData acme = create("acme");
        String id = (String) acme.get("tenantId");
        String boss = (String) acme.get("userId");
        ObjectName quotas = registered();
        actAs("acme/boss");

        CompositeData toUser = composite(quotas, "grantContingent", id, "ENDPOINTS", "", "", boss, "", 4L, "");
        assertThat(toUser.get("userId")).isEqualTo(boss);
        assertThat(toUser.get("role")).isEqualTo("");
        CompositeData toRole =
                composite(quotas, "grantContingent", id, "ENDPOINTS", "", "", "", "tenant_operator", 4L, "");
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
        ObjectName quotas = registered();
        int calls = services.calls().size();
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
        assertThat(services.calls()).hasSize(calls);
    }

    @Test
    void theAuditIsReadAndVerified() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        ObjectName quotas = registered();
        String operation = UUID.randomUUID().toString();
        Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
        composite(quotas, "grantQuota", acme, "REGISTERED_SERVICES", "", "", 10L, -1L, -1L, operation);

        CompositeData part = composite(audit(), "listAudit", acme, 0L, 10);
        CompositeData entry = ((CompositeData[]) part.get("entries"))[0];
        assertThat(entry.get("sequence")).isEqualTo(1L);
        assertThat(Instant.parse((String) entry.get("at"))).isBetween(before, Instant.now());
        assertThat(entry.get("login")).isEqualTo("ada");
        assertThat(entry.get("actorTenantId")).isEqualTo("");
        assertThat(entry.get("action")).isEqualTo("grantQuota");
        assertThat(entry.get("before")).isEqualTo("");
        assertThat(entry.get("after")).asString().contains("10");
        assertThat(entry.get("operation")).isEqualTo(operation);
        assertThat(part.get("head").toString()).matches("2:[0-9a-f]{64}");
        assertThat((CompositeData[]) composite(audit(), "listAudit", "", 1L, 1).get("entries"))
                .hasSize(1);

        CompositeData whole = composite(audit(), "verifyAudit", acme, "1:" + entry.get("hash"));
        assertThat(whole.get("whole")).isEqualTo(true);
        assertThat(whole.get("brokenAt")).isEqualTo(0L);
        assertThat(whole.get("problem")).isEqualTo("");
        services.bus.tamper();
        CompositeData broken = composite(audit(), "verifyAudit", acme, "");
        assertThat(broken.get("whole")).isEqualTo(false);
        assertThat(broken.get("brokenAt")).isEqualTo(2L);
        assertThat(broken.get("problem")).isEqualTo("entry 2 differs from the appended entry");
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

        actAs("acme/boss");
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
        actAs("acme/boss");
        CompositeData clerk = call("addUser", acme, "clerk", SECRET, "");
        String id = (String) clerk.get("userId");

        assertThat(call("lockUser", acme, id, "", -1L).get("state")).isEqualTo("LOCKED");
        assertThat(call("unlockUser", acme, id, "", -1L).get("state")).isEqualTo("ACTIVE");
        call("setPassword", acme, id, "another long password", "", -1L);
        assertThat(opens("acme/clerk", "another long password")).isTrue();
        assertThat(call("findUser", acme, "clerk").get("userId")).isEqualTo(id);
    }

    @Test
    void anAssemblyIsDeployedForOneUser() throws Exception {
        String acme = (String) create("acme").get("tenantId");
        actAs("acme/boss");
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
        actAs("acme/boss");

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
        assertThat(switched.get("revision")).isEqualTo(6L);
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
        call("changeAdministratorPassword", PublishedServices.PASSWORD, "an entirely new one", "", -1L);

        assertThat(opens("ada", "an entirely new one")).isTrue();
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
        refused(SecurityException.class, "FORBIDDEN: ", "addUser", acme, "clerk", SECRET, "");
        refused(IllegalStateException.class, "CONFLICT: ", "createTenant", "acme", "", "boss", SECRET, "");
        refused(IllegalStateException.class, "CONFLICT: ", "resumeTenant", acme, "", -1L);
    }

    @Test
    void anUnexpectedFailureShowsNoInternalDetails() throws Exception {
        create("acme");
        services.breakDown("a secret of the server's insides");

        refused(
                IllegalStateException.class,
                "INTERNAL: the bus failed; its log tells why. It is for SYSTEM_ADMIN or SRE of the installation to look"
                        + " into the log.",
                "findTenant",
                "acme");
    }

    @Test
    void everyOperationAndParameterIsDescribed() throws Exception {
        new LinksRegistration(
                new BusMBeans(server), services.of(Administration.class), services.of(LinkAdministration.class));
        ObjectName links = new ObjectName(PublishedMBean.LINKS.objectName());
        for (ObjectName bean : List.of(name, links, registered(), audit())) {
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
    private ObjectName registered() throws Exception {
        ObjectName quotas = new ObjectName(PublishedMBean.QUOTAS.objectName());
        new QuotasRegistration(
                new BusMBeans(server),
                services.of(Administration.class),
                services.of(QuotaAdministration.class),
                services.of(ContingentAdministration.class));

        new AuditRegistration(new BusMBeans(server), services.of(AuditAdministration.class));
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

    /** Lets another user make the next calls. */
    private void actAs(String user) throws IOException {
        connector.close();
        connector = connectAs(user, "right");
        connection = connector.getMBeanServerConnection();
    }

    private boolean opens(String user, String password) {
        return services.bus.admit(user, password).isPresent();
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
