package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Batches over three real databases and a real broker. The test reads the databases itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BatchIT {
    private static final String REGISTRY = "org.esbmt.registry.postgresql.cfg";
    private static final String TENANTS = "esbmt_tenant_registry";
    private static final String CONFIGURATION = "esbmt_configuration_registry";
    private static final List<String> DATABASES = List.of(TENANTS, "esbmt_service_registry", CONFIGURATION);
    /** Tables with reports of the nodes, which change without an administrator. */
    private static final List<String> OF_NODES = List.of("container_instance", "component_observation");

    /** The number of the bus's own components: http-bc and camel-se. */
    private static final int OWN_COMPONENTS = 2;

    private static final Duration APPLIED = Duration.ofSeconds(60);

    private final byte[] orders = AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/");
    private final byte[] drafts = AssemblyArchive.soapProxy("drafts", "Drafts", "soap", "http://127.0.0.1:9/");
    private TestPostgres server;
    private Distribution distribution;
    private BusProcess bus;
    private BusHome.Credentials administrator;
    private AdministrationClient administration;

    @BeforeAll
    void start() throws Exception {
        server = TestPostgres.start();
        distribution = Distribution.unpack(BatchIT.class);
        BusHome home = distribution.home();
        Path passwordFile = home.etc().resolve("org.esbmt.registry.password");
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile, new String(server.password()) + "\n");
        home.set(REGISTRY, "server", "external");
        home.set(REGISTRY, "host", server.host());
        home.set(REGISTRY, "port", Integer.toString(server.port()));
        home.set(REGISTRY, "sslmode", "disable");
        home.set(REGISTRY, "password", "the-buss-own-password");
        home.set(REGISTRY, "admin.user", server.user());
        home.set(REGISTRY, "admin.password.file", "${karaf.etc}/org.esbmt.registry.password");
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@127.0.0.1:9");
        bus = BusProcess.start(home);
        administrator = home.initialAdministrator().orElseThrow();
        administration = new AdministrationClient(bus, administrator);
        await().atMost(APPLIED).until(this::hasEnteredItsComponents);
    }

    /** Soon after its start the node enters the bus's own components into the catalogue, and reports their states. */
    private boolean hasEnteredItsComponents() throws SQLException {
        String reported = one(CONFIGURATION, "SELECT count(*) FROM %s", "component_observation");
        return Integer.parseInt(reported) >= OWN_COMPONENTS;
    }

    @AfterAll
    void stop() throws Exception {
        try (TestPostgres serverToStop = server;
                Distribution unpacked = distribution;
                BusProcess busToStop = bus;
                AdministrationClient connected = administration) {
            assertThat(List.of(serverToStop, unpacked, busToStop, connected)).hasSize(4);
        }
    }

    @Test
    @Order(1)
    void aBatchWithAnExceededLastStepLeavesNothingInAnyDatabaseAndNoMessageToNodes() throws Exception {
        String batch = """
                <batch xmlns="urn:esbmt:batch:1">
                  <createTenant as="small" name="small" displayName="Small" login="boss" password="a long password">
                    <quota resource="USERS" hard="2"/>
                    <quota resource="SERVICE_ASSEMBLIES" hard="1"/>
                    <quota resource="SERVICE_UNITS" hard="10"/>
                    <quota resource="ENDPOINTS" hard="10"/>
                    <quota resource="REGISTRY_BYTES" hard="10000000"/>
                  </createTenant>
                  <deploy tenant="#small" archive="orders.zip"/>
                  <deploy tenant="#small" archive="drafts.zip"/>
                </batch>
                """;
        List<String> before = everything();
        long revision = revision();
        int log = Files.readAllLines(distribution.home().log()).size();
        String operation = UUID.randomUUID().toString();

        assertThat(refusal(batch, operation, true)).contains("EXCEEDED: step 3: ");
        assertThat(refusal(batch, operation, false)).contains("EXCEEDED: step 3: ");

        assertThat(everything()).isEqualTo(before);
        assertThat(one(TENANTS, "SELECT count(*) FROM %s WHERE name = 'small'", "tenant"))
                .isEqualTo("0");
        assertThat(prepared()).isEmpty();
        // A node would apply a published change within a second, by the message or by its poll.
        await().during(Duration.ofSeconds(3)).atMost(APPLIED).until(() -> revision() == revision);
        List<String> lines = Files.readAllLines(distribution.home().log());
        assertThat(lines.subList(log, lines.size())).noneMatch(line -> line.contains("is STARTED now"));
    }

    /** The example and the commands are the guide's. */
    @Test
    @Order(2)
    void theDryRunOfTheGuidesExampleReportsTheStepsOfTheRun() throws Exception {
        Path directory = distribution.home().directory().resolve("batches");
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("acme.xml"), exampleOfTheGuide());
        Files.write(directory.resolve("orders.zip"), orders);
        Files.write(directory.resolve("drafts.zip"), drafts);
        List<String> before = everything();
        long revision = revision();
        String operation = UUID.randomUUID().toString();
        String submit = "esbmt:batch-submit --operation " + operation;

        List<String> plan = steps(submit + " --dry-run " + directory.resolve("acme.xml"));

        assertThat(plan).hasSize(6);
        assertThat(everything()).as("a dry run leaves nothing").isEqualTo(before);
        assertThat(revision()).isEqualTo(revision);

        assertThat(steps(submit + " " + directory.resolve("acme.xml"))).isEqualTo(plan);
        assertThat(administration.awaitOperation(operation, APPLIED)).isEqualTo("APPLIED");
        assertThat(revision()).as("one change").isEqualTo(revision + 1);
        List<String> done = everything();
        String tenantId = administration.findTenant("acme");
        assertThat(plan).allMatch(step -> step.contains("tenant acme") || step.contains(tenantId));
        assertThat(one(TENANTS, "SELECT count(*) FROM %s WHERE tenant_id = '" + tenantId + "'", "tenant_user"))
                .isEqualTo("2");
        assertThat(one(
                        CONFIGURATION,
                        "SELECT hard_limit || ' ' || soft_limit || ' ' || revision FROM %s WHERE resource = 'USERS' AND tenant_id = '"
                                + tenantId + "'",
                        "quota"))
                .isEqualTo("30 25 2");
        assertThat(administration.assemblies(tenantId)).containsExactly("drafts STARTED", "orders STARTED");

        assertThat(steps(submit + " " + directory.resolve("acme.xml"))).isEqualTo(plan);
        assertThat(steps(submit + " --dry-run " + directory.resolve("acme.xml")))
                .isEqualTo(plan);
        assertThat(everything()).as("after the repetition").isEqualTo(done);
    }

    @Test
    @Order(3)
    void dryRunAndRunRefuseAUsedIdentifier() throws Exception {
        String operation = UUID.randomUUID().toString();
        String tenantId = administration.findTenant("acme");
        administration.batch(
                batch("<suspendTenant tenant='" + tenantId + "'/>"), List.of(), List.of(), operation, false);
        String other = batch("<resumeTenant tenant='" + tenantId + "'/>");

        String refusal = refusal(other, operation, false);

        assertThat(refusal).contains("CONFLICT: ", "another request's");
        assertThat(refusal(other, operation, true)).isEqualTo(refusal);
    }

    /** The database checks this at the commit, which a dry run does not come to by itself. */
    @Test
    @Order(4)
    void dryRunAndRunRefuseATenantWithoutADefaultAdministrator() throws Exception {
        String tenantId = administration.findTenant("acme");
        String resume = batch("<resumeTenant tenant='" + tenantId + "'/>");
        String ofBoss = " WHERE tenant_id = '" + tenantId + "' AND role_code = 'TENANT_ADMIN'";
        execute(TENANTS, "UPDATE %s SET is_default_admin = false" + ofBoss, "role_assignment");
        List<String> before = everything();

        String refusal = refusal(resume, "", false);

        assertThat(refusal).contains("CONFLICT: ", "default administrator");
        assertThat(refusal(resume, "", true)).isEqualTo(refusal);
        assertThat(everything()).isEqualTo(before);
        execute(TENANTS, "UPDATE %s SET is_default_admin = true" + ofBoss, "role_assignment");
        administration.batch(resume, List.of(), List.of(), "", false);
        assertThat(one(TENANTS, "SELECT state FROM %s WHERE tenant_id = '" + tenantId + "'", "tenant"))
                .isEqualTo("ACTIVE");
    }

    private static String batch(String steps) {
        return "<batch xmlns='urn:esbmt:batch:1'>" + steps + "</batch>";
    }

    private static String exampleOfTheGuide() throws IOException {
        String page = Files.readString(Path.of("../../docs/guide/administration/batches.md"));
        Matcher example = Pattern.compile("```xml\n(<batch [^`]*)```").matcher(page);
        assertThat(example.find()).isTrue();
        return example.group(1);
    }

    /** The printed line of each step. */
    private List<String> steps(String command) throws IOException {
        try (SshShell shell = SshShell.logIn(distribution.home(), administrator)) {
            SshShell.Result result = shell.run(command);
            assertThat(result.status()).as(result.output()).isZero();
            return result.output()
                    .lines()
                    .filter(line -> line.matches("\\d+\\. .*"))
                    .toList();
        }
    }

    /** The bus's sentence about a refused batch. */
    private String refusal(String batch, String operation, boolean dryRun) {
        boolean deploys = batch.contains(".zip");
        Throwable thrown = catchThrowable(() -> administration.batch(
                batch,
                deploys ? List.of("orders.zip", "drafts.zip") : List.of(),
                deploys ? List.of(orders, drafts) : List.of(),
                operation,
                dryRun));
        assertThat(thrown).isNotNull();
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /** The last revision that this node has applied. */
    private long revision() throws IOException, InterruptedException {
        return administration.awaitSameState(1, APPLIED).get(0).revision();
    }

    // --- the databases

    /** The number of rows of each table in the three databases, without the reports of nodes. */
    private List<String> everything() throws SQLException {
        List<String> counts = new ArrayList<>();
        for (String database : DATABASES) {
            Map<String, String> tables = tables(database);
            tables.keySet().removeAll(OF_NODES);
            for (String table : tables.values()) {
                counts.add(table + " "
                        + rows(database, "SELECT count(*) FROM " + table).get(0));
            }
        }
        assertThat(counts).hasSizeGreaterThan(15);
        return counts;
    }

    private List<String> prepared() throws SQLException {
        return rows(TENANTS, "SELECT gid FROM pg_prepared_xacts");
    }

    /** Qualified names of tables, by their plain names. */
    private Map<String, String> tables(String database) throws SQLException {
        Map<String, String> tables = new TreeMap<>();
        for (String found : rows(
                database,
                "SELECT tablename || ' ' || quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables"
                        + " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")) {
            int end = found.indexOf(' ');
            tables.put(found.substring(0, end), found.substring(end + 1));
        }
        return tables;
    }

    /** @param sql a statement with a placeholder for the table */
    private String one(String database, String sql, String table) throws SQLException {
        return rows(database, sql.formatted(tables(database).get(table))).get(0);
    }

    private void execute(String database, String sql, String table) throws SQLException {
        String complete = sql.formatted(tables(database).get(table));
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(complete)).isEqualTo(1);
        }
    }

    private List<String> rows(String database, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
        }
        return rows;
    }

    /** Connects with a role that sees all rows, despite row-level security. */
    private Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", new String(server.password()));
        properties.setProperty("sslmode", "disable");
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + database, properties);
    }
}
