package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.FreePorts;
import org.esbmt.harness.RestClient;
import org.esbmt.harness.Script;
import org.esbmt.harness.SignedSoap;
import org.esbmt.harness.Soap;
import org.esbmt.harness.SoapManagers;
import org.esbmt.http.bc.internal.support.SessionClient;
import org.esbmt.http.bc.internal.support.WsdlClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One bus with two tenants, as seen by its operator and its users. */
class RunningBusIT {
    private static final Soap SOAP = new Soap();
    private static final String JSON = "application/json";
    private static final byte[] NOTHING = {};
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String ORDER = "<o:order xmlns:o=\"urn:esbmt:demo\"><o:number>4711</o:number></o:order>";

    private static Distribution distribution;
    private static BusHome home;
    private static RecordedServices services;
    private static BusProcess bus;
    private static BusHome.Credentials administrator;
    private static AdministrationClient administration;
    private static Customer acme;
    private static Customer globex;
    private static ForeignClients foreign;

    private record Customer(AdministrationClient.Tenant tenant, BackEndProcess backEnd, String url) {
        Soap.Answer send(String to) throws IOException, InterruptedException {
            return SOAP.send(to, order());
        }

        String order() {
            return Soap.envelope(Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password()), ORDER);
        }

        String orders() {
            return url + "Orders/soap";
        }
    }

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(RunningBusIT.class);
        home = distribution.home();
        Path directory = home.directory().getParent();
        BackEndProcess acmeBackEnd = new BackEndProcess("acme-backend", directory);
        BackEndProcess globexBackEnd = new BackEndProcess("globex-backend", directory);
        services = new RecordedServices((path, message) -> false);
        home.set(
                "org.esbmt.http.bc.cfg",
                "egress.allow",
                "*@" + acmeBackEnd.hostAndPort() + ", *@" + globexBackEnd.hostAndPort() + ", *@"
                        + services.hostAndPort());
        bus = BusProcess.start(home);
        administrator = home.initialAdministrator().orElseThrow();
        administration = new AdministrationClient(bus, administrator);
        acme = customer("acme", acmeBackEnd);
        globex = customer("globex", globexBackEnd);
        foreign = new ForeignClients(administration, home, "stark", services.url() + "/foreign", directory);
    }

    private static Customer customer(String name, BackEndProcess backEnd) throws IOException {
        AdministrationClient.Tenant tenant =
                administration.createTenant(name, name, name + "-admin", "correct horse battery " + name);
        String state =
                administration.deploy(tenant, AssemblyArchive.soapProxy("orders", "Orders", "soap", backEnd.url()));
        assertThat(state).isEqualTo("STARTED");
        return new Customer(tenant, backEnd, home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/");
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable one = acme == null ? null : acme.backEnd();
                AutoCloseable two = globex == null ? null : globex.backEnd();
                AutoCloseable three = services;
                AutoCloseable first = administration) {
            assertThat(List.of(last, running, one, two, three, first)).hasSize(6);
        }
    }

    @Test
    void theNativeProviderIsInUse() {
        Path log = home.directory().resolve("data/log/karaf.log");
        await().atMost(SOON).untilAsserted(() -> assertThat(Files.readString(log))
                .contains("RSA and EC keys of messages are used by AmazonCorrettoCryptoProvider"));
    }

    @Test
    void hashesOfAdministrationAreNicerThanAllOtherThreads() throws Exception {
        new RestClient(home).send(new BusHome.Credentials("nobody", "not a password"), "GET", "/status", JSON, NOTHING);
        // a new thread has its niceness before its name
        await().atMost(SOON).untilAsserted(() -> {
            List<String> nicer = nicer();
            assertThat(nicer).contains("esbmt-hash 10");
            // those beside them generate keys, and try vectors
            assertThat(nicer).allMatch(thread -> thread.matches("esbmt-(hash|key-mater|xml-vecto) 10"));
        });
    }

    /** The threads of the bus whose niceness is not 0: their names and niceness. */
    private static List<String> nicer() throws IOException {
        List<String> nicer = new ArrayList<>();
        Path tasks = Path.of("/proc", Long.toString(bus.process().pid()), "task");
        try (Stream<Path> all = Files.list(tasks)) {
            for (Path task : all.toList()) {
                String stat;
                try {
                    stat = Files.readString(task.resolve("stat"));
                } catch (IOException e) {
                    continue; // the thread has ended
                }
                String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                String niceness = afterName[16]; // proc(5)
                if (!niceness.equals("0")) {
                    nicer.add(stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')')) + " " + niceness);
                }
            }
        }
        return nicer;
    }

    @Test
    void aTenantIsSetUpOverTheRestApi() throws Exception {
        RestClient rest = new RestClient(home);
        HttpResponse<String> created =
                rest.send(administrator, "POST", "/tenants", JSON, """
                {"name": "initech", "administratorLogin": "boss", "password": "correct horse battery"}""".getBytes(StandardCharsets.UTF_8));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        String tenant = field(created, "tenantId");
        BusHome.Credentials boss = new BusHome.Credentials("initech/boss", "correct horse battery");
        byte[] archive = AssemblyArchive.soapProxy(
                "orders", "Orders", "soap", acme.backEnd().url());

        HttpResponse<String> planned =
                rest.send(boss, "POST", "/tenants/" + tenant + "/assemblies?dryRun=true", "application/zip", archive);
        assertThat(planned.statusCode()).as(planned.body()).isEqualTo(200);
        HttpResponse<String> deployed =
                rest.send(boss, "POST", "/tenants/" + tenant + "/assemblies", "application/zip", archive);
        assertThat(deployed.statusCode()).as(deployed.body()).isIn(201, 202);

        String order = Soap.envelope(Soap.tenantContext(tenant, field(created, "userId"), boss.password()), ORDER);
        String url = home.baseUrl() + "/tenant-services/" + tenant + "/Orders/soap";
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(SOAP.send(url, order).status()).isEqualTo(200));

        String foreign = "/tenants/" + acme.tenant().tenantId() + "/assemblies";
        assertThat(rest.send(boss, "GET", foreign, JSON, NOTHING).statusCode())
                .as("of another tenant")
                .isIn(403, 404);
        assertThat(rest.send(boss, "POST", foreign, "application/zip", archive).statusCode())
                .isIn(403, 404);
        BusHome.Credentials guess = new BusHome.Credentials("initech/boss", "a guess");
        assertThat(rest.send(guess, "GET", "/me", JSON, NOTHING).statusCode()).isEqualTo(401);
        String suspend = "/tenants/" + tenant + "/suspend";
        assertThat(rest.send(administrator, "POST", suspend, JSON, NOTHING).statusCode())
                .as("without a revision")
                .isEqualTo(428);
        HttpResponse<String> shown = rest.send(administrator, "GET", "/tenants/initech", JSON, NOTHING);
        String tag = shown.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> suspended = rest.change(administrator, "POST", suspend, tag);
        assertThat(suspended.body()).contains("\"state\":\"SUSPENDED\"");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(SOAP.send(url, order).status()).isNotEqualTo(200));
    }

    @Test
    void hostileUploadsOverTheRestApiLeaveNothing() throws Exception {
        RestClient rest = new RestClient(home);
        BusHome.Credentials boss = new BusHome.Credentials("acme/acme-admin", "correct horse battery acme");
        String assemblies = "/tenants/" + acme.tenant().tenantId() + "/assemblies";
        String before = rest.send(boss, "GET", assemblies, JSON, NOTHING).body();
        Set<Path> files = temporaryFiles();
        byte[] zeros = zip(1, 200 << 20);
        byte[] nested = withUnit(AssemblyArchive.soapProxy("nested", "Nested", "soap", "http://127.0.0.1:1/"), zeros);

        for (byte[] bomb :
                List.of(zeros, zip(70_000, 0), nested, "PK\u0003\u0004".getBytes(StandardCharsets.ISO_8859_1))) {
            HttpResponse<String> refused = rest.send(boss, "POST", assemblies, "application/zip", bomb);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        }
        byte[] archive = AssemblyArchive.soapProxy(
                "broken", "Broken", "soap", acme.backEnd().url());
        int log = Files.readAllLines(home.log()).size();
        rest.breakOff(boss, assemblies, "application/zip", Arrays.copyOf(archive, archive.length / 2));
        rest.breakOff(boss, assemblies, "application/zip", archive);

        await().during(Duration.ofSeconds(1)).atMost(SOON).untilAsserted(() -> {
            assertThat(rest.send(boss, "GET", assemblies, JSON, NOTHING).body()).isEqualTo(before);
            // a file of an earlier request may still disappear
            assertThat(files).containsAll(temporaryFiles());
            List<String> lines = Files.readAllLines(home.log());
            assertThat(lines.subList(log, lines.size()))
                    .as("a client that leaves is no failure of the bus")
                    .noneMatch(line -> line.contains("ERROR") || line.contains("\tat "));
        });
    }

    /** Without the files that disappear meanwhile. */
    private static Set<Path> temporaryFiles() throws IOException {
        Set<Path> files = new TreeSet<>();
        Files.walkFileTree(home.data().resolve("tmp"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                files.add(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** The same assembly with another archive of its unit. */
    private static byte[] withUnit(byte[] assembly, byte[] unit) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out);
                ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(assembly))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                zip.write(entry.getName().endsWith(".zip") ? unit : in.readAllBytes());
            }
        }
        return out.toByteArray();
    }

    /** An archive with entries of zeros. */
    private static byte[] zip(int entries, int bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            byte[] piece = new byte[1 << 20];
            for (int i = 0; i < entries; i++) {
                zip.putNextEntry(new ZipEntry("entry-" + i));
                for (int left = bytes; left > 0; left -= piece.length) {
                    zip.write(piece);
                }
            }
        }
        return out.toByteArray();
    }

    private static String field(HttpResponse<String> answer, String name) {
        Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(answer.body());
        assertThat(field.find()).as(answer.body()).isTrue();
        return field.group(1);
    }

    @Test
    void theCommandsOfThePageAboutRestWork() throws Exception {
        Script.Result done = page("rest").run("rest.md", "hooli");

        assertThat(done.status()).as(done.output()).isZero();
        assertThat(done.output())
                .contains(
                        "\"state\":\"SUSPENDED\"",
                        "\"urn:esbmt:problem:stale\"",
                        "\"urn:esbmt:problem:precondition-required\"",
                        "\"state\":\"APPLIED\"")
                .contains("\"whole\":true");
    }

    @Test
    void theCommandsOfThePageAboutTokensWork() throws Exception {
        Script.Result done = page("tokens").run("tokens.md", "acme");

        assertThat(done.status()).as(done.output()).isZero();
        assertThat(done.output())
                .contains("globex", "is not for listNodes", "refused: out of scope", "refused: revoked")
                .doesNotContain("esbmt_");
    }

    @Test
    void theCommandsOfThePageAboutSoapWork() throws Exception {
        Script.Result done = page("soap").run("soap.md", "umbrella");

        assertThat(done.status()).as(done.output()).isZero();
        assertThat(done.output())
                .contains(
                        "<state>STOPPED</state>",
                        "<whole>true</whole>",
                        "<login>umbrella/boss</login>",
                        "<kind>CERTIFICATE</kind>");
    }

    @Test
    void theCommandsOfThePageAboutTheCommandLineWorkInAnotherDirectory() throws Exception {
        GuidePage page = page("client");
        Script.Result done = page.run("client.md", "soylent");

        assertThat(done.status()).as(done.output()).isZero();
        assertThat(done.output())
                .contains(
                        "Logged in as admin at",
                        "APPLIED: 1 of 1 nodes",
                        "\"whole\" : true",
                        "Logged out of soylent/boss");
        String asAdministrator = "export ESBMT_PASSWORD=\"$PASSWORD\"; ";
        assertThat(page.bash(asAdministrator + "esbmt tenant list --all --output table")
                        .output())
                .contains("soylent", "globex");
        assertThat(page.bash(asAdministrator + "esbmt __complete tenant show glo")
                        .output())
                .isEqualTo("globex\n");
        assertThat(page.bash("ESBMT_LOGIN=admin ESBMT_PASSWORD=wrong esbmt tenant list")
                        .status())
                .isEqualTo(1);
        assertThat(page.bash("ESBMT_CA=/etc/hostname ESBMT_PASSWORD=none esbmt tenant list")
                        .status())
                .isEqualTo(2);
    }

    private static GuidePage page(String name) throws IOException {
        return new GuidePage(
                home,
                administrator,
                acme.backEnd().url(),
                home.directory().getParent().resolve("page-" + name));
    }

    @Test
    void archivesComeOverSoapWithATenantContextAndWithASignature() throws Exception {
        String assemblies = "ServiceAssemblyManager";
        String tenants = "TenantRegistryManager";
        SoapManagers soap = new SoapManagers(home);
        SoapManagers.Answer created = soap.call(
                administrator,
                tenants,
                "createTenant",
                Map.of("name", "wayne", "administratorLogin", "boss", "password", "correct horse battery"));
        assertThat(created.status()).as(created.body()).isEqualTo(200);
        String tenant = created.text("tenantId").orElseThrow();
        String context = Soap.tenantContext(tenant, created.text("userId").orElseThrow(), "correct horse battery");
        String deploy = "<deployAssembly xmlns=\"urn:esbmt:administration:1\"><tenantId>" + tenant
                + "</tenantId><archive>%s</archive></deployAssembly>";
        String include = "<xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:part@esbmt\"/>";
        String url = acme.backEnd().url();

        SoapManagers.Answer byContext = soap.send(
                assemblies,
                Soap.envelope(context, deploy.formatted(include)),
                AssemblyArchive.soapProxy("first", "First", "soap", url));
        assertThat(byContext.status()).as(byContext.body()).isEqualTo(200);

        SignedSoap boss = SignedSoap.make(home.directory().getParent());
        SoapManagers.Answer registered = soap.send(
                tenants,
                Soap.envelope(
                        context,
                        "<registerCertificate xmlns=\"urn:esbmt:administration:1\"><name>laptop</name>"
                                + "<certificate>" + boss.pem()
                                + "</certificate><changes>true</changes></registerCertificate>"));
        assertThat(registered.status()).as(registered.body()).isEqualTo(200);
        byte[] archive = AssemblyArchive.soapProxy("second", "Second", "soap", url);
        String inline = Base64.getEncoder().encodeToString(archive);
        String signed = boss.sign(deploy.formatted(inline)).replace(inline, include);
        SoapManagers.Answer bySignature = soap.send(assemblies, signed, archive);
        assertThat(bySignature.status()).as(bySignature.body()).isEqualTo(200);
        assertThat(soap.send(assemblies, signed, archive).body()).contains("FailedAuthentication");
        String other = boss.sign(deploy.formatted(inline)).replace(inline, include);
        assertThat(soap.send(assemblies, other, AssemblyArchive.soapProxy("third", "Third", "soap", url))
                        .body())
                .contains("FailedCheck");

        assertThat(Files.readString(home.log())).doesNotContain("Creating Service {urn:esbmt:administration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"soap", "soap12"})
    void clientsOfTheServedWsdlSignEncryptAndBeginSessions(String version) throws Exception {
        for (String protection : List.of("password", "signed", "encrypted", "session")) {
            WsdlClient client = foreign.cxf(protection + "-" + version);
            for (int i = 1; i <= 2; i++) {
                String order = protection + " " + version + " " + i;
                assertThat(client.send("<o:order xmlns:o=\"urn:orders\">" + order + "</o:order>"))
                        .contains(order);
                assertThat(foreignOrders(order))
                        .singleElement(InstanceOfAssertFactories.STRING)
                        .doesNotContain("Security", "TenantContext");
            }
        }
    }

    @Test
    void messagesByWss4jAreOpenedOnceAndTheirAnswersVerified() throws Exception {
        String order = "<o:order xmlns:o=\"urn:orders\">%s</o:order>";
        assertThat(foreign.sendSigned(order.formatted("wss4j signs"))).contains("wss4j signs");
        assertThat(foreign.sendEncrypted(order.formatted("wss4j encrypts"))).contains("wss4j encrypts");
        SessionClient session = foreign.session();
        String message = session.signAndEncrypt(Soap.envelope("", order.formatted("wss4j in a session")));
        assertThat(session.opened(foreign.send("session-soap", message).body())).contains("wss4j in a session");
        assertThat(foreign.send("session-soap", message).faultCode()).isEqualTo("SECURITY_INVALID");
        assertThat(foreignOrders("wss4j")).hasSize(3).allSatisfy(m -> assertThat(m)
                .doesNotContain("Security", "EncryptedData"));
        String plain = session.sign(Soap.envelope("", order.formatted("wss4j in the clear")));
        assertThat(foreign.send("session-soap", plain).faultCode()).isEqualTo("SECURITY_INVALID");
        assertThat(foreignOrders("wss4j")).hasSize(3);
    }

    private static List<String> foreignOrders(String text) {
        return services.received("/foreign").stream()
                .filter(m -> m.contains(text))
                .toList();
    }

    /** A client alone would not notice it, and the endpoint stays open to an older practice. */
    @Test
    void statusNotesEndpointsThatTolerateOlderPractices() throws Exception {
        // a thread of the bus looks once a second
        await().atMost(SOON).untilAsserted(() -> {
            String status = bus.status().output();
            assertThat(status).contains("encrypted-soap").contains("remove the attribute tolerate");
        });
    }

    @Test
    void theConsoleHasItsLoginPageWithItsFiles() throws Exception {
        RestClient browser = new RestClient(home);
        HttpResponse<String> login = browser.page("/login");

        assertThat(login.statusCode()).isEqualTo(200);
        assertThat(login.body()).contains("<form", "type=\"password\"");
        assertThat(browser.page("/tenants").headers().firstValue("Location").orElse(""))
                .contains("/login");
        Matcher files =
                Pattern.compile("(?:src|href)=\"(/[^\"]*\\.(?:js|css|svg))\"").matcher(login.body());
        List<String> found = files.results().map(file -> file.group(1)).toList();
        assertThat(found).hasSizeGreaterThan(2);
        for (String file : found) {
            assertThat(browser.page(file).statusCode()).as(file).isEqualTo(200);
        }
    }

    @Test
    void everyBundleIsActive() throws Exception {
        ObjectName name = only("osgi.core:type=bundleState,*");
        TabularData bundles = (TabularData) administration.server().invoke(name, "listBundles", null, null);
        List<String> idle = new ArrayList<>();
        for (Object row : bundles.values()) {
            CompositeData bundle = (CompositeData) row;
            String expected = (Boolean) bundle.get("Fragment") ? "RESOLVED" : "ACTIVE";
            if (!expected.equals(bundle.get("State"))) {
                idle.add(bundle.get("SymbolicName") + " " + bundle.get("State"));
            }
        }
        assertThat(idle).isEmpty();
        assertThat(bundles.size()).isGreaterThan(60);
    }

    @Test
    void nothingWentWrongAtTheStart() throws IOException {
        List<String> start = Files.readAllLines(home.log()).stream()
                .takeWhile(line -> !line.contains("The bus takes messages"))
                .toList();
        assertThat(start).hasSizeGreaterThan(100);
        assertThat(Distribution.complaints(start)).isEmpty();
        // with vectors, Java warns of their module
        assertThat(Files.readAllLines(home.data().resolve("log/console.log")))
                .isSubsetOf("WARNING: Using incubator modules: jdk.incubator.vector");
        assertThat(bus.output()).contains("login=" + administrator.login(), "password=" + administrator.password());
    }

    @Test
    void statusSaysThatTheBusIsReady() throws Exception {
        assertThat(bus.status().status()).isZero();
        assertThat(bus.status().output()).contains(bus.process().pid() + " and is ready");
    }

    @Test
    void secondStartIsRefused() throws Exception {
        Script.Result result = Script.run(home.directory(), List.of("bin/start"), Duration.ofSeconds(30));
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.output())
                .contains("runs already, as process " + bus.process().pid());
    }

    @Test
    @SuppressWarnings("BanJNDI") // the URL of JMX over RMI, on this machine
    void jmxWithoutCredentialsIsRefused() {
        // The sentence of Karaf's authenticator, which the guide quotes.
        assertThatThrownBy(() -> JMXConnectorFactory.connect(new JMXServiceURL(home.jmxUrl())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected String[2], got null");
    }

    @Test
    @SuppressWarnings("BanJNDI") // the URL of JMX over RMI, on this machine
    void jmxWithCredentialsOfAnotherShapeIsRefused() {
        for (Object shape : List.of(
                new String[] {administrator.login()},
                new String[] {administrator.login(), administrator.password(), ""},
                new Object[] {administrator.login(), administrator.password()},
                new ArrayList<>(List.of(administrator.login(), administrator.password())),
                administrator.login())) {
            assertThatThrownBy(() -> JMXConnectorFactory.connect(
                            new JMXServiceURL(home.jmxUrl()), Map.of(JMXConnector.CREDENTIALS, shape)))
                    .as(shape.getClass().getSimpleName())
                    .isInstanceOfAny(SecurityException.class, IllegalArgumentException.class, IOException.class);
        }
    }

    /** Deserialization allocates an array before it reads the elements, so a claimed length alone could exhaust the heap. */
    @Test
    @SuppressWarnings("BanJNDI") // the URL of JMX over RMI, on this machine
    void jmxWithManyCredentialsIsRefusedBeforeTheyAreRead() {
        assertThatThrownBy(() -> JMXConnectorFactory.connect(
                        new JMXServiceURL(home.jmxUrl()), Map.of(JMXConnector.CREDENTIALS, new String[1_000])))
                .hasRootCauseInstanceOf(InvalidClassException.class);
    }

    @Test
    void jmxWithWrongOrDefaultCredentialsIsRefused() {
        for (BusHome.Credentials wrong : List.of(
                new BusHome.Credentials(administrator.login(), "not the password"),
                new BusHome.Credentials("karaf", "karaf"),
                new BusHome.Credentials("admin", "admin"),
                new BusHome.Credentials("acme-admin", acme.tenant().password()))) {
            assertThatThrownBy(() -> bus.connect(wrong)).isInstanceOf(SecurityException.class);
        }
    }

    @Test
    void everyPortListensOnThisMachineOnly() throws IOException {
        InetAddress other = null;
        for (var networks = java.net.NetworkInterface.getNetworkInterfaces(); networks.hasMoreElements(); ) {
            var network = networks.nextElement();
            if (network.isUp() && !network.isLoopback()) {
                other = network.inetAddresses()
                        .filter(java.net.Inet4Address.class::isInstance)
                        .findFirst()
                        .orElse(other);
            }
        }
        org.junit.jupiter.api.Assumptions.assumeTrue(other != null, "this machine has no other address");
        for (int port : List.of(
                java.net.URI.create(home.baseUrl()).getPort(),
                home.sshPort(),
                Integer.parseInt(home.get("org.apache.karaf.management.cfg", "rmiRegistryPort")
                        .orElseThrow()),
                Integer.parseInt(home.get("org.apache.karaf.management.cfg", "rmiServerPort")
                        .orElseThrow()))) {
            InetSocketAddress there = new InetSocketAddress(other, port);
            assertThatThrownBy(() -> {
                        try (Socket socket = new Socket()) {
                            socket.connect(there, 1_000);
                        }
                    })
                    .isInstanceOf(IOException.class);
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            }
        }
    }

    @Test
    void eachTenantReachesItsOwnBackEnd() throws Exception {
        for (Customer customer : List.of(acme, globex)) {
            Soap.Answer answer = customer.send(customer.orders());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.backEnd()).isEqualTo(customer.backEnd().name());
            assertThat(answer.body())
                    .contains(ORDER)
                    .doesNotContain(customer.tenant().password());

            assertThat(customer.send(home.baseUrl() + "/tenant-services/Orders/soap")
                            .backEnd())
                    .isEqualTo(customer.backEnd().name());
        }
    }

    @Test
    void anotherTenantsEndpointIsNeverReached() throws Exception {
        Soap.Answer crossed = globex.send(acme.orders());
        Soap.Answer missing = globex.send(globex.url() + "Orders/none");

        assertThat(crossed.status()).isEqualTo(500);
        assertThat(crossed.backEnd()).isEmpty();
        assertThat(crossed.faultCode()).isEqualTo(missing.faultCode()).isEqualTo("NO_SUCH_ENDPOINT");
        assertThat(crossed.body()).doesNotContain("acme");
    }

    /** A body that an engine makes leaves on any event loop, so a thread takes the answer to the loop of the client. */
    @Test
    void slowAnswersOfSeveralTenantsDoNotStopAnotherOne() throws Exception {
        administration.deploy(globex.tenant(), extracting("extracting", services.url() + "/orders"));
        List<CompletableFuture<Integer>> slow = new ArrayList<>();
        for (String name : List.of("slow-one", "slow-two", "slow-three")) {
            Customer customer = customer(name, globex.backEnd());
            administration.deploy(customer.tenant(), extracting("extracting", services.url() + "/unending"));
            for (int i = 0; i < 20; i++) {
                slow.add(SOAP.begin(customer.url() + "Extracting/soap", customer.order()));
            }
        }
        await().atMost(SOON).until(() -> services.received("/unending").size() == slow.size());

        for (int i = 0; i < 20; i++) {
            Soap.Answer answer = globex.send(globex.url() + "Extracting/soap");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.took()).isLessThan(SOON);
        }

        services.release();
        assertThat(slow)
                .allSatisfy(answer -> assertThat(answer).succeedsWithin(SOON).isEqualTo(200));
        administration.undeploy(globex.tenant(), "extracting");
    }

    /** An assembly with a route that sends a part of the message to a back end. */
    private static byte[] extracting(String assembly, String backEndUrl) {
        return AssemblyArchive.of(
                assembly,
                List.of(
                        new AssemblyArchive.Unit(
                                assembly + "-http", "http-bc", Map.of("xbean.xml", """
                        <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                          <http:soap-consumer service="d:Extracting" endpoint="soap"
                                              targetService="d:Extraction" targetEndpoint="route"/>
                          <http:soap-provider service="d:Extracted" endpoint="soap" locationURI="%s"/>
                        </beans>
                        """.formatted(backEndUrl))),
                        new AssemblyArchive.Unit(assembly + "-routes", "camel-se", Map.of("routes.xml", """
                        <routes xmlns="http://camel.apache.org/schema/spring">
                          <route id="extraction">
                            <from uri="jbi:endpoint:urn:esbmt:demo/Extraction/route"/>
                            <setBody><xpath>(//*[local-name() = 'Envelope'])[last()]</xpath></setBody>
                            <to uri="jbi:service:urn:esbmt:demo/Extracted"/>
                          </route>
                        </routes>
                        """))));
    }

    @Test
    void messageWithoutTenantContextIsRefused() throws Exception {
        assertThat(SOAP.send(acme.orders(), Soap.envelope("", ORDER)).faultCode())
                .isEqualTo("CONTEXT_MISSING");
    }

    @Test
    void assemblyIsStoppedAndStartedFromTheConsoleOfJmx() throws Exception {
        MBeanServerConnection server = administration.server();
        administration.deploy(
                acme.tenant(),
                AssemblyArchive.soapProxy(
                        "returns", "Returns", "soap", acme.backEnd().url()));
        String url = acme.url() + "Returns/soap";
        assertThat(acme.send(url).status()).isEqualTo(200);
        ObjectName assembly = only("org.apache.servicemix:Type=ServiceAssembly,Name=returns,*");

        server.invoke(assembly, "stop", null, null);
        assertThat(server.getAttribute(assembly, "CurrentState")).isEqualTo("Stopped");
        assertThat(acme.send(url).status()).isEqualTo(500);

        server.invoke(assembly, "start", null, null);
        assertThat(server.getAttribute(assembly, "CurrentState")).isEqualTo("Started");
        assertThat(acme.send(url).status()).isEqualTo(200);

        administration.undeploy(acme.tenant(), "returns");
        assertThat(server.isRegistered(assembly)).isFalse();
        assertThat(acme.send(url).faultCode()).isEqualTo("NO_SUCH_ENDPOINT");

        String done = " (jmx) on assembly returns of tenant " + acme.tenant().tenantId() + ": done.";
        String byTheTenant = " by " + acme.tenant().credentials().login() + done;
        String byTheInstallation = " by " + administrator.login() + done;
        assertThat(audited("assembly returns "))
                .containsExactly(
                        "deployAssembly" + byTheTenant,
                        "stopAssembly" + byTheInstallation,
                        "startAssembly" + byTheInstallation,
                        "undeployAssembly" + byTheTenant);
    }

    @Test
    void versionsComeAndGoAndLeaveNothing() throws Exception {
        for (int i = 0; i < 15; i++) {
            cycleOfVersions();
        }
        MBeanServerConnection server = administration.server();
        ObjectName threads = new ObjectName("java.lang:type=Threading");
        ObjectName classes = new ObjectName("java.lang:type=ClassLoading");
        int mbeansBefore = server.getMBeanCount();
        int threadsBefore = (Integer) server.getAttribute(threads, "ThreadCount");
        int classesBefore = (Integer) server.getAttribute(classes, "LoadedClassCount");
        // The bounds are shares of the cycles, so half as many find the same leak in half the time.
        int cycles = 50;
        for (int i = 0; i < cycles; i++) {
            cycleOfVersions();
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(server.getMBeanCount()).isEqualTo(mbeansBefore));
        await().atMost(SOON).untilAsserted(() -> assertThat((Integer) server.getAttribute(threads, "ThreadCount"))
                .isLessThan(threadsBefore + cycles / 5));
        assertThat((Integer) server.getAttribute(classes, "LoadedClassCount")).isLessThan(classesBefore + cycles);
        try (Stream<Path> contents = Files.list(home.data().resolve("assemblies/records"))) {
            assertThat(contents.map(Path::toString)).noneMatch(file -> file.contains("changes"));
        }
    }

    private static void cycleOfVersions() throws Exception {
        AdministrationClient.Tenant tenant = acme.tenant();
        String url = acme.url() + "Changes/soap";
        administration.deploy(
                tenant,
                AssemblyArchive.soapProxy(
                        "changes", "Changes", "soap", acme.backEnd().url()));
        assertThat(acme.send(url).backEnd()).isEqualTo("acme-backend");
        assertThat(administration.switchTo(
                        tenant,
                        AssemblyArchive.soapProxy(
                                "changes", "Changes", "soap", globex.backEnd().url())))
                .isEqualTo("STARTED");
        assertThat(acme.send(url).backEnd()).isEqualTo("globex-backend");
        assertThat(administration.changeAssembly("rollBackAssembly", tenant, "changes"))
                .isEqualTo("STARTED");
        assertThat(acme.send(url).backEnd()).isEqualTo("acme-backend");
        administration.undeploy(tenant, "changes");
    }

    @Test
    void theAuditLogNamesTheAdministratorWhoStopsAnAssemblysBundle() throws Exception {
        MBeanServerConnection server = administration.server();
        String tenant = acme.tenant().tenantId();
        administration.deploy(
                acme.tenant(),
                AssemblyArchive.soapProxy(
                        "bundled", "Bundled", "soap", acme.backEnd().url()));
        String url = acme.url() + "Bundled/soap";
        assertThat(acme.send(url).status()).isEqualTo(200);
        Long bundle = null;
        for (Object row : ((TabularData) server.invoke(only("osgi.core:type=bundleState,*"), "listBundles", null, null))
                .values()) {
            if (("esbmt:" + tenant + "/bundled").equals(((CompositeData) row).get("Location"))) {
                bundle = (Long) ((CompositeData) row).get("Identifier");
            }
        }
        for (String operation : List.of("stopBundle", "startBundle", "uninstallBundle")) {
            server.invoke(only("osgi.core:type=framework,*"), operation, new Object[] {bundle}, new String[] {"long"});
            assertThat(acme.send(url).status()).as(operation).isEqualTo(operation.equals("startBundle") ? 200 : 500);
        }
        String done = " by " + administrator.login() + " (bundle) on assembly bundled of tenant " + tenant + ": done.";
        assertThat(audited("assembly bundled "))
                .endsWith(
                        "shutDownAssembly" + done,
                        "startAssembly" + done,
                        "shutDownAssembly" + done,
                        "undeployAssembly" + done);
    }

    @Test
    void otherUsersOfTheMachineCannotReadDeployedAssemblies() throws IOException {
        for (String folder : List.of("assemblies", "jbi", "cache")) {
            Path path = home.data().resolve(folder);
            assertThat(path).isNotEmptyDirectory();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(folder)
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void componentIsListedByTheAdminService() throws Exception {
        ObjectName admin = only("org.apache.servicemix:Type=SystemService,Name=AdminService,*");
        ObjectName[] components = (ObjectName[]) administration.server().getAttribute(admin, "BindingComponents");
        assertThat(components).extracting(name -> name.getKeyProperty("Name")).contains("http-bc");
        assertThat(administration.server().getAttribute(components[0], "CurrentState"))
                .isEqualTo("Started");
    }

    @Test
    void aPlainAssemblyInTheDeployFolderIsDeployed() throws Exception {
        int port = FreePorts.next();
        String url = "http://127.0.0.1:" + port + "/plain/";
        byte[] archive = AssemblyArchive.httpAssembly(
                "plain", """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                  <http:soap-consumer service="d:Plain" endpoint="soap" locationURI="%s"
                                      targetService="d:PlainBackEnd" targetEndpoint="soap"/>
                  <http:soap-provider service="d:PlainBackEnd" endpoint="soap" locationURI="%s"/>
                </beans>
                """.formatted(url, acme.backEnd().url()));
        Path draft = Files.createTempFile(home.directory(), "plain", ".zip");
        Files.write(draft, archive);
        Path file = home.directory().resolve("deploy/plain.zip");

        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            Soap.Answer answer = SOAP.send(url, Soap.envelope("", ORDER));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.backEnd()).isEqualTo("acme-backend");
        });

        Files.delete(file);
        await().atMost(SOON).untilAsserted(() -> assertThatThrownBy(() -> SOAP.send(url, Soap.envelope("", ORDER)))
                .isInstanceOf(IOException.class));
        String done = " by deploy directory on assembly plain from " + file + ": done.";
        await().atMost(SOON).untilAsserted(() -> assertThat(audited("assembly plain "))
                .containsExactly("deployAssembly" + done, "undeployAssembly" + done));
    }

    /** The attributes of all MBeans of the bus itself. */
    @Test
    void everyAttributesDescriptionStatesItsAge() throws Exception {
        MBeanServerConnection server = administration.server();
        List<String> said = new ArrayList<>();
        for (String pattern : List.of("org.esbmt:*", "org.apache.servicemix:Type=ServiceAssembly,*")) {
            for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
                for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                    said.add(name + " " + attribute.getName() + ": " + attribute.getDescription());
                }
            }
        }

        assertThat(said).anyMatch(line -> line.contains("Type=ServiceAssembly")).hasSizeGreaterThan(45);
        assertThat(said)
                .allMatch(line ->
                        line.matches(".+: .+\\. (Live|At most \\d+ s old|At most as old as [A-Z]\\w+ says)\\."));
    }

    /** The lines of the audit log about an object. */
    private static List<String> audited(String object) throws IOException {
        return Files.readAllLines(home.log()).stream()
                .filter(line -> line.contains("| audit ") && line.contains(" on " + object))
                .map(line -> line.substring(line.lastIndexOf(" | ") + 3))
                .toList();
    }

    private static ObjectName only(String pattern) throws Exception {
        Set<ObjectName> names = administration.server().queryNames(new ObjectName(pattern), null);
        assertThat(names).as(pattern).hasSize(1);
        return names.iterator().next();
    }
}
