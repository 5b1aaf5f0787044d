package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.management.ObjectName;
import javax.tools.ToolProvider;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The unmodified installers of ServiceMix 2013.01 and assemblies for them, on the bus beside two tenants. The test installs them
 * from {@code deploy/} and by the JSR-208 MBean, uses and stops them, kills the bus, and uninstalls them.
 */
class ServiceMixPartsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String DOMAIN = "org.apache.servicemix:ContainerName=ServiceMix,";
    private static final Path INSTALLERS = Path.of(System.getProperty("installers"));
    private static final List<String> BY_FOLDER = List.of("shared", "http", "eip", "bean");

    private static Distribution distribution;
    private static BusHome home;
    private static BackEndProcess backEnd;
    private static BusProcess bus;
    private static AdministrationClient administration;
    private static BusHome.Credentials administrator;
    private static OrdersTenant acme;
    private static OrdersTenant globex;
    private static String plain;

    private int rounds;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ServiceMixPartsIT.class);
        home = distribution.home();
        backEnd = new BackEndProcess("backend", home.directory().getParent());
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
        bus = BusProcess.start(home);
        administrator = home.initialAdministrator().orElseThrow();
        administration = new AdministrationClient(bus, administrator);
        acme = OrdersTenant.create(administration, home, "acme", backEnd);
        globex = OrdersTenant.create(administration, home, "globex", backEnd);
        plain = "http://127.0.0.1:" + FreePorts.next();
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable one = backEnd;
                AutoCloseable first = administration) {
            assertThat(List.of(last, running, one, first)).hasSize(4);
        }
    }

    @Test
    void installersAndAssembliesOfServiceMixLiveBesideTenants() throws Exception {
        assembliesComeFirstAndWait();
        installersComeInAnyOrder();
        messagesGoThroughAllOfThem();
        oldPartsReachTheTenantOnlyWhileTheyAreLinked();
        aLaterFeatureDisturbsNothing();
        aComponentIsStoppedAndStarted();
        everythingIsBackAfterAKill();
        usedPartsAreNotUninstalled();
        everythingIsUninstalled();
        assertThat(Files.readAllLines(home.log()))
                .as("errors of the bus's own bundles")
                .noneMatch(line -> line.matches(".*\\| (ERROR|FATAL) \\|.*\\| \\d+ - org\\.esbmt\\..*"));
    }

    private void assembliesComeFirstAndWait() throws Exception {
        String inOut = "defaultMep=\"http://www.w3.org/2004/08/wsdl/in-out\"";
        String scoped = "jbimulti2:tenant-endpoints/" + acme.tenant().tenantId();
        deploy(
                "proxy.zip",
                new PlainAssembly("proxy")
                        .unit("servicemix-http", """
                <http:consumer service="t:proxy" endpoint="in" locationURI="%1$s/proxy/" %2$s
                               targetService="t:backend" targetEndpoint="out"/>
                <http:provider service="t:backend" endpoint="out" locationURI="%3$s"/>
                <http:consumer service="t:intruder" endpoint="in" locationURI="%1$s/intruder/" %2$s
                               targetService="a:OrdersBackEnd" targetEndpoint="soap" xmlns:a="%4$s"/>
                """.formatted(plain, inOut, backEnd.url(), scoped))
                        .bytes());
        deploy(
                "routing.zip",
                new PlainAssembly("routing")
                        .unit("servicemix-http", """
                        <http:consumer service="t:routing" endpoint="in" locationURI="%1$s/routing/" %2$s
                                       targetService="t:router" targetEndpoint="endpoint"/>
                        <http:consumer service="t:tapping" endpoint="in" locationURI="%1$s/tapping/" %2$s
                                       targetService="t:tap" targetEndpoint="endpoint"/>
                        """.formatted(plain, inOut))
                        .unit("servicemix-eip", """
                        <eip:content-based-router service="t:router" endpoint="endpoint"><eip:rules>
                          <eip:routing-rule>
                            <eip:predicate><eip:xpath-predicate xpath="/order/@to = 'bean'"/></eip:predicate>
                            <eip:target><eip:exchange-target service="t:answering" endpoint="endpoint"/></eip:target>
                          </eip:routing-rule>
                          <eip:routing-rule>
                            <eip:target><eip:exchange-target service="t:backend" endpoint="out"/></eip:target>
                          </eip:routing-rule>
                        </eip:rules></eip:content-based-router>
                        <eip:wire-tap service="t:tap" endpoint="endpoint">
                          <eip:target><eip:exchange-target service="t:answering"/></eip:target>
                          <eip:inListener><eip:exchange-target service="t:files"/></eip:inListener>
                        </eip:wire-tap>
                        """)
                        .unit("servicemix-bean", """
                        <bean:endpoint service="t:answering" endpoint="endpoint" bean="#answering"/>
                        <bean id="answering" class="test.Answering"/>
                        """, Map.of("test/Answering.class", answeringBean()))
                        .unit("servicemix-file", """
                        <file:sender service="t:files" endpoint="endpoint" directory="file:%1$s/out/"/>
                        <file:poller service="t:pickup" endpoint="in" file="file:%1$s/in/" period="500"
                                     targetService="t:files" targetEndpoint="endpoint"/>
                        """.formatted(distribution.directory()))
                        .bytes());
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(Files.readString(home.log()))
                .contains("proxy.zip waits", "routing.zip waits"));
    }

    /** A bean in the manner of ServiceMix's users, compiled against the classes in the installers. */
    private static byte[] answeringBean() throws Exception {
        Path folder = Files.createDirectories(distribution.directory().resolve("bean"));
        Path source = Files.writeString(folder.resolve("Answering.java"), """
                package test;
                import javax.annotation.Resource;
                import javax.jbi.messaging.*;
                import org.apache.servicemix.jbi.jaxp.StringSource;
                import org.apache.servicemix.jbi.listener.MessageExchangeListener;
                public class Answering implements MessageExchangeListener {
                  @Resource private DeliveryChannel channel;
                  public void onMessageExchange(MessageExchange exchange) throws MessagingException {
                    if (exchange.getStatus() != ExchangeStatus.ACTIVE) return;
                    NormalizedMessage answer = exchange.createMessage();
                    answer.setContent(new StringSource("<answer-of-the-bean/>"));
                    exchange.setMessage(answer, "out");
                    channel.send(exchange);
                  }
                }
                """);
        List<String> jars = new ArrayList<>();
        for (String part : List.of("shared", "bean")) {
            try (ZipFile zip = new ZipFile(installer(part).toFile())) {
                for (ZipEntry entry :
                        zip.stream().filter(e -> e.getName().endsWith(".jar")).toList()) {
                    Path jar = folder.resolve(Path.of(entry.getName()).getFileName());
                    Files.copy(zip.getInputStream(entry), jar, StandardCopyOption.REPLACE_EXISTING);
                    jars.add(jar.toString());
                }
            }
        }
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-nowarn",
                        "-proc:none",
                        "-cp",
                        String.join(":", jars),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(status).isZero();
        return Files.readAllBytes(folder.resolve("test/Answering.class"));
    }

    private static Path installer(String part) {
        return INSTALLERS.resolve("servicemix-" + part + "-installer.zip");
    }

    private static void deploy(String name, byte[] content) throws IOException {
        Path written = Files.write(distribution.directory().resolve(name), content);
        Files.move(written, home.directory().resolve("deploy").resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private void installersComeInAnyOrder() throws Exception {
        for (String part : List.of("http", "eip", "bean", "shared")) {
            deploy("servicemix-" + part + ".zip", Files.readAllBytes(installer(part)));
        }
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(state("servicemix-bean"))
                .isEqualTo("Started"));
        service("loadNewInstaller", installer("file").toString());
        administration.server().invoke(name("Type=Installer,Name=servicemix-file"), "install", null, null);
        assertThat(state("servicemix-file")).isEqualTo("Shutdown");
        lifeCycle("servicemix-file", "start");
        for (String part : List.of("http", "eip", "bean", "file")) {
            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(state("servicemix-" + part))
                    .isEqualTo("Started"));
        }
    }

    private void messagesGoThroughAllOfThem() throws Exception {
        int round = ++rounds;
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            assertThat(post("/proxy/", "<order/>")).contains("200", "<order");
            assertThat(post("/routing/", "<order to='bean'/>")).contains("200", "answer-of-the-bean");
        });
        assertThat(post("/routing/", "<order to='backend'/>")).contains("200", "backend");
        // the unit of the tap starts before that of its files, so the first copy may be lost
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            assertThat(post("/tapping/", "<order number='tapped-" + round + "'/>"))
                    .contains("200", "answer-of-the-bean");
            assertThat(filesOut()).contains("tapped-" + round);
        });
        // the poller takes a file as soon as it is there
        Path written = Files.writeString(
                distribution.directory().resolve("order-" + round + ".xml"), "<order number='polled-" + round + "'/>");
        Path in = Files.createDirectories(distribution.directory().resolve("in"));
        Files.move(written, in.resolve(written.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(filesOut())
                .contains("polled-" + round));
        tenantsAreServed();
    }

    private static void tenantsAreServed() throws Exception {
        assertThat(acme.send().status()).isEqualTo(200);
        assertThat(globex.send().status()).isEqualTo(200);
    }

    private void oldPartsReachTheTenantOnlyWhileTheyAreLinked() throws Exception {
        String before = get(backEnd.url() + "count");
        refused("/intruder/");
        assertThat(get(backEnd.url() + "count")).isEqualTo(before);

        link("linkToTenant");
        refusedOrNot("/intruder/");
        assertThat(get(backEnd.url() + "count"))
                .as("the message has reached the back end")
                .isNotEqualTo(before);

        link("unlinkFromTenant");
        String after = get(backEnd.url() + "count");
        refused("/intruder/");
        assertThat(get(backEnd.url() + "count")).isEqualTo(after);
    }

    private static void link(String operation) throws Exception {
        String text = String.class.getName();
        administration
                .server()
                .invoke(
                        new ObjectName("org.esbmt:type=Links"),
                        operation,
                        new Object[] {
                            "servicemix-http", acme.tenant().tenantId(), "{urn:esbmt:demo}OrdersBackEnd", "soap", ""
                        },
                        new String[] {text, text, text, text, text});
    }

    /** The installation of a feature makes the resolver resolve all bundles again, including those of assemblies. */
    private void aLaterFeatureDisturbsNothing() throws Exception {
        Path bundle = distribution.directory().resolve("later.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", "later");
        manifest.getMainAttributes().putValue("Bundle-Version", "1.0.0");
        manifest.getMainAttributes().putValue("Import-Package", "javax.jbi,org.slf4j");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(bundle), manifest)) {
            jar.finish();
        }
        Path features = Files.writeString(distribution.directory().resolve("later.xml"), """
                <features name="later" xmlns="http://karaf.apache.org/xmlns/features/v1.6.0">
                  <feature name="later" version="1.0.0"><bundle>%s</bundle></feature>
                </features>
                """.formatted(bundle.toUri()));
        ObjectName service = administration
                .server()
                .queryNames(new ObjectName("org.apache.karaf:type=feature,*"), null)
                .iterator()
                .next();
        administration
                .server()
                .invoke(service, "addRepository", new Object[] {features.toUri().toString(), true}, new String[] {
                    String.class.getName(), "boolean"
                });
        messagesGoThroughAllOfThem();
    }

    private void aComponentIsStoppedAndStarted() throws Exception {
        lifeCycle("servicemix-eip", "stop");
        lifeCycle("servicemix-eip", "shutDown");
        refused("/routing/");
        assertThat(post("/proxy/", "<order/>")).contains("200");
        tenantsAreServed();
        lifeCycle("servicemix-eip", "start");
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(post("/routing/", "<order to='bean'/>"))
                .contains("200", "answer-of-the-bean"));
    }

    private void everythingIsBackAfterAKill() throws Exception {
        administration.close();
        bus.kill();
        bus = BusProcess.start(home);
        administration = new AdministrationClient(bus, administrator);
        messagesGoThroughAllOfThem();
    }

    private void usedPartsAreNotUninstalled() throws Exception {
        assertThatThrownBy(() -> service("uninstallSharedLibrary", "servicemix-shared"))
                .hasStackTraceContaining("is used by servicemix-bean");
        service("loadInstaller", "servicemix-file");
        assertThatThrownBy(() -> administration
                        .server()
                        .invoke(name("Type=Installer,Name=servicemix-file"), "uninstall", null, null))
                .hasStackTraceContaining("units are deployed to the component servicemix-file");
    }

    private void everythingIsUninstalled() throws Exception {
        for (String part : BY_FOLDER) {
            Files.delete(home.directory().resolve("deploy/servicemix-" + part + ".zip"));
        }
        Files.delete(home.directory().resolve("deploy/routing.zip"));
        Files.delete(home.directory().resolve("deploy/proxy.zip"));
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(components())
                .noneMatch(name -> name.contains("servicemix-http") || name.contains("servicemix-eip")));
        administration.server().invoke(name("Type=Installer,Name=servicemix-file"), "uninstall", null, null);
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            assertThat(components()).noneMatch(name -> name.contains("servicemix-"));
            try (Stream<Path> left = Files.list(home.data().resolve("assemblies/installed/content"))) {
                assertThat(left).isEmpty();
            }
        });
        tenantsAreServed();
    }

    private static List<String> components() throws Exception {
        return administration.server().queryNames(name("Type=Component,*"), null).stream()
                .map(ObjectName::toString)
                .toList();
    }

    private static ObjectName name(String keys) throws Exception {
        return new ObjectName(DOMAIN + keys);
    }

    private static ObjectName component(String component) throws Exception {
        return name("Type=Component,Name=" + component + ",SubType=LifeCycle");
    }

    private static Object state(String component) throws Exception {
        return administration.server().getAttribute(component(component), "CurrentState");
    }

    private static void lifeCycle(String component, String operation) throws Exception {
        administration.server().invoke(component(component), operation, null, null);
    }

    private static void service(String operation, String argument) throws Exception {
        administration
                .server()
                .invoke(
                        name("Type=SystemService,Name=InstallationService"),
                        operation,
                        new Object[] {argument},
                        new String[] {String.class.getName()});
    }

    private String filesOut() throws IOException {
        Path out = distribution.directory().resolve("out");
        if (!Files.isDirectory(out)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** Posts a message; returns the status and the body of the answer. */
    private String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(plain + path))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
                .build();
        try {
            // Reads to the end of the body: the old component may begin an error and pause for a minute.
            HttpResponse<String> answer = client.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8))
                    .get(15, TimeUnit.SECONDS);
            return answer.statusCode() + " " + answer.body();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(path + " did not answer", e);
        }
    }

    /** The old component answers with an error, or not at all. */
    private void refused(String path) throws InterruptedException {
        try {
            assertThat(post(path, "<order to='bean'/>")).doesNotStartWith("200");
        } catch (IOException e) {
            assertThat(e).as("no answer").isNotNull();
        }
    }

    private void refusedOrNot(String path) throws InterruptedException {
        try {
            post(path, "<order to='bean'/>");
        } catch (IOException e) {
            assertThat(e).as("no valid answer of the old component").isNotNull();
        }
    }

    private String get(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString(UTF_8))
                .body();
    }
}
