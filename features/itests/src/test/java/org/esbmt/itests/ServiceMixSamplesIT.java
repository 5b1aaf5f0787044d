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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.management.ObjectName;
import javax.tools.ToolProvider;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The unmodified samples of ServiceMix on Maven Central. The test deploys them and sends the requests of their own clients, and
 * they answer as documented. It also uses the components without a sample. The samples listen at port 8192, which no other test
 * uses.
 */
class ServiceMixSamplesIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Path INSTALLERS = Path.of(System.getProperty("installers"));
    private static final Path SAMPLES = Path.of(System.getProperty("samples"));
    private static final String SAMPLES_URL = "http://127.0.0.1:8192";
    private static final String IN_OUT = "defaultMep=\"http://www.w3.org/2004/08/wsdl/in-out\"";
    private static final String PERSON = "http://servicemix.apache.org/samples/wsdl-first";
    private static final List<String> COMPONENTS = List.of(
            "http",
            "jsr181",
            "eip",
            "bean",
            "file",
            "camel",
            "cxf-bc",
            "cxf-se",
            "drools",
            "ftp",
            "jms",
            "mail",
            "quartz",
            "saxon",
            "scripting",
            "validation");

    /** The request of the sample's client.html. */
    private static final String GET_PERSON = """
            <?xml version="1.0" encoding="UTF-8"?>
            <env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"
                          xmlns:tns="http://servicemix.apache.org/samples/wsdl-first/types">
              <env:Body>
                <tns:GetPerson>
                  <tns:personId>%s</tns:personId>
                </tns:GetPerson>
              </env:Body>
            </env:Envelope>
            """;

    private static Distribution distribution;
    private static Path deploy;
    private static BackEndProcess backEnd;
    private static BusProcess bus;
    private static AdministrationClient administration;
    private static OrdersTenant acme;
    private static String plain;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ServiceMixSamplesIT.class);
        deploy = distribution.home().directory().resolve("deploy");
        backEnd = new BackEndProcess("backend", distribution.directory());
        distribution.home().set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
        bus = BusProcess.start(distribution.home());
        administration = new AdministrationClient(
                bus, distribution.home().initialAdministrator().orElseThrow());
        acme = OrdersTenant.create(administration, distribution.home(), "acme", backEnd);
        plain = "http://127.0.0.1:" + FreePorts.next();
        put("shared.zip", Files.readAllBytes(installer("shared")));
        for (String component : COMPONENTS) {
            put(component + ".zip", Files.readAllBytes(installer(component)));
        }
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
    void everyComponentStarts() {
        for (String component : COMPONENTS) {
            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(administration
                            .server()
                            .getAttribute(
                                    new ObjectName("org.apache.servicemix:ContainerName=ServiceMix,Type=Component,Name="
                                            + "servicemix-" + component + ",SubType=LifeCycle"),
                                    "CurrentState"))
                    .isEqualTo("Started"));
        }
    }

    @Test
    void wsdlFirstAnswersAsDocumented() throws Exception {
        for (String version : List.of("3.3.2", "3.4.0")) {
            String file = "wsdl-first-sa-" + version + ".zip";
            put(file, Files.readAllBytes(SAMPLES.resolve(file)));
            String url = SAMPLES_URL + "/PersonService/";

            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                            post(url, "text/plain;charset=UTF-8", GET_PERSON.formatted("world")))
                    .startsWith("200 ")
                    .contains(">world</personId>", ">000-000-0000</ssn>", ">Guillaume</name>"));
            assertThat(get(url + "main.wsdl")).contains("definitions", "name=\"GetPerson\"", PERSON);
            assertThat(post(url, "multipart/related; type=\"text/xml\"; start=\"<root>\"; boundary=\"B\"", attached()))
                    .as("with an attachment")
                    .startsWith("200 ")
                    .contains(">attached</personId>");

            remove(file);
            assertThat(post(url, "text/plain", GET_PERSON.formatted("world"))).startsWith("404 ");
        }
    }

    private static String attached() {
        return String.join(
                "\r\n",
                "--B",
                "Content-Type: text/xml; charset=utf-8",
                "Content-ID: <root>",
                "",
                GET_PERSON.formatted("attached").strip(),
                "--B",
                "Content-Type: text/plain",
                "Content-ID: <attachment>",
                "",
                "hello",
                "--B--",
                "");
    }

    /** The sample's JMS unit needs a resource adapter and ActiveMQ, so the test has a folder in place of the queue. */
    @Test
    void theUnitsOfBridgeTransformAndPassOn() throws Exception {
        Path queue = distribution.directory().resolve("bridge.output");
        put(
                "bridge.zip",
                new PlainAssembly("bridge")
                        .unit("servicemix-http", unit("bridge-sa-3.2.1.zip", "bridge-http-su-3.2.1.zip"))
                        .unit("servicemix-eip", unit("bridge-sa-3.2.1.zip", "bridge-eip-su-3.2.1.zip"))
                        .unit("servicemix-saxon", unit("bridge-sa-3.2.1.zip", "bridge-xslt-su-3.2.1.zip"))
                        .unit("servicemix-file", """
                        <file:sender xmlns:b="http://servicemix.apache.org/samples/bridge" service="b:jms"
                                     endpoint="endpoint" directory="file:%s"/>
                        """.formatted(queue))
                        .bytes());

        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                        post(SAMPLES_URL + "/bridge/", "text/plain;charset=UTF-8", """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">
                          <e:Body>
                            <ping>
                              <pingRequest>
                                <message xmlns="http://soap">hel lo</message>
                              </pingRequest>
                            </ping>
                          </e:Body>
                        </e:Envelope>
                        """))
                .startsWith("202 "));
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(texts(queue))
                .contains("<message xmlns=\"http://soap\">hel lo</message>"));
        remove("bridge.zip");
    }

    @Test
    void aServiceWithJaxWsAndJaxbAnswersThroughCxf() throws Exception {
        Map<String, byte[]> service = content(unit("wsdl-first-sa-3.4.0.zip", "wsdl-first-jsr181-su-3.4.0.zip"));
        service.keySet().removeIf(name -> name.startsWith("META-INF/"));
        // XFire has generated the sample's exception, which needs its classes.
        service.put("lib/xfire-core.jar", entry(installer("jsr181"), "lib/xfire-core-1.2.5.jar"));
        service.put("xbean.xml", """
                <beans xmlns:cxfse="http://servicemix.apache.org/cxfse/1.0">
                  <cxfse:endpoint><cxfse:pojo>
                    <bean class="org.apache.servicemix.samples.wsdl_first.PersonImpl"/>
                  </cxfse:pojo></cxfse:endpoint>
                </beans>
                """.getBytes(UTF_8));
        String url = plain + "/PersonService/";
        put(
                "cxf.zip",
                new PlainAssembly("cxf")
                        .unit("servicemix-cxf-se", PlainAssembly.zip(service))
                        .unit(
                                "servicemix-cxf-bc",
                                """
                        <cxfbc:consumer xmlns:cxfbc="http://servicemix.apache.org/cxfbc/1.0" xmlns:p="%s"
                                        wsdl="classpath:person.wsdl" locationURI="%s" targetService="p:PersonService"
                                        targetInterface="p:Person"/>
                        """.formatted(PERSON, url),
                                Map.of("person.wsdl", service.get("person.wsdl")))
                        .bytes());

        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                        post(url, "text/xml;charset=UTF-8", GET_PERSON.formatted("world")))
                .startsWith("200 ")
                .contains("<personId>world</personId>", "<ssn>000-000-0000</ssn>", "<name>Guillaume</name>"));
        remove("cxf.zip");
    }

    @Test
    void enginesOfServiceMixDoTheirWork() throws Exception {
        String engines = "http://127.0.0.1:" + FreePorts.next();
        Path ticks = distribution.directory().resolve("ticks");
        StringBuilder consumers = new StringBuilder();
        for (String engine : List.of("camel", "saxon", "validation", "script")) {
            consumers.append("""
                    <http:consumer service="t:%1$s-in" endpoint="in" locationURI="%2$s/%1$s/" %3$s
                                   targetService="t:%1$s" targetEndpoint="endpoint"/>
                    """.formatted(engine, engines, IN_OUT));
        }
        put(
                "engines.zip",
                new PlainAssembly("engines")
                        .unit("servicemix-http", consumers.toString())
                        .unit(
                                "servicemix-camel",
                                PlainAssembly.zip(
                                        Map.of("camel-context.xml", camelContext(), "to.xsl", sheet("by-camel"))))
                        .unit("servicemix-saxon", """
                        <saxon:xslt xmlns:saxon="http://servicemix.apache.org/saxon/1.0" service="t:saxon"
                                    endpoint="endpoint" resource="classpath:to.xsl"/>
                        """, Map.of("to.xsl", sheet("by-saxon")))
                        .unit("servicemix-validation", """
                        <validation:endpoint xmlns:validation="http://servicemix.apache.org/validation/1.0"
                                             service="t:validation" endpoint="endpoint"
                                             schemaResource="classpath:order.xsd"/>
                        """, Map.of("order.xsd", schema()))
                        .unit("servicemix-scripting", """
                        <scripting:endpoint xmlns:scripting="http://servicemix.apache.org/scripting/1.0"
                                            service="t:script" endpoint="endpoint" script="classpath:answer.groovy"/>
                        """, Map.of("answer.groovy", """
                        outMessage.content = new org.apache.servicemix.jbi.jaxp.StringSource('<by-script/>')
                        """.getBytes(UTF_8)))
                        .unit("servicemix-quartz", """
                        <quartz:endpoint xmlns:quartz="http://servicemix.apache.org/quartz/1.0" service="t:timer"
                                         endpoint="endpoint" targetService="t:tick" targetEndpoint="endpoint">
                          <quartz:trigger>
                            <quartz:simple repeatInterval="500" repeatCount="3"/>
                          </quartz:trigger>
                        </quartz:endpoint>
                        """)
                        .unit("servicemix-file", """
                        <file:sender service="t:tick" endpoint="endpoint" directory="file:%s"/>
                        """.formatted(ticks))
                        .bytes());

        String order = "<order number='7'/>";
        // the units start one after the other
        for (String engine : List.of("camel", "saxon", "script", "validation")) {
            String answer = engine.equals("validation") ? "<order" : "<by-" + engine;
            await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(
                            post(engines + "/" + engine + "/", "text/xml", order))
                    .startsWith("200 ")
                    .contains(answer));
        }
        assertThat(post(engines + "/validation/", "text/xml", "<order/>")).doesNotStartWith("200 ");
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> assertThat(texts(ticks))
                .contains("DEFAULT"));
        remove("engines.zip");
    }

    private static byte[] camelContext() {
        return """
                <beans xmlns="http://www.springframework.org/schema/beans"
                       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                       xsi:schemaLocation="http://www.springframework.org/schema/beans
                           http://www.springframework.org/schema/beans/spring-beans-2.0.xsd
                           http://camel.apache.org/schema/spring http://camel.apache.org/schema/spring/camel-spring.xsd">
                  <camelContext xmlns="http://camel.apache.org/schema/spring">
                    <route>
                      <from uri="jbi:endpoint:urn:test/camel/endpoint?mep=in-out"/>
                      <to uri="xslt:to.xsl"/>
                    </route>
                  </camelContext>
                </beans>
                """.getBytes(UTF_8);
    }

    private static byte[] sheet(String element) {
        return """
                <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
                  <xsl:template match="/"><%s/></xsl:template>
                </xsl:stylesheet>
                """.formatted(element).getBytes(UTF_8);
    }

    private static byte[] schema() {
        return """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="order">
                    <xs:complexType><xs:attribute name="number" type="xs:int" use="required"/></xs:complexType>
                  </xs:element>
                </xs:schema>
                """.getBytes(UTF_8);
    }

    @Test
    void bundlesDoNotSeeTheLibrariesOfComponents() throws Exception {
        Path seen = distribution.directory().resolve("seen.txt");
        Path bundle = looking(seen);
        Path features =
                Files.writeString(distribution.directory().resolve("looking.xml"), """
                <features name="looking" xmlns="http://karaf.apache.org/xmlns/features/v1.6.0">
                  <feature name="looking" version="1.0.0"><bundle>%s</bundle></feature>
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

        await().atMost(SOON).until(() -> Files.exists(seen));
        assertThat(Files.readAllLines(seen)).containsExactly("javax.jbi.component.Component");
    }

    /** A bundle that imports every package dynamically and writes the names of the classes that it finds. */
    private static Path looking(Path seen) throws IOException {
        Path folder = Files.createDirectories(distribution.directory().resolve("looking"));
        Path source = Files.writeString(folder.resolve("Looking.java"), """
                package looking;
                import java.nio.file.*;
                import java.util.*;
                import org.osgi.framework.*;
                public final class Looking implements BundleActivator {
                  public void start(BundleContext context) throws Exception {
                    List<String> found = new ArrayList<>();
                    for (String name : List.of("javax.jbi.component.Component", "javax.mail.Session",
                        "com.sun.mail.smtp.SMTPTransport", "javax.xml.ws.Service", "javax.jws.WebService",
                        "javax.xml.soap.MessageFactory", "com.sun.xml.messaging.saaj.soap.MessageImpl",
                        "com.ctc.wstx.stax.WstxInputFactory")) {
                      for (ClassLoader loader : List.of(Looking.class.getClassLoader(),
                          ClassLoader.getSystemClassLoader())) {
                        try {
                          Class.forName(name, false, loader);
                          found.add(name);
                        } catch (ClassNotFoundException e) {
                          continue;
                        }
                      }
                    }
                    Path written = Files.write(Path.of("%1$s.tmp"), found);
                    Files.move(written, Path.of("%1$s"), StandardCopyOption.ATOMIC_MOVE);
                  }
                  public void stop(BundleContext context) {}
                }
                """.formatted(seen));
        String osgi;
        try (Stream<Path> boot = Files.list(distribution.home().directory().resolve("lib/boot"))) {
            osgi = boot.filter(jar -> jar.getFileName().toString().startsWith("osgi.core"))
                    .findFirst()
                    .orElseThrow()
                    .toString();
        }
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", osgi, "-d", folder.toString(), source.toString());
        assertThat(status).isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Bundle-ManifestVersion", "2");
        manifest.getMainAttributes().putValue("Bundle-SymbolicName", "looking");
        manifest.getMainAttributes().putValue("Bundle-Version", "1.0.0");
        manifest.getMainAttributes().putValue("Bundle-Activator", "looking.Looking");
        manifest.getMainAttributes().putValue("Import-Package", "org.osgi.framework");
        manifest.getMainAttributes().putValue("DynamicImport-Package", "*");
        Path bundle = distribution.directory().resolve("looking.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(bundle), manifest)) {
            jar.putNextEntry(new ZipEntry("looking/Looking.class"));
            jar.write(Files.readAllBytes(folder.resolve("looking/Looking.class")));
            jar.closeEntry();
        }
        return bundle;
    }

    @Test
    void aTenantCannotDeployAnAssemblyForServiceMixComponents() throws Exception {
        byte[] sample = Files.readAllBytes(SAMPLES.resolve("wsdl-first-sa-3.4.0.zip"));

        assertThatThrownBy(() -> administration.deploy(acme.tenant(), sample))
                .hasStackTraceContaining("wsdl-first-jsr181-su-3.4.0.zip");
        assertThat(administration.assemblies(acme.tenant().tenantId())).containsExactly("orders STARTED");
        assertThat(acme.send().status()).isEqualTo(200);
    }

    private static Path installer(String part) {
        return INSTALLERS.resolve("servicemix-" + part + "-installer.zip");
    }

    private static byte[] unit(String sample, String unit) throws IOException {
        return entry(SAMPLES.resolve(sample), unit);
    }

    private static byte[] entry(Path archive, String name) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            return zip.getInputStream(zip.getEntry(name)).readAllBytes();
        }
    }

    private static Map<String, byte[]> content(byte[] archive) throws IOException {
        Path file = Files.write(distribution.directory().resolve("unit.zip"), archive);
        Map<String, byte[]> content = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry :
                    zip.stream().filter(entry -> !entry.isDirectory()).toList()) {
                content.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return content;
    }

    private static void put(String name, byte[] content) throws IOException {
        Path written = Files.write(distribution.directory().resolve(name), content);
        Files.move(written, deploy.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes an assembly, and waits until the next one can use its services. */
    private static void remove(String file) throws Exception {
        Files.delete(deploy.resolve(file));
        ObjectName deployment = new ObjectName(
                "org.apache.servicemix:ContainerName=ServiceMix,Type=SystemService,Name=DeploymentService");
        await().atMost(SOON).untilAsserted(() -> assertThat(
                        (String[]) administration.server().getAttribute(deployment, "DeployedServiceAssemblies"))
                .containsExactly(acme.tenant().tenantId() + "/orders"));
    }

    private static String texts(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    /** Posts a message; returns the status and the body of the answer. */
    private String post(String url, String type, String body) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8)));
    }

    private String get(String url) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(url)));
    }

    private String answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString(UTF_8));
        return answer.statusCode() + " " + answer.body();
    }
}
