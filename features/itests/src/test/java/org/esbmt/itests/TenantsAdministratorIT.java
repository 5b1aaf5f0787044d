package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.loading.MLet;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.apache.sshd.common.SshException;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A tenant's administrator attacks the running bus, the installation and another tenant. */
class TenantsAdministratorIT {
    private static final String STRING = String.class.getName();
    private static final String SECRET = "acme's long password";
    private static final String NO_CREDENTIAL = "00000000-0000-4000-8000-000000000001";
    private static final BusHome.Credentials BOSS = new BusHome.Credentials("acme/boss", SECRET);

    /** Every batch element that changes an existing tenant. */
    private static final List<String> STEPS = List.of(
            "<addUser tenant='%s' login='spy' password='a long password of theirs'/>",
            "<assignRole tenant='%s' login='boss' role='TENANT_AUDITOR'/>",
            "<revokeRole tenant='%s' login='boss' role='TENANT_ADMIN'/>",
            "<removeUser tenant='%s' login='boss'/>",
            "<lockUser tenant='%s' login='boss'/>",
            "<unlockUser tenant='%s' login='boss'/>",
            "<setPassword tenant='%s' login='boss' password='a long password of theirs'/>",
            "<revokeCredential tenant='%s' login='boss'/>",
            "<handOverDefaultAdmin tenant='%s' login='boss'/>",
            "<assignDefaultAdmin tenant='%s' login='boss'/>",
            "<resetDefaultAdmin tenant='%s' login='boss' password='a long password of theirs'/>",
            "<setContact tenant='%s' name='Anna' kind='SECURITY' address='110'/>",
            "<removeContact tenant='%s' name='Anna'/>",
            "<setQuota tenant='%s' resource='USERS' hard='7'/>",
            "<revokeQuota tenant='%s' resource='USERS'/>",
            "<setContingent tenant='%s' resource='USERS' user='boss' amount='1'/>",
            "<revokeContingent tenant='%s' resource='USERS' role='TENANT_OPERATOR'/>",
            "<deploy tenant='%s' archive='a.zip'/>",
            "<switchAssembly tenant='%s' archive='a.zip'/>",
            "<updateAssembly tenant='%s' archive='a.zip'/>",
            "<rollBackAssembly tenant='%s' assembly='orders'/>",
            "<startAssembly tenant='%s' assembly='orders'/>",
            "<stopAssembly tenant='%s' assembly='orders'/>",
            "<shutDownAssembly tenant='%s' assembly='orders'/>",
            "<undeploy tenant='%s' assembly='orders'/>",
            "<registerService tenant='%s' name='Orders'/>",
            "<updateService tenant='%s' name='Orders'/>",
            "<unregisterService tenant='%s' name='Orders'/>",
            "<attachPolicy tenant='%s' name='Orders' policy='p' document='a.zip'/>",
            "<detachPolicy tenant='%s' name='Orders' policy='p'/>",
            "<suspendTenant tenant='%s'/>",
            "<resumeTenant tenant='%s'/>",
            "<drainTenant tenant='%s'/>",
            "<purgeTenant tenant='%s' name='globex'/>",
            "<createLink tenant='%s' name='Archive' endpoint='files'/>",
            "<removeLink tenant='%s' name='Archive' endpoint='files' component='servicemix-file'/>");

    private static final String[] BATCH = {STRING, String[].class.getName(), byte[][].class.getName(), STRING, "boolean"
    };

    private static Distribution distribution;
    private static BusHome home;
    private static BusProcess bus;
    private static JMXConnector administrators;
    private static MBeanServerConnection administrator;
    private static ObjectName administration;
    private static String acme;
    private static String globex;
    private static String stranger;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(TenantsAdministratorIT.class);
        home = distribution.home();
        bus = BusProcess.start(home);
        administration = new ObjectName("org.esbmt:type=Administration");
        administrators = bus.connect(home.initialAdministrator().orElseThrow());
        administrator = administrators.getMBeanServerConnection();
        acme = (String) create("acme").get("tenantId");
        CompositeData other = create("globex");
        globex = (String) other.get("tenantId");
        stranger = (String) other.get("userId");
    }

    private static CompositeData create(String tenant) throws Exception {
        return (CompositeData) call(administrator, "createTenant", tenant, "", "boss", SECRET, "");
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable connected = administrators) {
            assertThat(List.of(last, running, connected)).hasSize(3);
        }
    }

    @Test
    void aTenantsAdministratorAdministersTheTenant() throws Exception {
        try (JMXConnector connector = bus.connectOperator(BOSS)) {
            MBeanServerConnection boss = connector.getMBeanServerConnection();
            CompositeData self = (CompositeData) call(boss, "whoAmI");
            assertThat(self.get("tenantId")).isEqualTo(acme);
            assertThat((String[]) self.get("roles")).containsExactly("TENANT_ADMIN");

            CompositeData clerk = (CompositeData) call(boss, "addUser", acme, "clerk", SECRET, "");
            assertThat(clerk.get("login")).isEqualTo("clerk");
            assertThat(((CompositeData) call(boss, "findTenant", "acme")).get("tenantId"))
                    .isEqualTo(acme);

            byte[] archive = AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/");
            CompositeData orders = (CompositeData) call(boss, "deployAssembly", acme, archive, "");
            assertThat(orders.get("state")).isEqualTo("STARTED");
        }
    }

    @Test
    void otherMBeansOfTheProcessAreHidden() throws Exception {
        try (JMXConnector connector = bus.connectOperator(BOSS)) {
            MBeanServerConnection boss = connector.getMBeanServerConnection();
            assertThat(boss.queryNames(null, null))
                    .isNotEmpty()
                    .extracting(ObjectName::getDomain)
                    .containsOnly("org.esbmt");
            gone(() -> boss.getAttribute(new ObjectName("java.lang:type=Runtime"), "SystemProperties"));
            gone(() -> boss.invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmSystemProperties", null, null));
            ObjectName bundles = administrator
                    .queryNames(new ObjectName("org.apache.karaf:type=bundle,*"), null)
                    .iterator()
                    .next();
            gone(() -> boss.invoke(bundles, "uninstall", new Object[] {"0"}, new String[] {STRING}));
            gone(() -> boss.getAttribute(bundles, "Bundles"));
            ObjectName loader = new ObjectName("org.esbmt:type=Loader");
            assertThatThrownBy(() -> boss.createMBean(MLet.class.getName(), loader))
                    .isInstanceOf(SecurityException.class);
            assertThatThrownBy(() -> boss.unregisterMBean(administration)).isInstanceOf(SecurityException.class);
            assertThat(administrator.isRegistered(loader)).isFalse();
        }
    }

    /** Calls every operation and step that names a tenant, with the identifier of another tenant. */
    @Test
    void noOperationReachesAnotherTenant() throws Exception {
        List<String> tried = new ArrayList<>();
        SoftAssertions all = new SoftAssertions();
        try (JMXConnector connector = bus.connectOperator(BOSS)) {
            MBeanServerConnection boss = connector.getMBeanServerConnection();
            // All MBeans, including those hidden from the tenant's administrator.
            for (ObjectName bean : administrator.queryNames(new ObjectName("org.esbmt:type=*"), null)) {
                for (MBeanOperationInfo operation :
                        administrator.getMBeanInfo(bean).getOperations()) {
                    if (!names(operation).contains("tenantId")) {
                        continue;
                    }
                    tried.add(operation.getName());
                    Object[] arguments = arguments(operation);
                    String[] signature = types(operation);
                    all.assertThatThrownBy(() -> boss.invoke(bean, operation.getName(), arguments, signature))
                            .as(operation.getName())
                            .hasRootCauseInstanceOf(SecurityException.class)
                            .hasStackTraceContaining("FORBIDDEN");
                }
            }
            for (String step : STEPS) {
                tried.add(step);
                String text = "<batch xmlns='urn:esbmt:batch:1'>" + step.formatted(globex) + "</batch>";
                for (boolean dryRun : new boolean[] {true, false}) {
                    boolean withArchive = step.contains("a.zip");
                    String[] names = withArchive ? new String[] {"a.zip"} : new String[0];
                    byte[][] archives = withArchive ? new byte[][] {archive()} : new byte[0][];
                    Object[] arguments = {text, names, archives, "", dryRun};
                    all.assertThatThrownBy(() -> boss.invoke(batches(), "submitBatch", arguments, BATCH))
                            .as(step)
                            .hasRootCauseInstanceOf(SecurityException.class)
                            .hasStackTraceContaining("FORBIDDEN");
                }
            }
            assertThatThrownBy(() -> call(boss, "findTenant", "globex")).hasStackTraceContaining("FORBIDDEN");
            assertThatThrownBy(() -> call(boss, "findTenant", globex)).hasStackTraceContaining("FORBIDDEN");
            assertThatThrownBy(() -> call(boss, "findTenant", "nowhere")).hasStackTraceContaining("FORBIDDEN");
            assertThatThrownBy(() -> call(boss, "createTenant", "mine", "", "boss", SECRET, ""))
                    .hasStackTraceContaining("FORBIDDEN");
        }
        all.assertAll();
        assertThat(tried)
                .contains("addUser", "setPassword", "listUsers", "exportAssembly", "undeployAssembly", "linkToTenant")
                .containsAll(STEPS);
    }

    @Test
    void theTestedStepsAreThoseOfTheSchema() throws Exception {
        String schema = Files.readString(Path.of("../../docs/guide/schemas/esbmt-batch.xsd"));
        String choice = schema.substring(schema.indexOf("<xs:choice"), schema.indexOf("</xs:choice>"));

        assertThat(STEPS.stream().map(step -> step.substring(1, step.indexOf(' '))))
                .containsExactlyInAnyOrderElementsOf(Pattern.compile("<xs:element name=\"(\\w+)\"")
                        .matcher(choice)
                        .results()
                        .map(found -> found.group(1))
                        .filter(step -> !step.equals("createTenant"))
                        .toList());
    }

    /** The heap has 512 MiB. One request at this port may have one archive of 10 MiB, and many steps may name it. */
    @Test
    void aTenantsBatchesDoNotExhaustTheHeap() throws Exception {
        byte[] large = large();
        String deploy = "<deploy tenant='" + acme + "' archive='a.zip'/>";
        ExecutorService two = Executors.newFixedThreadPool(2);
        try (JMXConnector first = bus.connectOperator(BOSS);
                JMXConnector second = bus.connectOperator(BOSS)) {
            for (int often : List.of(12, 3)) {
                String text = "<batch xmlns='urn:esbmt:batch:1'>" + deploy.repeat(often) + "</batch>";
                Object[] arguments = {text, new String[] {"a.zip"}, new byte[][] {large}, "", true};
                List<Future<Throwable>> refusals = new ArrayList<>();
                for (JMXConnector connector : List.of(first, second)) {
                    refusals.add(two.submit(() -> catchThrowable(() ->
                            connector.getMBeanServerConnection().invoke(batches(), "submitBatch", arguments, BATCH))));
                }
                for (Future<Throwable> refusal : refusals) {
                    assertThat(refusal.get(2, TimeUnit.MINUTES))
                            .as("named %s times", often)
                            .rootCause()
                            .message()
                            .startsWith(often == 12 ? "INVALID: step 5: " : "CONFLICT: step ");
                }
            }
        } finally {
            two.shutdownNow();
        }
        assertThat(((CompositeData) call(administrator, "findTenant", "acme")).get("tenantId"))
                .isEqualTo(acme);
    }

    /** An archive with a file that no component reads, of some 7 MB in compressed form. */
    private static byte[] large() throws IOException {
        byte[] noise = new byte[7_000_000];
        new Random(1).nextBytes(noise);
        ByteArrayOutputStream larger = new ByteArrayOutputStream();
        try (ZipInputStream small = new ZipInputStream(new ByteArrayInputStream(
                        AssemblyArchive.soapProxy("large", "Large", "soap", "http://127.0.0.1:9/")));
                ZipOutputStream zip = new ZipOutputStream(larger)) {
            for (ZipEntry entry = small.getNextEntry(); entry != null; entry = small.getNextEntry()) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                small.transferTo(zip);
                zip.closeEntry();
            }
            zip.putNextEntry(new ZipEntry("noise.xml"));
            zip.write(("<noise>" + Base64.getEncoder().encodeToString(noise) + "</noise>").getBytes(US_ASCII));
            zip.closeEntry();
        }
        return larger.toByteArray();
    }

    /** Even the names of MBeans would tell about the installation. */
    @Test
    void mbeansWithoutAnAllowedOperationAreHidden() throws Exception {
        administrator.invoke(
                new ObjectName("org.esbmt:type=SystemUsers"),
                "addSystemUser",
                new Object[] {"otto", SECRET, new String[] {"SRE"}, ""},
                new String[] {STRING, STRING, String[].class.getName(), STRING});
        create("umbra");
        try (JMXConnector bosss = bus.connectOperator(new BusHome.Credentials("umbra/boss", SECRET));
                JMXConnector ottos = bus.connectOperator(new BusHome.Credentials("otto", SECRET))) {
            MBeanServerConnection boss = bosss.getMBeanServerConnection();
            MBeanServerConnection sre = ottos.getMBeanServerConnection();
            ObjectName users = new ObjectName("org.esbmt:type=SystemUsers");

            assertThat(shownTo(boss))
                    .containsExactlyInAnyOrder(
                            "Administration",
                            "Audit",
                            "Batches",
                            "Cluster",
                            "Notifications",
                            "Quotas",
                            "Services",
                            "Traffic",
                            "Users");
            assertThat(shownTo(sre))
                    .contains("Administration", "Cluster", "Components", "Links", "Transactions", "Notifications")
                    .doesNotContain("SystemUsers", "Users", "Audit");
            for (MBeanServerConnection one : List.of(boss, sre)) {
                assertThat(administrator.isRegistered(users)).isTrue();
                assertThat(one.isRegistered(users)).isFalse();
                gone(() -> one.getMBeanInfo(users));
                gone(() -> one.addNotificationListener(users, (n, h) -> {}, null, null));
                forbidden(() -> one.invoke(
                        users, "lockSystemUser", new Object[] {"admin", "", -1L}, new String[] {STRING, STRING, "long"
                        }));
            }
        }
    }

    private static List<String> shownTo(MBeanServerConnection connection) throws Exception {
        return connection.queryNames(null, null).stream()
                .map(name -> name.getKeyProperty("type"))
                .toList();
    }

    @Test
    void aTenantsAdministratorCannotLogIntoTheContainer() {
        for (BusHome.Credentials who : List.of(BOSS, new BusHome.Credentials("boss", SECRET))) {
            assertThatThrownBy(() -> bus.connect(who).close()).isInstanceOf(SecurityException.class);
            assertThatThrownBy(() -> SshShell.logIn(home, who).close()).isInstanceOf(SshException.class);
        }
        assertThatThrownBy(() -> bus.connectOperator(new BusHome.Credentials("boss", SECRET))
                        .close())
                .isInstanceOf(SecurityException.class);
    }

    @Test
    void aChangedPasswordAndALockEndOpenConnections() throws Exception {
        String initech = (String) create("initech").get("tenantId");
        BusHome.Credentials boss = new BusHome.Credentials("initech/boss", SECRET);
        BusHome.Credentials former = new BusHome.Credentials("initech/deputy", SECRET);
        BusHome.Credentials changed = new BusHome.Credentials("initech/deputy", "another long password");
        String user;
        try (JMXConnector connector = bus.connectOperator(boss)) {
            CompositeData deputy = (CompositeData) connector
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName("org.esbmt:type=Users"),
                            "addUser",
                            new Object[] {initech, "deputy", SECRET, new String[] {"TENANT_ADMIN"}, ""},
                            new String[] {STRING, STRING, STRING, String[].class.getName(), STRING});
            user = (String) deputy.get("userId");
        }
        try (JMXConnector connector = bus.connectOperator(former)) {
            MBeanServerConnection open = connector.getMBeanServerConnection();
            call(open, "changeAdministratorPassword", SECRET, changed.password(), "", -1L);
            assertThatThrownBy(() -> call(open, "whoAmI")).hasStackTraceContaining("FORBIDDEN");
        }
        assertThatThrownBy(() -> bus.connectOperator(former).close()).isInstanceOf(SecurityException.class);
        try (JMXConnector connector = bus.connectOperator(changed)) {
            MBeanServerConnection open = connector.getMBeanServerConnection();
            assertThat(((CompositeData) call(open, "whoAmI")).get("tenantId")).isEqualTo(initech);

            call(open, "lockUser", initech, user, "", -1L);

            assertThatThrownBy(() -> call(open, "whoAmI")).hasStackTraceContaining("FORBIDDEN");
            assertThatThrownBy(() -> call(open, "findTenant", initech)).hasStackTraceContaining("FORBIDDEN");
        }
        assertThatThrownBy(() -> bus.connectOperator(changed).close()).isInstanceOf(SecurityException.class);
    }

    @Test
    void theInstallationResetsADefaultAdministratorsPassword() throws Exception {
        String initech = (String) create("umbrella").get("tenantId");
        BusHome.Credentials reset = new BusHome.Credentials("umbrella/boss", "a third long password");
        try (JMXConnector former = bus.connectOperator(new BusHome.Credentials("umbrella/boss", SECRET));
                JMXConnector neighbour = bus.connectOperator(BOSS)) {
            MBeanServerConnection open = former.getMBeanServerConnection();
            assertThat(((CompositeData) call(open, "whoAmI")).get("tenantId")).isEqualTo(initech);

            administrator.invoke(
                    administration,
                    "resetDefaultAdmin",
                    new Object[] {initech, reset.password(), "", -1L},
                    new String[] {STRING, STRING, STRING, "long"});

            assertThatThrownBy(() -> call(open, "whoAmI")).hasStackTraceContaining("FORBIDDEN");
            assertThatThrownBy(() -> call(open, "addUser", initech, "spy", SECRET, ""))
                    .hasStackTraceContaining("has another password by now");
            assertThat(((CompositeData) call(neighbour.getMBeanServerConnection(), "whoAmI")).get("tenantId"))
                    .isEqualTo(acme);
        }
        try (JMXConnector connector = bus.connectOperator(reset)) {
            assertThat(((CompositeData) call(connector.getMBeanServerConnection(), "whoAmI")).get("tenantId"))
                    .isEqualTo(initech);
        }
    }

    /** An SRE has no login to the container's JMX port, and a tenant's administrator no right to the installation's users. */
    @Test
    void usersOfTheInstallationHaveTheRightsOfTheirRolesAlone() throws Exception {
        ObjectName users = new ObjectName("org.esbmt:type=SystemUsers");
        BusHome.Credentials nina = new BusHome.Credentials("nina", SECRET);
        String[] adding = {STRING, STRING, String[].class.getName(), STRING};
        Object[] spy = {"spy", SECRET, new String[] {"SYSTEM_ADMIN"}, ""};
        administrator.invoke(users, "addSystemUser", new Object[] {"nina", SECRET, new String[] {"SRE"}, ""}, adding);

        assertThatThrownBy(() -> bus.connect(nina).close()).isInstanceOf(SecurityException.class);
        try (JMXConnector hers = bus.connectOperator(nina);
                JMXConnector bosss = bus.connectOperator(BOSS)) {
            MBeanServerConnection open = hers.getMBeanServerConnection();
            assertThat(call(open, "listAssemblies", acme, 0, 10)).isNotNull();
            forbidden(() -> open.invoke(users, "addSystemUser", spy, adding));
            forbidden(() -> call(open, "resumeTenant", acme, "", -1L));
            forbidden(() -> bosss.getMBeanServerConnection().invoke(users, "addSystemUser", spy, adding));
            forbidden(() -> bosss.getMBeanServerConnection()
                    .invoke(users, "listSystemUsers", new Object[] {"", "", 0, 10}, new String[] {
                        STRING, STRING, "int", "int"
                    }));

            String[] named = {STRING, STRING, "long"};
            administrator.invoke(users, "lockSystemUser", new Object[] {"nina", "", -1L}, named);

            forbidden(() -> call(open, "listAssemblies", acme, 0, 10));
            assertThatThrownBy(() -> bus.connectOperator(nina).close()).isInstanceOf(SecurityException.class);
        }
        assertThatThrownBy(() -> administrator.invoke(
                        users, "lockSystemUser", new Object[] {"admin", "", -1L}, new String[] {STRING, STRING, "long"
                        }))
                .hasStackTraceContaining("CONFLICT");
    }

    @Test
    void theInstallationsAdministratorCannotChangeATenantsAssembliesAndUsers() throws Exception {
        String user = (String) create("hooli").get("userId");
        String hooli = (String) ((CompositeData) call(administrator, "findTenant", "hooli")).get("tenantId");
        byte[] archive = AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/");
        try (JMXConnector connector = bus.connectOperator(new BusHome.Credentials("hooli/boss", SECRET))) {
            call(connector.getMBeanServerConnection(), "deployAssembly", hooli, archive, "");
        }
        forbidden(() -> call(administrator, "deployAssembly", hooli, archive, ""));
        for (String operation : List.of("updateAssembly", "switchAssembly")) {
            forbidden(() -> call(administrator, operation, hooli, archive, "", -1L));
        }
        for (String operation :
                List.of("startAssembly", "stopAssembly", "shutDownAssembly", "rollBackAssembly", "undeployAssembly")) {
            forbidden(() -> call(administrator, operation, hooli, "orders", "", -1L));
        }
        forbidden(() -> administrator.invoke(
                administration, "exportAssembly", new Object[] {hooli, "orders", true}, new String[] {
                    STRING, STRING, "boolean"
                }));
        forbidden(() -> call(administrator, "addUser", hooli, "spy", SECRET, ""));
        forbidden(() -> call(administrator, "setPassword", hooli, user, "the installation's password", "", -1L));
        forbidden(() -> call(administrator, "lockUser", hooli, user, "", -1L));
        forbidden(() -> call(administrator, "findUser", hooli, "boss"));
        CompositeData assemblies = (CompositeData) call(administrator, "listAssemblies", hooli, 0, 10);
        assertThat((CompositeData[]) assemblies.get("assemblies"))
                .singleElement()
                .satisfies(a -> assertThat(a.get("state")).isEqualTo("STARTED"));
        bus.connectOperator(new BusHome.Credentials("hooli/boss", SECRET)).close();
    }

    private static ObjectName batches() throws Exception {
        return new ObjectName("org.esbmt:type=Batches");
    }

    private static byte[] archive() throws Exception {
        return AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/");
    }

    private static void forbidden(ThrowingCallable call) {
        assertThatThrownBy(call).hasRootCauseInstanceOf(SecurityException.class).hasStackTraceContaining("FORBIDDEN");
    }

    private static List<String> names(MBeanOperationInfo operation) {
        return List.of(operation.getSignature()).stream()
                .map(MBeanParameterInfo::getName)
                .toList();
    }

    private static String[] types(MBeanOperationInfo operation) {
        return List.of(operation.getSignature()).stream()
                .map(MBeanParameterInfo::getType)
                .toArray(String[]::new);
    }

    /** Valid arguments, with the identifiers of another tenant. */
    private static Object[] arguments(MBeanOperationInfo operation) {
        return List.of(operation.getSignature()).stream()
                .map(parameter -> switch (parameter.getType()) {
                    case "int" -> 1;
                    case "long" -> 1L;
                    case "boolean" -> true;
                    case "[B" -> new byte[] {1};
                    case "[Ljava.lang.String;" ->
                        new String[] {parameter.getName().equals("algorithms") ? "RS256" : "TENANT_USER"};
                    default ->
                        switch (parameter.getName()) {
                            case "tenantId" -> globex;
                            case "userId" -> stranger;
                            case "password" -> SECRET;
                            case "role" -> operation.getName().contains("Role") ? "TENANT_USER" : "";
                            case "component" -> operation.getName().endsWith("Tenant") ? "any" : "";
                            case "operation", "cluster", "head", "at", "state", "span" -> "";
                            case "credentialId" -> NO_CREDENTIAL;
                            case "resource" -> "USERS";
                            case "kind" -> "SECURITY";
                            case "digest" -> "0".repeat(64);
                            case "purpose" -> "SIGN";
                            case "algorithm" -> "EC_P256";
                            case "secretKind" -> "PASSWORD";
                            case "until" ->
                                Instant.now().plus(Duration.ofDays(1)).toString();
                            default -> "any";
                        };
                })
                .toArray();
    }

    private static Object call(MBeanServerConnection connection, String operation, Object... arguments)
            throws Exception {
        String[] signature =
                Stream.of(arguments).map(TenantsAdministratorIT::type).toArray(String[]::new);
        return connection.invoke(administration, operation, arguments, signature);
    }

    private static String type(Object argument) {
        if (argument instanceof Long) {
            return long.class.getName();
        }
        return argument instanceof Integer
                ? int.class.getName()
                : argument.getClass().getName();
    }

    private static void gone(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(InstanceNotFoundException.class);
    }
}
